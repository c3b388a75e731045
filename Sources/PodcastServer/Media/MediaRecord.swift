import Essentials
import Foundation
import HTTP

/// What is known of one version of a file.
struct MediaFacts: Sendable, Equatable, Codable {
    /// Bytes; `nil` while a server that does not say has not reached the end.
    var length: Int64?
    /// The media type told to clients.
    var type: String
    /// The publisher's entity tag, as sent.
    var entityTag: String?
    /// The publisher's `Last-Modified`, as sent.
    var modified: String?

    /// Whether `other`, which came later, can be another version of the file.
    ///
    /// Absent values contradict nothing: some of a publisher's servers tell less than others.
    func contradicts(_ other: MediaFacts) -> Bool {
        if let length, let otherLength = other.length, length != otherLength { return true }
        if let entityTag, let otherTag = other.entityTag { return Self.opaque(entityTag) != Self.opaque(otherTag) }
        if let modified, let otherModified = other.modified { return modified != otherModified }
        return false
    }

    /// What `If-Range` takes: a strong tag, else the date (RFC 9110 section 13.1.5).
    var validator: String? {
        if let entityTag, let tag = EntityTag(entityTag), !tag.isWeak { return entityTag }
        return modified.flatMap { HTTPDate.date(from: $0) == nil ? nil : $0 }
    }

    /// Whether the publisher names versions at all; without, bytes are compared where two transfers meet.
    var namesVersions: Bool { entityTag != nil || modified != nil }

    private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}

/// The description beside a media file: what it is, and which bytes of it are there.
struct MediaRecord: Sendable, Equatable, Codable {
    /// The form of this description; another number is treated as unreadable.
    var version = 1
    /// ``MediaSource/identity``.
    var source: String
    /// What is known.
    var facts: MediaFacts
    /// The value of the entity tag given to clients.
    var tag: String
    /// Pairs of first byte and byte after the last.
    var ranges: [[Int64]]

    /// Describes a file.
    init(source: String, facts: MediaFacts, tag: String, ranges: ByteRangeSet) {
        self.source = source
        self.facts = facts
        self.tag = tag
        self.ranges = ranges.ranges.map { [$0.lowerBound, $0.upperBound] }
    }

    /// The ranges, checked against the size of the file that holds them; `nil` where they can't be true.
    func checkedRanges(fileSize: Int64) -> ByteRangeSet? {
        guard version == 1, ranges.allSatisfy({ $0.count == 2 && $0[0] < $0[1] }) else { return nil }
        return ByteRangeSet(ranges.map { $0[0]..<$0[1] }, within: 0..<min(fileSize, facts.length ?? .max))
    }

    /// A tag for a version: made from what the publisher tells, so that it is the same after the cache was emptied.
    ///
    /// A publisher that tells nothing gets a random one: two versions must never share a tag.
    static func tag(source: String, facts: MediaFacts) -> String {
        guard facts.namesVersions else { return secureRandomBytes(12).base64URL }
        let parts = [source, facts.entityTag ?? "", facts.modified ?? "", facts.length.map(String.init) ?? ""]
        return String(SHA256Digest.of(parts.joined(separator: "\n")).hexadecimal.prefix(24))
    }
}
