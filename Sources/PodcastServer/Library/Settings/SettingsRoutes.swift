import Foundation
import HTTP
import PodcastAPI

/// How a user wants it.
struct SettingsRoutes: Sendable {
    let store: PodcastStore

    func add(to routes: inout APIRoutes) {
        routes.signedIn(.get, "/api/settings") { user, _, _ in .json(try await store.settings(of: user.id)) }
        routes.signedIn(.put, "/api/settings") { user, request, _ in
            let change = try await request.json(KnownSettings.self).value
            if let complaint = change.complaint { throw APIFailure.badRequest(complaint) }
            return .json(try await store.changeSettings(of: user.id, change))
        }
    }
}

/// Settings whose JSON has no other keys than the known ones.
private struct KnownSettings: Decodable {
    let value: UserSettingsChange

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
        if let unknown = keys.sorted().first(where: { !UserSettingsChange.keys.contains($0) }) {
            throw APIFailure.badRequest("There is no setting \(unknown.prefix(100)).")
        }
        value = try UserSettingsChange(from: decoder)
    }
}
