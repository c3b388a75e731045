import Foundation
import HTTP
import PodcastAPI

/// Finds what answers a request: routes by method and path, `{name}` standing for one segment.
struct Router: Sendable {
    /// What a route is given besides the request.
    struct Parameters: Sendable {
        fileprivate var values: [String: String] = [:]

        /// The decoded segment that stood for `{name}`.
        subscript(name: String) -> String { values[name] ?? "" }
    }

    typealias Action = @Sendable (HTTPServerRequest, Parameters) async throws -> HTTPServerResponse

    private struct Route: Sendable {
        let method: HTTPMethod
        let path: String
        let pattern: [Substring]
        let action: Action
    }

    /// How a request fared.
    enum Match: Sendable {
        /// The pattern comes along, for rules over whole groups of routes.
        case found(Action, Parameters, pattern: String)
        /// The path exists for other methods.
        case otherMethods([HTTPMethod])
        case none

        /// The pattern of the route that was found.
        var pattern: String? {
            if case .found(_, _, let pattern) = self { pattern } else { nil }
        }
    }

    private var routes: [Route] = []

    /// Adds a route; GET answers HEAD too, because the server leaves the body out.
    mutating func on(_ method: HTTPMethod, _ pattern: String, _ action: @escaping Action) {
        routes.append(Route(method: method, path: pattern, pattern: pattern.split(separator: "/"), action: action))
    }

    /// Each route as `GET /api/entries/{id}`.
    var names: [String] { routes.map { "\($0.method.rawValue) \($0.path)" } }

    /// Finds the route for a request by its path as sent, so that an encoded slash is no separator.
    func match(_ method: HTTPMethod, _ rawPath: String) -> Match {
        let segments = rawPath.split(separator: "/", omittingEmptySubsequences: true)
        let wanted = method == .head ? .get : method
        var others: [HTTPMethod] = []
        for route in routes {
            guard let parameters = Self.parameters(route.pattern, segments) else { continue }
            if route.method == wanted { return .found(route.action, parameters, pattern: route.path) }
            others.append(route.method)
        }
        return others.isEmpty ? .none : .otherMethods(others)
    }

    private static func parameters(_ pattern: [Substring], _ segments: [Substring]) -> Parameters? {
        guard pattern.count == segments.count else { return nil }
        var parameters = Parameters()
        for (part, segment) in zip(pattern, segments) {
            if part.first == "{", part.last == "}" {
                guard let decoded = String(segment).removingPercentEncoding else { return nil }
                parameters.values[String(part.dropFirst().dropLast())] = decoded
            } else if part != segment {
                return nil
            }
        }
        return parameters
    }
}
