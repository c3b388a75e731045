import Foundation
import HTTP
import PodcastAPI

/// Finds what answers a request: routes by method and path, `{name}` standing for one segment.
///
/// A segment may also be `{name}.json`, or `{name}.{format}` with the format behind the last dot.
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
        let pattern: [RouteSegment]
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
        routes.append(
            Route(
                method: method,
                path: pattern,
                pattern: pattern.split(separator: "/").map { RouteSegment($0) },
                action: action
            )
        )
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

    private static func parameters(_ pattern: [RouteSegment], _ segments: [Substring]) -> Parameters? {
        guard pattern.count == segments.count else { return nil }
        var parameters = Parameters()
        for (part, segment) in zip(pattern, segments) {
            guard part.match(segment, &parameters.values) else { return nil }
        }
        return parameters
    }
}

/// One segment of a route's pattern.
private enum RouteSegment: Sendable {
    /// The same text, as sent.
    case text(Substring)
    /// Any text and then this one.
    case named(String, suffix: String)
    /// Any text, a dot, and what stands behind the last one.
    case withFormat(String, format: String)

    init(_ pattern: Substring) {
        guard pattern.first == "{", let end = pattern.firstIndex(of: "}") else {
            self = .text(pattern)
            return
        }
        let name = String(pattern[pattern.index(after: pattern.startIndex)..<end])
        let rest = pattern[pattern.index(after: end)...]
        if rest.hasPrefix(".{"), rest.hasSuffix("}") {
            self = .withFormat(name, format: String(rest.dropFirst(2).dropLast()))
        } else {
            self = .named(name, suffix: String(rest))
        }
    }

    func match(_ segment: Substring, _ values: inout [String: String]) -> Bool {
        switch self {
        case .text(let text): return text == segment
        case .named(let name, let suffix):
            guard segment.hasSuffix(suffix), segment.utf8.count > suffix.utf8.count,
                let value = String(segment.dropLast(suffix.count)).removingPercentEncoding
            else { return false }
            values[name] = value
        case .withFormat(let name, let format):
            guard let dot = segment.lastIndex(of: "."), dot > segment.startIndex,
                let value = String(segment[..<dot]).removingPercentEncoding
            else { return false }
            values[name] = value
            values[format] = String(segment[segment.index(after: dot)...])
        }
        return true
    }
}
