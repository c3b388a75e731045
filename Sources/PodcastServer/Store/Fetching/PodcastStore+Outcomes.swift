import Database
import Foundation

extension PodcastStore {
    /// Stores a success and ends the lease; failures before it are forgotten.
    ///
    /// - Returns: false when the lease had run out and somebody else took the feed, or the feed is gone: nothing is stored.
    @discardableResult
    func record(_ success: FetchSuccess, _ lease: FetchLease) async throws -> Bool {
        try await database.write { writer in
            let stored = try writer.execute(
                """
                UPDATE fetch_states SET lease = NULL, lease_until = NULL, last_fetch = ?, last_success = ?,
                    fetches = fetches + 1, next_refresh = ?, etag = ?, last_modified = ?, body_hash = ?, failures = 0, failing_since = NULL,
                    error_code = NULL, error_message = NULL, is_gone = 0, move_url = ?, move_confirmations = ?,
                    observed_interval = ?, hints = ?
                WHERE feed_id = ? AND lease = ?
                """,
                [
                    success.at, success.at, success.nextRefresh, success.etag, success.lastModified, success.bodyHash,
                    success.moveURL, success.moveConfirmations, success.observedInterval, success.hints, lease.feed,
                    lease.token,
                ]
            )
            guard stored == 1 else { return false }
            try FetchRecord(success).add(to: lease.feed, writer)
            return true
        }
    }

    /// Stores a failure and ends the lease.
    ///
    /// What earlier fetches brought stays, validators included.
    ///
    /// - Returns: false when the lease had run out and somebody else took the feed, or the feed is gone: nothing is stored.
    @discardableResult
    func record(_ trouble: FetchTrouble, _ lease: FetchLease) async throws -> Bool {
        try await database.write { writer in
            let stored = try writer.execute(
                """
                UPDATE fetch_states SET lease = NULL, lease_until = NULL, last_fetch = ?, next_refresh = ?,
                    fetches = fetches + 1, failures = failures + ?, failing_since = coalesce(failing_since, ?),
                    error_code = ?, error_message = ?, is_gone = ?, move_url = NULL, move_confirmations = 0
                WHERE feed_id = ? AND lease = ?
                """,
                [
                    trouble.at, trouble.nextRefresh, trouble.counts ? 1 : 0, trouble.at, trouble.code,
                    trouble.sentence, trouble.isGone, lease.feed, lease.token,
                ]
            )
            guard stored == 1 else { return false }
            try FetchRecord(trouble).add(to: lease.feed, writer)
            return true
        }
    }
}
