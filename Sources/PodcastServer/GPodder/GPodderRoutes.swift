import Foundation
import HTTP
import PodcastAPI

/// The gpodder.net API, version 2, and Nextcloud's dialect of it: so that AntennaPod, gPodder, Kasts and others synchronise.
///
/// Subscriptions, positions and read flags are the same data as the page's. All devices of a user have one list.
/// Clients take status 200 only, and some take a body for a failure: what is done says nothing.
struct GPodderRoutes: Sendable {
    /// Everything that the groups of routes share.
    struct Parts: Sendable {
        var authenticator: Authenticator
        var store: PodcastStore
        var refreshing: FeedRefreshing
        var media: MediaLibrary
        var now: @Sendable () -> Date
    }

    let parts: Parts

    /// Adds every route.
    func add(to routes: inout APIRoutes) {
        var sync = SyncRoutes(parts: parts, routes: routes)
        SyncSignInRoutes().add(to: &sync)
        DeviceRoutes(store: parts.store).add(to: &sync)
        SubscriptionSyncRoutes(parts: parts).add(to: &sync)
        SimpleSubscriptionRoutes(parts: parts).add(to: &sync)
        EpisodeActionRoutes(parts: parts).add(to: &sync)
        SyncSettingsRoutes(store: parts.store).add(to: &sync)
        UpdateRoutes(parts: parts).add(to: &sync)
        DirectoryRoutes(authenticator: parts.authenticator).add(to: &sync)
        NextcloudRoutes(parts: parts).add(to: &sync)
        NextcloudLoginRoutes(authenticator: parts.authenticator, store: parts.store, now: parts.now).add(to: &sync)
        routes = sync.routes
    }
}

/// Registers routes that programs call.
struct SyncRoutes {
    typealias Action =
        @Sendable (SyncAuthenticator.Caller, HTTPServerRequest, Router.Parameters) async throws -> HTTPServerResponse

    let authenticator: SyncAuthenticator
    fileprivate(set) var routes: APIRoutes

    init(parts: GPodderRoutes.Parts, routes: APIRoutes) {
        authenticator = SyncAuthenticator(authenticator: parts.authenticator)
        self.routes = routes
    }

    /// A route for those who are signed in; a `{user}` in its pattern must be the one who is.
    mutating func on(
        _ method: HTTPMethod,
        _ pattern: String,
        isSigningIn: Bool = false,
        _ action: @escaping Action
    ) {
        open(method, pattern) { [authenticator] request, parameters in
            let name = pattern.contains("{user}") ? parameters["user"] : nil
            let caller = try await authenticator.caller(request, named: name, isSigningIn: isSigningIn)
            var response = try await action(caller, request, parameters)
            if let cookie = caller.cookie {
                let lifetime = Duration.seconds(Accounts.syncSessionLifetime)
                let name = SyncAuthenticator.cookieName
                response.fields.append(
                    "Set-Cookie",
                    authenticator.authenticator.cookie(name, cookie, request, lifetime: lifetime)
                )
            }
            return response
        }
    }

    /// A route for everybody.
    mutating func open(_ method: HTTPMethod, _ pattern: String, _ action: @escaping Router.Action) {
        routes.open(method, pattern) { request, parameters in
            var response: HTTPServerResponse
            do {
                response = try await action(request, parameters)
            } catch let failure as APIFailure {
                response = failure.response
            } catch let error as StoreError {
                response = APIFailure(error).response
            }
            // Pages elsewhere may read with a password of their own; without one there is nothing to read.
            response.fields["Access-Control-Allow-Origin"] = "*"
            response.fields["Cache-Control"] = "no-store"
            return response
        }
    }
}

extension HTTPServerRequest {
    /// From which tick on a program wants to know; zero for everything.
    ///
    /// - Throws: ``APIFailure`` with 400.
    func since() throws -> Int64 {
        guard let text = query("since"), !text.isEmpty else { return 0 }
        guard let since = Int64(text), since >= 0 else {
            throw APIFailure.badRequest("since is a number that this server gave out as timestamp.")
        }
        return since
    }
}

extension Router.Parameters {
    /// The device in the path.
    ///
    /// - Throws: ``APIFailure`` with 400.
    func device() throws -> String {
        let device = self["device"]
        guard SyncDevice.isName(device) else {
            throw APIFailure.badRequest("A device's name has letters, digits and any of . _ -")
        }
        return device
    }
}
