/// How much of a hostile or broken feed is taken in.
public struct FeedLimits: Sendable, Equatable {
    /// Bytes of the document, where the largest real feeds have about 25 MiB.
    ///
    /// More is ``FeedError/tooLarge(limit:)``.
    public var maximumBytes = 64 << 20
    /// Bytes of a JSON Feed, which is held whole while it is read.
    public var maximumJSONBytes = 16 << 20
    /// Entries; the rest is left out with a warning.
    public var maximumEntries = 100_000
    /// Bytes of one text; the rest is cut off with a warning.
    public var maximumTextLength = 2 << 20
    /// Elements inside one another; deeper ones are left out, their text is kept.
    public var maximumDepth = 200
    /// Members of one list: links, categories, persons, chapters.
    public var maximumListLength = 2_000
    /// Bytes that entities of a document type may grow to.
    public var maximumEntityExpansion = 1 << 20
    /// Warnings kept; all are counted.
    public var maximumWarnings = 200

    /// The defaults.
    public init() {}
}
