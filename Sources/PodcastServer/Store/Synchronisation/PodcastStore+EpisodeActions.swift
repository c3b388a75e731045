import Database
import Foundation

extension PodcastStore {
    /// What to tell about episodes.
    struct ActionQuery: Sendable {
        /// Only what came since this tick; zero for everything.
        var since: Int64 = 0
        /// Only about this feed.
        var podcast: String?
        /// Only what this device told.
        var device: String?
    }

    /// Takes a program's actions.
    ///
    /// What is about a known entry is brought into the state that the page shows; the rest waits.
    ///
    /// - Returns: from when to ask next.
    func addActions(_ actions: [EpisodeAction], of user: Int64, client: String, now: Date) async throws -> Int64 {
        try await changing { writer in
            let tick = try Self.tick(of: user, writer)
            for device in Set(actions.compactMap(\.device)).sorted() {
                try Self.needDevice(device, user, writer)
            }
            var feeds: [String: Int64?] = [:]
            for action in actions.sorted(by: { $0.at < $1.at }) {
                let feed = try feeds[action.podcast] ?? Self.subscribedFeed(action.podcast, user, writer)
                feeds[action.podcast] = .some(feed)
                let entry = try feed.flatMap { try Self.knownEntry(action, $0, user, writer) }
                try Self.keep(action, user, entry, tick, client, writer)
                guard let entry else { continue }
                try Self.bring(action, user, entry, tick, now, writer)
            }
            return Self.since(tick, oldestForeign: try Self.oldestForeignActions(user, client, now, writer))
        }
    }

    /// What happened to a user's episodes, wherever: what programs told, and what the page and players changed.
    func actions(
        of user: Int64,
        _ query: ActionQuery,
        now: Date
    ) async throws -> (
        actions: [EpisodeAction], tick: Int64
    ) {
        try await changing { writer in
            let next = try Self.nextTick(of: user, now: now, writer)
            if let device = query.device {
                guard try Self.device(device, user, writer) != nil else { throw StoreError.noSuchDevice }
            }
            var actions = try Self.toldActions(user, query, writer)
            if query.device == nil { actions += try Self.changedStates(user, query, writer) }
            return (actions, next)
        }
    }

    private static func toldActions(
        _ user: Int64,
        _ query: ActionQuery,
        _ reader: any DatabaseReading
    ) throws -> [EpisodeAction] {
        var condition = ""
        var values: [any DatabaseValueConvertible] = [user, query.since]
        if let podcast = query.podcast {
            condition += " AND a.podcast = ?"
            values.append(podcast)
        }
        if let device = query.device {
            condition += " AND a.device = ?"
            values.append(device)
        }
        return try reader.rows(
            """
            SELECT a.podcast, coalesce(e.media_url, a.episode) AS episode, coalesce(e.guid, a.guid) AS guid, a.device,
                a.action, a.at, a.started, a.position, a.total
            FROM sync_actions a LEFT JOIN entries e ON e.id = a.entry_id
            WHERE a.user_id = ? AND a.tick >= ?\(condition) ORDER BY a.tick, a.id
            """,
            values,
            as: EpisodeAction.init
        )
    }

    private static func changedStates(
        _ user: Int64,
        _ query: ActionQuery,
        _ reader: any DatabaseReading
    ) throws -> [EpisodeAction] {
        var addresses: [Int64: String] = [:]
        var actions: [EpisodeAction] = []
        try reader.forEach(
            """
            SELECT \(ChangedState.columns) FROM state_changes c
            JOIN entry_states s ON s.user_id = c.user_id AND s.entry_id = c.entry_id
            JOIN entries e ON e.id = c.entry_id
            WHERE c.user_id = ? AND c.tick >= ? AND e.media_url IS NOT NULL ORDER BY c.tick, c.entry_id
            """,
            [user, query.since]
        ) { row in
            let state = try ChangedState(row)
            let address = try addresses[state.feed] ?? syncURL(of: state.feed, user, reader) ?? ""
            addresses[state.feed] = address
            guard !address.isEmpty, query.podcast == nil || query.podcast == address else { return }
            if let action = state.action(podcast: address) { actions.append(action) }
        }
        return actions
    }

    private static func subscribedFeed(
        _ url: String,
        _ user: Int64,
        _ reader: any DatabaseReading
    ) throws -> Int64? {
        guard let feed = try feedID(url, reader) else { return nil }
        let row = try reader.row("SELECT 1 FROM subscriptions WHERE user_id = ? AND feed_id = ?", [user, feed])
        return row == nil ? nil : feed
    }

    private static func knownEntry(
        _ action: EpisodeAction,
        _ feed: Int64,
        _ user: Int64,
        _ reader: any DatabaseReading
    ) throws -> Int64? {
        guard let entry = try ActionApplying.entry(of: action, in: feed, reader) else { return nil }
        return try hasState(entry, user, reader) ? entry : nil
    }

    /// Keeps an action; one that was sent before stays as it is.
    private static func keep(
        _ action: EpisodeAction,
        _ user: Int64,
        _ entry: Int64?,
        _ tick: Int64,
        _ client: String,
        _ writer: any DatabaseWriting
    ) throws {
        try writer.execute(
            """
            INSERT INTO sync_actions(user_id, tick, client, podcast, episode, guid, device, action, at, started,
                position, total, entry_id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (user_id, episode, action, at, device, podcast) DO UPDATE SET started = excluded.started,
                position = excluded.position, total = excluded.total, tick = excluded.tick, client = excluded.client,
                guid = excluded.guid, entry_id = excluded.entry_id
            WHERE sync_actions.position IS DISTINCT FROM excluded.position
            """,
            [
                user, tick, client, action.podcast, action.episode, action.guid, action.device ?? "", action.kind,
                action.at, action.started, action.position, action.total, entry,
            ]
        )
    }

    /// Brings an action into the state; where that is newer, programs are told it again, so that the older action does not
    /// stand as the last word.
    private static func bring(
        _ action: EpisodeAction,
        _ user: Int64,
        _ entry: Int64,
        _ tick: Int64,
        _ now: Date,
        _ writer: any DatabaseWriting
    ) throws {
        switch try ActionApplying(user: user, now: now).apply(action, to: entry, writer) {
        case .taken:
            // The action itself tells it, unless the entry was made unread later.
            try writer.execute(
                "DELETE FROM state_changes WHERE user_id = ? AND entry_id = ? AND (unread_at IS NULL OR unread_at <= ?)",
                [user, entry, action.at]
            )
        case .older:
            try writer.execute(
                """
                INSERT INTO state_changes(user_id, entry_id, tick) VALUES (?, ?, ?)
                ON CONFLICT (user_id, entry_id) DO UPDATE SET tick = excluded.tick
                """,
                [user, entry, tick]
            )
        case .nothing: break
        }
    }

    /// Keeps the time at which an entry was made unread, which its state does not have.
    static func noteUnread(_ entry: Int64, _ user: Int64, _ now: Date, _ writer: any DatabaseWriting) throws {
        try writer.execute(
            "UPDATE state_changes SET unread_at = ? WHERE user_id = ? AND entry_id = ?",
            [now, user, entry]
        )
    }

    private static func oldestForeignActions(
        _ user: Int64,
        _ client: String,
        _ now: Date,
        _ reader: any DatabaseReading
    ) throws -> [Int64?] {
        let start = windowStart(now: now)
        return [
            try reader.value(
                "SELECT min(tick) FROM sync_actions WHERE user_id = ? AND tick >= ? AND client <> ?",
                [user, start, client]
            ),
            try reader.value("SELECT min(tick) FROM state_changes WHERE user_id = ? AND tick >= ?", [user, start]),
        ]
    }
}

extension PodcastStore {
    /// Whether a user's programs know a feed of that address.
    func knowsPodcast(_ url: String, of user: Int64) async throws -> Bool {
        try await database.read { reader in
            let subscribed = "SELECT 1 FROM sync_subscriptions WHERE user_id = ? AND url = ? LIMIT 1"
            if try reader.row(subscribed, [user, url]) != nil { return true }
            let told = "SELECT 1 FROM sync_actions WHERE user_id = ? AND podcast = ? LIMIT 1"
            return try reader.row(told, [user, url]) != nil
        }
    }
}
