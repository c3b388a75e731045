import Foundation
import Testing

@testable import PodcastServer

@Suite struct FileStoreTests {
    @Test func aMediaFileIsKeptUntilItIsRemoved() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription([episode("a", guid: "1", media: "https://a/1")])
            let entry = try await store.id("a", user)
            var file = try await store.addMediaFile(entry: entry, url: "https://a/1", path: "1.mp3", now: storeStart)
            file.length = 1_000
            file.ranges = [0..<100, 500..<600]
            file.bytesPresent = 200
            file.etag = "e"
            try await store.update(file)
            #expect(try await store.mediaFile(entry: entry, url: "https://a/1") == file)
            let again = try await store.addMediaFile(
                entry: entry,
                url: "https://a/1",
                path: "2.mp3",
                now: storeStart + 1
            )
            #expect(again.path == "1.mp3")
            #expect(try await store.mediaBytes() == 200)
            #expect(try await store.orphanedMediaFiles() == [])
            #expect(try await store.leastUsedMediaFiles(limit: 5).map(\.id) == [file.id])

            try await store.unsubscribe(user: user, feed: feed)
            #expect(try await store.orphanedMediaFiles().map(\.path) == ["1.mp3"])
            try await store.removeMediaFile(file.id)
            #expect(try await store.allMediaFiles() == [])
            await #expect(throws: StoreError.noSuchEntry) {
                try await store.addMediaFile(entry: entry, url: "https://a/1", path: "3.mp3", now: storeStart)
            }
        }
    }

    @Test func aFileOfAnEnclosureThatChangedIsOrphaned() async throws {
        try await withStore { store in
            let (user, feed) = try await store.makeSubscription([episode("a", guid: "1", media: "https://a/1")])
            let entry = try await store.id("a", user)
            _ = try await store.addMediaFile(entry: entry, url: "https://a/1", path: "1.mp3", now: storeStart)
            try await store.refresh(feed, [episode("a", guid: "1", media: "https://a/2")])
            #expect(try await store.orphanedMediaFiles().map(\.path) == ["1.mp3"])
        }
    }

    @Test(arguments: ["", "[", "{}", "[[1]]", "[[5,3]]", "[[0,10],[5,20]]", "[[-5,3]]", "[[0,1,2]]"])
    func rangesThatMakeNoSenseAreNone(_ text: String) {
        #expect(MediaFileRecord.ranges(text) == [])
    }

    @Test func picturesAreFoundByAddressAndSize() async throws {
        try await withStore { store in
            let hash: [UInt8] = [1, 2]
            for size in [0, 300] {
                let file = ArtFileRecord(
                    urlHash: hash,
                    size: size,
                    path: "\(size)",
                    type: "image/png",
                    bytes: 10,
                    fetched: storeStart
                )
                try await store.save(file)
                try await store.save(file)
                #expect(try await store.artFile(urlHash: hash, size: size) == file)
            }
            #expect(try await store.artBytes() == 20)
            try await store.touchArtFile(urlHash: hash, size: 0, now: storeStart + 1)
            #expect(try await store.leastUsedArtFiles(limit: 1).map(\.size) == [300])
            try await store.removeArtFile(urlHash: hash, size: 300)
            #expect(try await store.artFile(urlHash: hash, size: 300) == nil)
            try await store.removeArtFile(urlHash: hash, size: nil)
            #expect(try await store.artBytes() == 0)
        }
    }
}
