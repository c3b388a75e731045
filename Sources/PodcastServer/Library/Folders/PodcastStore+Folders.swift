import Database
import Foundation
import PodcastAPI

/// A folder as the list shows it.
struct FolderRow: Sendable, Equatable {
    var id: Int64
    var name: String
    var unread: Int
    var feeds: Int

    init(_ row: Row) throws {
        id = try row["id"]
        name = try row["name"]
        unread = try row["unread"]
        feeds = try row["feeds"]
    }
}

extension PodcastStore {
    /// More than anybody files feeds in.
    static let maximumFolders = 1_000

    /// A user's folders in the user's order.
    func folders(of user: Int64) async throws -> [FolderRow] {
        try await database.read { try $0.rows(Self.folderQuery(ofOne: false), [user], as: FolderRow.init) }
    }

    static func folderQuery(ofOne: Bool) -> String {
        """
        SELECT f.id, f.name,
            (SELECT coalesce(sum(s.unread), 0) FROM subscriptions s
                WHERE s.user_id = f.user_id AND s.folder = f.name) AS unread,
            (SELECT count(*) FROM subscriptions s WHERE s.user_id = f.user_id AND s.folder = f.name) AS feeds
        FROM folders f WHERE f.user_id = ?\(ofOne ? " AND f.id = ?" : "") ORDER BY f.place, f.name
        """
    }

    /// One folder.
    ///
    /// - Throws: ``StoreError/noSuchFolder``.
    func folder(_ id: Int64, of user: Int64) async throws -> FolderRow {
        try await database.read { try Self.folder(id, of: user, $0) }
    }

    /// Makes a folder where there is none of that name, and tells its id.
    ///
    /// - Throws: ``StoreError/tooMany(_:)``.
    func addFolder(_ name: String, of user: Int64) async throws -> FolderRow {
        try await changing { writer in
            let id = try Self.addFolder(name, of: user, writer)
            try Self.note(ServerEvent(.feeds), for: user, writer)
            return try Self.folder(id, of: user, writer)
        }
    }

    static func addFolder(_ name: String, of user: Int64, _ writer: any DatabaseWriting) throws -> Int64 {
        if let known: Int64 = try writer.value(
            "SELECT id FROM folders WHERE user_id = ? AND name = ?",
            [user, name]
        ) {
            return known
        }
        let count: Int = try writer.value("SELECT count(*) FROM folders WHERE user_id = ?", [user]) ?? 0
        guard count < maximumFolders else { throw StoreError.tooMany("folders") }
        let last: Int64 = try writer.value("SELECT max(place) FROM folders WHERE user_id = ?", [user]) ?? 0
        let row = try writer.row(
            "INSERT INTO folders(user_id, name, place) VALUES (?, ?, ?) RETURNING id",
            [user, name, last + 1]
        )
        guard let row else { throw StoreError.noSuchFolder }
        return try row["id"]
    }

    /// Renames a folder; to the name of another, the two become one.
    ///
    /// - Returns: the folder that has the name.
    /// - Throws: ``StoreError/noSuchFolder``.
    func renameFolder(_ id: Int64, to name: String, of user: Int64) async throws -> FolderRow {
        try await changing { writer in
            let old = try Self.folder(id, of: user, writer).name
            let other: Int64? = try writer.value(
                "SELECT id FROM folders WHERE user_id = ? AND name = ? AND id <> ?",
                [user, name, id]
            )
            if let other {
                try writer.execute("DELETE FROM folders WHERE id = ?", [id])
                try Self.replaceInSearches(folder: id, with: other, of: user, writer)
            } else {
                try writer.execute("UPDATE folders SET name = ? WHERE id = ?", [name, id])
            }
            try writer.execute(
                "UPDATE subscriptions SET folder = ? WHERE user_id = ? AND folder = ?",
                [name, user, old]
            )
            try Self.note(ServerEvent(.feeds), for: user, writer)
            return try Self.folder(other ?? id, of: user, writer)
        }
    }

    /// Deletes a folder; its subscriptions stay, without one.
    ///
    /// - Throws: ``StoreError/noSuchFolder``.
    func deleteFolder(_ id: Int64, of user: Int64) async throws {
        try await changing { writer in
            let name = try Self.folder(id, of: user, writer).name
            try writer.execute("DELETE FROM folders WHERE id = ?", [id])
            try writer.execute(
                "UPDATE subscriptions SET folder = NULL WHERE user_id = ? AND folder = ?",
                [user, name]
            )
            try Self.note(ServerEvent(.feeds), for: user, writer)
        }
    }

    /// Puts folders in an order; those not named keep theirs, behind these.
    ///
    /// - Throws: ``StoreError/noSuchFolder``.
    func orderFolders(_ wanted: [Int64], of user: Int64) async throws {
        try await changing { writer in
            let known: [Int64] = try writer.rows(
                "SELECT id FROM folders WHERE user_id = ? ORDER BY place, name",
                [user]
            ) { try $0["id"] }
            guard Set(wanted).isSubset(of: known) else { throw StoreError.noSuchFolder }
            var seen: Set<Int64> = []
            for (place, id) in (wanted + known).filter({ seen.insert($0).inserted }).enumerated() {
                try writer.execute("UPDATE folders SET place = ? WHERE id = ? AND place <> ?", [place, id, place])
            }
            try Self.note(ServerEvent(.feeds), for: user, writer)
        }
    }

    static func folder(_ id: Int64, of user: Int64, _ reader: any DatabaseReading) throws -> FolderRow {
        guard let row = try reader.row(folderQuery(ofOne: true), [user, id]) else { throw StoreError.noSuchFolder }
        return try FolderRow(row)
    }
}
