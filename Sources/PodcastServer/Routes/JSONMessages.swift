import HTTP
import PodcastAPI

extension HTTPServerResponse {
    /// An answer with JSON that no cache keeps.
    static func json(_ value: some Encodable, status: HTTPStatus = .ok) -> HTTPServerResponse {
        let fields: HTTPFields = ["Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store"]
        // The wire types hold text, finite numbers and dates: encoding can only fail for a NaN, which is a bug here.
        guard let body = try? APICoding.encode(value) else {
            return HTTPServerResponse(.internalServerError, fields: fields, body: HTTPBody(#"{"error":"internal"}"#))
        }
        return HTTPServerResponse(status, fields: fields, body: HTTPBody(body))
    }
}

extension HTTPServerRequest {
    /// The JSON body as a value.
    ///
    /// The media type must say JSON: a form on another site can't send that without asking first (CORS preflight).
    /// - Throws: ``APIFailure`` with 400, 413 or 415.
    func json<Value: Decodable>(_ type: Value.Type) async throws -> Value {
        let mediaType = fields["Content-Type"]?.split(separator: ";").first.map(String.init)?.lowercased()
        guard mediaType?.trimmingBlanks == "application/json" else {
            throw APIFailure(.unsupportedMediaType, .badRequest, "Send JSON with Content-Type: application/json.")
        }
        let body = try await body.collect(upTo: 1024 * 1024)
        return try APICoding.decode(type, from: body)
    }
}

extension String {
    /// The text without blanks around it.
    var trimmingBlanks: String {
        var view = self[...]
        while view.first?.isWhitespace == true { view.removeFirst() }
        while view.last?.isWhitespace == true { view.removeLast() }
        return String(view)
    }
}
