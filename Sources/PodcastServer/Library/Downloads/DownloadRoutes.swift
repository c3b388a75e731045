import Foundation
import HTTP
import PodcastAPI

/// Media that the server fetches and keeps.
struct DownloadRoutes: Sendable {
    let store: PodcastStore
    let downloads: DownloadQueue
    let now: @Sendable () -> Date

    func add(to routes: inout APIRoutes) {
        routes.signedIn(.get, "/api/downloads") { user, request, _ in
            let after = try request.query("after").map(EntryCursor.init(text:))
            return .json(try await list(user, after, try request.pageSize()))
        }
        routes.signedIn(.post, "/api/downloads") { user, request, _ in
            let entries = try QueueRoutes.entries(try await request.json(DownloadRequest.self).entries, upTo: 500)
            try await store.addDownloads(entries, of: user.id, now: now())
            return .json(try await list(user, nil, PodcastAPI.defaultPageSize))
        }
        routes.signedIn(.delete, "/api/downloads/{entry}") { user, _, parameters in
            try await store.removeDownload(try Self.entry(parameters), of: user.id)
            return HTTPServerResponse(.noContent)
        }
        routes.signedIn(.post, "/api/downloads/{entry}/retry") { user, _, parameters in
            try await store.retryDownload(try Self.entry(parameters), of: user.id, now: now())
            return HTTPServerResponse(.accepted)
        }
    }

    private func list(_ user: UserRecord, _ after: EntryCursor?, _ limit: Int) async throws -> DownloadList {
        let page = try await store.downloads(of: user.id, after: after, limit: limit)
        return DownloadList(
            downloads: page.rows.map(Download.init),
            space: try await downloads.space(),
            next: page.next?.text
        )
    }

    private static func entry(_ parameters: Router.Parameters) throws -> Int64 {
        guard let entry = Int64(parameters["entry"]) else { throw StoreError.noSuchDownload }
        return entry
    }
}

extension Download {
    /// The wire form of a download.
    init(_ row: DownloadRow) {
        self.init(
            entry: EntrySummary(row.entry),
            state: row.state,
            automatic: row.isAutomatic,
            received: row.received,
            added: row.added
        )
        length = row.length ?? row.entry.mediaLength
        message = row.message
        retry = row.state == .failed ? row.due : nil
    }
}
