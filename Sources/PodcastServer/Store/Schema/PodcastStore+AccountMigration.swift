import Database

extension PodcastStore {
    /// Step 2: users that can be disabled, API tokens, and what programs that synchronise need.
    static let accountMigration = Migration(
        version: 2,
        name: "tokens, disabled users, synchronisation",
        parts: [
            .both([tokenTables, syncTables, actionTables, loginFlowTables].joined(separator: "\n")),
            .sqlite(stateChanges),
            .postgreSQL(stateChangesPostgreSQL),
            .both(firstSync),
        ]
    )

    private static let tokenTables = """
        ALTER TABLE users ADD COLUMN is_disabled INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE users ADD COLUMN last_seen INTEGER;
        CREATE TABLE api_tokens (
            id TEXT NOT NULL PRIMARY KEY,
            user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
            token_hash BLOB NOT NULL UNIQUE,
            name TEXT NOT NULL,
            created INTEGER NOT NULL,
            last_used INTEGER
        ) WITHOUT ROWID;
        CREATE INDEX api_tokens_user ON api_tokens(user_id);
        ALTER TABLE sessions ADD COLUMN kind TEXT NOT NULL DEFAULT 'page';
        ALTER TABLE sessions ADD COLUMN token_id TEXT REFERENCES api_tokens ON DELETE CASCADE;
        CREATE INDEX sessions_token ON sessions(token_id) WHERE token_id IS NOT NULL;
        """

    /// A user's tick counts what was synchronised.
    ///
    /// What changes gets the current one, each answer with changes begins the
    /// next. So nothing falls between two answers, whatever the clocks say.
    private static let syncTables = """
        CREATE TABLE sync_clocks (
            user_id INTEGER NOT NULL PRIMARY KEY REFERENCES users ON DELETE CASCADE,
            tick INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE sync_devices (
            user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
            device TEXT NOT NULL,
            caption TEXT NOT NULL,
            kind TEXT NOT NULL,
            sync_group INTEGER,
            list_seen INTEGER,
            PRIMARY KEY (user_id, device)
        ) WITHOUT ROWID;
        CREATE TABLE sync_subscriptions (
            user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
            url TEXT NOT NULL,
            feed_id INTEGER REFERENCES feeds ON DELETE SET NULL,
            is_subscribed INTEGER NOT NULL,
            tick INTEGER NOT NULL,
            client TEXT NOT NULL,
            PRIMARY KEY (user_id, url)
        ) WITHOUT ROWID;
        CREATE INDEX sync_subscriptions_tick ON sync_subscriptions(user_id, tick);
        CREATE INDEX sync_subscriptions_user_feed ON sync_subscriptions(user_id, feed_id);
        CREATE INDEX sync_subscriptions_feed ON sync_subscriptions(feed_id);
        CREATE TABLE sync_settings (
            user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
            scope TEXT NOT NULL,
            subject TEXT NOT NULL,
            name TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (user_id, scope, subject, name)
        ) WITHOUT ROWID;
        """

    /// What programs told, kept for good: an action about an episode that no feed has given waits for it.
    private static let actionTables = """
        CREATE TABLE sync_actions (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
            tick INTEGER NOT NULL,
            client TEXT NOT NULL,
            podcast TEXT NOT NULL,
            episode TEXT NOT NULL,
            guid TEXT,
            device TEXT NOT NULL,
            action TEXT NOT NULL,
            at INTEGER NOT NULL,
            started INTEGER,
            position INTEGER,
            total INTEGER,
            entry_id INTEGER REFERENCES entries ON DELETE SET NULL,
            UNIQUE (user_id, episode, action, at, device, podcast)
        );
        CREATE INDEX sync_actions_tick ON sync_actions(user_id, tick);
        CREATE INDEX sync_actions_entry ON sync_actions(entry_id) WHERE entry_id IS NOT NULL;
        CREATE INDEX sync_actions_waiting ON sync_actions(podcast, episode) WHERE entry_id IS NULL;
        CREATE INDEX sync_actions_waiting_guid ON sync_actions(podcast, guid)
            WHERE entry_id IS NULL AND guid IS NOT NULL;
        CREATE TABLE state_changes (
            user_id INTEGER NOT NULL,
            entry_id INTEGER NOT NULL,
            tick INTEGER NOT NULL,
            unread_at INTEGER,
            PRIMARY KEY (user_id, entry_id),
            FOREIGN KEY (user_id, entry_id) REFERENCES entry_states ON DELETE CASCADE
        ) WITHOUT ROWID;
        CREATE INDEX state_changes_tick ON state_changes(user_id, tick);
        """

    private static let loginFlowTables = """
        CREATE TABLE login_flows (
            poll_hash BLOB NOT NULL PRIMARY KEY,
            flow_hash BLOB NOT NULL UNIQUE,
            agent TEXT NOT NULL,
            created INTEGER NOT NULL,
            expires INTEGER NOT NULL,
            user_id INTEGER REFERENCES users ON DELETE CASCADE
        ) WITHOUT ROWID;
        CREATE INDEX login_flows_expires ON login_flows(expires);
        CREATE INDEX login_flows_user ON login_flows(user_id);
        """

    /// Whatever changes a state, programs that synchronise hear of it.
    private static let stateChanges = """
        CREATE TRIGGER states_changed AFTER UPDATE OF read, position, position_at ON entry_states
        WHEN old.read <> new.read OR old.position IS DISTINCT FROM new.position
            OR old.position_at IS DISTINCT FROM new.position_at
        BEGIN
            INSERT INTO state_changes(user_id, entry_id, tick)
            SELECT new.user_id, new.entry_id, tick FROM sync_clocks WHERE user_id = new.user_id
            ON CONFLICT (user_id, entry_id) DO UPDATE SET tick = excluded.tick;
        END;
        """

    /// The same for PostgreSQL; the clock is held, so that no answer begins the next tick meanwhile.
    private static let stateChangesPostgreSQL = """
        CREATE FUNCTION note_changed_states() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM 1 FROM sync_clocks WHERE user_id IN (
                SELECT n.user_id FROM new_states n
                JOIN old_states o ON o.user_id = n.user_id AND o.entry_id = n.entry_id
                WHERE o.read <> n.read OR o.position IS DISTINCT FROM n.position
                    OR o.position_at IS DISTINCT FROM n.position_at)
                ORDER BY user_id FOR SHARE;
            INSERT INTO state_changes(user_id, entry_id, tick)
            SELECT n.user_id, n.entry_id, c.tick FROM new_states n
            JOIN old_states o ON o.user_id = n.user_id AND o.entry_id = n.entry_id
            JOIN sync_clocks c ON c.user_id = n.user_id
            WHERE o.read <> n.read OR o.position IS DISTINCT FROM n.position
                OR o.position_at IS DISTINCT FROM n.position_at
            ON CONFLICT (user_id, entry_id) DO UPDATE SET tick = excluded.tick;
            RETURN NULL;
        END $$;
        CREATE TRIGGER states_changed AFTER UPDATE ON entry_states
            REFERENCING OLD TABLE AS old_states NEW TABLE AS new_states
            FOR EACH STATEMENT EXECUTE FUNCTION note_changed_states();
        """

    /// What was there before counts as changed once.
    private static let firstSync = """
        INSERT INTO sync_clocks(user_id, tick) SELECT id, created / 1000 FROM users;
        INSERT INTO sync_subscriptions(user_id, url, feed_id, is_subscribed, tick, client)
            SELECT s.user_id, f.url, f.id, 1, c.tick, '' FROM subscriptions s
            JOIN feeds f ON f.id = s.feed_id JOIN sync_clocks c ON c.user_id = s.user_id;
        INSERT INTO state_changes(user_id, entry_id, tick)
            SELECT s.user_id, s.entry_id, c.tick FROM entry_states s JOIN sync_clocks c ON c.user_id = s.user_id
            WHERE s.read = 1 OR s.position_at IS NOT NULL;
        """
}
