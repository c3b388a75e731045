/// `podcast:chapters`: a JSON chapters file.
public struct ChaptersLink: Sendable, Equatable {
    /// The file.
    public var url: String
    /// The media type as written.
    public var type: String?
}

/// `podcast:transcript`.
public struct Transcript: Sendable, Equatable {
    /// The file.
    public var url: String
    /// The media type as written, lower-cased.
    public var type: String?
    /// The language tag.
    public var language: String?
    /// `captions` when it is timed for display.
    public var rel: String?
}

/// `podcast:soundbite`.
public struct FeedSoundbite: Sendable, Equatable {
    /// From the beginning of the file.
    public var start: Duration
    /// How long it is.
    public var duration: Duration
    /// The title; `nil` means the entry's.
    public var title: String?
}

/// `podcast:alternateEnclosure`.
public struct AlternateEnclosure: Sendable, Equatable {
    /// One address of the file.
    public struct Source: Sendable, Equatable {
        /// The address: https, ipfs, magnet.
        public var uri: String
        /// The media type where it differs.
        public var type: String?
    }

    /// How to check the bytes.
    public struct Integrity: Sendable, Equatable {
        /// `sri` or `pgp-signature`.
        public var type: String
        /// The value.
        public var value: String
    }

    /// The media type.
    public var type: String?
    /// Bytes.
    public var length: Int64?
    /// Bits a second.
    public var bitrate: Double?
    /// Pixels, for video.
    public var height: Int?
    /// The language tag.
    public var language: String?
    /// A title such as "High quality".
    public var title: String?
    /// Groups files that differ in one respect.
    public var rel: String?
    /// RFC 6381 codecs.
    public var codecs: String?
    /// Whether it is the same as the plain enclosure.
    public var isDefault = false
    /// Its addresses, in order of preference.
    public var sources: [Source] = []
    /// How to check the bytes.
    public var integrity: Integrity?
}

/// `podcast:value`.
public struct PodcastValue: Sendable, Equatable {
    /// Such as `lightning`.
    public var type: String
    /// Such as `keysend`.
    public var method: String
    /// A suggested amount, as written.
    public var suggested: String?
    /// Who receives.
    public var recipients: [ValueRecipient] = []
    /// Stretches that pay others.
    public var timeSplits: [ValueTimeSplit] = []
}

/// `podcast:valueRecipient`.
public struct ValueRecipient: Sendable, Equatable {
    /// `node` or `lnaddress`.
    public var type: String
    /// Where to send.
    public var address: String
    /// Shares, not percent.
    public var split: Int
    /// The name.
    public var name: String?
    /// A custom record's key.
    public var customKey: String?
    /// A custom record's value.
    public var customValue: String?
    /// Whether it is taken off the top.
    public var isFee = false
}

/// `podcast:valueTimeSplit`.
public struct ValueTimeSplit: Sendable, Equatable {
    /// From the beginning of the file.
    public var start: Duration
    /// How long it is.
    public var duration: Duration
    /// Where it begins in the remote file.
    public var remoteStart = Duration.zero
    /// The remote's share, 0 to 100.
    public var remotePercentage = 100
    /// Whose file it is.
    public var remoteItem: RemoteItem?
    /// Who receives instead.
    public var recipients: [ValueRecipient] = []
}
