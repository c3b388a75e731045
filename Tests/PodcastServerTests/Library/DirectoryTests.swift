import Essentials
import Foundation
import HTTP
import HTTPSoup
import PodcastAPI
import Synchronization
import TestSupport
import Testing

@testable import PodcastServer

@Suite(.serialized) struct DirectoryTests {
    private static let answers: [String: String] = [
        "/itunes": """
        {"resultCount":2,"results":[
        {"feedUrl":"https://a.example/feed","collectionName":"Show A","artistName":"Ann","trackName":"x"},
        {"collectionName":"No feed"},{"feedUrl":"javascript:alert(1)","collectionName":"Bad"}]}
        """,
        "/index": """
        {"status":"true","feeds":[{"url":"https://b.example/feed","title":"Show B",
        "description":"<p>About &amp; more</p>","link":"javascript:x"},
        {"url":"https://a.example/feed","title":"A again","description":"What A is"}]}
        """,
        "/gpodder": #"[{"url":"https://c.example/feed","title":"Show C","website":"https://c.example/"}]"#,
        "/list": """
        <opml version="2.0"><body><outline text="Fun & games"><outline type="rss" text="Show D"
        xmlUrl="https://d.example/feed?a=1&b=2"/><outline type="rss" text="Other" xmlUrl="https://e.example/"/>
        </outline></body></opml>
        """,
    ]

    private static func directory(_ kind: Directory.Kind, _ url: String, key: String? = nil) -> DirectorySettings.Entry
    {
        DirectorySettings.Entry(name: "\(kind)", kind: kind, url: url, key: key, secret: key.map { _ in "s3cret" })
    }

    private func withDirectories(
        _ body: (SoupHTTPServer, Recorder<HTTPServerRequest>) async throws -> Void
    ) async throws {
        let requests = Recorder<HTTPServerRequest>()
        let handler = ClosureHandler { request in
            requests.append(request)
            if request.path == "/slow" { return HTTPServerResponse(.serviceUnavailable) }
            guard let text = Self.answers[request.path] else {
                return HTTPServerResponse(.ok, body: HTTPBody("<html>"))
            }
            return HTTPServerResponse(.ok, body: HTTPBody(text))
        }
        try await SoupHTTPServer.withServer(handler: handler) { try await body($0, requests) }
    }

    @Test func everyKindIsAskedAndReadAndEachPodcastComesOnce() async throws {
        try await withDirectories { server, requests in
            let search = DirectorySearch(client: SoupHTTPClient(), now: { storeStart })
            let directories = [
                Self.directory(.itunes, server.url("/itunes").absoluteString),
                Self.directory(.podcastIndex, server.url("/index?x=1").absoluteString, key: "KEY"),
                Self.directory(.gpodder, server.url("/gpodder").absoluteString),
                Self.directory(.opml, server.url("/list").absoluteString),
            ]
            let answer = await search.search("show a+b", in: directories)
            #expect(answer.failed.isEmpty)
            #expect(answer.directories == 4)
            #expect(answer.results.map(\.title) == ["Show A", "Show B", "Show C"])
            #expect(answer.results[0].sources == ["itunes", "podcastIndex"])
            #expect(answer.results[0].author == "Ann")
            #expect(answer.results[0].description == "What A is")
            #expect(answer.results[1].description == "About & more")
            #expect(answer.results[1].link == nil)
            let lists = await search.search("SHÓW", in: [directories[3]])
            #expect(lists.results.map(\.url) == ["https://d.example/feed?a=1&b=2"])
            #expect(await search.search("games other", in: [directories[3]]).results.count == 1)

            let asked = requests.all
            let itunes = try #require(asked.first { $0.path == "/itunes" })
            #expect(itunes.query("term") == "show a+b")
            let index = try #require(asked.first { $0.path == "/index" })
            #expect(index.query("x") == "1")
            #expect(index.fields["X-Auth-Key"] == "KEY")
            let date = try #require(index.fields["X-Auth-Date"])
            #expect(date == "\(Int(storeStart.timeIntervalSince1970))")
            let signature = SHA1Digest.of(Array("KEYs3cret\(date)".utf8)).map { String(format: "%02x", $0) }.joined()
            #expect(index.fields["Authorization"] == signature)
            #expect(index.rawPath.contains("s3cret") == false)
            // The list is the same for every search, and is fetched once.
            #expect(asked.count { $0.path == "/list" } == 1)
        }
    }

    @Test func answersAreRememberedAndDirectoriesAreNotAskedTooOften() async throws {
        try await withDirectories { server, requests in
            let time = Mutex(storeStart)
            var configuration = DirectorySearch.Configuration()
            configuration.perMinute = 2
            let search = DirectorySearch(
                client: SoupHTTPClient(),
                configuration: configuration,
                now: { time.withLock { $0 } }
            )
            let directory = [Self.directory(.itunes, server.url("/itunes").absoluteString)]
            for query in ["One", "one ", "two"] { #expect(await search.search(query, in: directory).failed.isEmpty) }
            #expect(requests.all.count == 2)
            let third = await search.search("three", in: directory)
            #expect(third.failed.map(\.message) == [DirectoryError.resting.sentence])
            #expect(await search.search("one", in: directory).results.count == 1)
            time.withLock { $0 += 61 }
            #expect(await search.search("three", in: directory).failed.isEmpty)
            time.withLock { $0 += 601 }
            _ = await search.search("one", in: directory)
            #expect(requests.all.count == 4)
        }
    }

    @Test(arguments: [
        (Directory.Kind.itunes, "/slow"), (.itunes, "/nothing"), (.podcastIndex, "/index"), (.opml, "/nothing"),
    ])
    func oneThatFailsSaysWhyAndTheOthersAnswer(kind: Directory.Kind, path: String) async throws {
        try await withDirectories { server, _ in
            let search = DirectorySearch(client: SoupHTTPClient(), now: { storeStart })
            let directories = [
                Self.directory(kind, server.url(path).absoluteString),
                DirectorySettings.Entry(name: "good", kind: .gpodder, url: server.url("/gpodder").absoluteString),
            ]
            let answer = await search.search("show", in: directories)
            #expect(answer.results.count == 1)
            #expect(answer.failed.count == 1)
            #expect(answer.failed[0].message.hasSuffix("."))
        }
    }

    @Test func privateAddressesAreNotAsked() async throws {
        try await withDirectories { server, requests in
            var trust = HTTPClientConfiguration()
            trust.allowsAddress = AddressGuard(allowsPrivateAddresses: false).allows
            let search = DirectorySearch(client: SoupHTTPClient(configuration: trust), now: { storeStart })
            let answer = await search.search("x", in: [Self.directory(.gpodder, server.url("/gpodder").absoluteString)])
            #expect(answer.failed.count == 1)
            #expect(requests.all.isEmpty)
        }
    }

    @Test(arguments: [Depth.direct, .curl])
    func theAdministratorNamesThemAndKeysNeverComeBack(depth: Depth) async throws {
        try await Rig.signedIn(depth) { (rig: Rig) async throws in
            #expect(try await rig.call("GET /api/directory", query: "?q=x").json(DirectoryAnswer.self).directories == 0)
            var index = Directory(name: "Index", kind: .podcastIndex, url: "https://index.example/search")
            index.key = "KEY"
            index.secret = "s3cret"
            let put = try await rig.call("PUT /api/admin/directories", body: DirectoryList(directories: [index]))
            #expect(put.status == 200)
            #expect(!put.text.contains("s3cret") && !put.text.contains("KEY"))
            // Without a secret the stored one stays.
            index.key = nil
            index.secret = nil
            _ = try await rig.call("PUT /api/admin/directories", body: DirectoryList(directories: [index]))
            let list = try await rig.call("GET /api/admin/directories").json(DirectoryList.self).directories
            #expect(list.map(\.hasKey) == [true])
            // At another address it would be given to somebody else.
            index.url = "https://evil.example/"
            let moved = try await rig.call("PUT /api/admin/directories", body: DirectoryList(directories: [index]))
            #expect(try moved.json(DirectoryList.self).directories.map(\.hasKey) == [false])
            #expect(try await rig.call("GET /api/directory").status == 400)
        }
    }

    @Test(arguments: ["", "ftp://x.example/", "https://user:secret@x.example/", "no address"])
    func whatIsNoAddressIsRefused(url: String) async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            let list = DirectoryList(directories: [Directory(name: "x", kind: .itunes, url: url)])
            let answer = try await rig.call("PUT /api/admin/directories", body: list)
            #expect(answer.status == 400)
            #expect(answer.error?.message.contains("secret") == false)
        }
    }

    @Test func theFileIsForItsOwnerOnlyAndADamagedOneIsLeftAlone() async throws {
        try await temporaryFolder { folder in
            let url = folder.appendingPathComponent("directories.json")
            let settings = DirectorySettings(url: url)
            try settings.replace([Directory(name: "x", kind: .itunes, url: "https://x.example/")])
            let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            try Data("not json".utf8).write(to: url)
            let damaged = DirectorySettings(url: url)
            #expect(throws: DirectoryError.unreadable) { try damaged.replace([]) }
            #expect(try Data(contentsOf: url) == Data("not json".utf8))
        }
    }
}
