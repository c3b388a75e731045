import Database
import Foundation
import PodcastAPI

/// What the download queue asks and tells the store.
extension PodcastStore {
    static let dueDownloadQuery = """
        SELECT d.entry_id, d.due, d.failures, e.media_url FROM downloads d
        CROSS JOIN entries e ON e.id = d.entry_id
        WHERE d.due <= ? ORDER BY d.due, d.entry_id LIMIT ?
        """

    /// Downloads that are due, the longest due first.
    func dueDownloads(now: Date, limit: Int) async throws -> [DownloadJob] {
        try await database.read { reader in
            try reader.rows(Self.dueDownloadQuery, [now, limit]) { row in
                DownloadJob(
                    entry: try row["entry_id"],
                    url: try row["media_url"] ?? "",
                    due: try row["due"],
                    failures: try row["failures"]
                )
            }
        }
    }

    /// When the next download is due.
    func nextDownloadDue() async throws -> Date? {
        try await database.read { try $0.value("SELECT min(due) FROM downloads WHERE due IS NOT NULL", []) }
    }

    /// Takes a download on, until `until`; false when somebody else did, or it was cancelled.
    ///
    /// Whoever takes it and dies leaves it due at that time.
    func claimDownload(_ job: DownloadJob, until: Date) async throws -> Bool {
        try await changing { writer in
            let claimed = try writer.execute(
                "UPDATE downloads SET state = 'running', due = ? WHERE entry_id = ? AND due = ?",
                [until, job.entry, job.due]
            )
            if claimed == 1 { try Self.noteDownload(job.entry, .running, writer) }
            return claimed == 1
        }
    }

    /// Keeps how far a download is and that somebody works on it; false when it was cancelled.
    func continueDownload(_ entry: Int64, received: Int64, length: Int64?, until: Date) async throws -> Bool {
        try await database.write { writer in
            try writer.execute(
                "UPDATE downloads SET received = ?, length = ?, due = ? WHERE entry_id = ? AND state = 'running'",
                [received, length, until, entry]
            ) == 1
        }
    }

    /// Notes that the whole file is there.
    func finishDownload(_ entry: Int64, length: Int64) async throws {
        try await changing { writer in
            let changed = try writer.execute(
                """
                UPDATE downloads SET state = 'kept', received = ?, length = ?, due = NULL, failures = 0, message = NULL
                WHERE entry_id = ?
                """,
                [length, length, entry]
            )
            if changed == 1 { try Self.noteDownload(entry, .kept, writer) }
        }
    }

    /// Notes a failure, and when it is tried again; `nil` for when a person says so.
    func failDownload(_ entry: Int64, _ message: String, failures: Int, due: Date?) async throws {
        try await changing { writer in
            let changed = try writer.execute(
                "UPDATE downloads SET state = 'failed', message = ?, failures = ?, due = ? WHERE entry_id = ?",
                [message, failures, due, entry]
            )
            if changed == 1 { try Self.noteDownload(entry, .failed, writer) }
        }
    }

    /// Puts a download back in line that was interrupted.
    func yieldDownload(_ entry: Int64, due: Date) async throws {
        try await changing { writer in
            let changed = try writer.execute(
                "UPDATE downloads SET state = 'waiting', due = ? WHERE entry_id = ? AND state = 'running'",
                [due, entry]
            )
            if changed == 1 { try Self.noteDownload(entry, .waiting, writer) }
        }
    }

    /// Makes due what a process that died was fetching; for a server that is alone.
    func takeBackDownloads(now: Date) async throws {
        try await database.write { writer in
            try Self.forgetDownloads(writer)
            try writer.execute("UPDATE downloads SET state = 'waiting', due = ? WHERE state = 'running'", [now])
        }
    }

    /// Makes due what was kept, when its file is gone from the folder.
    func downloadAgain(_ entries: [Int64], now: Date) async throws {
        guard !entries.isEmpty else { return }
        try await changing { writer in
            for entry in entries {
                let changed = try writer.execute(
                    """
                    UPDATE downloads SET state = 'waiting', due = ?, received = 0 WHERE entry_id = ? AND state = 'kept'
                    """,
                    [now, entry]
                )
                if changed == 1 { try Self.noteDownload(entry, .waiting, writer) }
            }
        }
    }

    /// Entries whose files are said to be kept.
    func keptDownloads() async throws -> [Int64] {
        try await database.read { reader in
            try reader.rows("SELECT entry_id FROM downloads WHERE state = 'kept' ORDER BY entry_id") {
                try $0["entry_id"]
            }
        }
    }
}
