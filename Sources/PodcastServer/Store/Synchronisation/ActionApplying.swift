import Database
import Foundation

/// Brings a program's action into the state that the page shows: the same position, the same flag, the newer wins.
struct ActionApplying {
    let user: Int64
    let now: Date

    /// What an action came to.
    enum Outcome {
        /// The state is now what the action says.
        case taken
        /// What is stored is newer.
        case older
        /// It says nothing about the state.
        case nothing
    }

    /// Applies an action to an entry of the user's subscriptions.
    func apply(_ action: EpisodeAction, to entry: Int64, _ writer: any DatabaseWriting) throws -> Outcome {
        switch action.kind {
        case .play:
            guard let position = action.position else { return .nothing }
            return try play(action, position, entry, writer)
        case .new: return try makeNew(action, entry, writer)
        case .download, .delete, .flattr: return .nothing
        }
    }

    /// Finds the entry that an action is about: by guid, then by the media's address.
    ///
    /// Addresses differ from client to client (tracking prefixes, inserted advertisements), guids do not.
    ///
    /// - Parameter feed: one that the user is subscribed to.
    static func entry(of action: EpisodeAction, in feed: Int64, _ reader: any DatabaseReading) throws -> Int64? {
        if let guid = action.guid, !guid.isEmpty {
            let entry: Int64? = try reader.value(
                """
                SELECT id FROM entries WHERE feed_id = ? AND guid = ?
                ORDER BY CASE WHEN media_url = ? THEN 0 ELSE 1 END, id DESC LIMIT 1
                """,
                [feed, guid, action.episode]
            )
            if let entry { return entry }
        }
        return try reader.value(
            "SELECT id FROM entries WHERE feed_id = ? AND media_url = ? ORDER BY id DESC LIMIT 1",
            [feed, action.episode]
        )
    }

    private func play(
        _ action: EpisodeAction,
        _ position: Int,
        _ entry: Int64,
        _ writer: any DatabaseWriting
    ) throws -> Outcome {
        let at = min(action.at, now + PodcastStore.clockTolerance)
        let total = action.total.flatMap { $0 > 0 ? Double($0) : nil }
        let seconds = min(Double(max(0, position)), total ?? .infinity)
        guard let before = try PositionBefore(entry, user, writer) else { return .nothing }
        let changed = try writer.execute(
            """
            UPDATE entry_states SET position = ?, duration = coalesce(?, duration), position_at = ?
            WHERE user_id = ? AND entry_id = ?
                AND (position_at IS NULL OR position_at < ? OR (position_at = ? AND position < ?))
            """,
            [seconds, total, at, user, entry, at, at, seconds]
        )
        guard changed == 1 else { return try isSame(seconds, at, entry, writer) ? .nothing : .older }
        let taken = StoredPosition(seconds: seconds, duration: total, at: at)
        try PodcastStore.take(taken, before, entry, user, now, writer)
        if action.isFinished {
            try writer.execute(
                """
                UPDATE entry_states SET read = 1, finished_at = coalesce(finished_at, ?)
                WHERE user_id = ? AND entry_id = ?
                """,
                [at, user, entry]
            )
            if !before.isRead {
                try PodcastStore.removeFromQueue([entry], of: user, writer)
                try PodcastStore.noteRead(true, entry, user, writer)
            }
            return .taken
        }
        // Finished later than that: a position in the middle is not the last word.
        let later = try writer.row(
            "SELECT 1 FROM entry_states WHERE user_id = ? AND entry_id = ? AND read = 1 AND finished_at > ?",
            [user, entry, at]
        )
        return later == nil ? .taken : .older
    }

    /// A device calls an episode unplayed.
    private func makeNew(_ action: EpisodeAction, _ entry: Int64, _ writer: any DatabaseWriting) throws -> Outcome {
        let at = min(action.at, now + PodcastStore.clockTolerance)
        let changed = try writer.execute(
            """
            UPDATE entry_states SET read = 0, finished_at = NULL, position = 0, position_at = ?
            WHERE user_id = ? AND entry_id = ? AND (position_at IS NULL OR position_at < ?)
                AND (finished_at IS NULL OR finished_at < ?)
            """,
            [at, user, entry, at, at]
        )
        if changed == 1 {
            try PodcastStore.noteRead(false, entry, user, writer)
            return .taken
        }
        return try isSame(0, at, entry, writer) ? .nothing : .older
    }

    /// Whether the state is what the action says already: it was sent twice.
    private func isSame(
        _ seconds: Double,
        _ at: Date,
        _ entry: Int64,
        _ reader: any DatabaseReading
    ) throws -> Bool {
        try reader.row(
            "SELECT 1 FROM entry_states WHERE user_id = ? AND entry_id = ? AND position_at = ? AND position = ?",
            [user, entry, at, seconds]
        ) != nil
    }
}
