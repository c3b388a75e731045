public import Essentials

/// What can go wrong with a database.
///
/// No case holds a stored value.
public enum DatabaseError: SentenceError, Equatable {
    /// The file can't be opened.
    case cannotOpen(path: String, reason: String)
    /// The file is something else than a database.
    case notADatabase(path: String)
    /// The file is a database of another program.
    case foreign(path: String)
    /// The file was written by a newer version of the program.
    case newerSchema(path: String, found: Int, known: Int)
    /// The file's content contradicts itself.
    case damaged(path: String, detail: String)
    /// A step to the present layout failed; the layout is the one before it.
    case migrationFailed(path: String, version: Int, name: String, reason: String)
    /// No room for the change; nothing of its transaction was kept.
    case diskFull(path: String)
    /// Another process holds the database for longer than the time that is waited.
    case busy(path: String)
    /// The file or the transaction allows no changes.
    case readOnly(path: String)
    /// Reading or writing the file failed.
    case inputOutput(path: String, reason: String)
    /// A rule of the tables forbids the change.
    case constraint(Constraint, detail: String)
    /// The statement is wrong.
    case statement(reason: String, sql: String)
    /// The statement has another number of placeholders than there are values.
    case wrongValueCount(wanted: Int, found: Int, sql: String)
    /// The answer has no such column.
    case missingColumn(name: String)
    /// The column holds another kind of value.
    case wrongType(column: String, wanted: String, found: String)
    /// The transaction was undone by an earlier error, so it can't go on.
    case transactionLost
    /// The database was closed.
    case closed
    /// No server answers.
    case unreachable(path: String, reason: String)
    /// The server refuses user or password.
    case accessRefused(path: String, user: String)
    /// The server has no such database.
    case missingDatabase(path: String, name: String)
    /// The line to the server broke while a change was being confirmed.
    case connectionLost(path: String)
    /// The text is not an address of a database.
    case badAddress(reason: String)

    /// The kinds of rules that tables have.
    public enum Constraint: String, Sendable {
        /// A value that must be unique exists already.
        case unique
        /// A row that is referred to does not exist.
        case foreignKey = "foreign key"
        /// A value is missing.
        case notNull = "not null"
        /// Any other rule.
        case check
    }

    /// One sentence; those about a file name it and say what to do.
    public var sentence: String {
        switch self {
        case .cannotOpen, .notADatabase, .foreign, .newerSchema, .damaged, .migrationFailed: openingSentence
        case .diskFull(let path): "The disk is full: the change was not written to \(path)."
        case .busy(let path): "Another program is using \(path); try again when it is done."
        case .readOnly(let path): "\(path) can't be changed: it is read-only."
        case .inputOutput(let path, let reason): "Reading or writing \(path) failed: \(reason)."
        case .constraint(let kind, let detail): "The change breaks a \(kind.rawValue) rule of the store (\(detail))."
        case .statement(let reason, let sql): "The store was asked a wrong question (\(reason) in: \(sql))."
        case .wrongValueCount(let wanted, let found, let sql):
            "A question to the store has \(wanted) places and \(found) values (in: \(sql))."
        case .missingColumn(let name): "The store's answer has no column \(name)."
        case .wrongType(let column, let wanted, let found): "The column \(column) holds \(found) instead of \(wanted)."
        case .transactionLost: "The change was undone because a part of it failed."
        case .closed: "The store is closed."
        case .unreachable, .accessRefused, .missingDatabase, .connectionLost, .badAddress: connectingSentence
        }
    }

    private var openingSentence: String {
        switch self {
        case .notADatabase(let path):
            "\(path) is not a Tonearm store; move it away or choose another folder (nothing was changed)."
        case .foreign(let path):
            "\(path) belongs to another program; move it away or choose another folder (nothing was changed)."
        case .newerSchema(let path, let found, let known):
            "\(path) was written by a newer Tonearm (layout \(found), this one knows \(known)); update Tonearm to open it."
        case .damaged(let path, let detail):
            "The store \(path) is damaged (\(detail)); restore a copy, or move it away to begin with an empty one."
        case .migrationFailed(let path, let version, let name, let reason):
            "The store \(path) could not be brought to layout \(version) (\(name)): \(reason); it stays as it was."
        case .cannotOpen(let path, let reason): "The store \(path) can't be opened: \(reason)."
        default: ""
        }
    }

    private var connectingSentence: String {
        switch self {
        case .unreachable(let path, let reason):
            "The database \(path) can't be reached: \(reason); start its server or check the address."
        case .accessRefused(let path, let user):
            "The database \(path) refuses the user \(user); check the name, the password and the server's access rules."
        case .missingDatabase(let path, let name):
            "There is no database \(name) for \(path); create it with createdb, or correct the name."
        case .connectionLost(let path):
            "The line to the database \(path) broke while a change was being saved; look whether it is there before you try again."
        case .badAddress(let reason):
            "That is not the address of a database (\(reason)); it looks like postgres://user@host/name."
        default: ""
        }
    }

    /// Room can be made, locks go away and servers come back; the rest needs a person.
    public var isRetryable: Bool {
        switch self {
        case .diskFull, .busy, .unreachable, .connectionLost: true
        default: false
        }
    }
}
