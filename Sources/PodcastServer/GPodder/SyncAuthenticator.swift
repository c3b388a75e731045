import Essentials
import Foundation
import HTTP
import PodcastAPI

/// Who synchronises: by the password of Basic (the account's or an API token), by the cookie of an earlier sign-in, or by a
/// name that carries a token.
struct SyncAuthenticator: Sendable {
    static let cookieName = "sessionid"

    /// Somebody who synchronises.
    struct Caller: Sendable {
        var user: UserRecord
        /// Tells this program's changes from another's.
        var client: String
        /// A cookie to hand out: the program has sent its password, and may not be able to send it often.
        var cookie: String?
    }

    let authenticator: Authenticator

    private var accounts: Accounts { authenticator.accounts }

    /// Who sends a request.
    ///
    /// - Parameter name: the user in the path, where there is one.
    /// - Parameter isSigningIn: a password that was sent is looked at although the cookie would do.
    /// - Throws: ``APIFailure``: 401 with a challenge, 400 where the path names another user.
    func caller(
        _ request: HTTPServerRequest,
        named name: String?,
        isSigningIn: Bool = false
    ) async throws -> Caller {
        if isSigningIn { try await checkCookie(request, names: name) }
        let caller = try await self.caller(request, pathName: name, usesCookie: !isSigningIn)
        guard let name, let path = SyncName(name) else { return caller }
        guard UserRecord.key(of: path.name) == UserRecord.key(of: caller.user.name) else {
            throw APIFailure.badRequest("The address names another user than the one who is signed in.")
        }
        return caller
    }

    /// A program that signs in while it holds another user's cookie has mixed two up.
    ///
    /// - Throws: ``APIFailure`` with 400.
    func checkCookie(_ request: HTTPServerRequest, names name: String?) async throws {
        guard let cookie = request.fields.cookie(Self.cookieName), !cookie.isEmpty,
            let session = try await accounts.session(cookie, .sync)
        else { return }
        guard let path = name.flatMap(SyncName.init),
            UserRecord.key(of: path.name) == UserRecord.key(of: session.user.name)
        else { throw APIFailure.badRequest("The cookie belongs to another user.") }
    }

    private func caller(
        _ request: HTTPServerRequest,
        pathName: String?,
        usesCookie: Bool
    ) async throws -> Caller {
        if let token = request.bearerToken {
            let identity = try await accounts.identity(ofToken: token, from: authenticator.client(request))
            return Caller(user: identity.user, client: Self.client("token", token, request))
        }
        let basic = try Self.basic(request)
        if usesCookie || basic == nil, let cookie = request.fields.cookie(Self.cookieName), !cookie.isEmpty,
            let session = try await accounts.session(cookie, .sync),
            basic.map({ UserRecord.key(of: $0.name) == UserRecord.key(of: session.user.name) }) ?? true
        {
            return Caller(user: session.user, client: Self.client("cookie", cookie, request))
        }
        if let token = basic?.token ?? (basic == nil ? pathName.flatMap { SyncName($0)?.token } : nil) {
            let name = basic?.name ?? pathName.flatMap { SyncName($0)?.name } ?? ""
            return try await caller(name, token: token, request)
        }
        guard let basic else { throw try await Self.challenge(accounts) }
        if Accounts.isToken(basic.password) { return try await caller(basic.name, token: basic.password, request) }
        let client = authenticator.client(request)
        do {
            let user = try await accounts.verifyOften(basic.name, basic.password, client)
            let cookie = try await accounts.syncSession(user, secret: basic.password, apiToken: nil, client)
            return Caller(user: user, client: Self.client("password", basic.name, request), cookie: cookie)
        } catch let failure as APIFailure where failure.status == .unauthorized {
            throw Self.challenging(failure)
        }
    }

    private func caller(_ name: String, token: String, _ request: HTTPServerRequest) async throws -> Caller {
        let client = authenticator.client(request)
        do {
            let identity = try await accounts.identity(ofToken: token, from: client)
            guard UserRecord.key(of: identity.user.name) == UserRecord.key(of: name),
                case .token(let id) = identity.proof
            else {
                throw APIFailure(.unauthorized, .wrongCredentials, "The token belongs to another user.")
            }
            let cookie = try await accounts.syncSession(identity.user, secret: token, apiToken: id, client)
            return Caller(user: identity.user, client: Self.client("token", token, request), cookie: cookie)
        } catch let failure as APIFailure where failure.status == .unauthorized {
            throw Self.challenging(failure)
        }
    }

    /// Name and password of Basic (RFC 7617).
    ///
    /// - Throws: ``APIFailure`` with 400 for what can't be decoded.
    private static func basic(_ request: HTTPServerRequest) throws -> (name: String, password: String, token: String?)?
    {
        guard let encoded = request.credentials(of: "basic") else { return nil }
        guard let data = Data(base64Encoded: encoded), let text = String(validating: data, as: UTF8.self),
            let colon = text.firstIndex(of: ":")
        else { throw APIFailure.badRequest("The Authorization field can't be decoded.") }
        let password = String(text[text.index(after: colon)...])
        guard let name = SyncName(String(text[..<colon])) else {
            throw APIFailure.badRequest("The Authorization field names nobody.")
        }
        return (name.name, password, name.token)
    }

    private static func client(_ kind: String, _ secret: String, _ request: HTTPServerRequest) -> String {
        let agent = request.fields["User-Agent"] ?? ""
        return SHA256Digest.of("\(kind)\n\(secret)\n\(agent)").prefix(8).hexadecimal
    }

    private static func challenge(_ accounts: Accounts) async throws -> APIFailure {
        challenging(try await accounts.signedOut())
    }

    /// Clients send a password only when they are asked for one this way.
    private static func challenging(_ failure: APIFailure) -> APIFailure {
        var failure = failure
        failure.fields["WWW-Authenticate"] = "Basic realm=\"Tonearm\", charset=\"UTF-8\""
        return failure
    }
}

/// A user name of a program, with the token that it may carry: `ann__ta_…`, for programs that send no password.
struct SyncName: Equatable {
    var name: String
    var token: String?

    init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= 500 else { return nil }
        if let mark = text.range(of: "__" + Accounts.tokenPrefix), mark.lowerBound > text.startIndex {
            name = String(text[..<mark.lowerBound])
            token = String(text[text.index(mark.lowerBound, offsetBy: 2)...])
        } else {
            name = text
        }
    }
}
