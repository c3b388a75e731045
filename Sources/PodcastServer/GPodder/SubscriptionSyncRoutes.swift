import Foundation
import HTTP

/// Changes of the subscriptions, from and to devices.
struct SubscriptionSyncRoutes: Sendable {
    let parts: GPodderRoutes.Parts

    func add(to routes: inout SyncRoutes) {
        routes.on(.get, "/api/2/subscriptions/{user}/{device}.json") { caller, request, parameters in
            try await changes(caller, request, device: try parameters.device())
        }
        routes.on(.post, "/api/2/subscriptions/{user}/{device}.json") { caller, request, parameters in
            try await change(caller, request, device: try parameters.device())
        }
    }

    /// What changed since a program last asked.
    func changes(
        _ caller: SyncAuthenticator.Caller,
        _ request: HTTPServerRequest,
        device: String?
    ) async throws -> HTTPServerResponse {
        let changes = try await parts.store.subscriptionChanges(
            of: caller.user.id,
            since: try request.since(),
            device: device,
            now: parts.now()
        )
        return try SyncJSON.response([
            "add": changes.added, "remove": changes.removed, "timestamp": changes.tick,
        ])
    }

    /// Takes a program's changes; feeds that are new are fetched like any.
    func change(
        _ caller: SyncAuthenticator.Caller,
        _ request: HTTPServerRequest,
        device: String?
    ) async throws -> HTTPServerResponse {
        let wish = try await SyncJSON.object(request)
        let add = try SyncJSON.texts(wish, "add")
        let remove = try SyncJSON.texts(wish, "remove")
        guard Set(add).isDisjoint(with: remove) else {
            throw APIFailure.badRequest("An address is in both lists, to add and to remove.")
        }
        let update = try await parts.store.changeSubscriptions(
            of: caller.user.id,
            add: Self.unique(add),
            remove: Self.unique(remove),
            device: device,
            client: caller.client + (device ?? ""),
            now: parts.now()
        )
        await parts.follow(update)
        return try SyncJSON.response([
            "timestamp": update.tick, "update_urls": SyncURL.updates(add + remove, known: update.known),
        ])
    }

    /// The addresses as the store spells them, each once; those that are refused are left out.
    static func unique(_ sent: [String]) -> [String] {
        var seen: Set<String> = []
        return sent.compactMap(SyncURL.clean).filter { seen.insert($0).inserted }
    }
}

extension GPodderRoutes.Parts {
    /// Does what a change of subscriptions brings along: fetches, and removes kept media.
    func follow(_ update: PodcastStore.SubscriptionUpdate) async {
        if update.hasNewFeeds { await refreshing.lookAgain() }
        if !update.gone.isEmpty { await media.remove(update.gone) }
    }
}
