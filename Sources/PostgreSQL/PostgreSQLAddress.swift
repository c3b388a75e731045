import CPostgres
import Database
import Foundation

/// Where a PostgreSQL database is and how to get in, as a libpq URL says it.
///
/// `postgres://user:password@host:port/name?sslmode=verify-full`; every parameter of libpq works. What the URL leaves out comes from
/// libpq's environment (`PGHOST`, `PGPASSFILE`, …) and from `~/.pgpass`.
public struct PostgreSQLAddress: Sendable {
    /// libpq's keywords with their values; the password may be among them.
    let parameters: [(keyword: String, value: String)]

    /// Whether `text` names a PostgreSQL database, well-formed or not.
    public static func isAddress(_ text: String) -> Bool {
        let scheme = text.prefix { $0 != ":" }.lowercased()
        return ["postgres", "postgresql"].contains(scheme) && text.dropFirst(scheme.count).hasPrefix("://")
    }

    /// Reads a URL.
    ///
    /// - Throws: `DatabaseError.badAddress`, which never holds a part of the URL: it may be a part of a password.
    public init(_ text: String) throws {
        guard Self.isAddress(text) else { throw DatabaseError.badAddress(reason: "it does not begin with postgres://") }
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(text, &message) else {
            // libpq's message quotes the part it stumbled over.
            PQfreemem(message)
            throw DatabaseError.badAddress(reason: "a part of it is malformed, or a character needs its % form")
        }
        defer { PQconninfoFree(options) }
        var parameters: [(keyword: String, value: String)] = []
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                parameters.append((String(cString: keyword), String(cString: value)))
            }
            option += 1
        }
        self.parameters = parameters
        // An @ in a password ends it for libpq, and the rest of it would be taken, and shown, as the host.
        if self["host"]?.contains("@") ?? false {
            throw DatabaseError.badAddress(reason: "write an @ in the user or the password as %40")
        }
        let ports = (self["port"] ?? "").split(separator: ",")
        guard ports.allSatisfy({ UInt16($0) != nil }) else {
            throw DatabaseError.badAddress(reason: "its port is no number")
        }
    }

    subscript(keyword: String) -> String? { parameters.first { $0.keyword == keyword }?.value }

    /// Whether a password stands in the address itself.
    public var hasPassword: Bool { self["password"] != nil }

    /// The address for people: database and host.
    var display: String {
        let host = self["host"] ?? self["hostaddr"] ?? ""
        let name = self["dbname"] ?? self["user"] ?? ""
        let place = host.isEmpty ? "this computer" : host
        return name.isEmpty ? "at \(place)" : "\(name) at \(place)"
    }
}

// Printed, described or looked into, an address shows no password.
extension PostgreSQLAddress: CustomStringConvertible, CustomReflectable {
    /// Database and host.
    public var description: String { display }

    /// Nothing to look into.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
