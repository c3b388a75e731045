import CSoup
import GLibLoop
import HTTP

/// Reads libsoup's message into a request.
@GLibActor
enum ServerRequestReader {
    /// The request without its body; `nil` where the target is malformed.
    static func read(_ message: OpaquePointer, _ connection: ServerConnection) -> HTTPServerRequest? {
        guard let uri = soup_server_message_get_uri(message), let method = soup_server_message_get_method(message)
        else {
            return nil
        }
        let isAsterisk = soup_server_message_is_options_ping(message) != 0
        let rawPath = isAsterisk ? "*" : String(cString: g_uri_get_path(uri))
        let rawQuery = g_uri_get_query(uri).map { String(cString: $0) }
        guard let target = RequestTarget(rawPath: rawPath, rawQuery: rawQuery) else { return nil }
        return HTTPServerRequest(
            method: HTTPMethod(rawValue: String(cString: method)),
            path: target.path,
            rawPath: target.rawPath,
            query: target.query,
            fields: HTTPFields(soup_server_message_get_request_headers(message)),
            remoteAddress: connection.remoteAddress,
            isSecure: connection.isSecure
        )
    }
}
