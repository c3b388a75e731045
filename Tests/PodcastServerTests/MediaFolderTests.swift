import Foundation
import HTTP
import TestSupport
import Testing

@testable import PodcastServer

@Suite(.timeLimit(.minutes(2))) struct MediaFolderTests {
    static let audio = audioBytes(200_000)

    private func names(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test func whatWasUsedLongestAgoGoesAndOtherFilesStay() async throws {
        let clock = HandClock()
        let publisher = Publisher(Self.audio)
        try await temporaryFolder { folder in
            let library = mediaLibrary(folder, publisher)
            let files = MediaFolder(url: folder)
            let foreign = ["entry-1.media.txt", "entry-01.media", "holiday.mp3", "entry-x.part"]
            for name in foreign { try Data(count: 300_000).write(to: folder.appendingPathComponent(name)) }
            for entry in Int64(1)...3 {
                _ = try await library.bytes(entry)
                await eventually { FileManager.default.fileExists(atPath: files.mediaPath(entry)) }
                files.touch(entry, clock.now)
                clock.advance(60)
            }
            // The first was used again, so the second is the one to go.
            files.touch(1, clock.now)
            await library.close()
            await mediaLibrary(folder, publisher, configure: { $0.cacheLimit = 500_000 }).evict()
            let left = try names(folder)
            #expect(left.contains("entry-1.media") && left.contains("entry-3.media"))
            #expect(!left.contains("entry-2.media") && !left.contains("entry-2.json"))
            #expect(foreign.allSatisfy(left.contains))
        }
    }

    @Test func whatIsBeingReadStays() async throws {
        let publisher = Publisher(Self.audio)
        let edit: (inout MediaConfiguration) -> Void = {
            $0.lingersForever(readAhead: 1)
            $0.cacheLimit = 1
            $0.saveInterval = 1
        }
        try await withMedia(publisher, configure: edit) { library, folder in
            let response = await library.ask()
            var heard: [UInt8] = []
            for try await piece in response.body {
                heard += piece
                await library.evict()
                #expect(try names(folder).contains { $0 == "entry-1.part" || $0 == "entry-1.media" })
            }
            #expect(Heard(heard) == Heard(Self.audio))
        }
    }

    @Test func anotherAddressOfTheSameFileKeepsItAndAnotherFileReplacesIt() async throws {
        let newer = audioBytes(200_001, seed: 5)
        try await temporaryFolder { folder in
            let publisher = Publisher(Self.audio)
            let first = mediaLibrary(folder, publisher)
            _ = try await first.bytes()
            await first.close()
            // A new signature in the query is not even asked about.
            let signed = mediaLibrary(folder, publisher, url: "https://media.example/show/one.mp3?sig=2")
            let asked = publisher.asked.count
            let same = try await signed.bytes()
            #expect(same == Heard(Self.audio))
            #expect(publisher.asked.count == asked)
            await signed.close()
            // The server of a new address can't be asked: a good file stays good.
            let moved = "https://other.example/one.mp3"
            publisher.edit { $0.fault = { _ in .error(.timedOut(host: "other.example")) } }
            let offline = mediaLibrary(folder, publisher, url: moved)
            let kept = try await offline.bytes()
            #expect(kept == Heard(Self.audio))
            await offline.close()
            publisher.edit {
                $0.fault = nil
                $0.bytes = newer
                $0.entityTag = "\"v2\""
            }
            let replaced = mediaLibrary(folder, publisher, url: "https://third.example/one.mp3")
            let fresh = try await replaced.bytes()
            #expect(fresh == Heard(newer))
            await replaced.close()
        }
    }

    @Test func aKeptFileThatWasShortenedIsFetchedAgain() async throws {
        try await temporaryFolder { folder in
            let publisher = Publisher(Self.audio)
            let first = mediaLibrary(folder, publisher)
            _ = try await first.bytes()
            await first.close()
            try Data(Self.audio.prefix(1000)).write(to: folder.appendingPathComponent("entry-1.media"))
            let second = mediaLibrary(folder, publisher)
            let bytes = try await second.bytes()
            #expect(bytes == Heard(Self.audio))
            await second.close()
        }
    }

    @Test func removedEntriesLeaveNothing() async throws {
        try await withMedia(Publisher(Self.audio)) { library, folder in
            _ = try await library.bytes(1)
            _ = try await library.bytes(2)
            await library.remove([1, 2])
            #expect(try names(folder).isEmpty)
        }
    }

    @Test(
        arguments: [
            ([0x49, 0x44, 0x33], nil, "audio/x-m4a", "audio/mpeg"),
            ([0xFF, 0xFB, 0x90], "video/mp4", nil, "audio/mpeg"),
            ([0xFF, 0xF1, 0x50], nil, nil, "audio/aac"),
            (Array("OggS".utf8), "application/octet-stream", nil, "audio/ogg"),
            (Array("\u{0}\u{0}\u{0} ftypM4A ".utf8), nil, "video/mp4", "audio/mp4"),
            (Array("\u{0}\u{0}\u{0} ftypisom".utf8), "audio/mp4", nil, "audio/mp4"),
            (Array("\u{0}\u{0}\u{0} ftypisom".utf8), nil, nil, "video/mp4"),
            (Array("RIFF0000WAVE".utf8), nil, nil, "audio/wav"),
            (Array("????".utf8), "audio/opus", "audio/mpeg", "audio/opus"),
            (Array("????".utf8), "text/html", nil, "audio/mpeg"),
        ] as [([UInt8], String?, String?, String)]
    )
    func theTypeIsTheContentsWhateverOthersSay(prefix: [UInt8], served: String?, named: String?, type: String) throws {
        let source = MediaSource(url: try #require(URL(string: "https://media.example/a.mp3")), type: named)
        #expect(MediaSniffer.type(of: prefix, served: served, source: source) == type)
    }
}
