import Foundation
import HTTP
import PodcastAPI

/// How much a user listened.
struct StatisticsRoutes: Sendable {
    let store: PodcastStore
    let now: @Sendable () -> Date

    /// Days that one answer may span.
    private static let maximumDays = 3_700

    func add(to routes: inout APIRoutes) {
        routes.signedIn(.get, "/api/statistics") { user, request, _ in .json(try await statistics(user, request)) }
    }

    private func statistics(_ user: UserRecord, _ request: HTTPServerRequest) async throws -> Statistics {
        guard let zone = request.query("zone").map({ TimeZone(identifier: $0) }) ?? .gmt else {
            throw APIFailure.badRequest("zone is the name of a time zone, such as Europe/Berlin.")
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let today = calendar.startOfDay(for: now())
        let last = try request.query("to").map { try Self.day($0, calendar) } ?? today
        let first =
            try request.query("from").map { try Self.day($0, calendar) }
            ?? calendar.date(byAdding: .day, value: -30, to: last) ?? last
        let end = calendar.date(byAdding: .day, value: 1, to: last) ?? last
        guard first <= last, end.timeIntervalSince(first) <= Double(Self.maximumDays) * 86_400 else {
            throw APIFailure.badRequest("from comes before to, at most ten years.")
        }
        let rows = try await store.listening(of: user.id, from: first, to: end)
        let feeds = try await store.listenedFeeds(of: user.id)
        return Statistics(
            total: Self.sum(rows),
            days: Self.days(rows, calendar),
            feeds: Dictionary(grouping: rows, by: \.feed).map { feed, rows in
                let known = feeds[feed]
                return Statistics.Show(
                    feed: known?.isSubscribed == true ? "\(feed)" : nil,
                    title: known?.title ?? "",
                    sum: Self.sum(rows)
                )
            }.sorted { ($1.sum.listened, $0.title) < ($0.sum.listened, $1.title) },
            since: try await store.listeningBegan(of: user.id)
        )
    }

    private static func days(_ rows: [ListeningRow], _ calendar: Calendar) -> [Statistics.Day] {
        Dictionary(grouping: rows) { calendar.startOfDay(for: $0.start) }.sorted { $0.key < $1.key }.map { day, rows in
            let parts = calendar.dateComponents([.year, .month, .day], from: day)
            let text = [(parts.year ?? 0, 4), (parts.month ?? 0, 2), (parts.day ?? 0, 2)].map { number, digits in
                let text = "\(number)"
                return String(repeating: "0", count: max(0, digits - text.count)) + text
            }.joined(separator: "-")
            return Statistics.Day(day: text, sum: sum(rows))
        }
    }

    private static func sum(_ rows: [ListeningRow]) -> Statistics.Sum {
        rows.reduce(into: Statistics.Sum()) { sum, row in
            sum.listened += row.listened
            sum.heard += row.heard
            sum.finished += row.finished
        }
    }

    private static func day(_ text: String, _ calendar: Calendar) throws -> Date {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, text.utf8.count == 10, let year = parts[0], let month = parts[1], let day = parts[2]
        else {
            throw APIFailure.badRequest("A day is written as 2026-11-30.")
        }
        let components = DateComponents(year: year, month: month, day: day)
        guard components.isValidDate(in: calendar), let date = calendar.date(from: components) else {
            throw APIFailure.badRequest("There is no day \(text).")
        }
        return date
    }
}
