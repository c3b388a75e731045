public import HTTP

/// A handler that is a closure.
public struct ClosureHandler: HTTPHandler {
    private let body: @Sendable (HTTPServerRequest) async -> HTTPServerResponse

    /// Answers with what the closure gives.
    public init(_ body: @escaping @Sendable (HTTPServerRequest) async -> HTTPServerResponse) { self.body = body }

    /// Calls the closure.
    public func respond(to request: HTTPServerRequest) async -> HTTPServerResponse { await body(request) }
}
