import Essentials
public import Foundation
public import HTTP
import PodcastAPI

/// The podcast server: answers requests, and refreshes feeds while ``run()`` runs.
///
/// It opens no socket: an `HTTPServer` hands it requests, and `HTTPClient`s are handed to it.
public struct PodcastServer: HTTPHandler {
    /// Where things are and how much of them.
    public struct Configuration: Sendable {
        var store: StoreLocation
        var media: URL
        var mediaLimit: Int64
        var art: URL
        var page: URL
        var version: String
        var passwordCost = PasswordHash.Cost.standard
        /// Who stands in front of the server, and whom it believes.
        public var access = AccessConfiguration()
        /// When and how feeds are fetched.
        public var refreshing = RefreshConfiguration()
        var log: ServerLog
        var now: @Sendable () -> Date = { Date() }

        /// Takes the places; the time comes from the system.
        ///
        /// - Parameters:
        ///   - store: the SQLite file or the PostgreSQL database.
        ///   - media: the folder for kept media.
        ///   - mediaLimit: bytes of it kept.
        ///   - art: the folder for resized artwork.
        ///   - page: the folder with the built page.
        public init(
            store: StoreLocation,
            media: URL,
            mediaLimit: Int64,
            art: URL,
            page: URL,
            version: String,
            log: ServerLog = .silent
        ) {
            self.store = store
            self.media = media
            self.mediaLimit = mediaLimit
            self.art = art
            self.page = page
            self.version = version
            self.log = log
        }
    }

    /// Who fetches; both must refuse the addresses that ``AddressGuard`` refuses.
    public struct Clients: Sendable {
        var feeds: any HTTPClient
        var media: any HTTPClient

        /// Takes a client for feeds and artwork, and one with more connections for media.
        public init(feeds: any HTTPClient, media: any HTTPClient) {
            self.feeds = feeds
            self.media = media
        }
    }

    let store: PodcastStore
    let accounts: Accounts
    let refreshing: FeedRefreshing
    let feeds: FeedRoutes
    let library: Library
    private let media: MediaLibrary
    private let trailers: MediaLibrary
    private let art: ArtLibrary
    private let page: PageFiles
    private let router: Router
    private let tokenHosts: TokenHosts
    private let crossSite: CrossSiteCheck
    private let log: ServerLog
    private let now: @Sendable () -> Date

    /// Opens the store and prepares every part.
    ///
    /// - Throws: `DatabaseError` or `FileError`, whose sentence names the file or the database.
    public static func open(_ configuration: Configuration, clients: Clients) async throws -> PodcastServer {
        let store = try await PodcastStore.open(configuration.store)
        return try await PodcastServer(configuration, clients, store)
    }

    private init(_ configuration: Configuration, _ clients: Clients, _ store: PodcastStore) async throws {
        self.store = store
        log = configuration.log
        now = configuration.now
        page = PageFiles(folder: configuration.page)
        accounts = Accounts(store: store, cost: configuration.passwordCost, now: configuration.now)
        let authenticator = try Authenticator(accounts: accounts, configuration.access, log: configuration.log)
        tokenHosts = TokenHosts(configuration.access.tokenHosts)
        crossSite = CrossSiteCheck(proxies: authenticator.proxies)
        var manners = configuration.refreshing
        if configuration.store.isShared {
            manners.ownsStore = false
            // What one copy takes ahead the others can't have.
            manners.lookahead = min(manners.lookahead, 128)
        }
        let live = LiveEvents(signal: store.signal)
        manners.onRefresh = { await Library.announce($0, begins: $1, store, live) }
        manners.onStoreError = { configuration.log("Refreshing met an error of the store: \($0)") }
        refreshing = FeedRefreshing(
            store: store,
            client: clients.feeds,
            now: configuration.now,
            configuration: manners
        )
        var pinning = Self.mediaConfiguration(configuration)
        pinning.pinned = { (try? await store.pinnedEntries()) ?? [] }
        media = MediaLibrary(
            folder: configuration.media,
            client: clients.media,
            catalog: { try await store.mediaSource(of: $0) },
            configuration: pinning
        )
        var small = Self.mediaConfiguration(configuration)
        // Trailers are short, and kept ones spare a publisher's server little.
        small.cacheLimit = min(1 << 30, configuration.mediaLimit)
        trailers = MediaLibrary(
            folder: configuration.media.appendingPathComponent("trailers"),
            client: clients.media,
            catalog: { try await TrailerKey.source($0, store) },
            configuration: small
        )
        art = ArtLibrary(folder: configuration.art, client: clients.feeds)
        var events = EventConfiguration()
        // Other servers on the same store write events too.
        if !manners.ownsStore { events.poll = .seconds(1) }
        library = Library(
            store: store,
            media: media,
            live: live,
            policy: DownloadPolicy(limit: configuration.mediaLimit),
            events: events,
            directories: (clients.feeds, configuration.directories),
            ownsStore: manners.ownsStore,
            now: configuration.now,
            log: configuration.log
        )
        var routes = APIRoutes(authenticator: authenticator)
        SessionRoutes(authenticator: authenticator, store: store, version: configuration.version).add(to: &routes)
        AccountRoutes(authenticator: authenticator).add(to: &routes)
        UserRoutes(authenticator: authenticator, media: media).add(to: &routes)
        feeds = FeedRoutes(store: store, refreshing: refreshing, media: media, now: configuration.now)
        feeds.add(to: &routes)
        HealthRoutes(store: store).add(to: &routes)
        OPMLRoutes(store: store, refreshing: refreshing, feeds: feeds).add(to: &routes)
        EntryRoutes(store: store, now: configuration.now).add(to: &routes)
        ChapterRoutes(store: store).add(to: &routes)
        AboutRoutes(store: store, trailers: trailers).add(to: &routes)
        MediaRoutes(store: store, media: media, art: art).add(to: &routes)
        GPodderRoutes(
            parts: .init(
                authenticator: authenticator,
                store: store,
                refreshing: refreshing,
                media: media,
                now: configuration.now
            )
        ).add(to: &routes)
        library.add(to: &routes)
        router = routes.router
    }

    private static func mediaConfiguration(_ configuration: Configuration) -> MediaConfiguration {
        var media = MediaConfiguration()
        media.cacheLimit = configuration.mediaLimit
        media.now = configuration.now
        media.report = { configuration.log($0.sentence) }
        return media
    }

    /// Fetches feeds and downloads when they are due, until the task is cancelled; what is under way is then left consistent.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await refreshing.run() }
            group.addTask { await library.run() }
        }
    }

    /// Ends transfers and closes the store; the server is of no use afterwards.
    public func close() async {
        await media.close()
        await trailers.close()
        await art.close()
        await store.close()
    }

    /// Answers one request.
    public func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
        var response: HTTPServerResponse
        do {
            response = try await route(request)
        } catch {
            let failure = APIFailure(error)
            if failure.status.rawValue >= 500 { log("A request failed: \(error)") }
            response = failure.response
        }
        SecurityHeaders.apply(to: &response)
        return response
    }

    /// Each route as `GET /api/entries/{id}`, for the test that holds them to the OpenAPI file.
    var routeNames: [String] { router.names }

    private func route(_ request: HTTPServerRequest) async throws -> HTTPServerResponse {
        let match = router.match(request.method, request.rawPath)
        if tokenHosts.includes(request) { try tokenHosts.check(request, route: match.pattern) }
        switch match {
        case .found(let action, let parameters, _):
            try crossSite.check(request)
            return try await action(request, parameters)
        case .otherMethods(let methods):
            var failure = APIFailure(.methodNotAllowed, .methodNotAllowed, "That can't be done at this address.")
            failure.fields["Allow"] = methods.map(\.rawValue).sorted().joined(separator: ", ")
            throw failure
        case .none:
            if request.method == .get || request.method == .head, let file = page.response(to: request) { return file }
            throw APIFailure.notFound("address")
        }
    }
}
