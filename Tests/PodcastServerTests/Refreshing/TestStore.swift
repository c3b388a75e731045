import Database
import Foundation

@testable import PodcastServer

/// A real store in a folder of its own, with one user; the folder goes with it.
final class TestStore: Sendable {
    let folder: URL
    private let place: TestPlace
    let store: PodcastStore
    let user: Int64

    init(now: Date) async throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tonearm-test-\(UInt64.random(in: .min ... .max))", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        place = try await TestPlace.make(in: folder)
        store = try await PodcastStore.open(place.location)
        user = try await store.addUser(name: "me", passwordHash: nil, isAdministrator: true, now: now).id
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
        // Nobody cancels it: it removes a database that is of no use, or the process ends before and removes all.
        Task { [place] in await place.remove() }
    }

    /// Subscribes to a feed that is due at a time.
    @discardableResult
    func add(_ url: String, due: Date?, leasedUntil: Date? = nil) async throws -> Int64 {
        let feed = try await store.subscribe(user: user, url: url, now: due ?? .distantPast).feed
        try await store.database.write { writer in
            _ = try writer.execute(
                "UPDATE fetch_states SET next_refresh = ?, lease = ?, lease_until = ? WHERE feed_id = ?",
                [due, leasedUntil.map { _ in 7 }, leasedUntil, feed]
            )
        }
        return feed
    }

    func due(_ feed: Int64) async throws -> Date? { try await store.fetchState(of: feed)?.nextRefresh }

    func isLeased(_ feed: Int64) async throws -> Bool {
        try await store.database.read { reader in
            try reader.value("SELECT lease IS NOT NULL FROM fetch_states WHERE feed_id = ?", [feed]) ?? false
        }
    }

    func execute(_ sql: String) async throws {
        try await store.database.write { _ = try $0.execute(sql, []) }
    }

    /// The titles of a feed's entries, oldest first.
    func titles(of feed: Int64) async throws -> [String] {
        try await store.database.read { reader in
            try reader.rows("SELECT title FROM entries WHERE feed_id = ? ORDER BY sort_date, id", [feed]) {
                try $0["title"] as String
            }
        }
    }
}

/// Waits until a condition holds; looks a hundred times a second, so that what it waits for has the processor.
func waitUntil(_ condition: () async throws -> Bool) async throws {
    while try await !condition() { try await Task.sleep(for: .milliseconds(10)) }
}
