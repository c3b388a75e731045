import Database
import Foundation

/// Programs that wait for a person to let them in (Nextcloud's login flow).
extension PodcastStore {
    /// Flows waiting at once; anybody can begin one, so the oldest give way.
    static let maximumFlows = 500

    func addLoginFlow(poll: [UInt8], flow: [UInt8], agent: String, now: Date, expires: Date) async throws {
        try await database.write { writer in
            try writer.execute("DELETE FROM login_flows WHERE expires <= ?", [now])
            try writer.execute(
                """
                DELETE FROM login_flows WHERE poll_hash IN
                    (SELECT poll_hash FROM login_flows ORDER BY created DESC, poll_hash LIMIT 1000 OFFSET ?)
                """,
                [Self.maximumFlows - 1]
            )
            try writer.execute(
                "INSERT INTO login_flows(poll_hash, flow_hash, agent, created, expires) VALUES (?, ?, ?, ?, ?)",
                [poll, flow, String(agent.prefix(200)), now, expires]
            )
        }
    }

    /// What the program that waits calls itself; `nil` when nobody waits for that flow, or it was let in already.
    func loginFlowAgent(flow: [UInt8], now: Date) async throws -> String? {
        try await database.read { reader in
            try reader.value(
                "SELECT agent FROM login_flows WHERE flow_hash = ? AND expires > ? AND user_id IS NULL",
                [flow, now]
            )
        }
    }

    /// Lets the program in.
    ///
    /// - Throws: ``StoreError/linkInvalid``.
    func allowLoginFlow(flow: [UInt8], user: Int64, now: Date) async throws {
        try await database.write { writer in
            let changed = try writer.execute(
                "UPDATE login_flows SET user_id = ? WHERE flow_hash = ? AND expires > ? AND user_id IS NULL",
                [user, flow, now]
            )
            guard changed == 1 else { throw StoreError.linkInvalid }
        }
    }

    /// Takes a flow that was let in: once, by the one who began it.
    func takeLoginFlow(poll: [UInt8], now: Date) async throws -> (user: UserRecord, agent: String)? {
        try await database.write { writer in
            let row = try writer.row(
                "SELECT agent, user_id FROM login_flows WHERE poll_hash = ? AND expires > ? AND user_id IS NOT NULL",
                [poll, now]
            )
            guard let row else { return nil }
            let removed = try writer.execute("DELETE FROM login_flows WHERE poll_hash = ?", [poll])
            let user = try writer.row(
                "SELECT \(UserRecord.columns) FROM users WHERE id = ? AND is_disabled = 0",
                [try row["user_id"] as Int64]
            )
            guard removed == 1, let user else { return nil }
            return (try UserRecord(user), try row["agent"])
        }
    }
}
