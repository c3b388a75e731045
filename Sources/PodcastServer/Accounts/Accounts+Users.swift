import Foundation
import HTTP
import PodcastAPI

/// What an administrator does with users.
extension Accounts {
    /// All users, by name.
    func users() async throws -> [User] { try await store.users(now: now()).map(User.init) }

    /// One user.
    ///
    /// - Throws: ``StoreError/noSuchUser``.
    func user(_ id: Int64) async throws -> User { User(try await store.overview(of: id, now: now())) }

    /// Adds a user, who sets the password with the link of the answer.
    ///
    /// - Throws: ``APIFailure`` with 400, ``StoreError/nameTaken``.
    func addUser(_ new: NewUser, base: String) async throws -> CreatedUser {
        try Self.checkName(new.name)
        let user = try await store.addUser(
            name: new.name,
            passwordHash: nil,
            isAdministrator: new.administrator ?? false,
            now: now()
        )
        return CreatedUser(
            user: try await self.user(user.id),
            link: try await makeLink(.password, user: user.id, base: base)
        )
    }

    /// Changes a user.
    ///
    /// - Throws: ``APIFailure`` with 400; ``StoreError``.
    func changeUser(_ id: Int64, _ change: UserChange) async throws -> User {
        if let name = change.name { try Self.checkName(name) }
        try await store.changeUser(
            id,
            name: change.name,
            isAdministrator: change.administrator,
            isDisabled: change.disabled
        )
        return try await user(id)
    }

    /// A one-use link for a user.
    ///
    /// - Throws: ``StoreError/noSuchUser``.
    func makeLink(_ purpose: OneUseLink.Purpose, forUser id: Int64, base: String) async throws -> OneUseLink {
        guard try await store.user(id: id) != nil else { throw StoreError.noSuchUser }
        return try await makeLink(purpose, user: id, base: base)
    }

    /// Removes a user.
    ///
    /// - Returns: the entries that are gone with the user's feeds.
    /// - Throws: ``StoreError``.
    func removeUser(_ id: Int64) async throws -> [Int64] { try await store.removeUser(id) }
}

extension User {
    /// A stored user as the administrator's list shows it.
    init(_ overview: UserOverview) {
        let user = overview.user
        self.init(
            id: "\(user.id)",
            name: user.name,
            administrator: user.isAdministrator,
            created: user.created
        )
        disabled = user.isDisabled
        password = user.passwordHash != nil
        lastSeen = user.lastSeen
        feeds = overview.feeds
        sessions = overview.sessions
        tokens = overview.tokens
    }
}
