import Database
import Foundation

/// What a program did with an episode, as the gpodder API tells it.
struct EpisodeAction: Sendable, Equatable {
    /// The kinds that clients know.
    enum Kind: String, Sendable, DatabaseValueConvertible {
        case download
        case play
        case delete
        case new
        case flattr
    }

    /// The feed's address.
    var podcast: String
    /// The media's address.
    var episode: String
    var guid: String?
    var device: String?
    var kind: Kind
    /// When it happened, by the device's clock.
    var at: Date
    /// Where playing began, in seconds; of `play` only, as the next two.
    var started: Int?
    /// Where playing stopped.
    var position: Int?
    /// The whole length.
    var total: Int?

    /// Whether it says that the end was reached: programs stop a little before it.
    var isFinished: Bool {
        guard kind == .play, let position, let total, total > 0 else { return false }
        return position >= total - min(Self.endMargin, total / 10)
    }

    /// Seconds before the end that count as the end.
    static let endMargin = 30

    static let columns = "podcast, episode, guid, device, action, at, started, position, total"

    /// An action of what a program sent.
    init(podcast: String, episode: String, kind: Kind, at: Date) {
        self.podcast = podcast
        self.episode = episode
        self.kind = kind
        self.at = at
    }

    init(_ row: Row) throws {
        podcast = try row["podcast"]
        episode = try row["episode"]
        guid = try row["guid"]
        let device: String = try row["device"]
        self.device = device.isEmpty ? nil : device
        kind = try row["action"]
        at = try row["at"]
        started = try row["started"]
        position = try row["position"]
        total = try row["total"]
    }
}
