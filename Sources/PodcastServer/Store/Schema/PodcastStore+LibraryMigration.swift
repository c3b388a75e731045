import Database

extension PodcastStore {
    /// The library: settings, folders, queue, bookmarks, search, downloads, statistics, events.
    static let libraryMigration = Migration(
        version: 3,
        name: "the library",
        parts: [
            .both(
                [
                    subscriptionSettings, entryFacets, folderTables, queueTables, bookmarkTables, downloadTables,
                    listeningTables, eventTables, searchTables,
                ].joined(separator: "\n")
            ),
            .sqlite(searchIndex),
            .postgreSQL(searchIndexPostgreSQL),
        ]
    )

    private static let subscriptionSettings = """
        ALTER TABLE users ADD COLUMN settings TEXT;
        ALTER TABLE subscriptions ADD COLUMN skip_intro REAL;
        ALTER TABLE subscriptions ADD COLUMN skip_outro REAL;
        ALTER TABLE subscriptions ADD COLUMN keep_newest INTEGER;
        ALTER TABLE subscriptions ADD COLUMN queue_rule TEXT;
        ALTER TABLE subscriptions ADD COLUMN queue_limit INTEGER;
        ALTER TABLE subscriptions ADD COLUMN entry_order TEXT;
        CREATE INDEX subscriptions_folder ON subscriptions(user_id, folder) WHERE folder IS NOT NULL;
        """

    /// What filters ask for stands in one index with the state, so that any combination of them is a walk along it
    /// that reads nothing else.
    ///
    /// `media_kind` is 0 for none, 1 for audio, 2 for video; `length` is in seconds, as a player found it or the feed says.
    private static let entryFacets = """
        ALTER TABLE entries ADD COLUMN media_kind INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE entry_states ADD COLUMN media_kind INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE entry_states ADD COLUMN length REAL;
        UPDATE entries SET media_kind = CASE WHEN media_type LIKE 'video/%' THEN 2 ELSE 1 END
            WHERE media_url IS NOT NULL;
        UPDATE entry_states SET
            media_kind = (SELECT e.media_kind FROM entries e WHERE e.id = entry_states.entry_id),
            length = coalesce(duration, (SELECT e.duration FROM entries e WHERE e.id = entry_states.entry_id));
        CREATE INDEX states_facets
            ON entry_states(user_id, sort_date, entry_id, feed_id, media_kind, read, starred, length);
        """

    private static let folderTables = """
        CREATE TABLE folders (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
            name TEXT NOT NULL,
            place INTEGER NOT NULL,
            UNIQUE (user_id, name)
        );
        INSERT INTO folders(user_id, name, place)
        SELECT DISTINCT user_id, folder, 0 FROM subscriptions WHERE folder IS NOT NULL;
        CREATE TABLE saved_searches (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
            title TEXT NOT NULL,
            criteria TEXT NOT NULL
        );
        CREATE INDEX saved_searches_user ON saved_searches(user_id);
        CREATE TABLE undo_marks (
            token_hash BLOB NOT NULL PRIMARY KEY,
            user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
            created INTEGER NOT NULL,
            entries BLOB NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX undo_marks_user ON undo_marks(user_id, created);
        """

    /// A removal is remembered, so that a device that was away does not bring the entry back.
    private static let queueTables = """
        CREATE TABLE queues (
            user_id INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE,
            version INTEGER NOT NULL
        );
        CREATE TABLE queue_entries (
            user_id INTEGER NOT NULL,
            entry_id INTEGER NOT NULL,
            place INTEGER NOT NULL,
            added_version INTEGER NOT NULL,
            by_rule INTEGER NOT NULL,
            PRIMARY KEY (user_id, entry_id),
            FOREIGN KEY (user_id, entry_id) REFERENCES entry_states ON DELETE CASCADE
        ) WITHOUT ROWID;
        CREATE INDEX queue_order ON queue_entries(user_id, place, entry_id);
        CREATE TABLE queue_removals (
            user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
            entry_id INTEGER NOT NULL,
            added_version INTEGER NOT NULL,
            removed_version INTEGER NOT NULL,
            PRIMARY KEY (user_id, entry_id)
        ) WITHOUT ROWID;
        """

    private static let bookmarkTables = """
        CREATE TABLE bookmarks (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            user_id INTEGER NOT NULL,
            entry_id INTEGER NOT NULL,
            seconds REAL NOT NULL,
            title TEXT NOT NULL,
            note TEXT,
            created INTEGER NOT NULL,
            FOREIGN KEY (user_id, entry_id) REFERENCES entry_states ON DELETE CASCADE
        );
        CREATE INDEX bookmarks_time ON bookmarks(user_id, created, id);
        CREATE INDEX bookmarks_place ON bookmarks(user_id, entry_id, seconds, id);
        CREATE TABLE skipped_chapters (
            user_id INTEGER NOT NULL,
            entry_id INTEGER NOT NULL,
            starts TEXT NOT NULL,
            PRIMARY KEY (user_id, entry_id),
            FOREIGN KEY (user_id, entry_id) REFERENCES entry_states ON DELETE CASCADE
        ) WITHOUT ROWID;
        """

    /// A file is fetched once, whoever wishes for it, and kept as long as somebody does.
    private static let downloadTables = """
        CREATE TABLE downloads (
            entry_id INTEGER PRIMARY KEY REFERENCES entries ON DELETE CASCADE,
            state TEXT NOT NULL,
            received INTEGER NOT NULL DEFAULT 0,
            length INTEGER,
            failures INTEGER NOT NULL DEFAULT 0,
            message TEXT,
            due INTEGER,
            added INTEGER NOT NULL
        );
        CREATE INDEX downloads_due ON downloads(due, entry_id) WHERE due IS NOT NULL;
        CREATE TABLE download_wishes (
            user_id INTEGER NOT NULL,
            entry_id INTEGER NOT NULL,
            automatic INTEGER NOT NULL,
            added INTEGER NOT NULL,
            PRIMARY KEY (user_id, entry_id),
            FOREIGN KEY (user_id, entry_id) REFERENCES entry_states ON DELETE CASCADE
        ) WITHOUT ROWID;
        CREATE INDEX download_wishes_entry ON download_wishes(entry_id);
        CREATE INDEX download_wishes_time ON download_wishes(user_id, added, entry_id);
        """

    /// Listening is summed up by quarters of an hour in UTC, which every time zone's days are made of.
    ///
    /// It outlives the
    /// subscription, and so does the title.
    private static let listeningTables = """
        CREATE TABLE listening (
            user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
            quarter INTEGER NOT NULL,
            feed_id INTEGER NOT NULL,
            listened REAL NOT NULL,
            heard REAL NOT NULL,
            finished INTEGER NOT NULL,
            PRIMARY KEY (user_id, quarter, feed_id)
        ) WITHOUT ROWID;
        CREATE TABLE listened_feeds (
            user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
            feed_id INTEGER NOT NULL,
            title TEXT NOT NULL,
            url TEXT NOT NULL,
            PRIMARY KEY (user_id, feed_id)
        ) WITHOUT ROWID;
        """

    /// A user's events are numbered one by one in the order of their commits, whatever wrote them.
    private static let eventTables = """
        CREATE TABLE event_counters (
            user_id INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE,
            last INTEGER NOT NULL
        );
        CREATE TABLE events (
            user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
            number INTEGER NOT NULL,
            data TEXT NOT NULL,
            PRIMARY KEY (user_id, number)
        ) WITHOUT ROWID;
        """

    /// The words of entries: plain text.
    private static let searchTables = """
        CREATE TABLE search_texts (
            entry_id INTEGER PRIMARY KEY REFERENCES entries ON DELETE CASCADE,
            title TEXT NOT NULL,
            notes TEXT NOT NULL,
            chapters TEXT NOT NULL DEFAULT '',
            transcript TEXT NOT NULL DEFAULT ''
        );
        INSERT INTO search_texts(entry_id, title, notes) SELECT id, title, summary FROM entries;
        """

    /// SQLite's full-text index over those words, which it reads from there.
    ///
    /// The server keeps it in step: triggers may not write virtual tables in a file whose layout is not trusted.
    private static let searchIndex = """
        CREATE VIRTUAL TABLE search_index USING fts5(
            title, notes, chapters, transcript,
            content = 'search_texts', content_rowid = 'entry_id',
            tokenize = "unicode61 remove_diacritics 2", prefix = '2 3'
        );
        INSERT INTO search_index(search_index) VALUES ('rebuild');
        """

    /// PostgreSQL's, written by the server because words are folded as a query's are.
    private static let searchIndexPostgreSQL = """
        ALTER TABLE search_texts ADD COLUMN document tsvector;
        CREATE INDEX search_texts_document ON search_texts USING gin(document);
        CREATE INDEX search_texts_missing ON search_texts(entry_id) WHERE document IS NULL;
        """
}
