import Foundation
import HTTP
import PodcastAPI

/// What changes, as it changes.
struct EventRoutes: Sendable {
    let store: PodcastStore
    let live: LiveEvents
    let seats: EventSeats
    let configuration: EventConfiguration

    func add(to routes: inout APIRoutes) {
        routes.signedIn(.get, "/api/events") { user, request, _ in
            guard let seat = seats.take(user.id) else {
                throw APIFailure(.serviceUnavailable, .tooManyAttempts, "Too many pages listen; close some.")
            }
            let stream = EventStream(
                store: store,
                live: live,
                user: user.id,
                // What is no number was never given out: the page is told to load everything anew.
                after: request.fields["Last-Event-ID"].map { Int64($0) ?? -1 },
                seat: seat,
                configuration
            )
            return HTTPServerResponse(
                .ok,
                fields: [
                    "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store",
                    // Proxies that gather answers would hold events back.
                    "X-Accel-Buffering": "no",
                ],
                body: HTTPBody(length: nil) { try await stream.next() }
            )
        }
    }
}
