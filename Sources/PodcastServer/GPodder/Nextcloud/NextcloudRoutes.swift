import HTTP

/// The addresses of Nextcloud's gpodder application: the same without devices, and with shorter answers.
struct NextcloudRoutes: Sendable {
    private static let base = "/index.php/apps/gpoddersync"

    let parts: GPodderRoutes.Parts

    func add(to routes: inout SyncRoutes) {
        let subscriptions = SubscriptionSyncRoutes(parts: parts)
        let actions = EpisodeActionRoutes(parts: parts)
        routes.on(.get, "\(Self.base)/subscriptions") { caller, request, _ in
            try await subscriptions.changes(caller, request, device: nil)
        }
        routes.on(.post, "\(Self.base)/subscription_change/create") { caller, request, _ in
            try await subscriptions.change(caller, request, device: nil)
        }
        routes.on(.get, "\(Self.base)/episode_action") { caller, request, _ in
            try await actions.actions(caller, request, .nextcloud)
        }
        routes.on(.post, "\(Self.base)/episode_action/create") { caller, request, _ in
            try SyncJSON.response(["timestamp": try await actions.take(caller, request).tick])
        }
    }
}
