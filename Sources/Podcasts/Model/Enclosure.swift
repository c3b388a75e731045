/// A file that belongs to an entry.
public struct Enclosure: Sendable, Equatable {
    /// Where in the feed the file was named.
    public enum Origin: String, Sendable, Equatable {
        /// RSS `enclosure`.
        case enclosure
        /// Atom `link rel="enclosure"`.
        case link
        /// `media:content`.
        case media
        /// JSON Feed `attachments`.
        case attachment
    }

    /// The address, resolved.
    public var url: String
    /// The media type to believe: as declared, or by the address's extension where none is declared or a wrong one is.
    public var type: String?
    /// The media type as written.
    public var declaredType: String?
    /// The size in bytes; `nil` when missing, zero, negative or not a number.
    public var length: Int64?
    /// The playing time where the file states its own.
    public var duration: Duration?
    /// The title where the file has its own.
    public var title: String?
    /// The address before a redirecting service (`feedburner:origEnclosureLink`).
    public var originalURL: String?
    /// Where it was named.
    public var origin: Origin

    /// Takes address, type and length as written; the type to believe is worked out.
    public init(url: String, declaredType: String? = nil, length: Int64? = nil, origin: Origin = .enclosure) {
        self.url = url
        self.declaredType = declaredType
        self.type = MediaTypes.believable(declared: declaredType, url: url)
        self.length = length
        self.origin = origin
    }

    /// Whether the type says audio.
    public var isAudio: Bool { type?.hasPrefix("audio/") ?? false }

    /// Whether the type says video.
    public var isVideo: Bool { type?.hasPrefix("video/") ?? false }

    /// Whether the type says image.
    public var isImage: Bool { type?.hasPrefix("image/") ?? false }

    static func primary(of enclosures: [Enclosure]) -> Enclosure? {
        enclosures.first { ($0.isAudio || $0.isVideo) && $0.origin != .media }
            ?? enclosures.first { $0.isAudio || $0.isVideo }
            ?? enclosures.first { MediaTypes.mayPlay($0.type) }
    }
}
