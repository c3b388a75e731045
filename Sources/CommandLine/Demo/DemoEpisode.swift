/// One episode of the demo feed: what is said and heard, and how it is written into the feed.
struct DemoEpisode: Sendable {
    /// The container and codec of the audio.
    enum Format: String, Sendable {
        case mp3
        case opus

        var mediaType: String { self == .mp3 ? "audio/mpeg" : "audio/ogg" }
    }

    /// A spoken part with its chapter title.
    struct Part: Sendable {
        var title: String
        var text: String
    }

    /// The file name without extension, and the guid.
    var name: String
    var title: String
    var subtitle: String
    var format: Format
    /// `full`, `trailer` or `bonus`.
    var kind = "full"
    var number: Int
    /// Days before the demo was made.
    var age: Int
    /// Spoken one after the other; none for pure music.
    var parts: [Part]
    /// The chord under it in Hz: each episode sounds like itself.
    var chord: [Double]
    /// Seconds of music after the last word.
    var tail: Int
}

extension DemoEpisode {
    /// The whole demo, newest first.
    static let all = [
        DemoEpisode(
            name: "balance",
            title: "The weight of a needle",
            subtitle: "Two grams decide whether a record lives or dies. How a tonearm finds its balance.",
            format: .mp3,
            number: 3,
            age: 1,
            parts: [
                Part(
                    title: "Two grams",
                    text: """
                        Welcome to Groove Notes, the demonstration podcast that your own computer has just made for you. Today: \
                        weight. A needle rests in the groove with about two grams. That is less than a penny. And yet the \
                        point is so fine that the pressure there is greater than under a truck.
                        """
                ),
                Part(
                    title: "The counterweight",
                    text: """
                        At the other end of the arm sits the counterweight. You turn it until the arm floats, like a see saw \
                        with two children of the same size. That is zero. From there you turn it forward, one mark at a \
                        time, until the scale shows what the cartridge asks for.
                        """
                ),
                Part(
                    title: "Too light is worse",
                    text: """
                        Most people fear a heavy needle. But a light one is worse. It loses the wall of the groove, jumps, \
                        lands, and every landing leaves a mark that you will hear for ever. So be brave, and stay in the \
                        upper half of the range.
                        """
                ),
                Part(
                    title: "Before you go",
                    text: """
                        If you close this page now and come back, Tonearm remembers where you stopped. Try it. Until next \
                        time, keep your needle clean.
                        """
                ),
            ],
            chord: [110, 138.59, 164.81, 220],
            tail: 8
        ),
        DemoEpisode(
            name: "dust",
            title: "Dust, the oldest listener",
            subtitle: "Where crackle comes from, and why some people miss it. In Opus, for good measure.",
            format: .opus,
            number: 2,
            age: 8,
            parts: [
                Part(
                    title: "What crackles",
                    text: """
                        Dust is the oldest listener. It sits in every groove and comments on everything. What you hear as a \
                        crackle is a grain, a few thousandths of a millimetre wide, that lifts the needle for less than a \
                        blink.
                        """
                ),
                Part(
                    title: "A brush and patience",
                    text: """
                        Carbon fibre, two turns of the record, no pressure. Then lift the brush outwards, as if you were \
                        taking the sound by the hand and walking it off the edge. This episode is an Opus file, by the way: \
                        half the size, and you did not notice.
                        """
                ),
            ],
            chord: [98, 123.47, 146.83, 196],
            tail: 6
        ),
        DemoEpisode(
            name: "study",
            title: "Groove study no. 1",
            subtitle: "No words: forty seconds of slow chords to check speed, seeking and volume with.",
            format: .mp3,
            kind: "bonus",
            number: 1,
            age: 15,
            parts: [],
            chord: [130.81, 164.81, 196, 246.94],
            tail: 40
        ),
        DemoEpisode(
            name: "trailer",
            title: "Trailer: this is Groove Notes",
            subtitle: "What the demonstration podcast is about, in one breath.",
            format: .mp3,
            kind: "trailer",
            number: 1,
            age: 22,
            parts: [
                Part(
                    title: "Hello",
                    text: """
                        This is Groove Notes, a very small podcast about very small things: needles, dust, and the arm that \
                        carries the music. It was made on this computer a moment ago, by a voice that never gets tired.
                        """
                )
            ],
            chord: [116.54, 146.83, 174.61, 233.08],
            tail: 3
        ),
    ]
}
