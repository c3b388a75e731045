import Database
import Foundation
import TestSupport
import Testing

/// A store and a dictionary are given the same thousand changes; they must agree at every look.
@Suite struct ModelTests {
    struct Stop: Error {}

    enum Change: Sendable {
        case set(Int, String)
        case remove(Int)
        case undone([Change])
        case group([Change])
    }

    private func change(_ random: inout SeededGenerator, depth: Int = 0) -> Change {
        switch Int.random(in: 0..<(depth < 3 ? 10 : 8), using: &random) {
        case 0..<6: .set(.random(in: 0..<60, using: &random), "value \(random.next())")
        case 6, 7: .remove(.random(in: 0..<60, using: &random))
        case 8: .undone((0..<3).map { _ in change(&random, depth: depth + 1) })
        default: .group((0..<3).map { _ in change(&random, depth: depth + 1) })
        }
    }

    private func apply(_ change: Change, to model: inout [Int: String]) {
        switch change {
        case .set(let key, let value): model[key] = value
        case .remove(let key): model[key] = nil
        case .undone: break
        case .group(let changes): for change in changes { apply(change, to: &model) }
        }
    }

    private func apply(_ change: Change, with writer: any DatabaseWriting) throws {
        switch change {
        case .set(let key, let value):
            try writer.execute(
                "INSERT INTO pairs(key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                [key, value]
            )
        case .remove(let key): try writer.execute("DELETE FROM pairs WHERE key = ?", [key])
        case .undone(let changes):
            try? writer.savepoint {
                for change in changes { try apply(change, with: writer) }
                throw Stop()
            }
        case .group(let changes):
            try writer.savepoint { for change in changes { try apply(change, with: writer) } }
        }
    }

    private func pairs(_ database: any Database) async throws -> [Int: String] {
        try await database.read { reader in
            var pairs: [Int: String] = [:]
            try reader.forEach("SELECT key, value FROM pairs") { pairs[try $0["key"]] = try $0["value"] }
            return pairs
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func theStoreAgreesWithADictionary(_ seed: UInt64) async throws {
        try await Place.with { place in
            let schema = "CREATE TABLE pairs(key INTEGER PRIMARY KEY, value TEXT NOT NULL)"
            var random = SeededGenerator(seed)
            var model: [Int: String] = [:]
            var database = try await place.open(schema)
            for step in 1...1_000 {
                let change = change(&random)
                if Int.random(in: 0..<10, using: &random) == 0 {
                    try? await database.write { writer in
                        try apply(change, with: writer)
                        throw Stop()
                    }
                } else {
                    try await database.write { try apply(change, with: $0) }
                    apply(change, to: &model)
                }
                if step % 25 == 0 { #expect(try await pairs(database) == model) }
                if step % 250 == 0 {
                    await database.close()
                    database = try await place.open(schema)
                    #expect(try await pairs(database) == model)
                }
            }
            await database.close()
        }
    }
}
