import Foundation
import Podcasts

/// Prints a parsed feed.
enum FeedReport {
    /// Every field as JSON, found by reflection so that none can be forgotten; each entry's notes made safe besides.
    static func json(_ feed: ParsedFeed) -> String {
        var object = JSONText.object(feed)
        object["entries"] = feed.entries.map { entry(entry: $0, in: feed) }
        object["selfURL"] = feed.selfURL
        object["hubURLs"] = feed.hubURLs
        object["nextPageURL"] = feed.nextPageURL
        object["safeNotes"] = feed.notes.map { NotesSanitizer().sanitize($0, fallbackBase: feed.link) }
        return JSONText.print(object)
    }

    private static func entry(entry: ParsedEntry, in feed: ParsedFeed) -> [String: Any] {
        var object = JSONText.object(entry)
        object["identity"] = entry.identity?.key
        object["primaryEnclosureURL"] = entry.primaryEnclosure?.url
        object["safeNotes"] = entry.notes.map { NotesSanitizer().sanitize($0, fallbackBase: entry.link ?? feed.link) }
        object["plainSummary"] = entry.notes.map { NotesSanitizer.summary(of: $0) }
        return object
    }

    /// A page for a person: what the feed is, its newest entries, what is wrong.
    static func text(_ feed: ParsedFeed) -> String {
        var lines = [
            feed.title ?? "(no title)",
            "\(feed.format.rawValue), \(feed.encoding), \(count(feed.entryCount, "entry", "entries"))",
        ]
        let details: [(String, String?)] = [
            ("page", feed.link), ("address", feed.selfURL), ("moved to", feed.newFeedURL), ("picture", feed.image),
            ("by", feed.authors.compactMap(\.name).joined(separator: ", ").nonEmpty), ("language", feed.language),
            ("guid", feed.podcastGUID), ("next page", feed.nextPageURL),
        ]
        lines += details.compactMap { name, value in value.map { "\(name): \($0)" } }
        if let notes = feed.notes { lines += ["", NotesSanitizer.summary(of: notes)] }
        lines.append("")
        lines += feed.entries.prefix(20).map(line)
        if feed.entryCount > 20 { lines.append("… and \(feed.entryCount - 20) more") }
        lines += warnings(feed)
        return lines.joined(separator: "\n")
    }

    private static func line(_ entry: ParsedEntry) -> String {
        let date = entry.published.map { String($0.formatted(.iso8601).prefix(10)) } ?? "no date   "
        let duration = entry.duration.map { " (\(clock($0)))" } ?? ""
        let file = entry.primaryEnclosure.map { "\n            \($0.type ?? "unknown type") \($0.url)" } ?? ""
        return "\(date)  \(entry.title ?? "(no title)")\(duration)\(file)"
    }

    private static func clock(_ duration: Duration) -> String { duration.formatted(.time(pattern: .hourMinuteSecond)) }

    private static func warnings(_ feed: ParsedFeed) -> [String] {
        guard feed.warningCount > 0 else { return ["", "Nothing is wrong with it."] }
        let shown = feed.warnings.prefix(50).map { warning in
            "  \(warning.line.map { "line \($0)" } ?? "the feed"): \(warning.detail) [\(warning.code.rawValue)]"
        }
        let rest = feed.warningCount > shown.count ? ["  … and \(feed.warningCount - shown.count) more"] : []
        return ["", "\(count(feed.warningCount, "thing is", "things are")) not as they should be:"] + shown + rest
    }

    private static func count(_ number: Int, _ one: String, _ many: String) -> String {
        "\(number) \(number == 1 ? one : many)"
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
