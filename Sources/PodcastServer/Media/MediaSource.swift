import Essentials
import Foundation
import HTTP

/// Where the audio or video of an entry comes from, as its feed says.
struct MediaSource: Sendable {
    /// The enclosure's address.
    var url: URL
    /// The enclosure's media type; often wrong (`video/mp4` for an MP3), so it is the third witness of three.
    var type: String?
    /// Fields for the publisher's server: `Authorization` for a feed with a password.
    var fields: HTTPFields = [:]

    /// A name for the address that is not the address: folders are copied around, addresses can hold secrets.
    ///
    /// Query and scheme are left out: signed addresses change with every refresh of the feed while the file stays.
    var identity: String {
        let place = "\(url.host?.lowercased() ?? ""):\(url.port ?? 0)\(url.path)"
        return String(SHA256Digest.of(place).hexadecimal.prefix(32))
    }

    /// The server's name, for sentences.
    var host: String { url.host ?? "the publisher's server" }

    /// Whether something that plays was promised, so that a page of text in its place is a mistake.
    var promisesMedia: Bool {
        guard let type, let parsed = MediaType(type) else { return true }
        return ["audio", "video"].contains(parsed.type) || parsed.essence == "application/octet-stream"
    }
}

/// Finds the source of an entry; `nil` where there is no such entry or it has nothing that plays.
typealias MediaCatalog = @Sendable (_ entry: Int64) async throws -> MediaSource?

/// The limits and manners of a media library; the defaults suit a server at home.
struct MediaConfiguration: Sendable {
    /// Bytes on disk before what was used least recently goes.
    var cacheLimit: Int64 = 20 << 30
    /// How far the upstream may run ahead of a client: enough for a player's start and a slow moment.
    var readAhead: Int64 = 4 << 20
    /// The largest piece handed to a client at once.
    var chunkSize = 128 * 1024
    /// A running transfer this far behind a wanted byte is waited for; a farther one gets company.
    var reach: Int64 = 512 * 1024
    /// With fewer bytes than this missing from the whole file, it is finished though nobody listens any more.
    var finishWithin: Int64 = 2 << 20
    /// How long an upstream connection waits for the next request of a client that left: players probe, then come back.
    var linger: Duration = .seconds(3)
    /// How long the publisher's server may be silent.
    var idleTimeout: Duration = .seconds(30)
    /// Attempts to go on after a broken connection without getting anywhere.
    var resumeAttempts = 3
    /// Bytes between two saves of the segment map.
    var saveInterval: Int64 = 4 << 20
    /// Entries whose files stay whatever the limit says: downloads that somebody asked for.
    var pinned: @Sendable () async -> Set<Int64> = { [] }
    /// Waits; replaced by tests.
    var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// The time, for what was used when.
    var now: @Sendable () -> Date = { Date() }
    /// Told what went wrong beside the requests: a full disk, an unreadable folder.
    var report: @Sendable (any SentenceError) -> Void = { _ in }
}
