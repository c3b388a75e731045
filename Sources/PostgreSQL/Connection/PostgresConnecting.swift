import CPostgres
import Database
import Foundation

/// Makes a connection within a time, and says what stands in the way.
struct PostgresConnecting {
    let address: PostgreSQLAddress
    let timeout: Duration

    /// What we ask for unless the address says otherwise: a host that vanished is noticed within minutes, not hours.
    private static let defaults = [
        ("application_name", "tonearm"), ("keepalives_idle", "30"), ("keepalives_interval", "10"),
        ("keepalives_count", "3"), ("tcp_user_timeout", "60000"),
    ]

    /// A connection that is ready.
    ///
    /// - Throws: `DatabaseError`, `CancellationError`.
    func connect() throws -> OpaquePointer {
        let given = Set(address.parameters.map(\.keyword))
        var parameters = address.parameters.filter { $0.keyword != "client_encoding" }
        parameters += Self.defaults.filter { !given.contains($0.0) }.map { (keyword: $0.0, value: $0.1) }
        parameters.append(("client_encoding", "UTF8"))
        let keywords = CStrings(parameters.map(\.keyword))
        let values = CStrings(parameters.map(\.value))
        let started = keywords.pointers.withUnsafeBufferPointer { keywords in
            values.pointers.withUnsafeBufferPointer { values in
                PQconnectStartParams(keywords.baseAddress, values.baseAddress, 0)
            }
        }
        guard let handle = started else { throw DatabaseError.unreachable(path: address.display, reason: "no memory") }
        // The code of an error is in its text only at this setting.
        PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        do {
            try wait(for: handle)
        } catch {
            PQfinish(handle)
            throw error
        }
        PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
        return handle
    }

    private func wait(for handle: OpaquePointer) throws {
        guard PQstatus(handle) != CONNECTION_BAD else { throw failure(handle) }
        let end = ContinuousClock.now + timeout
        var state = PGRES_POLLING_WRITING
        while state != PGRES_POLLING_OK {
            guard state != PGRES_POLLING_FAILED else { throw failure(handle) }
            try Task.checkCancellation()
            guard ContinuousClock.now < end else {
                throw DatabaseError.unreachable(path: address.display, reason: "it does not answer in time")
            }
            let events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT
            var descriptor = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
            let ready = poll(&descriptor, 1, 100)
            if ready > 0 { state = PQconnectPoll(handle) }
        }
    }

    /// Reads what the server or libpq says; neither names the password.
    private func failure(_ handle: OpaquePointer) -> DatabaseError {
        let message = String(cString: PQerrorMessage(handle))
        let state = message.firstMatch(of: #/:  ([0-9A-Z]{5}): /#).map { String($0.output.1) }
        let user = String(cString: PQuser(handle))
        if PQconnectionNeedsPassword(handle) == 1 { return .accessRefused(path: address.display, user: user) }
        switch state {
        case "28P01", "28000": return .accessRefused(path: address.display, user: user)
        case "3D000": return .missingDatabase(path: address.display, name: String(cString: PQdb(handle)))
        default: return .unreachable(path: address.display, reason: Self.reason(message))
        }
    }

    /// The first line without what stands before its meaning.
    private static func reason(_ message: String) -> String {
        let line = message.split(separator: "\n").first.map(String.init) ?? "no reason is given"
        let plain = line.replacing(#/^.*failed: /#, with: "").replacing(#/^[A-Z]+:  ([0-9A-Z]{5}: )?/#, with: "")
        return plain.trimmingCharacters(in: .whitespaces.union(.punctuationCharacters))
    }
}

/// Texts as C sees them, a null pointer at the end; they live as long as this does.
private final class CStrings {
    let pointers: [UnsafePointer<CChar>?]
    private let owned: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) {
        owned = texts.map { strdup($0) }
        pointers = owned.map { $0.map { UnsafePointer($0) } } + [nil]
    }

    deinit { for text in owned { free(text) } }
}
