import Foundation
import PodcastAPI

/// Everything of a user as one JSON object, written piece by piece.
actor ExportStream {
    private enum Stage {
        case beginning
        case entries(after: Int64)
        case searches
        case listening(after: Int64)
        case end
        case done
    }

    /// Entries in one piece.
    private static let batch = 100

    private let store: PodcastStore
    private let user: UserRecord
    private let now: Date
    private var stage = Stage.beginning
    private var isFirst = true

    init(store: PodcastStore, user: UserRecord, now: Date) {
        self.store = store
        self.user = user
        self.now = now
    }

    /// The next piece; `nil` at the end.
    func next() async throws -> [UInt8]? {
        while true {
            switch stage {
            case .beginning:
                let header = ExportHeader(version: ExportHeader.version, user: user.name, created: now)
                let items = try await store.exportBeginning(of: user.id)
                stage = .entries(after: 0)
                return Array("{\"tonearm\":\(ExportHeader.version),\"items\":[\n".utf8)
                    + (try bytes([.header(header)] + items))
            case .entries(let after):
                let page = try await store.exportEntries(of: user.id, after: after, limit: Self.batch)
                stage = page.last.map { .entries(after: $0) } ?? .searches
                if !page.items.isEmpty { return try bytes(page.items) }
            case .searches:
                let items = try await store.exportSearches(of: user.id)
                stage = .listening(after: .min)
                if !items.isEmpty { return try bytes(items) }
            case .listening(let after):
                let page = try await store.exportListening(of: user.id, after: after, limit: Self.batch)
                stage = page.last.map { .listening(after: $0) } ?? .end
                if !page.items.isEmpty { return try bytes(page.items) }
            case .end:
                stage = .done
                return Array("\n]}\n".utf8)
            case .done: return nil
            }
        }
    }

    private func bytes(_ items: [ExportItem]) throws -> [UInt8] {
        var bytes: [UInt8] = []
        for item in items {
            if !isFirst { bytes += [UInt8(ascii: ","), 10] }
            isFirst = false
            bytes += try APICoding.encode(item)
        }
        return bytes
    }
}
