import Foundation
import HTTP
import Podcasts

/// Whole lists of subscriptions, in formats that scripts and old clients read.
struct SimpleSubscriptionRoutes: Sendable {
    let parts: GPodderRoutes.Parts

    func add(to routes: inout SyncRoutes) {
        routes.on(.get, "/subscriptions/{user}/{device}.{format}") { caller, request, parameters in
            let format = try SubscriptionFormat(parameters["format"], request)
            let urls = try await parts.store.syncList(
                of: caller.user.id,
                device: try parameters.device(),
                now: parts.now()
            )
            return try await format.response(urls: urls, podcasts: { try await podcasts(caller, request) })
        }
        for method in [HTTPMethod.put, .post] {
            routes.on(method, "/subscriptions/{user}/{device}.{format}") { caller, request, parameters in
                try await replace(caller, request, parameters)
            }
        }
        routes.on(.get, "/subscriptions/{user}.{format}") { caller, request, parameters in
            let format = try SubscriptionFormat(parameters["format"], request)
            return try format.response(podcasts: try await podcasts(caller, request))
        }
    }

    private func podcasts(
        _ caller: SyncAuthenticator.Caller,
        _ request: HTTPServerRequest
    ) async throws -> [PodcastObject] {
        try await parts.podcasts(of: caller.user, request)
    }

    private func replace(
        _ caller: SyncAuthenticator.Caller,
        _ request: HTTPServerRequest,
        _ parameters: Router.Parameters
    ) async throws -> HTTPServerResponse {
        let format = try SubscriptionFormat(parameters["format"], request)
        let device = try parameters.device()
        let list = try format.read(try await request.body.collect(upTo: SyncJSON.maximumBody))
        let update = try await parts.store.replaceSubscriptions(
            of: caller.user.id,
            by: SubscriptionSyncRoutes.unique(list),
            device: device,
            client: caller.client + device,
            now: parts.now()
        )
        await parts.follow(update)
        return SyncJSON.done
    }
}

/// A format of a list of subscriptions.
enum SubscriptionFormat: Equatable {
    case json
    case text
    case opml
    /// JSON in a call of a function.
    case jsonp(function: String)
    case xml

    /// - Throws: ``APIFailure`` with 400.
    init(_ name: String, _ request: HTTPServerRequest) throws {
        switch name {
        case "json": self = .json
        case "txt": self = .text
        case "opml": self = .opml
        case "xml": self = .xml
        case "jsonp":
            let function = request.query("jsonp") ?? "callback"
            // Only a name: anything else would be a program of somebody's choosing.
            guard function.wholeMatch(of: /[A-Za-z_$][A-Za-z0-9_$.]{0,99}/) != nil else {
                throw APIFailure.badRequest("jsonp is the name of a function.")
            }
            self = .jsonp(function: function)
        default: throw APIFailure.badRequest("The formats are json, txt, opml, xml and jsonp.")
        }
    }

    /// The addresses in a list that a client sent.
    ///
    /// - Throws: ``APIFailure`` with 400.
    func read(_ body: [UInt8]) throws -> [String] {
        switch self {
        case .json:
            let value = try? JSONSerialization.jsonObject(with: Data(body))
            guard let list = value as? [Any] else { throw APIFailure.badRequest("Send a JSON list of addresses.") }
            return try list.map { item in
                if let url = item as? String { return url }
                if let url = (item as? [String: Any])?["url"] as? String { return url }
                throw APIFailure.badRequest("Send a JSON list of addresses.")
            }
        case .text:
            return String(decoding: body, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
                .filter { !$0.trimmingBlanks.isEmpty }
        case .opml:
            guard let list = try? OPML.parse(body) else { throw APIFailure.badRequest("The body is no OPML.") }
            return list.feeds.map(\.url)
        case .xml, .jsonp: throw APIFailure.badRequest("Send json, txt or opml.")
        }
    }

    /// A device's list: addresses where the format has no more.
    func response(
        urls: [String],
        podcasts: () async throws -> [PodcastObject]
    ) async throws -> HTTPServerResponse {
        switch self {
        case .json: return try SyncJSON.response(urls)
        case .jsonp(let function): return try Self.call(function, urls)
        case .text: return Self.text(urls)
        case .opml, .xml: return try response(podcasts: try await podcasts())
        }
    }

    /// A user's list with all that is known of each.
    func response(podcasts: [PodcastObject]) throws -> HTTPServerResponse {
        switch self {
        case .json: return try SyncJSON.response(podcasts.map(\.json))
        case .jsonp(let function): return try Self.call(function, podcasts.map(\.json))
        case .text: return Self.text(podcasts.map(\.url))
        case .xml: return Self.xml(podcasts)
        case .opml:
            let feeds = podcasts.map { OPML.Feed(url: $0.url, title: $0.title, link: $0.website) }
            return HTTPServerResponse(
                .ok,
                fields: ["Content-Type": "text/x-opml; charset=utf-8"],
                body: HTTPBody(OPML(title: "Subscriptions", feeds: feeds).document)
            )
        }
    }

    private static func text(_ urls: [String]) -> HTTPServerResponse {
        HTTPServerResponse(
            .ok,
            fields: ["Content-Type": "text/plain; charset=utf-8"],
            body: HTTPBody(urls.map { $0 + "\n" }.joined())
        )
    }

    private static func call(_ function: String, _ value: Any) throws -> HTTPServerResponse {
        let json = try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys])
        return HTTPServerResponse(
            .ok,
            fields: ["Content-Type": "text/javascript; charset=utf-8"],
            // The comment keeps the answer from being taken for anything but a script.
            body: HTTPBody("/**/\(function)(\(String(decoding: json, as: UTF8.self)));")
        )
    }

    private static func xml(_ podcasts: [PodcastObject]) -> HTTPServerResponse {
        let items = podcasts.map { podcast in
            let fields = podcast.json.sorted { $0.key < $1.key }.map { key, value in
                "<\(key)>\("\(value is NSNull ? "" : value)".escapedForXML)</\(key)>"
            }
            return "<podcast>\(fields.joined())</podcast>"
        }
        return HTTPServerResponse(
            .ok,
            fields: ["Content-Type": "application/xml; charset=utf-8"],
            body: HTTPBody("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<podcasts>\(items.joined())</podcasts>\n")
        )
    }
}

extension String {
    /// The text with what XML and HTML give a meaning to spelled out.
    var escapedForXML: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\u{9}", "\u{A}", "\u{D}", "\u{20}"...: escaped.unicodeScalars.append(scalar)
            default: break
            }
        }
        return escaped
    }
}
