import Essentials
import Foundation
import PodcastAPI
import Synchronization

/// The directories that the administrator named, in a file that only the server's account can read: some have keys.
final class DirectorySettings: Sendable {
    /// What the file says about one directory.
    struct Entry: Codable, Sendable, Equatable {
        var name: String
        var kind: Directory.Kind
        var url: String
        var key: String?
        var secret: String?
    }

    /// More would make a search slow.
    static let maximumCount = 20

    private let url: URL
    private let cached = Mutex<[Entry]?>(nil)

    init(url: URL) { self.url = url }

    /// The directories.
    ///
    /// - Throws: ``FileError``, or ``DirectoryError/unreadable``: a file that can't be read is never overwritten.
    func entries() throws -> [Entry] {
        if let known = cached.withLock({ $0 }) { return known }
        let entries: [Entry]
        if FileManager.default.fileExists(atPath: url.path) {
            do {
                entries = try JSONDecoder().decode([Entry].self, from: try Data(contentsOf: url))
            } catch {
                throw DirectoryError.unreadable
            }
        } else {
            entries = []
        }
        cached.withLock { $0 = entries }
        return entries
    }

    /// Replaces the directories; a secret that is left out stays where name and address stay.
    ///
    /// - Throws: ``FileError``, ``DirectoryError``.
    func replace(_ wanted: [Directory]) throws {
        let old = try entries()
        guard wanted.count <= Self.maximumCount else { throw DirectoryError.tooMany }
        guard Set(wanted.map(\.name)).count == wanted.count else { throw DirectoryError.sameName }
        let new = try wanted.map { directory in
            try Self.check(directory)
            let known = old.first { $0.name == directory.name && $0.url == directory.url }
            return Entry(
                name: directory.name,
                kind: directory.kind,
                url: directory.url,
                key: directory.key ?? known?.key,
                secret: directory.secret ?? known?.secret
            )
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        try AtomicFile.write(Array(try encoder.encode(new)), to: url, permissions: 0o600)
        cached.withLock { $0 = new }
    }

    private static func check(_ directory: Directory) throws {
        guard (1...100).contains(directory.name.count) else { throw DirectoryError.badName }
        guard directory.url.utf8.count <= 2_000, let parts = URLComponents(string: directory.url),
            ["http", "https"].contains(parts.scheme?.lowercased()), parts.host?.isEmpty == false,
            parts.user == nil, parts.password == nil
        else { throw DirectoryError.badAddress }
        for value in [directory.key, directory.secret].compactMap(\.self) {
            // They go into header fields.
            guard value.utf8.count <= 500, value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw DirectoryError.badKey
            }
        }
    }
}

/// What is wrong with a directory.
enum DirectoryError: SentenceError, Equatable {
    /// The settings' file can't be understood.
    case unreadable
    /// More than are asked.
    case tooMany
    /// Two have the same name.
    case sameName
    /// No name, or a long one.
    case badName
    /// No address that can be asked.
    case badAddress
    /// A key that is none.
    case badKey
    /// It answered something else than its kind.
    case wrongAnswer
    /// It was asked often enough for a minute.
    case resting
    /// It wants a key.
    case needsKey
    /// It answered with another status.
    case refused(status: Int)

    var sentence: String {
        switch self {
        case .unreadable: "The file directories.json in the data folder can't be read; repair it or move it away."
        case .tooMany: "Name at most \(DirectorySettings.maximumCount) directories."
        case .sameName: "Each directory needs its own name."
        case .badName: "A directory's name has 1 to 100 characters."
        case .badAddress: "A directory's address begins with https:// or http:// and has no user in it."
        case .badKey: "A key is at most 500 letters, digits and signs without blanks."
        case .wrongAnswer: "It answered in a form that its kind of directory does not have."
        case .resting: "It was asked often; try again in a minute."
        case .needsKey: "It needs a key and a secret, which the administrator enters."
        case .refused(let status): "It answered with status \(status)."
        }
    }

    var isRetryable: Bool {
        switch self {
        case .resting: true
        case .refused(let status): status >= 500 || status == 429
        default: false
        }
    }
}
