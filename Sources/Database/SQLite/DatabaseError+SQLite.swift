import CSQLite

extension DatabaseError {
    /// Maps a result code of SQLite: the one place where they become sentences.
    init(_ code: Int32, message: String, path: String, sql: String) {
        switch code & 0xFF {
        case SQLITE_FULL: self = .diskFull(path: path)
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy(path: path)
        case SQLITE_READONLY, SQLITE_PERM: self = .readOnly(path: path)
        case SQLITE_CORRUPT: self = .damaged(path: path, detail: message)
        case SQLITE_NOTADB: self = .notADatabase(path: path)
        case SQLITE_CANTOPEN: self = .cannotOpen(path: path, reason: message)
        case SQLITE_IOERR, SQLITE_NOMEM, SQLITE_PROTOCOL, SQLITE_NOLFS:
            self = .inputOutput(path: path, reason: "\(message), code \(code)")
        case SQLITE_CONSTRAINT: self = .constraint(Self.constraint(code), detail: message)
        default: self = .statement(reason: message, sql: sql)
        }
    }

    private static func constraint(_ code: Int32) -> Constraint {
        // The extended codes are macros that Swift does not import: SQLITE_CONSTRAINT with a number in the next byte.
        switch code >> 8 {
        case 3: .foreignKey
        case 5: .notNull
        case 6, 8, 10: .unique
        default: .check
        }
    }
}
