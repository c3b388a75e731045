import Database
import Foundation
import TestSupport
import Testing

@testable import PodcastServer

let storeStart = Date(timeIntervalSince1970: 1_764_500_000)

/// Runs `body` with a real store, closed and removed afterwards.
@discardableResult
func withStore<Value>(_ body: (PodcastStore) async throws -> Value) async throws -> Value {
    try await temporaryFolder { folder in
        let place = try await TestPlace.make(in: folder)
        let store = try await PodcastStore.open(place.location)
        let result: Result<Value, any Error>
        do { result = .success(try await body(store)) } catch { result = .failure(error) }
        await store.close()
        await place.remove()
        return try result.get()
    }
}

extension PodcastStore {
    /// How many rows were ever written, to see that nothing was.
    func changeCount() async throws -> Int? {
        try await database.write { writer in
            // PostgreSQL counts when a transaction is over, and tells when asked to.
            if writer.dialect == .postgreSQL { _ = try writer.rows("SELECT pg_stat_force_next_flush() IS NULL") }
        }
        return try await database.write { writer in
            switch writer.dialect {
            case .sqlite: try writer.value("SELECT total_changes()")
            case .postgreSQL:
                try writer.value("SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables")
            }
        }
    }

    func makeUser(_ name: String = "ann") async throws -> Int64 {
        try await addUser(name: name, passwordHash: nil, isAdministrator: true, now: storeStart).id
    }

    /// Takes entries as one refresh.
    @discardableResult
    func refresh(_ feed: Int64, _ entries: [NewEntry], at now: Date = storeStart) async throws -> EntryUpsert.Report {
        let upsert = upsert(into: feed, now: now)
        try await upsert.add(entries)
        return try await upsert.finish()
    }

    /// A user with a subscription to a feed with `entries`.
    func makeSubscription(_ entries: [NewEntry] = []) async throws -> (user: Int64, feed: Int64) {
        let user = try await makeUser()
        let feed = try await subscribe(user: user, url: "https://example.org/feed", now: storeStart).feed
        try await refresh(feed, entries)
        return (user, feed)
    }

    func titles(_ user: Int64, _ selection: EntrySelection = .all) async throws -> [String] {
        try await entries(of: user, selection, limit: 100).entries.map(\.title)
    }

    func id(_ title: String, _ user: Int64) async throws -> Int64 {
        try #require(try await entries(of: user, limit: 1_000).entries.first { $0.title == title }?.id)
    }
}

/// An entry of a feed; `day` counts back from the start.
func episode(_ title: String, guid: String? = nil, media: String? = nil, day: Double? = 1) -> NewEntry {
    var entry = NewEntry(title: title)
    entry.guid = guid
    entry.mediaURL = media
    entry.published = day.map { storeStart - $0 * 86_400 }
    return entry
}
