import PodcastAPI

extension SubscriptionChange {
    /// The change that a request asks for: an empty text or a zero takes the user's own value away.
    ///
    /// - Throws: ``APIFailure`` with 400.
    init(_ change: FeedChange) throws {
        self.init(
            title: Self.text(change.title),
            folder: Self.text(change.folder).map { $0.map { String($0.prefix(200)) } },
            speed: try Self.number("speed", change.speed, 0.5...3)
        )
        skipIntro = try Self.number("skipIntro", change.skipIntro, 0...3_600)
        skipOutro = try Self.number("skipOutro", change.skipOutro, 0...3_600)
        keepNewest = try Self.count("keepNewest", change.keepNewest)
        queueLimit = try Self.count("queueLimit", change.queueLimit)
        order = change.order.map { $0 }
        if let rule = change.queueRule {
            guard let place = QueuePlace(rawValue: rule) else {
                guard ["", "off"].contains(rule) else { throw APIFailure.badRequest("queueRule is top, end or off.") }
                queueRule = .some(nil)
                return
            }
            queueRule = place
        }
    }

    private static func text(_ value: String?) -> String?? {
        value.map { text in
            let text = text.trimmingBlanks.filter { $0 != "\0" }
            return text.isEmpty ? nil : String(text.prefix(500))
        }
    }

    private static func number(_ name: String, _ value: Double?, _ range: ClosedRange<Double>) throws -> Double?? {
        guard let value else { return .none }
        if value == 0 { return .some(nil) }
        guard range.contains(value) else {
            throw APIFailure.badRequest("\(name) is 0, or a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return value
    }

    private static func count(_ name: String, _ value: Int?) throws -> Int?? {
        guard let value else { return .none }
        guard (0...100).contains(value) else { throw APIFailure.badRequest("\(name) is a number from 0 to 100.") }
        return value == 0 ? .some(nil) : value
    }
}
