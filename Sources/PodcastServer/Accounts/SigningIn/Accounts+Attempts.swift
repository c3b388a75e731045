import Foundation
import HTTP
import PodcastAPI

extension Accounts {
    /// Refuses while an address or a name has to wait.
    ///
    /// - Throws: ``APIFailure`` with 429.
    func checkAttempts(name: String?, _ client: Client) throws {
        let time = now()
        let wait = max(
            byAddress.wait(for: client.address, now: time),
            name.map { byName.wait(for: Self.key($0), now: time) } ?? 0
        )
        guard wait == 0 else { throw Self.tooMany(wait: wait) }
    }

    /// Counts a failure and makes its answer.
    func failAttempt(name: String?, _ client: Client, _ message: String) -> APIFailure {
        byAddress.recordFailure(client.address, now: now())
        if let name { byName.recordFailure(Self.key(name), now: now()) }
        return APIFailure(.unauthorized, .wrongCredentials, message)
    }

    /// Counts a token or an assertion that nobody has, and makes its answer: 429 instead of `failure` after many.
    ///
    /// The right ones are never kept waiting: one program with a revoked token must not shut out the rest of its household,
    /// and 256 random bits are not guessed.
    func failToken(_ client: Client, _ failure: APIFailure) -> APIFailure {
        let wait = byToken.wait(for: client.address, now: now())
        guard wait == 0 else { return Self.tooMany(wait: wait) }
        byToken.recordFailure(client.address, now: now())
        return failure
    }

    /// Runs an expensive check unless too many are under way.
    func check<Value: Sendable>(_ work: @Sendable () async -> Value) async throws -> Value {
        guard checksUnderWay < Self.maximumChecks else { throw Self.tooMany(wait: 2) }
        checksUnderWay += 1
        defer { checksUnderWay -= 1 }
        return await work()
    }

    /// Names compare without case; a hostile name of a megabyte is not kept.
    static func key(_ name: String) -> String { String(name.lowercased().prefix(64)) }

    static func tooMany(wait: TimeInterval) -> APIFailure {
        let seconds = Int(wait.rounded(.up))
        var failure = APIFailure(
            .tooManyRequests,
            .tooManyAttempts,
            "Too many attempts; try again in \(seconds) seconds."
        )
        failure.fields["Retry-After"] = "\(seconds)"
        return failure
    }
}
