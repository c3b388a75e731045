import Foundation
import HTTP

/// What happened to episodes, from and to devices.
struct EpisodeActionRoutes: Sendable {
    let parts: GPodderRoutes.Parts

    func add(to routes: inout SyncRoutes) {
        routes.on(.get, "/api/2/episodes/{user}.json") { caller, request, _ in
            try await actions(caller, request, .gpodder)
        }
        routes.on(.post, "/api/2/episodes/{user}.json") { caller, request, _ in
            let (tick, urls) = try await take(caller, request)
            return try SyncJSON.response(["timestamp": tick, "update_urls": urls])
        }
    }

    /// What happened since a program last asked.
    func actions(
        _ caller: SyncAuthenticator.Caller,
        _ request: HTTPServerRequest,
        _ dialect: EpisodeAction.Dialect
    ) async throws -> HTTPServerResponse {
        var query = PodcastStore.ActionQuery(since: try request.since())
        query.podcast = try await podcast(caller, request)
        query.device = request.query("device").flatMap { $0.isEmpty ? nil : $0 }
        var (actions, tick) = try await parts.store.actions(of: caller.user.id, query, now: parts.now())
        actions = actions.filter { !$0.podcast.isEmpty && !$0.episode.isEmpty }
        if try Self.flag(request, "aggregated") { actions = Self.newest(actions) }
        return Self.response(actions, tick, dialect)
    }

    /// Takes a program's actions.
    func take(
        _ caller: SyncAuthenticator.Caller,
        _ request: HTTPServerRequest
    ) async throws -> (tick: Int64, urls: [[String]]) {
        guard let list = try await SyncJSON.body(request) as? [Any], list.count <= 50_000 else {
            throw APIFailure.badRequest("Send a JSON list of actions.")
        }
        let time = parts.now()
        let actions = try list.map { try EpisodeAction($0, now: time) }
        let sent = list.compactMap { $0 as? [String: Any] }
        let urls = SyncURL.updates(
            sent.compactMap { $0["podcast"] as? String } + sent.compactMap { $0["episode"] as? String }
        )
        let known = actions.filter { !$0.podcast.isEmpty && !$0.episode.isEmpty }
        let client = caller.client + (known.first?.device ?? "")
        let tick = try await parts.store.addActions(known, of: caller.user.id, client: client, now: time)
        return (tick, urls)
    }

    /// The feed that a program asks about.
    ///
    /// - Throws: ``APIFailure`` with 404 for one that the user is not subscribed to.
    private func podcast(_ caller: SyncAuthenticator.Caller, _ request: HTTPServerRequest) async throws -> String? {
        guard let text = request.query("podcast"), !text.isEmpty else { return nil }
        guard let url = SyncURL.clean(text), try await parts.store.knowsPodcast(url, of: caller.user.id) else {
            throw APIFailure.notFound("podcast")
        }
        return url
    }

    static func flag(_ request: HTTPServerRequest, _ name: String) throws -> Bool {
        switch request.query(name)?.lowercased() {
        case nil, "", "false", "0": return false
        case "true", "1": return true
        default: throw APIFailure.badRequest("\(name) is true or false.")
        }
    }

    /// The newest action of each episode.
    private static func newest(_ actions: [EpisodeAction]) -> [EpisodeAction] {
        var newest: [String: Int] = [:]
        for (index, action) in actions.enumerated() {
            if let known = newest[action.episode], actions[known].at > action.at { continue }
            newest[action.episode] = index
        }
        return newest.values.sorted().map { actions[$0] }
    }

    /// The answer, made piece by piece: a history of years is long.
    private static func response(
        _ actions: [EpisodeAction],
        _ tick: Int64,
        _ dialect: EpisodeAction.Dialect
    ) -> HTTPServerResponse {
        let pieces = ActionPieces(actions: actions.filter(\.isComplete), tick: tick, dialect: dialect)
        return HTTPServerResponse(
            .ok,
            fields: ["Content-Type": "application/json"],
            body: HTTPBody(chunks: pieces)
        )
    }
}

/// The JSON of a list of actions in pieces.
private struct ActionPieces: AsyncSequence, Sendable {
    typealias Element = [UInt8]

    let actions: [EpisodeAction]
    let tick: Int64
    let dialect: EpisodeAction.Dialect

    func makeAsyncIterator() -> Iterator { Iterator(pieces: self) }

    struct Iterator: AsyncIteratorProtocol {
        let pieces: ActionPieces
        private var next = 0
        private var isOver = false

        init(pieces: ActionPieces) { self.pieces = pieces }

        mutating func next() async throws -> [UInt8]? {
            guard !isOver else { return nil }
            var text: [UInt8] = next == 0 ? Array(#"{"actions":["#.utf8) : []
            let end = Swift.min(next + 500, pieces.actions.count)
            for index in next..<end {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                text += try JSONSerialization.data(
                    withJSONObject: pieces.actions[index].json(pieces.dialect),
                    options: [.sortedKeys, .withoutEscapingSlashes]
                )
            }
            next = end
            if end == pieces.actions.count {
                isOver = true
                text += Array(#"],"timestamp":\#(pieces.tick)}"#.utf8)
            }
            return text
        }
    }
}
