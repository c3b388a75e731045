import Foundation
import HTTP
import PodcastAPI

/// The queue, the same on every device.
struct QueueRoutes: Sendable {
    let store: PodcastStore

    func add(to routes: inout APIRoutes) {
        routes.signedIn(.get, "/api/queue") { user, _, _ in .json(PlayQueue(try await store.queue(of: user.id))) }
        routes.signedIn(.post, "/api/queue") { user, request, _ in
            let wish = try await request.json(QueueAddition.self)
            let entries = try Self.entries(wish.entries, upTo: 500)
            let index = wish.index ?? (wish.place == .top ? 0 : nil)
            return .json(PlayQueue(try await store.addToQueue(entries, at: index, of: user.id)))
        }
        routes.signedIn(.put, "/api/queue") { user, request, _ in
            let wish = try await request.json(QueueReplacement.self)
            let entries = try Self.entries(wish.entries, upTo: PodcastStore.maximumQueue)
            return .json(PlayQueue(try await store.replaceQueue(entries, base: wish.version, of: user.id)))
        }
        routes.signedIn(.delete, "/api/queue") { user, _, _ in
            .json(PlayQueue(try await store.clearQueue(of: user.id)))
        }
        routes.signedIn(.put, "/api/queue/{entry}") { user, request, parameters in
            let index = try await request.json(QueueMove.self).index
            let entry = try Self.entry(parameters["entry"])
            return .json(PlayQueue(try await store.moveInQueue(entry, to: index, of: user.id)))
        }
        routes.signedIn(.delete, "/api/queue/{entry}") { user, _, parameters in
            .json(PlayQueue(try await store.removeFromQueue(try Self.entry(parameters["entry"]), of: user.id)))
        }
    }

    static func entry(_ text: String) throws -> Int64 {
        guard let entry = Int64(text) else { throw StoreError.noSuchEntry }
        return entry
    }

    static func entries(_ texts: [String], upTo limit: Int) throws -> [Int64] {
        guard texts.count <= limit else { throw APIFailure.badRequest("Send at most \(limit) entries at once.") }
        return try texts.map(entry)
    }
}

extension PlayQueue {
    /// The wire form of a queue.
    init(_ rows: QueueRows) {
        self.init(version: rows.version, entries: rows.entries.map(EntrySummary.init))
    }
}
