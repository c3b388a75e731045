import Foundation
import HTTP
import PodcastAPI

/// Full text search over a user's feeds and entries.
struct SearchRoutes: Sendable {
    let store: PodcastStore

    /// Characters of a query that are looked at.
    static let maximumLength = 500

    func add(to routes: inout APIRoutes) {
        routes.signedIn(.get, "/api/search") { user, request, _ in .json(try await search(user, request)) }
    }

    private func search(_ user: UserRecord, _ request: HTTPServerRequest) async throws -> SearchAnswer {
        guard let text = request.query("q"), text.count <= Self.maximumLength else {
            throw APIFailure.badRequest("q holds what to look for, at most \(Self.maximumLength) characters.")
        }
        let query = SearchQuery(text)
        guard !query.isEmpty else { return SearchAnswer(feeds: [], entries: []) }
        let offset = try Self.offset(request.query("after"))
        let limit = try request.pageSize()
        let found = try await store.search(
            query,
            in: try await store.list(query, of: user.id),
            of: user.id,
            offset: offset,
            limit: limit
        )
        let hits = found.matches.map { match in
            SearchHit(entry: EntrySummary(match.entry), snippet: match.snippet.parts, source: match.source)
        }
        let next = offset + limit
        let hasNext = found.hasMore && next < SearchIndex.candidates
        return SearchAnswer(
            feeds: offset == 0 ? try await feeds(query, user) : [],
            entries: hits,
            next: hasNext ? String(next, radix: 36) : nil
        )
    }

    private func feeds(_ query: SearchQuery, _ user: UserRecord) async throws -> [Feed] {
        // What asks for kinds of entries is no question about feeds.
        guard query.hasText, query.filters.isEmpty else { return [] }
        let rows = try await store.subscriptions(of: user.id)
        let inFolder = query.folder.map { folder in rows.filter { $0.folder == folder } } ?? rows
        return FeedMatcher(query.terms).best(inFolder).prefix(50).map { Feed($0, isRefreshing: false) }
    }

    private static func offset(_ cursor: String?) throws -> Int {
        guard let cursor else { return 0 }
        guard let offset = Int(cursor, radix: 36), (0..<SearchIndex.candidates).contains(offset) else {
            throw StoreError.invalidCursor
        }
        return offset
    }
}

extension PodcastStore {
    /// What else a query asks of entries: filters, days, the feed and the folder they are from.
    func list(_ query: SearchQuery, of user: Int64) async throws -> EntryList {
        var list = EntryList(.all, query.filters)
        list.from = query.after
        list.until = query.before
        if !query.feedWords.isEmpty {
            let term = query.feedWords.map { SearchQuery.Term(words: [$0], isPrefix: true) }
            let feeds = try await feedTitles(of: user).filter { feed in
                let words = SearchWords.of(feed.title)
                return term.allSatisfy { wanted in words.contains { $0.hasPrefix(wanted.words[0]) } }
            }
            list.scope = .feeds(feeds.map(\.feed))
        } else if let folder = query.folder {
            list.scope = .folder(folder)
        }
        return list
    }
}
