import Foundation
import HTTP
import PodcastAPI

/// Searches that a user keeps.
struct SavedSearchRoutes: Sendable {
    let store: PodcastStore
    let now: @Sendable () -> Date

    func add(to routes: inout APIRoutes) {
        routes.signedIn(.get, "/api/searches") { user, _, _ in
            let rows = try await store.savedSearches(of: user.id)
            let searches = rows.map { SavedSearch(id: "\($0.id)", title: $0.title, criteria: $0.criteria) }
            return .json(
                SavedSearchList(
                    searches: searches.sorted { $0.title.localizedStandardCompare($1.title) == .orderedAscending }
                )
            )
        }
        routes.signedIn(.post, "/api/searches") { user, request, _ in
            let wish = try Self.checked(try await request.json(SavedSearchRequest.self))
            let id = try await store.addSearch(wish.title, wish.criteria, of: user.id)
            return .json(try await search(id, user), status: .created)
        }
        routes.signedIn(.get, "/api/searches/{id}") { user, _, parameters in
            .json(try await search(try Self.search(parameters), user))
        }
        routes.signedIn(.put, "/api/searches/{id}") { user, request, parameters in
            let wish = try Self.checked(try await request.json(SavedSearchRequest.self))
            let id = try Self.search(parameters)
            try await store.changeSearch(id, wish.title, wish.criteria, of: user.id)
            return .json(try await search(id, user))
        }
        routes.signedIn(.delete, "/api/searches/{id}") { user, _, parameters in
            try await store.removeSearch(try Self.search(parameters), of: user.id)
            return HTTPServerResponse(.noContent)
        }
        routes.signedIn(.get, "/api/searches/{id}/entries") { user, request, parameters in
            let rows = try await store.entries(
                of: user.id,
                matching: try await store.savedSearch(try Self.search(parameters), of: user.id).criteria,
                after: try request.query("after").map(EntryCursor.init(text:)),
                limit: try request.pageSize(),
                now: now()
            )
            return .json(EntryPage(entries: rows.entries.map(EntrySummary.init), next: rows.next?.text))
        }
    }

    private func search(_ id: Int64, _ user: UserRecord) async throws -> SavedSearch {
        let row = try await store.savedSearch(id, of: user.id)
        let count = try await store.count(of: user.id, matching: row.criteria, now: now())
        return SavedSearch(id: "\(row.id)", title: row.title, criteria: row.criteria, count: count)
    }

    private static func search(_ parameters: Router.Parameters) throws -> Int64 {
        guard let id = Int64(parameters["id"]) else { throw StoreError.noSuchSearch }
        return id
    }

    private static func checked(_ request: SavedSearchRequest) throws -> SavedSearchRequest {
        var request = request
        request.title = request.title.trimmingBlanks.filter { $0 != "\0" }
        guard (1...200).contains(request.title.count) else {
            throw APIFailure.badRequest("A saved search's title has 1 to 200 characters.")
        }
        let criteria = request.criteria
        let numbers = [
            criteria.minimumDuration, criteria.maximumDuration, criteria.newerThan, criteria.olderThan,
        ].compactMap(\.self)
        guard numbers.allSatisfy({ $0 >= 0 && $0 < 1e9 }), (criteria.feeds?.count ?? 0) <= 500,
            (criteria.text?.count ?? 0) <= SearchRoutes.maximumLength, criteria.text?.contains("\0") != true
        else {
            throw APIFailure.badRequest(
                "A saved search has numbers from 0, at most 500 feeds and at most 500 characters of text."
            )
        }
        return request
    }
}
