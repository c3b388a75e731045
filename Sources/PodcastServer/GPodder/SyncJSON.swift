import Foundation
import HTTP

/// JSON as programs that synchronise send and expect it: loosely typed, whatever its media type says.
enum SyncJSON {
    /// A history of ten thousand actions has about 4 MB.
    static let maximumBody: Int64 = 16 << 20

    /// The body's value; `nil` for an empty body.
    ///
    /// - Throws: ``APIFailure`` with 400 for what is no JSON.
    static func body(_ request: HTTPServerRequest) async throws -> Any? {
        let bytes = try await request.body.collect(upTo: maximumBody)
        guard !bytes.isEmpty else { return nil }
        guard let value = try? JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed]) else {
            throw APIFailure.badRequest("The body is no JSON.")
        }
        return value
    }

    /// The body as an object.
    ///
    /// - Throws: ``APIFailure`` with 400.
    static func object(_ request: HTTPServerRequest) async throws -> [String: Any] {
        guard let object = try await body(request) as? [String: Any] else {
            throw APIFailure.badRequest("Send a JSON object.")
        }
        return object
    }

    /// The list of texts under a key; empty when it is absent.
    ///
    /// - Throws: ``APIFailure`` with 400.
    static func texts(_ object: [String: Any], _ key: String) throws -> [String] {
        guard let value = object[key], !(value is NSNull) else { return [] }
        guard let texts = value as? [String], texts.count <= 20_000 else {
            throw APIFailure.badRequest("\(key) is a list of texts.")
        }
        return texts
    }

    /// An answer with JSON.
    static func response(_ value: Any) throws -> HTTPServerResponse {
        let data = try JSONSerialization.data(
            withJSONObject: value,
            options: [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed]
        )
        return HTTPServerResponse(.ok, fields: ["Content-Type": "application/json"], body: HTTPBody(Array(data)))
    }

    /// 200 and nothing more: what clients take for done.
    static var done: HTTPServerResponse {
        HTTPServerResponse(.ok, fields: ["Content-Type": "application/json"])
    }
}
