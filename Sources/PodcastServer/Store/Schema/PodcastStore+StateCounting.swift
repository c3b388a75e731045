extension PodcastStore {
    /// The counts that the feed list shows are kept, not counted: whatever writes a state, they follow.
    static let stateCounting = """
        CREATE TRIGGER states_inserted AFTER INSERT ON entry_states BEGIN
            UPDATE subscriptions SET total = total + 1, unread = unread + (new.read = 0)
                WHERE user_id = new.user_id AND feed_id = new.feed_id;
        END;
        CREATE TRIGGER states_deleted AFTER DELETE ON entry_states BEGIN
            UPDATE subscriptions SET total = total - 1, unread = unread - (old.read = 0)
                WHERE user_id = old.user_id AND feed_id = old.feed_id;
        END;
        CREATE TRIGGER states_read AFTER UPDATE OF read ON entry_states
        WHEN old.read <> new.read AND old.feed_id = new.feed_id BEGIN
            UPDATE subscriptions SET unread = unread + (new.read = 0) - (old.read = 0)
                WHERE user_id = new.user_id AND feed_id = new.feed_id;
        END;
        CREATE TRIGGER states_moved AFTER UPDATE OF feed_id ON entry_states
        WHEN old.feed_id <> new.feed_id BEGIN
            UPDATE subscriptions SET total = total - 1, unread = unread - (old.read = 0)
                WHERE user_id = old.user_id AND feed_id = old.feed_id;
            UPDATE subscriptions SET total = total + 1, unread = unread + (new.read = 0)
                WHERE user_id = new.user_id AND feed_id = new.feed_id;
        END;
        """

    /// The same for PostgreSQL, once for a statement: a row changed a thousand times in one transaction is slow there.
    static let stateCountingPostgreSQL = """
        CREATE FUNCTION count_inserted_states() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            UPDATE subscriptions b SET total = b.total + c.total, unread = b.unread + c.unread
            FROM (SELECT user_id, feed_id, count(*) AS total, count(*) FILTER (WHERE read = 0) AS unread
                FROM new_states GROUP BY user_id, feed_id) c
            WHERE b.user_id = c.user_id AND b.feed_id = c.feed_id;
            RETURN NULL;
        END $$;
        CREATE FUNCTION count_deleted_states() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            UPDATE subscriptions b SET total = b.total - c.total, unread = b.unread - c.unread
            FROM (SELECT user_id, feed_id, count(*) AS total, count(*) FILTER (WHERE read = 0) AS unread
                FROM old_states GROUP BY user_id, feed_id) c
            WHERE b.user_id = c.user_id AND b.feed_id = c.feed_id;
            RETURN NULL;
        END $$;
        CREATE FUNCTION count_updated_states() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            UPDATE subscriptions b SET total = b.total + c.total, unread = b.unread + c.unread
            FROM (SELECT user_id, feed_id, sum(one) AS total, sum(CASE WHEN read = 0 THEN one ELSE 0 END) AS unread
                FROM (SELECT user_id, feed_id, read, 1 AS one FROM new_states
                    UNION ALL SELECT user_id, feed_id, read, -1 FROM old_states) changed
                GROUP BY user_id, feed_id) c
            WHERE b.user_id = c.user_id AND b.feed_id = c.feed_id AND (c.total <> 0 OR c.unread <> 0);
            RETURN NULL;
        END $$;
        CREATE TRIGGER states_inserted AFTER INSERT ON entry_states REFERENCING NEW TABLE AS new_states
            FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_states();
        CREATE TRIGGER states_deleted AFTER DELETE ON entry_states REFERENCING OLD TABLE AS old_states
            FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_states();
        CREATE TRIGGER states_updated AFTER UPDATE ON entry_states
            REFERENCING OLD TABLE AS old_states NEW TABLE AS new_states
            FOR EACH STATEMENT EXECUTE FUNCTION count_updated_states();
        """
}
