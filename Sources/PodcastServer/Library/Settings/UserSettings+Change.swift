import Foundation
import PodcastAPI

extension UserSettings {
    /// The settings of a user who made these changes.
    init(_ change: UserSettingsChange) {
        self.init()
        finishedBy = change.finishedBy ?? finishedBy
        finishedPercent = change.finishedPercent ?? finishedPercent
        finishedRemaining = change.finishedRemaining ?? finishedRemaining
        skipForward = change.skipForward ?? skipForward
        skipBack = change.skipBack ?? skipBack
        speed = change.speed ?? speed
        playQueue = change.playQueue ?? playQueue
        autoplay = change.autoplay ?? autoplay
        keepNewest = change.keepNewest ?? keepNewest
    }
}

extension UserSettingsChange {
    /// Both changes; where both say something, `later` counts.
    func merging(_ later: UserSettingsChange) -> UserSettingsChange {
        var merged = self
        merged.finishedBy = later.finishedBy ?? finishedBy
        merged.finishedPercent = later.finishedPercent ?? finishedPercent
        merged.finishedRemaining = later.finishedRemaining ?? finishedRemaining
        merged.skipForward = later.skipForward ?? skipForward
        merged.skipBack = later.skipBack ?? skipBack
        merged.speed = later.speed ?? speed
        merged.playQueue = later.playQueue ?? playQueue
        merged.autoplay = later.autoplay ?? autoplay
        merged.keepNewest = later.keepNewest ?? keepNewest
        return merged
    }

    /// What is wrong with it, in one sentence; `nil` when nothing is.
    var complaint: String? {
        let ranges: [(String, Double?, ClosedRange<Double>)] = [
            ("finishedPercent", finishedPercent, 50...100), ("finishedRemaining", finishedRemaining, 0...3_600),
            ("skipForward", skipForward, 5...300), ("skipBack", skipBack, 5...300), ("speed", speed, 0.5...3),
            ("keepNewest", keepNewest.map(Double.init), 0...100),
        ]
        let wrong = ranges.first { $0.1.map($0.2.contains) == false }
        return wrong.map { name, _, range in
            "\(name) is a number from \(range.lowerBound.formatted()) to \(range.upperBound.formatted(.number.grouping(.never)))."
        }
    }

    /// The keys of its JSON.
    static let keys: Set<String> = [
        "finishedBy", "finishedPercent", "finishedRemaining", "skipForward", "skipBack", "speed", "playQueue",
        "autoplay", "keepNewest",
    ]
}
