/// Reads a feed of any format, piece by piece, as a podcast server gets it from the network.
///
/// ```swift
/// let parser = FeedParser(url: "https://example.org/feed", contentType: "application/rss+xml")
/// for try await chunk in body {
///     try parser.feed(chunk)
///     store(parser.takeEntries())
/// }
/// let feed = try parser.finish()
/// ```
///
/// Broken XML is repaired and never fatal; each repair is a ``FeedWarning``. Memory holds one entry and those not yet
/// taken, however long the feed is. How the bytes are cut into pieces makes no difference to the result.
public final class FeedParser {
    private let document: FeedDocument
    private let limits: FeedLimits
    private var byteCount = 0

    /// Starts a document.
    ///
    /// - Parameters:
    ///   - url: the address that answered, for relative addresses. Its user, query and fragment never leave here.
    ///   - contentType: the `Content-Type` of the answer, for its `charset`.
    ///   - limits: how much is taken in.
    public init(url: String? = nil, contentType: String? = nil, limits: FeedLimits = FeedLimits()) {
        self.limits = limits
        document = FeedDocument(base: url.map(Address.publicPart), contentType: contentType, limits: limits)
    }

    /// Reads a whole document; the feed holds its entries.
    ///
    /// - Throws: ``FeedError`` when it is not a feed.
    public static func parse(
        _ bytes: [UInt8],
        url: String? = nil,
        contentType: String? = nil,
        limits: FeedLimits = FeedLimits()
    ) throws -> ParsedFeed {
        let parser = FeedParser(url: url, contentType: contentType, limits: limits)
        try parser.feed(bytes)
        return try parser.finish()
    }

    /// Reads more of the document.
    ///
    /// - Throws: ``FeedError`` as soon as it is clear that this is not a feed, or is too large.
    public func feed(_ bytes: [UInt8]) throws {
        byteCount += bytes.count
        guard byteCount <= limits.maximumBytes else { throw FeedError.tooLarge(limit: limits.maximumBytes) }
        bytes.withUnsafeBufferPointer { document.read($0) }
        if let error = document.error { throw error }
    }

    /// Hands over the entries that are complete since the last call.
    public func takeEntries() -> [ParsedEntry] { document.takeEntries() }

    /// Ends the document: the feed, with the entries that were not taken.
    ///
    /// - Throws: ``FeedError`` when it is not a feed. A document that ends in the middle still is one.
    public func finish() throws -> ParsedFeed { try document.finish() }
}
