import Foundation
import HTTP
import TestSupport
import Testing

@testable import PodcastServer

/// Whatever the publisher's server does, a client gets the file's bytes or an error, never wrong bytes.
@Suite struct MediaPropertyTests {
    static let versions = [audioBytes(400_000, seed: 7), audioBytes(390_001, seed: 8)]

    /// A publisher whose manners and faults follow from the seed.
    static func publisher(_ seed: UInt64) -> Publisher {
        var generator = SeededGenerator(seed)
        let tellsLength = Int.random(in: 0..<5, using: &generator) > 0
        let publisher = Publisher(versions[0]) { settings in
            settings.pieceSize = [700, 16_000, 100_000].randomElement(using: &generator) ?? 1
            settings.tellsLength = tellsLength
            settings.takesRanges = tellsLength && Bool.random(using: &generator)
            settings.entityTag = ["\"v1\"", "W/\"v1\"", nil].randomElement(using: &generator) ?? nil
            settings.modified = [nil, "Sun, 06 Nov 1994 08:49:37 GMT"].randomElement(using: &generator) ?? nil
            settings.fault = { fault(seed, request: $0, tellsLength: tellsLength) }
        }
        if Bool.random(using: &generator) {
            publisher.edit(atRequest: Int.random(in: 1..<5, using: &generator)) {
                $0.bytes = versions[1]
                if $0.entityTag != nil { $0.entityTag = "\"v2\"" }
                if $0.modified != nil { $0.modified = "Mon, 07 Nov 1994 08:49:37 GMT" }
            }
        }
        return publisher
    }

    static func fault(_ seed: UInt64, request: Int, tellsLength: Bool) -> Publisher.Fault? {
        var generator = SeededGenerator(seed &* 1000 &+ UInt64(request))
        switch Int.random(in: 0..<12, using: &generator) {
        case 0, 1, 2: return .cut(after: Int.random(in: 0..<200_000, using: &generator))
        case 3 where tellsLength: return .short(by: Int.random(in: 0..<200_000, using: &generator))
        case 4: return .status([404, 416, 500, 503].randomElement(using: &generator) ?? 500)
        case 5: return .error(.timedOut(host: "media.example"))
        case 6: return .otherPart
        case 7: return .page("<html>busy</html>", type: "text/html")
        default: return nil
        }
    }

    static func range(_ generator: inout SeededGenerator) -> String? {
        let first = Int.random(in: 0..<410_000, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: return nil
        case 1: return "bytes=\(first)-"
        case 2: return "bytes=-\(first)"
        default: return "bytes=\(first)-\(first + Int.random(in: 0..<150_000, using: &generator))"
        }
    }

    /// Whether the answer is a part of one version, and the one that its header names.
    static func isTrue(_ response: HTTPServerResponse, _ heard: Heard) -> Bool {
        versions.contains { version in
            guard response.status == 206 else { return heard == Heard(version) }
            guard let named = response.fields["Content-Range"].flatMap({ ContentRange($0) }), let range = named.range,
                named.size == Int64(version.count)
            else { return false }
            return heard == Heard(version[Int(range.lowerBound)..<Int(range.upperBound)])
        }
    }

    static func play(_ library: MediaLibrary, _ seed: UInt64) async {
        var generator = SeededGenerator(seed)
        for _ in 0..<6 {
            let range = range(&generator)
            let response = await library.ask(1, range)
            guard response.status == 200 || response.status == 206 else {
                #expect([416, 502, 503, 504].contains(response.status.rawValue))
                continue
            }
            var heard: [UInt8] = []
            let patience = Bool.random(using: &generator) ? Int.max : Int.random(in: 0..<200_000, using: &generator)
            var isWhole = true
            do {
                for try await piece in response.body {
                    heard += piece
                    if heard.count > patience {
                        isWhole = false
                        break
                    }
                }
            } catch {
                isWhole = false
            }
            if isWhole { #expect(isTrue(response, Heard(heard)), "seed \(seed), range \(range ?? "none")") }
        }
    }

    @Test(arguments: UInt64(0)..<30) func bytesAreTrueOrMissingNeverWrong(seed: UInt64) async throws {
        try await temporaryFolder { folder in
            let publisher = Self.publisher(seed)
            for round in UInt64(0)..<2 {
                let library = mediaLibrary(folder, publisher) {
                    $0.readAhead = seed % 2 == 0 ? 10_000 : 4 << 20
                    $0.reach = seed % 3 == 0 ? 1000 : 512 * 1024
                    $0.finishWithin = seed % 5 == 0 ? 2 << 20 : 0
                    $0.saveInterval = 50_000
                }
                await withTaskGroup(of: Void.self) { group in
                    for client in UInt64(0)..<3 {
                        group.addTask { await Self.play(library, seed &* 100 &+ round &* 10 &+ client) }
                    }
                }
                await library.close()
            }
            // When the server behaves, the file becomes whole and is the source.
            publisher.edit { $0.fault = nil }
            let library = mediaLibrary(folder, publisher)
            var response = await library.ask()
            var heard = try? await response.bytes()
            if heard == nil {
                // Its header was still the old version's.
                response = await library.ask()
                heard = try await response.bytes()
            }
            #expect(heard.map { Self.isTrue(response, $0) } == true)
            await library.close()
            let kept = try Data(contentsOf: folder.appendingPathComponent("entry-1.media"))
            #expect(Self.versions.contains { $0.elementsEqual(kept) })
        }
    }

    /// kill −9 at any moment: the folder as it is at that moment is all that the next process has.
    @Test(arguments: UInt64(0)..<12) func aFolderTakenAtAnyMomentGivesTrueBytes(seed: UInt64) async throws {
        try await temporaryFolder { root in
            var generator = SeededGenerator(seed)
            let folder = root.appendingPathComponent("live")
            let publisher = Publisher(Self.versions[0]) { $0.pieceSize = 5000 }
            let library = mediaLibrary(folder, publisher) {
                $0.saveInterval = 20_000
                $0.readAhead = 30_000
            }
            let response = await library.ask(1, Bool.random(using: &generator) ? nil : "bytes=100000-300000")
            var heard = 0
            let moment = Int.random(in: 0..<300_000, using: &generator)
            for try await piece in response.body {
                heard += piece.count
                if heard >= moment { break }
            }
            let copy = root.appendingPathComponent("after")
            await eventually {
                // What is renamed while it is copied is no moment at all: then from the start.
                try? FileManager.default.removeItem(at: copy)
                return (try? FileManager.default.copyItem(at: folder, to: copy)) != nil
            }
            await library.close()
            try Self.damage(copy, &generator)
            let next = mediaLibrary(copy, publisher)
            let middle = try await next.bytes(1, "bytes=150000-250000")
            #expect(middle == Heard(Self.versions[0][150_000...250_000]))
            let whole = try await next.bytes()
            #expect(whole == Heard(Self.versions[0]))
            await next.close()
            let kept = try Data(contentsOf: copy.appendingPathComponent("entry-1.media"))
            #expect(Self.versions[0].elementsEqual(kept))
        }
    }

    /// What disks, people and other programs do to files.
    private static func damage(_ folder: URL, _ generator: inout SeededGenerator) throws {
        let part = folder.appendingPathComponent("entry-1.part")
        let record = folder.appendingPathComponent("entry-1.json")
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: try? FileManager.default.removeItem(at: record)
        case 1: try Data("{\"version\":1".utf8).write(to: record)
        case 2: try? FileManager.default.removeItem(at: part)
        case 3:
            guard let handle = try? FileHandle(forWritingTo: part) else { return }
            try handle.truncate(atOffset: 10)
        default: break
        }
    }
}
