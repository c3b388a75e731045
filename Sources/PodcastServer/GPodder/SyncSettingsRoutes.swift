import Foundation
import HTTP

/// What programs keep for themselves: any JSON by name, for the account, a device, a podcast or an episode.
struct SyncSettingsRoutes: Sendable {
    /// A program keeps a few words.
    private static let maximumValue = 64 * 1024

    let store: PodcastStore

    func add(to routes: inout SyncRoutes) {
        routes.on(.get, "/api/2/settings/{user}/{scope}.json") { caller, request, parameters in
            let scope = try await scope(caller, request, parameters)
            return try Self.response(try await store.syncSettings(of: caller.user.id, scope))
        }
        routes.on(.post, "/api/2/settings/{user}/{scope}.json") { caller, request, parameters in
            let scope = try await scope(caller, request, parameters)
            let wish = try await SyncJSON.object(request)
            let settings = try await store.changeSyncSettings(
                of: caller.user.id,
                scope,
                set: try Self.values(wish["set"]),
                remove: try SyncJSON.texts(wish, "remove")
            )
            return try Self.response(settings)
        }
    }

    /// - Throws: ``APIFailure`` with 400 for a missing word, 404 for an unknown scope or device.
    private func scope(
        _ caller: SyncAuthenticator.Caller,
        _ request: HTTPServerRequest,
        _ parameters: Router.Parameters
    ) async throws -> PodcastStore.SyncSettingsScope {
        func need(_ name: String) throws -> String {
            guard let text = request.query(name), !text.isEmpty, text.utf8.count <= FeedURL.maximumLength else {
                throw APIFailure.badRequest("\(name) is missing.")
            }
            return text
        }
        let name = parameters["scope"]
        switch name {
        case "account": return .init(name: name, subject: "")
        case "device":
            let device = try need("device")
            guard try await store.hasDevice(device, of: caller.user.id) else { throw APIFailure.notFound("device") }
            return .init(name: name, subject: device)
        case "podcast": return .init(name: name, subject: try need("podcast"))
        case "episode": return .init(name: name, subject: "\(try need("podcast"))\n\(try need("episode"))")
        default: throw APIFailure.notFound("scope of settings")
        }
    }

    private static func values(_ value: Any?) throws -> [String: String] {
        guard let value, !(value is NSNull) else { return [:] }
        guard let object = value as? [String: Any] else { throw APIFailure.badRequest("set is a JSON object.") }
        return try object.mapValues { value in
            let data = try JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
            guard data.count <= maximumValue else { throw APIFailure.badRequest("A setting is too long.") }
            return String(decoding: data, as: UTF8.self)
        }
    }

    private static func response(_ settings: [String: String]) throws -> HTTPServerResponse {
        try SyncJSON.response(
            settings.compactMapValues {
                try? JSONSerialization.jsonObject(with: Data($0.utf8), options: [.fragmentsAllowed])
            }
        )
    }
}
