import Database
import Essentials
import Foundation
import HTTP
import PodcastAPI

/// What a user does with subscriptions and entries beyond reading one.
///
/// Settings, folders, lists, searches, the queue, bookmarks, downloads, statistics, events, exports and directories have a folder
/// each; `docs/library.md` has the rules.
struct Library: Sendable {
    let store: PodcastStore
    let downloads: DownloadQueue
    /// Events that pass without being stored.
    let live: LiveEvents
    private let seats: EventSeats
    private let directories: (search: DirectorySearch, settings: DirectorySettings)
    private let events: EventConfiguration
    private let now: @Sendable () -> Date

    init(
        store: PodcastStore,
        media: MediaLibrary,
        live: LiveEvents,
        policy: DownloadPolicy,
        events: EventConfiguration,
        directories: (client: any HTTPClient, file: URL),
        ownsStore: Bool,
        now: @escaping @Sendable () -> Date,
        log: ServerLog
    ) {
        self.store = store
        self.live = live
        self.events = events
        self.now = now
        self.directories = (
            DirectorySearch(client: directories.client, now: now), DirectorySettings(url: directories.file)
        )
        seats = EventSeats(perUser: events.perUser, inAll: events.inAll, signal: store.signal)
        downloads = DownloadQueue(
            store: store,
            media: media,
            live: live,
            policy: policy,
            ownsStore: ownsStore,
            now: now
        ) {
            log("Downloading met an error of the store: \($0)")
        }
    }

    /// Adds every route.
    func add(to routes: inout APIRoutes) {
        SettingsRoutes(store: store).add(to: &routes)
        FolderRoutes(store: store).add(to: &routes)
        ListRoutes(store: store, now: now).add(to: &routes)
        MarkingRoutes(store: store, now: now).add(to: &routes)
        SearchRoutes(store: store).add(to: &routes)
        SavedSearchRoutes(store: store, now: now).add(to: &routes)
        QueueRoutes(store: store).add(to: &routes)
        BookmarkRoutes(store: store, now: now).add(to: &routes)
        DownloadRoutes(store: store, downloads: downloads, now: now).add(to: &routes)
        StatisticsRoutes(store: store, now: now).add(to: &routes)
        ExportRoutes(store: store, now: now).add(to: &routes)
        DirectorySearchRoutes(store: store, search: directories.search, settings: directories.settings).add(to: &routes)
        EventRoutes(store: store, live: live, seats: seats, configuration: events).add(to: &routes)
    }

    /// Fetches downloads until the task is cancelled; then pages that listen are let go.
    func run() async {
        while (try? await store.database.write({ try SearchIndex.complete($0) })) == true, !Task.isCancelled {}
        await downloads.run()
        seats.endAll()
    }

    /// Tells subscribers that a feed's refresh began or ended.
    static func announce(_ feed: Int64, begins: Bool, _ store: PodcastStore, _ live: LiveEvents) async {
        guard let users = try? await store.subscribers(of: feed) else { return }
        var event = ServerEvent(.refresh)
        event.feed = "\(feed)"
        event.refreshing = begins
        live.send(event, to: users)
    }
}

extension PodcastStore {
    /// Who is subscribed to a feed.
    func subscribers(of feed: Int64) async throws -> [Int64] {
        try await database.read { try Self.subscribers(of: feed, $0) }
    }

    /// What new entries bring about, in the transaction that adds them: events, places in queues, downloads.
    ///
    /// - Parameter entries: the new ones' ids.
    static func welcome(_ entries: [Int64], of feed: Int64, _ now: Date, _ writer: any DatabaseWriting) throws {
        var event = ServerEvent(.entries)
        event.feed = "\(feed)"
        event.entries = entries.prefix(50).map { "\($0)" }
        try note(event, subscribersOf: feed, writer)
        try applyKeeping(toSubscribersOf: feed, now, writer)
        // What a feed has when it is subscribed to is its past, and nobody's next to hear.
        let known = "SELECT 1 FROM fetch_states WHERE feed_id = ? AND last_success IS NOT NULL"
        guard try writer.row(known, [feed]) != nil else { return }
        try applyQueueRules(feed: feed, entries: entries, writer)
    }
}
