public import Essentials
public import PodcastAPI

/// What the command line does with the server besides serving.
extension PodcastServer {
    /// A fresh token for the link that sets the administrator's password; `nil` once there is an administrator.
    public func makeSetupToken() async throws -> String? { try await accounts.makeSetupToken() }

    /// A fresh token for a link that signs the administrator in once; `nil` while there is none.
    public func makeSignInToken() async throws -> String? { try await accounts.makeSignInToken() }

    /// Adds the demo's administrator to a server that has none: without a password, so that only links sign in.
    public func createDemoAdministrator() async throws {
        try await accounts.createDemoAdministrator()
    }

    /// Subscribes the administrator to a feed, a page that links to one, or an OPML list; does nothing where it is
    /// subscribed already.
    ///
    /// - Throws: a `SentenceError` where nothing could be subscribed to.
    @discardableResult
    public func subscribeAdministrator(to address: String) async throws -> SubscribeReport {
        let administrator = try await administrator()
        let result = try await refreshing.subscriber.subscribe(user: administrator.id, address: address)
        return try await feeds.report(result, administrator)
    }

    /// Subscribes the administrator to the feeds of an OPML list; they are fetched when the server runs.
    ///
    /// - Throws: a `SentenceError` where it is no list.
    public func importAdministratorsOPML(_ list: [UInt8]) async throws -> SubscribeReport {
        let administrator = try await administrator()
        let result = try await refreshing.subscriber.importOPML(list, user: administrator.id)
        return try await feeds.report(result, administrator)
    }

    /// Fetches every feed now, while ``run()`` runs.
    ///
    /// - Returns: how many entries were new.
    public func refreshAll() async throws -> Int {
        try await refreshing.refreshAll(.all).reduce(0) { sum, report in
            if case .updated(let new) = report.outcome { sum + new } else { sum }
        }
    }

    private func administrator() async throws -> UserRecord {
        guard let administrator = try await store.administrator() else { throw AdministrationError.noAdministrator }
        return administrator
    }
}

/// What stands in the way of administration from the command line.
public enum AdministrationError: SentenceError, Equatable {
    /// Nobody has set the server up.
    case noAdministrator

    /// One sentence.
    public var sentence: String {
        "This server is new: run tonearm serve and open the link that it prints, then try again."
    }

    /// Setting up is a person's work.
    public var isRetryable: Bool { false }
}
