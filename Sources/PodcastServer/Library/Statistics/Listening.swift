import Foundation

/// What was heard between two positions that a player reported.
struct Listening: Sendable, Equatable {
    /// Seconds spent.
    var listened: Double
    /// Seconds of the recording.
    var heard: Double

    /// Players offer at most three times the speed; the rest is what their clocks and timers are apart.
    static let fastest = 3.2
    /// Seconds that two reports may be inexact.
    static let slack = 2.0
    /// Nobody listens longer than this without the player reporting once.
    static let longest = 12.0 * 3_600

    /// `nil` where nothing was heard: a seek, a step back, a repeated report.
    ///
    /// Heard is what lies between the positions, when it can have been played in the time between the reports. A player
    /// that reports once at its end counts like one that reports every ten seconds.
    init?(from old: (seconds: Double, at: Date)?, to new: (seconds: Double, at: Date)) {
        guard let old else { return nil }
        let passed = new.at.timeIntervalSince(old.at)
        let advanced = new.seconds - old.seconds
        guard passed > 0, advanced > 0, advanced <= passed * Self.fastest + Self.slack, advanced <= Self.longest else {
            return nil
        }
        heard = advanced
        listened = min(passed, advanced)
    }
}
