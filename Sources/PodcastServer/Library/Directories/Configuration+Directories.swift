import Foundation

extension PodcastServer.Configuration {
    /// The file with the directories that the administrator named: beside the store, or with the media where that is
    /// a database elsewhere.
    var directories: URL {
        let folder: URL =
            switch store {
            case .file(let url): url.deletingLastPathComponent()
            case .postgreSQL: media
            }
        return folder.appendingPathComponent("directories.json", isDirectory: false)
    }
}
