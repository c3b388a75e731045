import Foundation
import HTTP

/// Devices, and which of them are said to be synchronised.
struct DeviceRoutes: Sendable {
    let store: PodcastStore

    func add(to routes: inout SyncRoutes) {
        routes.on(.get, "/api/2/devices/{user}.json") { caller, _, _ in
            let (devices, subscriptions) = try await store.devices(of: caller.user.id)
            return try SyncJSON.response(
                devices.map { device -> [String: Any] in
                    [
                        "id": device.id, "caption": device.caption, "type": device.kind,
                        "subscriptions": subscriptions,
                    ]
                }
            )
        }
        // Old clients put.
        for method in [HTTPMethod.post, .put] {
            routes.on(method, "/api/2/devices/{user}/{device}.json") { caller, request, parameters in
                try await change(try parameters.device(), of: caller.user.id, request)
            }
        }
        routes.on(.get, "/api/2/sync-devices/{user}.json") { caller, _, _ in try await groups(of: caller.user.id) }
        routes.on(.post, "/api/2/sync-devices/{user}.json") { caller, request, _ in
            let wish = try await SyncJSON.object(request)
            let join = wish["synchronize"] ?? []
            guard let join = join as? [[String]], join.count <= 500 else {
                throw APIFailure.badRequest("synchronize is a list of lists of devices.")
            }
            let leave = try SyncJSON.texts(wish, "stop-synchronize")
            try await store.changeGroups(of: caller.user.id, join: join, leave: leave)
            return try await groups(of: caller.user.id)
        }
    }

    /// The body may be empty: then a device is only made known.
    private func change(
        _ device: String,
        of user: Int64,
        _ request: HTTPServerRequest
    ) async throws -> HTTPServerResponse {
        let body = try await SyncJSON.body(request) ?? [String: Any]()
        guard let wish = body as? [String: Any] else { throw APIFailure.badRequest("Send a JSON object.") }
        let caption = wish["caption"].flatMap { $0 is NSNull ? nil : $0 }
        let kind = wish["type"].flatMap { $0 is NSNull ? nil : $0 }
        if let caption, (caption as? String)?.trimmingBlanks.isEmpty ?? true {
            throw APIFailure.badRequest("caption is a text that is not empty.")
        }
        if let kind, !SyncDevice.kinds.contains(kind as? String ?? "") {
            throw APIFailure.badRequest("type is one of desktop, laptop, mobile, server and other.")
        }
        let name = (caption as? String).map { String($0.prefix(200)) }
        try await store.setDevice(device, of: user, caption: name, kind: kind as? String)
        return SyncJSON.done
    }

    private func groups(of user: Int64) async throws -> HTTPServerResponse {
        let devices = try await store.devices(of: user).devices
        var groups: [Int64: [String]] = [:]
        for device in devices { if let group = device.group { groups[group, default: []].append(device.id) } }
        let together = groups.filter { $0.value.count > 1 }
        let paired = Set(together.values.joined())
        return try SyncJSON.response([
            "synchronized": together.sorted { $0.key < $1.key }.map(\.value),
            "not-synchronized": devices.map(\.id).filter { !paired.contains($0) },
        ])
    }
}
