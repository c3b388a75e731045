import Database

extension PodcastStore {
    /// The last fetches of each feed in a ring, what hubs owe us, and notes about the store itself.
    static let fetchHistory = Migration(
        version: 5,
        name: "fetch history and hubs",
        sql: """
            ALTER TABLE fetch_states ADD COLUMN fetches INTEGER NOT NULL DEFAULT 0;
            CREATE INDEX fetch_states_leased ON fetch_states(lease_until) WHERE lease IS NOT NULL;
            CREATE TABLE store_notes (
                name TEXT NOT NULL PRIMARY KEY,
                note TEXT NOT NULL
            ) WITHOUT ROWID;
            CREATE INDEX feeds_podcast_guid ON feeds(podcast_guid) WHERE podcast_guid IS NOT NULL;
            CREATE TABLE fetch_log (
                feed_id INTEGER NOT NULL REFERENCES feeds ON DELETE CASCADE,
                slot INTEGER NOT NULL,
                at INTEGER NOT NULL,
                outcome TEXT NOT NULL,
                new_entries INTEGER NOT NULL,
                milliseconds INTEGER,
                error_code TEXT,
                error_message TEXT,
                PRIMARY KEY (feed_id, slot)
            ) WITHOUT ROWID;
            CREATE TABLE hub_subscriptions (
                feed_id INTEGER NOT NULL PRIMARY KEY REFERENCES feeds ON DELETE CASCADE,
                hub TEXT NOT NULL,
                topic TEXT NOT NULL,
                callback TEXT NOT NULL UNIQUE,
                secret TEXT NOT NULL,
                state TEXT NOT NULL,
                lease_until INTEGER,
                next_attempt INTEGER,
                failures INTEGER NOT NULL DEFAULT 0,
                error_message TEXT,
                last_push INTEGER
            ) WITHOUT ROWID;
            CREATE INDEX hub_subscriptions_due ON hub_subscriptions(next_attempt) WHERE next_attempt IS NOT NULL;
            """
    )
}
