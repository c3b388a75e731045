import Database
import Foundation

extension PodcastStore {
    /// Where an entry's media comes from; `nil` where there is no such entry or it has none.
    func mediaSource(of entry: Int64) async throws -> MediaSource? {
        try await database.read { reader in
            let row = try reader.row("SELECT media_url, media_type FROM entries WHERE id = ?", [entry])
            guard let row, let text: String = try row["media_url"], let url = URL(string: text) else { return nil }
            return MediaSource(url: url, type: try row["media_type"])
        }
    }
}
