import Database

/// A device of the gpodder API: a name under which a program synchronises.
struct SyncDevice: Sendable, Equatable {
    /// The types that clients know.
    static let kinds: Set<String> = ["desktop", "laptop", "mobile", "server", "other"]

    var id: String
    var caption: String
    var kind: String
    /// Devices of one group are said to be synchronised; in truth all are.
    var group: Int64?
    /// The tick up to which the device has seen the whole list of subscriptions.
    var listSeen: Int64?

    static let columns = "device, caption, kind, sync_group, list_seen"

    init(_ row: Row) throws {
        id = try row["device"]
        caption = try row["caption"]
        kind = try row["kind"]
        group = try row["sync_group"]
        listSeen = try row["list_seen"]
    }
}
