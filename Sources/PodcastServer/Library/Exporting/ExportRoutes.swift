import Foundation
import HTTP
import PodcastAPI

/// Everything of a user, out and in.
struct ExportRoutes: Sendable {
    let store: PodcastStore
    let now: @Sendable () -> Date

    func add(to routes: inout APIRoutes) {
        routes.signedIn(.get, "/api/export") { user, _, _ in
            let stream = ExportStream(store: store, user: user, now: now())
            return HTTPServerResponse(
                .ok,
                fields: [
                    "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store",
                    "Content-Disposition": "attachment; filename=\"tonearm.json\"",
                ],
                body: HTTPBody { try await stream.next() }
            )
        }
        routes.signedIn(.post, "/api/import") { user, request, _ in
            let type = request.fields["Content-Type"].flatMap { MediaType($0) }?.essence
            guard type == "application/json" else {
                throw APIFailure(.unsupportedMediaType, .badRequest, "Send JSON with Content-Type: application/json.")
            }
            var importer = Importer(store: store, user: user.id, now: now)
            try await importer.take(request.body)
            return .json(importer.report)
        }
    }
}
