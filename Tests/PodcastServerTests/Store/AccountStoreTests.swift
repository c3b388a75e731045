import Foundation
import Testing

@testable import PodcastServer

@Suite struct AccountStoreTests {
    private let token: [UInt8] = Array(1...32)

    @Test func namesAreToldWithoutCase() async throws {
        try await withStore { store in
            let user = try await store.addUser(name: "Änn", passwordHash: "h", isAdministrator: false, now: storeStart)
            #expect(try await store.user(named: "äNN") == user)
            #expect(try await store.user(named: "A\u{308}nn") == user)
            #expect(try await store.user(id: user.id)?.name == "Änn")
            await #expect(throws: StoreError.nameTaken) {
                try await store.addUser(name: "änn", passwordHash: nil, isAdministrator: false, now: storeStart)
            }
        }
    }

    @Test func theSetupLinkMakesOneAdministrator() async throws {
        try await withStore { store in
            #expect(try await store.needsSetup())
            let until = storeStart + 3_600
            try await store.addLink(tokenHash: token, purpose: .setup, user: nil, now: storeStart, expires: until)
            #expect(try await store.isValidLink(tokenHash: token, purpose: .setup, now: storeStart))
            let user = try await store.setUp(tokenHash: token, name: "ann", passwordHash: "h", now: storeStart)
            #expect(user.isAdministrator)
            #expect(try await !store.needsSetup())
            #expect(try await !store.isValidLink(tokenHash: token, purpose: .setup, now: storeStart))
            try await store.addLink(tokenHash: [9], purpose: .setup, user: nil, now: storeStart, expires: until)
            for hash in [token, [9]] {
                await #expect(throws: StoreError.linkInvalid) {
                    try await store.setUp(tokenHash: hash, name: "eve", passwordHash: "h", now: storeStart)
                }
            }
            #expect(try await store.user(named: "eve") == nil)
        }
    }

    @Test func aSetupThatFailsDoesNotUseTheLinkUp() async throws {
        try await withStore { store in
            _ = try await store.addUser(name: "ann", passwordHash: nil, isAdministrator: false, now: storeStart)
            let until = storeStart + 3_600
            try await store.addLink(tokenHash: token, purpose: .setup, user: nil, now: storeStart, expires: until)
            await #expect(throws: StoreError.nameTaken) {
                try await store.setUp(tokenHash: token, name: "Ann", passwordHash: "h", now: storeStart)
            }
            _ = try await store.setUp(tokenHash: token, name: "bob", passwordHash: "h", now: storeStart)
        }
    }

    @Test func aSignInLinkWorksOnceAndInTime() async throws {
        try await withStore { store in
            let user = try await store.makeUser()
            let until = storeStart + 60
            try await store.addLink(tokenHash: token, purpose: .signIn, user: user, now: storeStart, expires: until)
            await #expect(throws: StoreError.linkInvalid) {
                try await store.useSignInLink(tokenHash: token, now: until)
            }
            await #expect(throws: StoreError.linkInvalid) {
                try await store.setUp(tokenHash: token, name: "eve", passwordHash: "h", now: storeStart)
            }
            #expect(try await store.useSignInLink(tokenHash: token, now: storeStart).id == user)
            await #expect(throws: StoreError.linkInvalid) {
                try await store.useSignInLink(tokenHash: token, now: storeStart)
            }
        }
    }

    @Test func aNewLinkReplacesTheOneBefore() async throws {
        try await withStore { store in
            let until = storeStart + 60
            for hash in [token, [2]] {
                try await store.addLink(tokenHash: hash, purpose: .setup, user: nil, now: storeStart, expires: until)
            }
            #expect(try await !store.isValidLink(tokenHash: token, purpose: .setup, now: storeStart))
            #expect(try await store.isValidLink(tokenHash: [2], purpose: .setup, now: storeStart))
        }
    }

    @Test func aSessionLastsUntilItsTimeOrItsEnd() async throws {
        try await withStore { store in
            let user = try await store.makeUser()
            let until = storeStart + 60
            try await store.addSession(tokenHash: token, user: user, userAgent: "x", now: storeStart, expires: until)
            let session = try #require(try await store.session(tokenHash: token, now: storeStart))
            #expect(session.user.id == user)
            #expect(try await store.session(tokenHash: token, now: until) == nil)
            try await store.touchSession(tokenHash: token, now: storeStart + 30, expires: until + 60)
            #expect(try await store.session(tokenHash: token, now: until)?.lastSeen == storeStart + 30)
            try await store.removeExpiredSessions(now: until)
            #expect(try await store.session(tokenHash: token, now: until) != nil)
            try await store.removeSession(tokenHash: token)
            #expect(try await store.session(tokenHash: token, now: storeStart) == nil)
        }
    }

    @Test func aNewPasswordEndsTheOtherSessions() async throws {
        try await withStore { store in
            let user = try await store.makeUser()
            for hash in [token, [2], [3]] {
                let until = storeStart + 60
                try await store.addSession(tokenHash: hash, user: user, userAgent: "", now: storeStart, expires: until)
            }
            try await store.setPassword(of: user, hash: "new", keeping: [2])
            #expect(try await store.session(tokenHash: token, now: storeStart) == nil)
            #expect(try await store.session(tokenHash: [2], now: storeStart)?.user.passwordHash == "new")
            await #expect(throws: StoreError.noSuchUser) { try await store.setPassword(of: 99, hash: "x") }
        }
    }
}
