/// Collects warnings: all are counted, the first ones are kept.
struct WarningLog {
    private(set) var kept: [FeedWarning] = []
    private(set) var count = 0
    private var once: Set<String> = []
    let maximum: Int

    init(maximum: Int) { self.maximum = maximum }

    mutating func add(_ code: FeedWarning.Code, line: Int?, _ detail: @autoclosure () -> String) {
        count += 1
        if kept.count < maximum { kept.append(FeedWarning(code, line: line == 0 ? nil : line, Self.short(detail()))) }
    }

    /// Adds the first warning of its code and detail only.
    mutating func addOnce(_ code: FeedWarning.Code, line: Int?, _ detail: String) {
        guard once.count < 1000, once.insert("\(code.rawValue) \(detail)").inserted else { return }
        add(code, line: line, detail)
    }

    /// In the order of lines, as a person reads the document.
    var sorted: [FeedWarning] {
        kept.enumerated().sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }.map(
            \.element
        )
    }

    /// Quotes from the feed are cut: the whole text may be megabytes.
    private static func short(_ detail: String) -> String {
        detail.utf8.count <= 160 ? detail : String(detail.prefix(150)) + "…"
    }
}
