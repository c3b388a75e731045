import Database

extension DatabaseError {
    /// Maps a SQLSTATE: the one place where they become sentences.
    init(state: String, message: String, path: String, sql: String) {
        switch state {
        case "23505": self = .constraint(.unique, detail: message)
        case "23503": self = .constraint(.foreignKey, detail: message)
        case "23502": self = .constraint(.notNull, detail: message)
        case "25006": self = .readOnly(path: path)
        case "25P02": self = .transactionLost
        case "40001", "40P01", "55P03": self = .busy(path: path)
        case "53100": self = .diskFull(path: path)
        default: self = Self.ofClass(state, message, path, sql)
        }
    }

    /// The first two characters tell the class.
    private static func ofClass(_ state: String, _ message: String, _ path: String, _ sql: String) -> DatabaseError {
        switch state.prefix(2) {
        case "08": .connectionLost(path: path)
        // The message of a value that does not fit quotes the value.
        case "22": .statement(reason: "a value does not fit, \(state)", sql: sql)
        case "23": .constraint(.check, detail: message)
        case "57": state.hasPrefix("57P") ? .connectionLost(path: path) : .inputOutput(path: path, reason: message)
        case "53", "58", "XX": .inputOutput(path: path, reason: message)
        default: .statement(reason: message, sql: sql)
        }
    }
}
