import Foundation
import HTTP
import PodcastAPI
import TestSupport
import Testing

@testable import PodcastServer

@Suite(.serialized) struct FolderRouteTests {
    private func subscribe(_ rig: Rig, _ path: String, _ folder: String?) async throws -> Feed {
        let request = SubscribeRequest(url: rig.publisher.url(path).absoluteString, folder: folder)
        let report = try await rig.call("POST /api/feeds", body: request).json(SubscribeReport.self)
        return try #require(report.added.first)
    }

    @Test(arguments: [Depth.direct, .curl])
    func foldersAreMadeOrderedRenamedAndDeleted(depth: Depth) async throws {
        try await Rig.signedIn(depth) { (rig: Rig) async throws in
            let show = try await subscribe(rig, "/show.xml", "News")
            _ = try await rig.call("POST /api/folders", body: FolderName(name: " Fun "))
            var folders = try await rig.call("GET /api/folders").json(FolderList.self).folders
            #expect(folders.map(\.name) == ["News", "Fun"])
            #expect(folders.map(\.unread) == [5, 0])
            #expect(folders.map(\.feeds) == [1, 0])

            folders = try await rig.call("PUT /api/folders", body: FolderOrder(folders: [folders[1].id]))
                .json(FolderList.self).folders
            #expect(folders.map(\.name) == ["Fun", "News"])

            let renamed = try await rig.call("PATCH /api/folders/{id}", folders[1].id, body: FolderName(name: "World"))
                .json(Folder.self)
            #expect(renamed.name == "World")
            #expect(renamed.feeds == 1)
            let feed = try await rig.call("GET /api/feeds").json(FeedList.self).feeds[1]
            #expect(feed.id == show.id)
            #expect(feed.folder == "World")

            #expect(try await rig.call("DELETE /api/folders/{id}", renamed.id).status == 204)
            #expect(try await rig.call("DELETE /api/folders/{id}", renamed.id).status == 404)
            #expect(try await rig.call("GET /api/feeds").json(FeedList.self).feeds[1].folder == nil)
        }
    }

    @Test func renamingToAnotherFoldersNameMakesThemOneAndSearchesFollow() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            _ = try await subscribe(rig, "/show.xml", "A")
            _ = try await subscribe(rig, "/other.xml", "B")
            let folders = try await rig.call("GET /api/folders").json(FolderList.self).folders
            var criteria = EntryCriteria()
            criteria.folder = folders[0].id
            let kept = try await rig.call(
                "POST /api/searches",
                body: SavedSearchRequest(title: "A's", criteria: criteria)
            ).json(SavedSearch.self)
            #expect(kept.count == 5)
            let both = try await rig.call("PATCH /api/folders/{id}", folders[0].id, body: FolderName(name: "B"))
                .json(Folder.self)
            #expect(both.id == folders[1].id)
            #expect(both.feeds == 2)
            #expect(try await rig.call("GET /api/searches/{id}", kept.id).json(SavedSearch.self).count == 10)
        }
    }

    @Test func aFoldersEntriesAndOnlyThoseAreListedAndMarked() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            _ = try await subscribe(rig, "/show.xml", "A & B")
            let other = try await subscribe(rig, "/other.xml", nil)
            let folder = try await rig.call("GET /api/folders").json(FolderList.self).folders[0]
            var titles: [String] = []
            var after = ""
            repeat {
                let page = try await rig.call("GET /api/folders/{id}/entries", folder.id, query: "?limit=2\(after)")
                    .json(EntryPage.self)
                titles += page.entries.map(\.title)
                after = page.next.map { "&after=\($0)" } ?? ""
            } while !after.isEmpty
            #expect(titles == (1...5).reversed().map { "Episode \($0)" })
            let marked = try await rig.call("POST /api/folders/{id}/read", folder.id, body: MarkRead())
                .json(MarkedRead.self)
            #expect(marked.marked == 5)
            #expect(marked.unread == 5)
            let feeds = try await rig.call("GET /api/feeds").json(FeedList.self).feeds
            #expect(feeds.first { $0.id == other.id }?.unread == 5)
        }
    }

    @Test(arguments: ["", "   ", String(repeating: "x", count: 201)])
    func aNameThatIsNoneIsRefused(name: String) async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            #expect(try await rig.call("POST /api/folders", body: FolderName(name: name)).status == 400)
        }
    }

    @Test func oneUsersFoldersAreNotAnothers() async throws {
        try await withStore { store in
            let ann = try await store.makeUser()
            let bob = try await store.makeUser("bob")
            let folder = try await store.addFolder("Mine", of: ann)
            #expect(try await store.folders(of: bob).isEmpty)
            await #expect(throws: StoreError.noSuchFolder) { try await store.deleteFolder(folder.id, of: bob) }
            await #expect(throws: StoreError.noSuchFolder) {
                try await store.renameFolder(folder.id, to: "Yours", of: bob)
            }
            await #expect(throws: StoreError.noSuchFolder) { try await store.orderFolders([folder.id], of: bob) }
        }
    }

    @Test func foldersGoOutAndComeInWithOPML() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            _ = try await subscribe(rig, "/show.xml?a=1&b=2", "R&D <x>")
            let list = try await rig.send(.get, "/api/opml").text
            #expect(list.contains("R&amp;D &lt;x>") || list.contains("R&amp;D &lt;x&gt;"))
            #expect(list.contains("a=1&amp;b=2"))
            let feed = try await rig.call("GET /api/feeds").json(FeedList.self).feeds[1]
            _ = try await rig.call("DELETE /api/feeds/{id}", feed.id)
            // Old programs wrote ampersands as they are.
            let bare = list.replacingOccurrences(of: "&amp;", with: "&")
            let answer = try await rig.send(
                .post,
                "/api/opml",
                fields: ["Content-Type": "text/x-opml"],
                body: Array(bare.utf8)
            )
            let report = try answer.json(SubscribeReport.self)
            #expect(report.failed.isEmpty)
            #expect(report.added.map(\.url) == [feed.url])
            #expect(report.added.map(\.folder) == ["R&D <x>"])
        }
    }
}
