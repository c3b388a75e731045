import Database

extension PodcastStore {
    /// Step 2: users that can be disabled, API tokens, and the sessions of programs that synchronise.
    static let accountMigration = Migration(
        version: 2,
        name: "tokens, disabled users, synchronisation",
        sql: [accountTables2, synchronisationTables].joined(separator: "\n")
    )

    private static let accountTables2 = """
        ALTER TABLE users ADD COLUMN is_disabled INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE users ADD COLUMN last_seen INTEGER;
        CREATE TABLE api_tokens (
            id TEXT NOT NULL PRIMARY KEY,
            user_id INTEGER NOT NULL REFERENCES users ON DELETE CASCADE,
            token_hash BLOB NOT NULL UNIQUE,
            name TEXT NOT NULL,
            created INTEGER NOT NULL,
            last_used INTEGER
        );
        CREATE INDEX api_tokens_user ON api_tokens(user_id);
        ALTER TABLE sessions ADD COLUMN kind TEXT NOT NULL DEFAULT 'page';
        ALTER TABLE sessions ADD COLUMN token_id TEXT REFERENCES api_tokens ON DELETE CASCADE;
        CREATE INDEX sessions_token ON sessions(token_id) WHERE token_id IS NOT NULL;
        """

    private static let synchronisationTables = ""
}
