import CXML

/// Finds the tag of an element by the addresses of its names: libxml2 interns them, so equal names have equal addresses.
struct TagCache {
    /// What an element is, and what was odd about its namespace.
    struct Entry {
        enum Oddity {
            case none
            case undeclaredPrefix
            case unknownNamespace
        }

        var tag: FeedTag
        var isMarkup: Bool
        var oddity: Oddity
    }

    private struct Slot {
        var name: UInt = 0
        var uri: UInt = 0
        var prefix: UInt = 0
        var entry = Entry(tag: .unknown, isMarkup: false, oddity: .none)
    }

    /// A power of two well above the hundred or so names of a rich feed; a feed with more is merely slower.
    private static let size = 512
    /// How many places a name may take; in the last of them a newer one replaces it.
    private static let neighbours = 8
    private var slots = [Slot](repeating: Slot(), count: size)

    /// The entry for an element, and whether it was seen for the first time.
    mutating func entry(
        _ name: UnsafePointer<xmlChar>,
        _ prefix: UnsafePointer<xmlChar>?,
        _ uri: UnsafePointer<xmlChar>?
    ) -> (entry: Entry, isNew: Bool) {
        let key = Slot(name: UInt(bitPattern: name), uri: UInt(bitPattern: uri), prefix: UInt(bitPattern: prefix))
        let hash = (key.name >> 3) &* 0x9E37_79B9 ^ (key.uri >> 3) &* 0x85EB_CA6B ^ (key.prefix >> 3)
        let first = Int(truncatingIfNeeded: hash ^ hash >> 15)
        var index = 0
        // Two names of one place must not drive each other out all the time: resolving takes long.
        for step in 0..<Self.neighbours {
            index = (first &+ step) & (Self.size - 1)
            let slot = slots[index]
            if slot.name == key.name, slot.uri == key.uri, slot.prefix == key.prefix { return (slot.entry, false) }
            if slot.name == 0 { break }
        }
        let entry = Self.resolve(name, prefix, uri)
        slots[index] = key
        slots[index].entry = entry
        return (entry, true)
    }

    private static func resolve(
        _ name: UnsafePointer<xmlChar>,
        _ prefix: UnsafePointer<xmlChar>?,
        _ uri: UnsafePointer<xmlChar>?
    ) -> Entry {
        let prefixText = prefix.map { String(cString: $0) } ?? ""
        var namespace = uri.map { Namespace(uri: String(cString: $0)) } ?? (prefix == nil ? .rss : .unknown)
        var oddity = Entry.Oddity.none
        if namespace == .unknown, prefix != nil {
            namespace = Namespace(prefix: prefixText)
            if uri == nil {
                oddity = .undeclaredPrefix
            } else if namespace != .unknown {
                oddity = .unknownNamespace
            }
        } else if namespace == .unknown {
            // A default namespace that nobody knows: what RSS feeds invent there still means RSS.
            namespace = .rss
        }
        let tag = FeedTag(namespace, String(cString: name))
        return Entry(tag: tag, isMarkup: namespace == .xhtml, oddity: oddity)
    }
}
