/// A message body: bytes in memory, a region of a file, or a stream whose reader sets the pace.
public struct HTTPBody: Sendable, AsyncSequence {
    /// A piece of the body, of any size but not empty.
    public typealias Element = [UInt8]

    /// A region of a file on disk.
    public struct FileRegion: Sendable, Equatable {
        /// The file's path.
        public var path: String
        /// The first byte and the byte after the last.
        public var range: Range<Int64>

        /// Names a region; the file must stay as it is while the body is read.
        public init(path: String, range: Range<Int64>) {
            self.path = path
            self.range = range
        }
    }

    /// How the body is held; servers use it to send memory and files without an iterator.
    public enum Storage: Sendable {
        /// All of it, in memory.
        case bytes([UInt8])
        /// Bytes of a file.
        case file(FileRegion)
        /// Produced piece by piece; called once.
        case stream(@Sendable () -> Iterator)
    }

    /// How the body is held.
    public let storage: Storage

    /// The number of bytes where it is known beforehand.
    public let length: Int64?

    /// No bytes.
    public static let empty = HTTPBody([])

    /// Bytes in memory.
    public init(_ bytes: [UInt8]) {
        storage = .bytes(bytes)
        length = Int64(bytes.count)
    }

    /// The UTF-8 of a text.
    public init(_ text: String) { self.init(Array(text.utf8)) }

    /// A region of a file.
    public init(file: FileRegion) {
        storage = .file(file)
        length = file.range.upperBound - file.range.lowerBound
    }

    /// A stream that calls `next` when the reader wants more; `nil` ends it.
    ///
    /// - Parameter length: the exact number of bytes that will come, if known.
    public init(length: Int64? = nil, next: @escaping @Sendable () async throws -> [UInt8]?) {
        self.length = length
        storage = .stream { Iterator(next) }
    }

    /// A stream of the chunks of a sequence.
    public init<Chunks: AsyncSequence & Sendable>(length: Int64? = nil, chunks: Chunks)
    where Chunks.Element == [UInt8] {
        self.length = length
        storage = .stream {
            let box = IteratorBox(chunks.makeAsyncIterator())
            return Iterator { try await box.next() }
        }
    }

    /// Reads the pieces in order.
    public struct Iterator: AsyncIteratorProtocol {
        private let pull: () async throws -> [UInt8]?

        init(_ pull: @escaping () async throws -> [UInt8]?) { self.pull = pull }

        /// The next piece, or `nil` at the end.
        public mutating func next() async throws -> [UInt8]? { try await pull() }
    }

    /// Starts reading; a stream can be read once.
    public func makeAsyncIterator() -> Iterator {
        switch storage {
        case .bytes(let bytes):
            var rest: [UInt8]? = bytes.isEmpty ? nil : bytes
            return Iterator {
                defer { rest = nil }
                return rest
            }
        case .file(let region):
            let reader = FileRegionReader(region)
            return Iterator { try await reader.next() }
        case .stream(let make): return make()
        }
    }

    /// The whole body in memory.
    ///
    /// - Throws: ``HTTPError/bodyTooLarge(limit:)`` as soon as more than `limit` bytes have come.
    public func collect(upTo limit: Int64) async throws -> [UInt8] {
        if case .bytes(let bytes) = storage {
            guard bytes.count <= limit else { throw HTTPError.bodyTooLarge(limit: limit) }
            return bytes
        }
        var collected: [UInt8] = []
        for try await chunk in self {
            guard Int64(collected.count + chunk.count) <= limit else { throw HTTPError.bodyTooLarge(limit: limit) }
            collected += chunk
        }
        return collected
    }
}

/// Keeps an iterator that only one reader uses at a time, as `AsyncIteratorProtocol` demands.
private final class IteratorBox<Iterator: AsyncIteratorProtocol> {
    private var iterator: Iterator

    init(_ iterator: Iterator) { self.iterator = iterator }

    func next() async throws -> Iterator.Element? {
        var copy = iterator
        defer { iterator = copy }
        return try await copy.next(isolation: #isolation)
    }
}
