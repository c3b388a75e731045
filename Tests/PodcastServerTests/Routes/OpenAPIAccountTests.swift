import Foundation
import HTTP
import PodcastAPI
import TestSupport
import Testing

@testable import PodcastServer

/// Holds the answers about accounts, and those to other programs, to `docs/openapi.json`.
@Suite struct OpenAPIAccountTests {
    @Test func answersAboutAccountsHaveTheFormThatTheFileGives() async throws {
        let document = try OpenAPIDocument()
        try await Rig.signedIn { (rig: Rig) async throws in
            let bob = try await rig.addUser("bob")
            let token = try await rig.token()
            _ = try await rig.send(.get, "/api/me", as: ["Authorization": "Bearer \(token.secret)"])
            let session = try await rig.send(.get, "/api/sessions").json(SessionList.self).sessions[0]
            func check(_ method: HTTPMethod, _ path: String, _ id: String = "", _ json: String = "") async throws {
                let filled = path.replacing(/\{[^}]*\}/, with: id)
                let fields: HTTPFields = json.isEmpty ? [:] : ["Content-Type": "application/json"]
                let answer = try await rig.send(method, filled, fields: fields, body: Array(json.utf8))
                #expect(try document.complaints(method, path, answer) == [], "\(method.rawValue) \(filled) \(json)")
            }
            try await check(.get, "/api/me")
            try await check(.get, "/api/sessions")
            try await check(.get, "/api/tokens")
            try await check(.post, "/api/tokens", "", #"{"name":"car"}"#)
            try await check(.post, "/api/tokens", "", #"{"name":""}"#)
            try await check(.post, "/api/tokens", "", "{")
            try await check(.delete, "/api/tokens/{id}", token.token.id)
            try await check(.delete, "/api/tokens/{id}", token.token.id)
            try await check(.post, "/api/links")
            try await check(.get, "/api/admin/users")
            try await check(.post, "/api/admin/users", "", #"{"name":"carol"}"#)
            try await check(.post, "/api/admin/users", "", #"{"name":"carol"}"#)
            try await check(.patch, "/api/admin/users/{id}", bob.id, #"{"disabled":true}"#)
            try await check(.patch, "/api/admin/users/{id}", "1", #"{"disabled":true}"#)
            try await check(.post, "/api/admin/users/{id}/links", bob.id, #"{"purpose":"password"}"#)
            try await check(.post, "/api/admin/users/{id}/links", bob.id, #"{"purpose":"riches"}"#)
            try await check(.post, "/api/admin/users/{id}/links", "99", #"{"purpose":"password"}"#)
            try await check(.delete, "/api/admin/users/{id}", bob.id)
            try await check(.delete, "/api/admin/users/{id}", bob.id)
            try await check(.put, "/api/me/password", "", #"{"current":"x","new":"battery staple"}"#)
            try await check(.put, "/api/me/password", "", #"{"current":"correct horse","new":"battery staple"}"#)
            try await check(.post, "/api/password", "", #"{"token":"x","password":"battery staple"}"#)
            try await check(.delete, "/api/sessions/{id}", "nobody")
            try await check(.delete, "/api/sessions")
            try await check(.delete, "/api/sessions/{id}", session.id)
        }
    }

    @Test func answersToOtherProgramsHaveTheFormThatTheFileGives() async throws {
        let document = try OpenAPIDocument()
        try await Rig.signedIn { (rig: Rig) async throws in
            try await rig.subscribe()
            let secret = try await rig.token().secret
            let fields: HTTPFields = ["Authorization": "Bearer \(secret)"]
            let feed = rig.publisher.url("/show.xml").absoluteString
            let media = rig.publisher.url("/audio/1.mp3").absoluteString
            let action = #"[{"podcast":"\#(feed)","episode":"\#(media)","action":"play","position":9,"total":99}]"#
            func check(_ method: HTTPMethod, _ path: String, _ body: String = "", query: String = "") async throws {
                var filled = path.replacing("{user}", with: "ann").replacing("{device}", with: "phone")
                filled = filled.replacing("{format}", with: "json").replacing("{scope}", with: "account")
                filled = filled.replacing(/\{[^}]*\}/, with: "5") + query
                let answer = try await rig.send(method, filled, fields: fields, body: Array(body.utf8))
                #expect(try document.complaints(method, path, answer) == [], "\(method.rawValue) \(filled)")
            }
            try await check(.post, "/api/2/devices/{user}/{device}.json")
            try await check(.post, "/api/2/episodes/{user}.json", action)
            try await check(.post, "/index.php/apps/gpoddersync/episode_action/create", action)
            let bodies = [
                "/api/2/sync-devices/{user}.json": "{}", "/api/2/subscriptions/{user}/{device}.json": "{}",
                "/api/2/settings/{user}/{scope}.json": #"{"set":{"a":1}}"#,
                "/index.php/apps/gpoddersync/subscription_change/create": "{}",
                "/subscriptions/{user}/{device}.{format}": #"["\#(feed)"]"#,
            ]
            for operation in document.operations where operation.isForOtherPrograms {
                try await check(operation.method, operation.path, bodies[operation.path] ?? "")
                try await check(operation.method, operation.path, "[1", query: "?since=x&aggregated=x")
            }
        }
    }
}

extension OpenAPIDocument.Operation {
    fileprivate var isForOtherPrograms: Bool {
        ["/api/2/", "/subscriptions/", "/index.php/", "/clientconfig", "/toplist", "/search.json", "/suggestions"]
            .contains { path.hasPrefix($0) }
    }
}
