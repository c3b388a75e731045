import HTTP

/// The public directory of gpodder.net: there is none here, and clients cope with an empty one.
struct DirectoryRoutes: Sendable {
    let authenticator: Authenticator

    func add(to routes: inout SyncRoutes) {
        routes.open(.get, "/clientconfig.json") { request, _ in
            let base = authenticator.proxies.base(request) + "/"
            return try SyncJSON.response([
                "mygpo": ["baseurl": base], "mygpo-feedservice": ["baseurl": base], "update_timeout": 604_800,
            ])
        }
        for pattern in [
            "/toplist/{number}.json", "/search.json", "/api/2/tags/{number}.json", "/api/2/tag/{tag}/{number}.json",
            "/api/2/data/podcast.json", "/api/2/data/episode.json",
        ] {
            routes.open(.get, pattern) { _, _ in try SyncJSON.response([Any]()) }
        }
        routes.on(.get, "/suggestions/{number}.json") { _, _, _ in try SyncJSON.response([Any]()) }
    }
}
