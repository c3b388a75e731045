/// Tells a dead feed from a dead line.
///
/// When the home's own connection is down every feed fails; counted as the feeds' failures, a night without network would
/// push all of them back by up to a day. After failures to reach ``needed`` different hosts with no answer from anybody in between,
/// the line is down: such failures do not count until somebody answers.
struct OutageDetector: Sendable {
    let needed: Int
    private var unreachable: Set<String> = []

    init(needed: Int = 4) { self.needed = needed }

    var isDown: Bool { unreachable.count >= needed }

    /// A server answered, whatever it said.
    mutating func answered() { unreachable = [] }

    /// A host could not be reached at all.
    mutating func failedToReach(_ host: String) {
        // Which hosts they were does not matter once the line is known to be down.
        if !isDown { unreachable.insert(host) }
    }
}
