import Database
import Foundation
import PodcastAPI

extension PodcastStore {
    /// How a user wants it.
    func settings(of user: Int64) async throws -> UserSettings {
        try await database.read { UserSettings(try Self.settings(of: user, $0)) }
    }

    /// Changes what the change names.
    ///
    /// Only what a user chose is stored, so that better defaults reach those who did not.
    func changeSettings(of user: Int64, _ change: UserSettingsChange) async throws -> UserSettings {
        try await changing { writer in
            let merged = try Self.settings(of: user, writer).merging(change)
            let text = String(decoding: try APICoding.encode(merged), as: UTF8.self)
            try writer.execute("UPDATE users SET settings = ? WHERE id = ?", [text, user])
            try Self.note(ServerEvent(.settings), for: user, writer)
            return UserSettings(merged)
        }
    }

    /// What a user chose.
    static func settings(of user: Int64, _ reader: any DatabaseReading) throws -> UserSettingsChange {
        let text: String? = try reader.value("SELECT settings FROM users WHERE id = ?", [user])
        guard let text, let chosen = try? APICoding.decode(UserSettingsChange.self, from: Array(text.utf8)) else {
            return UserSettingsChange()
        }
        return chosen
    }
}
