import Database

extension PodcastStore {
    /// Every step of the layout there ever was.
    ///
    /// A published step is never edited: what changes is a new one. Each step has a file of its own and works in SQLite and
    /// PostgreSQL: `docs/store.md`.
    ///
    /// Times are milliseconds since 1970, flags 0 or 1, JSON is text.
    static let migrations = [
        firstTables,
        accountMigration,
        libraryMigration,
        fetchHistory,
    ]

    private static let firstTables = Migration(
        version: 1,
        name: "the first tables",
        parts: [
            .both([accountTables, feedTables, entryTables, stateTables].joined(separator: "\n")),
            .sqlite(stateCounting),
            .postgreSQL(stateCountingPostgreSQL),
        ]
    )

    private static let accountTables = """
        CREATE TABLE users (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            name_key TEXT NOT NULL UNIQUE,
            password_hash TEXT,
            is_administrator INTEGER NOT NULL,
            created INTEGER NOT NULL
        );
        CREATE TABLE sessions (
            token_hash BLOB NOT NULL PRIMARY KEY,
            user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
            user_agent TEXT NOT NULL,
            created INTEGER NOT NULL,
            last_seen INTEGER NOT NULL,
            expires INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX sessions_user ON sessions(user_id);
        CREATE INDEX sessions_expires ON sessions(expires);
        CREATE TABLE one_time_links (
            token_hash BLOB NOT NULL PRIMARY KEY,
            purpose TEXT NOT NULL,
            user_id INTEGER REFERENCES users ON DELETE CASCADE,
            created INTEGER NOT NULL,
            expires INTEGER NOT NULL,
            used INTEGER
        ) WITHOUT ROWID;
        CREATE INDEX one_time_links_user ON one_time_links(user_id);
        """

    /// What changes at each fetch stands apart from what the feed says, so that a fetch rewrites a short row.
    private static let feedTables = """
        CREATE TABLE feeds (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            url TEXT NOT NULL UNIQUE,
            created INTEGER NOT NULL,
            title TEXT NOT NULL DEFAULT '',
            author TEXT,
            link TEXT,
            image_url TEXT,
            language TEXT,
            explicit INTEGER,
            kind TEXT,
            podcast_guid TEXT,
            categories TEXT NOT NULL DEFAULT '[]',
            content_hash BLOB,
            description TEXT,
            extras TEXT
        );
        CREATE TABLE feed_aliases (
            url TEXT NOT NULL PRIMARY KEY,
            feed_id INTEGER NOT NULL REFERENCES feeds ON DELETE CASCADE
        ) WITHOUT ROWID;
        CREATE INDEX feed_aliases_feed ON feed_aliases(feed_id);
        CREATE TABLE fetch_states (
            feed_id INTEGER PRIMARY KEY REFERENCES feeds ON DELETE CASCADE,
            etag TEXT,
            last_modified TEXT,
            body_hash BLOB,
            last_fetch INTEGER,
            last_success INTEGER,
            next_refresh INTEGER,
            lease INTEGER,
            lease_until INTEGER,
            failures INTEGER NOT NULL DEFAULT 0,
            failing_since INTEGER,
            error_code TEXT,
            error_message TEXT,
            move_url TEXT,
            move_confirmations INTEGER NOT NULL DEFAULT 0,
            is_gone INTEGER NOT NULL DEFAULT 0,
            observed_interval REAL,
            hints TEXT
        );
        CREATE INDEX fetch_states_due ON fetch_states(next_refresh) WHERE next_refresh IS NOT NULL;
        CREATE TABLE subscriptions (
            user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
            feed_id INTEGER NOT NULL REFERENCES feeds ON DELETE CASCADE,
            title TEXT,
            folder TEXT,
            speed REAL,
            added INTEGER NOT NULL,
            total INTEGER NOT NULL DEFAULT 0,
            unread INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (user_id, feed_id)
        ) WITHOUT ROWID;
        CREATE INDEX subscriptions_feed ON subscriptions(feed_id);
        """

    /// Lists read `entries`; the long texts stand apart, so that a list reads few pages.
    private static let entryTables = """
        CREATE TABLE entries (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            feed_id INTEGER NOT NULL REFERENCES feeds ON DELETE CASCADE,
            identity BLOB NOT NULL,
            content_hash BLOB NOT NULL,
            guid TEXT,
            title TEXT NOT NULL,
            author TEXT,
            link TEXT,
            published INTEGER,
            updated INTEGER,
            first_seen INTEGER NOT NULL,
            sort_date INTEGER NOT NULL,
            duration REAL,
            season INTEGER,
            episode REAL,
            kind TEXT,
            explicit INTEGER,
            image_url TEXT,
            media_url TEXT,
            media_type TEXT,
            media_length INTEGER,
            summary TEXT NOT NULL,
            UNIQUE (feed_id, identity)
        );
        CREATE INDEX entries_guid ON entries(feed_id, guid) WHERE guid IS NOT NULL;
        CREATE INDEX entries_media ON entries(feed_id, media_url) WHERE media_url IS NOT NULL;
        CREATE INDEX entries_date ON entries(feed_id, sort_date);
        CREATE TABLE entry_texts (
            entry_id INTEGER PRIMARY KEY REFERENCES entries ON DELETE CASCADE,
            notes TEXT,
            notes_base TEXT,
            extras TEXT
        );
        """

    /// Every list is a walk along one of these indexes: by user, perhaps feed, newest first, with or without a filter.
    private static let stateTables = """
        CREATE TABLE entry_states (
            user_id INTEGER NOT NULL,
            entry_id INTEGER NOT NULL REFERENCES entries ON DELETE CASCADE,
            feed_id INTEGER NOT NULL,
            sort_date INTEGER NOT NULL,
            read INTEGER NOT NULL DEFAULT 0,
            starred INTEGER NOT NULL DEFAULT 0,
            position REAL,
            duration REAL,
            position_at INTEGER,
            finished_at INTEGER,
            PRIMARY KEY (user_id, entry_id),
            FOREIGN KEY (user_id, feed_id) REFERENCES subscriptions ON DELETE CASCADE
        ) WITHOUT ROWID;
        CREATE INDEX states_entry ON entry_states(entry_id);
        CREATE INDEX states_all ON entry_states(user_id, sort_date, entry_id);
        CREATE INDEX states_feed ON entry_states(user_id, feed_id, sort_date, entry_id);
        CREATE INDEX states_unread ON entry_states(user_id, sort_date, entry_id) WHERE read = 0;
        CREATE INDEX states_feed_unread ON entry_states(user_id, feed_id, sort_date, entry_id) WHERE read = 0;
        CREATE INDEX states_starred ON entry_states(user_id, sort_date, entry_id) WHERE starred = 1;
        CREATE INDEX states_feed_starred ON entry_states(user_id, feed_id, sort_date, entry_id) WHERE starred = 1;
        CREATE INDEX states_started ON entry_states(user_id, sort_date, entry_id) WHERE read = 0 AND position > 0;
        CREATE INDEX states_feed_started ON entry_states(user_id, feed_id, sort_date, entry_id)
            WHERE read = 0 AND position > 0;
        """
}
