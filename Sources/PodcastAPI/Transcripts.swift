/// A transcript that an entry has.
public struct TranscriptLink: Codable, Sendable, Equatable {
    /// A path on this server: ``TranscriptText``.
    public var url: String
    /// The media type that the feed gives; absent where it gives none.
    public var type: String?
    /// A language tag; absent where the feed does not say.
    public var language: String?
    /// Whether the publisher made it to be shown in time with the sound.
    public var captions: Bool

    /// Names a transcript.
    public init(url: String, type: String? = nil, language: String? = nil, captions: Bool = false) {
        self.url = url
        self.type = type
        self.language = language
        self.captions = captions
    }
}

/// `GET /api/entries/{id}/transcripts/{number}`, whatever format the publisher wrote.
public struct TranscriptText: Codable, Sendable, Equatable {
    /// A stretch of speech, long enough to read as a line.
    public struct Cue: Codable, Sendable, Equatable {
        /// Seconds from the beginning; absent where the transcript has no times.
        public var start: Double?
        /// Seconds from the beginning; where it ends.
        public var end: Double?
        /// Who speaks; given where the speaker changes and at the beginning.
        public var speaker: String?
        /// Plain text.
        public var text: String

        /// Makes a cue.
        public init(start: Double? = nil, end: Double? = nil, speaker: String? = nil, text: String) {
            self.start = start
            self.end = end
            self.speaker = speaker
            self.text = text
        }
    }

    /// A language tag.
    public var language: String?
    /// Whether the cues have times: then they are in their order.
    public var timed: Bool
    /// In reading order; the cue at a time is the last that starts at or before it.
    public var cues: [Cue]
    /// One sentence where the publisher's server did not answer and this is what it gave earlier.
    public var trouble: String?

    /// Makes a transcript.
    public init(language: String? = nil, timed: Bool, cues: [Cue], trouble: String? = nil) {
        self.language = language
        self.timed = timed
        self.cues = cues
        self.trouble = trouble
    }
}
