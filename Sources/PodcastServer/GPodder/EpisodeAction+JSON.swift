import Foundation

extension EpisodeAction {
    /// Which family of clients is spoken to.
    enum Dialect { case gpodder, nextcloud }

    /// Reads what a client sent.
    ///
    /// - Throws: ``APIFailure`` with 400; the sentence says what is wrong.
    init(_ value: Any, now: Date) throws {
        guard let object = value as? [String: Any] else { throw APIFailure.badRequest("An action is a JSON object.") }
        guard let podcast = object["podcast"] as? String, let episode = object["episode"] as? String,
            episode.utf8.count <= FeedURL.maximumLength
        else { throw APIFailure.badRequest("An action has a podcast and an episode.") }
        let name = (object["action"] as? String)?.lowercased() ?? ""
        guard let kind = Kind(rawValue: name) else {
            throw APIFailure.badRequest("action is one of download, play, delete, new and flattr.")
        }
        let given = object["timestamp"].flatMap { $0 is NSNull ? nil : $0 }
        guard let at = given == nil ? now : SyncTime.date(given) else {
            throw APIFailure.badRequest("timestamp is a time like 2026-11-30T08:11:17.")
        }
        self.init(
            podcast: SyncURL.clean(podcast) ?? "",
            episode: SyncURL.clean(episode) ?? episode.trimmingBlanks,
            kind: kind,
            at: at
        )
        guid = (object["guid"] as? String).flatMap { (1...4096).contains($0.utf8.count) ? $0 : nil }
        device = try Self.device(object["device"])
        guard kind == .play else { return }
        position = try Self.seconds(object, "position")
        guard position != nil else { return }
        started = try Self.seconds(object, "started")
        total = try Self.seconds(object, "total")
    }

    /// As a client reads it: an incomplete one leaves keys out.
    func json(_ dialect: Dialect) -> [String: Any] {
        var object: [String: Any] = [
            "podcast": podcast, "episode": episode, "timestamp": SyncTime.text(at),
            "action": dialect == .nextcloud ? kind.rawValue.uppercased() : kind.rawValue,
        ]
        object["guid"] = guid
        object["device"] = device
        guard kind == .play, let position else { return object }
        object["position"] = position
        object["started"] = started
        object["total"] = total
        return object
    }

    /// Whether a client can be told: it starts an episode over when a play lacks its length or its place.
    var isComplete: Bool { kind != .play || ((position ?? 0) > 0 && (total ?? 0) > 0 && (started ?? 0) >= 0) }

    private static func device(_ value: Any?) throws -> String? {
        guard let text = value as? String, !text.isEmpty else { return nil }
        guard SyncDevice.isName(text) else {
            throw APIFailure.badRequest("device has letters, digits and any of . _ -")
        }
        return text
    }

    /// A number of seconds; `nil` when absent or negative, which clients send for unknown.
    private static func seconds(_ object: [String: Any], _ key: String) throws -> Int? {
        guard let value = object[key], !(value is NSNull) else { return nil }
        let number = (value as? NSNumber)?.doubleValue ?? (value as? String).flatMap(Double.init)
        guard let number, number.isFinite, number < 100_000_000 else {
            throw APIFailure.badRequest("\(key) is a number of seconds.")
        }
        return number < 0 ? nil : Int(number)
    }
}

extension SyncDevice {
    /// Whether a text names a device.
    static func isName(_ text: String) -> Bool {
        (1...100).contains(text.count) && text.utf8.count <= 400
            && text.allSatisfy { $0.isLetter || $0.isNumber || "._-".contains($0) }
    }
}
