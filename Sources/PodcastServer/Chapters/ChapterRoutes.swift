import HTTP
import PodcastAPI

/// The chapters of an entry.
struct ChapterRoutes: Sendable {
    let store: PodcastStore

    func add(to routes: inout APIRoutes) {
        routes.signedIn(.get, "/api/entries/{id}/chapters") { user, _, parameters in
            let entry = await Entry.make(try await store.entry(try EntryRoutes.entry(parameters), of: user.id))
            return .json(ChapterList(chapters: entry.chapters, sources: entry.chapters.isEmpty ? [] : [.podlove]))
        }
        routes.signedIn(.get, "/api/entries/{id}/transcripts/{number}") { user, _, parameters in
            _ = try await store.entry(try EntryRoutes.entry(parameters), of: user.id)
            throw APIFailure.notFound("transcript")
        }
    }
}
