import Database
import Foundation

/// A state that changed by the page or a player, as an action for programs that synchronise.
struct ChangedState: Sendable, Equatable {
    var feed: Int64
    var episode: String
    var guid: String?
    var isRead: Bool
    var position: Double?
    var positionAt: Date?
    var finished: Date?
    /// When it was made unread by hand.
    var unreadAt: Date?
    /// The whole length, as a player found it or the feed says.
    var duration: Double?
    var tick: Int64

    static let columns = """
        e.feed_id, e.media_url, e.guid, s.read, s.position, s.position_at, s.finished_at, \
        coalesce(s.duration, e.duration) AS duration, c.tick, c.unread_at
        """

    init(_ row: Row) throws {
        feed = try row["feed_id"]
        episode = try row["media_url"]
        guid = try row["guid"]
        isRead = try row["read"]
        position = try row["position"]
        positionAt = try row["position_at"]
        finished = try row["finished_at"]
        duration = try row["duration"]
        tick = try row["tick"]
        unreadAt = try row["unread_at"]
    }

    /// The action; `nil` for what can't be said: a client starts an episode over when it is told no length.
    func action(podcast: String) -> EpisodeAction? {
        let total = duration.map { Int($0.rounded()) } ?? 0
        let seconds = position.map { Int($0.rounded()) } ?? 0
        var action = EpisodeAction(podcast: podcast, episode: episode, kind: .play, at: at)
        action.guid = guid
        if isRead, !isHeardAgain {
            guard total > 0 else { return nil }
            (action.started, action.position, action.total) = (total, total, total)
        } else if seconds > 0 {
            guard total > 0 else { return nil }
            (action.started, action.position, action.total) = (0, min(seconds, total), total)
        } else {
            action.kind = .new
        }
        return action
    }

    /// Whether playing went on after the end had been reached.
    private var isHeardAgain: Bool {
        guard let positionAt, let finished, let position, let duration else { return false }
        return positionAt > finished && position > 0 && position < duration - Double(EpisodeAction.endMargin)
    }

    /// When it came to be so: a true time, because programs compare it with those of actions that are still on their way.
    private var at: Date {
        let times = [positionAt, finished, isRead ? nil : unreadAt].compactMap { $0 }
        return times.max() ?? Date(timeIntervalSince1970: Double(tick))
    }
}
