import Database
import Essentials
import Foundation
import HTTP
import HTTPSoup
import PodcastAPI
import Synchronization
import TestSupport
import Testing

@testable import PodcastServer

@Suite(.serialized) struct DownloadTests {
    /// A store, a media folder, a publisher that counts requests, and a queue over them.
    private struct Parts: Sendable {
        var store: PodcastStore
        var media: MediaLibrary
        var publisher: SoupHTTPServer
        var user: Int64
        var feed: Int64
        var queue: DownloadQueue
        var requests: Recorder<String>
        var files: MediaFolder
    }

    private static let audio = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 13 &+ $0 >> 9) }

    /// - Parameter answer: what the publisher answers instead of the audio; `nil` for the audio.
    private func withParts(
        limit: Int64 = 1 << 30,
        minimumFree: Int64 = 0,
        answer: @escaping @Sendable (HTTPServerRequest) -> HTTPServerResponse? = { _ in nil },
        _ body: (Parts) async throws -> Void
    ) async throws {
        let requests = Recorder<String>()
        let handler = ClosureHandler { request in
            requests.append("\(request.path) \(request.fields["Range"] ?? "-")")
            if let other = answer(request) { return other }
            return Self.ranged(request)
        }
        try await temporaryFolder { folder in
            let place = try await TestPlace.make(in: folder)
            let store = try await PodcastStore.open(place.location)
            try await SoupHTTPServer.withServer(handler: handler) { publisher in
                let (user, feed) = try await store.makeSubscription(
                    (1...5).map { number in
                        let url = publisher.url("/\(number).mp3").absoluteString
                        var entry = episode("e\(number)", guid: "\(number)", media: url, day: Double(number))
                        entry.mediaType = "audio/mpeg"
                        return entry
                    }
                )
                var media = MediaConfiguration()
                media.linger = .zero
                media.pinned = { (try? await store.pinnedEntries()) ?? [] }
                let library = MediaLibrary(
                    folder: folder.appendingPathComponent("media"),
                    client: SoupHTTPClient(),
                    catalog: { try await store.mediaSource(of: $0) },
                    configuration: media
                )
                var policy = DownloadPolicy(limit: limit)
                policy.minimumFree = minimumFree
                let queue = DownloadQueue(
                    store: store,
                    media: library,
                    live: LiveEvents(signal: store.signal),
                    policy: policy,
                    ownsStore: true,
                    now: { storeStart }
                )
                let parts = Parts(
                    store: store,
                    media: library,
                    publisher: publisher,
                    user: user,
                    feed: feed,
                    queue: queue,
                    requests: requests,
                    files: MediaFolder(url: folder.appendingPathComponent("media"))
                )
                let result: Result<Void, any Error>
                do { result = .success(try await body(parts)) } catch { result = .failure(error) }
                await library.close()
                try result.get()
            }
            await store.close()
            await place.remove()
        }
    }

    private static func ranged(_ request: HTTPServerRequest) -> HTTPServerResponse {
        var fields: HTTPFields = ["Content-Type": "audio/mpeg", "ETag": "\"one\"", "Accept-Ranges": "bytes"]
        guard let range = request.fields["Range"],
            case .partial(let wanted) = ByteRange(range, size: Int64(audio.count))
        else { return HTTPServerResponse(.ok, fields: fields, body: HTTPBody(audio)) }
        fields["Content-Range"] = "bytes \(wanted.lowerBound)-\(wanted.upperBound - 1)/\(audio.count)"
        let piece = audio[Int(wanted.lowerBound)..<Int(wanted.upperBound)]
        return HTTPServerResponse(.partialContent, fields: fields, body: HTTPBody(Array(piece)))
    }

    /// Runs the queue until `condition` holds; fails with the test's time limit otherwise.
    private func run(_ parts: Parts, until condition: @escaping @Sendable ([DownloadRow]) -> Bool) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await parts.queue.run() }
            group.addTask {
                while true {
                    let rings = parts.store.signal.rings
                    let rows = try await parts.store.downloads(of: parts.user, after: nil, limit: 100).rows
                    if condition(rows) { return }
                    await parts.store.signal.wait(after: rings)
                    try Task.checkCancellation()
                }
            }
            try await group.next()
            group.cancelAll()
            while let _ = try await group.next() {}
        }
    }

    private func ids(_ parts: Parts) async throws -> [Int64] {
        try await parts.store.entries(of: parts.user, limit: 10).entries.map(\.id)
    }

    @Test(.timeLimit(.minutes(1))) func whatIsAskedForIsFetchedAndKept() async throws {
        try await withParts { parts in
            let ids = try await ids(parts)
            try await parts.store.addDownloads([ids[0], ids[1]], of: parts.user, now: storeStart)
            try await run(parts) { rows in rows.count == 2 && rows.allSatisfy { $0.state == .kept } }
            for id in ids.prefix(2) {
                let kept = try #require(await parts.files.kept(id))
                #expect(try Data(contentsOf: URL(fileURLWithPath: kept.path)) == Data(Self.audio))
            }
            let list = EntryList(.all, [.downloaded])
            #expect(
                try await parts.store.entries(of: parts.user, in: list, limit: 10).entries.map(\.id) == [
                    ids[0], ids[1],
                ]
            )
            #expect(try await parts.queue.space().used == Int64(Self.audio.count * 2))
            // Kept files stay however small the cache is, and go with the rest when let go.
            try await parts.store.removeDownload(ids[0], of: parts.user)
            await #expect(throws: StoreError.noSuchDownload) {
                try await parts.store.removeDownload(ids[0], of: parts.user)
            }
            #expect(try await parts.store.pinnedEntries() == [ids[1]])
        }
    }

    @Test(.timeLimit(.minutes(1))) func aRestartGoesOnAtItsByte() async throws {
        try await withParts { parts in
            let id = try await ids(parts)[0]
            // What an earlier process had: some of the bytes, the row as it left it.
            let source = try #require(try await parts.store.mediaSource(of: id))
            var present = ByteRangeSet()
            present.insert(0..<200_000)
            let facts = MediaFacts(
                length: Int64(Self.audio.count),
                type: "audio/mpeg",
                entityTag: "\"one\"",
                modified: nil
            )
            try Data(Self.audio.prefix(200_000)).write(to: URL(fileURLWithPath: parts.files.partPath(id)))
            let record = MediaRecord(
                source: source.identity,
                facts: facts,
                tag: MediaRecord.tag(source: source.identity, facts: facts),
                ranges: present
            )
            try await parts.files.save(record, id)
            try await parts.store.addDownloads([id], of: parts.user, now: storeStart)
            let job = try #require(try await parts.store.dueDownloads(now: storeStart, limit: 1).first)
            #expect(try await parts.store.claimDownload(job, until: storeStart + 300))
            #expect(try await parts.store.claimDownload(job, until: storeStart + 300) == false)
            try await run(parts) { $0.first?.state == .kept }
            #expect(parts.requests.all.allSatisfy { !$0.hasSuffix(" -") && !$0.contains("bytes=0-") })
            let kept = try #require(await parts.files.kept(id))
            #expect(try Data(contentsOf: URL(fileURLWithPath: kept.path)) == Data(Self.audio))
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: [(404, false), (500, true)])
    func failuresAreToldAndTriedAgainWhereThatHelps(status: Int, isTriedAgain: Bool) async throws {
        try await withParts(answer: { _ in HTTPServerResponse(HTTPStatus(rawValue: status)) }) { parts in
            let id = try await ids(parts)[0]
            try await parts.store.addDownloads([id], of: parts.user, now: storeStart)
            try await run(parts) { $0.first?.state == .failed }
            let row = try #require(try await parts.store.downloads(of: parts.user, after: nil, limit: 1).rows.first)
            #expect(row.message?.contains("127.0.0.1") == true)
            #expect(row.due.map { $0 > storeStart } == true)
            try await parts.store.retryDownload(id, of: parts.user, now: storeStart)
            #expect(try await parts.store.dueDownloads(now: storeStart, limit: 5).map(\.entry) == [id])
            let policy = DownloadPolicy(limit: 1)
            let error = MediaError.refused(host: "x", status: status, retryAfter: nil)
            #expect((policy.retry(after: error, failures: 3, now: storeStart) != nil) == isTriedAgain)
        }
    }

    @Test(.timeLimit(.minutes(1))) func theLimitStopsFetchingAndSaysSo() async throws {
        try await withParts(limit: 400_000) { parts in
            let ids = try await ids(parts)
            try await parts.store.addDownloads(ids, of: parts.user, now: storeStart)
            try await run(parts) { rows in rows.filter { $0.state == .kept }.count >= 2 }
            let rows = try await parts.store.downloads(of: parts.user, after: nil, limit: 10).rows
            #expect(rows.filter { $0.state == .waiting }.count == 3)
            #expect(try await parts.queue.space().message?.contains("room") == true)
        }
    }

    @Test func aFullDiskStopsFetching() async throws {
        try await withParts(minimumFree: .max) { (parts: Parts) async throws in
            #expect(try await parts.queue.space().message?.contains("nearly full") == true)
            #expect(try await parts.queue.space().free.map { $0 > 0 } == true)
        }
    }

    @Test func theRuleKeepsTheNewestUnreadAndLetsGoWhatItFetched() async throws {
        try await withParts { parts in
            let ids = try await ids(parts)
            var change = SubscriptionChange()
            change.keepNewest = 2
            try await parts.store.changeSubscription(user: parts.user, feed: parts.feed, change)
            func wished() async throws -> Set<Int64> {
                let rows = try await parts.store.downloads(of: parts.user, after: nil, limit: 100).rows
                return Set(rows.map(\.entry.id))
            }
            try await parts.store.applyKeeping(user: parts.user, feed: parts.feed, now: storeStart)
            #expect(try await wished() == [ids[0], ids[1]])
            // By hand: stays whatever the rule says.
            try await parts.store.addDownloads([ids[4]], of: parts.user, now: storeStart)
            try await parts.store.setRead(true, entry: ids[0], user: parts.user, now: storeStart)
            #expect(try await wished() == [ids[1], ids[2], ids[4]])
            // Starred and queued ones are not let go.
            try await parts.store.setStarred(true, entry: ids[1], user: parts.user)
            try await parts.store.markRead(user: parts.user, now: storeStart)
            #expect(try await wished() == [ids[1], ids[4]])
            var new = episode("new", guid: "new", media: "https://e.org/new", day: 0)
            new.mediaType = "audio/mpeg"
            try await parts.store.refresh(parts.feed, [new, episode("article", guid: "text", day: 0)])
            let arrived = try await parts.store.id("new", parts.user)
            #expect(try await wished() == [ids[1], ids[4], arrived])
            change.keepNewest = .some(nil)
            try await parts.store.changeSubscription(user: parts.user, feed: parts.feed, change)
            try await parts.store.applyKeeping(user: parts.user, feed: parts.feed, now: storeStart)
            #expect(try await wished() == [ids[1], ids[4]])
        }
    }

    @Test func onlyOneIsFetchedFromAHostAtOnce() {
        let policy = DownloadPolicy(limit: 1)
        func job(_ entry: Int64, _ url: String) -> DownloadJob {
            DownloadJob(entry: entry, url: url, due: storeStart, failures: 0)
        }
        let jobs = [job(1, "https://a.org/1"), job(2, "https://a.org/2"), job(3, "https://b.org/3")]
        #expect(policy.choose(jobs, busy: [])?.entry == 1)
        #expect(policy.choose(jobs, busy: ["a.org"])?.entry == 3)
        #expect(policy.choose(jobs, busy: ["a.org", "b.org"]) == nil)
    }

    @Test(arguments: [Depth.direct, .curl])
    func downloadsAreAskedForListedAndLetGoOverTheWire(depth: Depth) async throws {
        try await Rig.signedIn(depth) { (rig: Rig) async throws in
            try await rig.subscribe()
            let entry = try await rig.episode(1)
            let list = try await rig.call("POST /api/downloads", body: DownloadRequest(entries: [entry]))
                .json(DownloadList.self)
            #expect(list.downloads.map(\.state) == [.waiting])
            #expect(list.downloads.map(\.automatic) == [false])
            #expect(list.space.limit == 1 << 30)
            #expect(try await rig.entries().last?.download == .waiting)
            #expect(try await rig.call("POST /api/downloads/{entry}/retry", entry).status == 202)
            #expect(try await rig.call("DELETE /api/downloads/{entry}", entry).status == 204)
            #expect(try await rig.call("DELETE /api/downloads/{entry}", entry).status == 404)
            #expect(try await rig.call("POST /api/downloads/{entry}/retry", entry).status == 404)
            #expect(try await rig.call("GET /api/downloads").json(DownloadList.self).downloads.isEmpty)
            #expect(try await rig.call("POST /api/downloads", body: DownloadRequest(entries: ["99"])).status == 404)
            var change = FeedChange()
            change.keepNewest = 2
            _ = try await rig.call("PATCH /api/feeds/{id}", "1", body: change)
            let automatic = try await rig.call("GET /api/downloads").json(DownloadList.self).downloads
            #expect(Set(automatic.map(\.entry.title)) == ["Episode 4", "Episode 5"])
            #expect(automatic.map(\.automatic) == [true, true])
        }
    }
}
