import HTTP
import PodcastAPI
import Testing

@testable import PodcastServer

/// No route that changes something can be driven by another site's page.
@Suite struct CrossSiteRouteTests {
    private static let foreign: [HTTPFields] = [
        ["Origin": "https://evil.example", "Host": "home.example"],
        ["Sec-Fetch-Site": "cross-site", "Host": "home.example"],
    ]

    @Test(
        arguments: foreign,
        [["Cookie": "own"], ["Remote-User": "ann"], ["Authorization": "Basic YW5uOmNvcnJlY3QgaG9yc2U="]] as [HTTPFields]
    )
    func everyChangingRouteOfTheDocumentRefusesAnotherSite(site: HTTPFields, proof: HTTPFields) async throws {
        let operations = try OpenAPIDocument().operations.filter { ![.get, .head].contains($0.method) }
        #expect(operations.count >= 20)
        try await Rig.signedIn(
            configure: { configuration, _ in
                configuration.access.trustedProxies = [try TrustedNetwork("127.0.0.1")]
                configuration.access.userHeader = "Remote-User"
            }
        ) { (rig: Rig) async throws in
            for operation in operations {
                var fields = site
                for field in proof.all where field.value != "own" { fields.append(field.name, field.value) }
                let answer = try await rig.send(operation.method, operation.filledPath, fields: fields)
                #expect(answer.status == 403, "\(operation.method.rawValue) \(operation.path)")
                #expect(answer.error?.error == .crossSite, "\(operation.method.rawValue) \(operation.path)")
            }
            #expect(try await rig.send(.get, "/api/me").status == 200)
        }
    }

    /// A browser never adds a bearer token by itself, so a page that has one may come from anywhere.
    @Test func aTokenMayComeFromAnotherSite() async throws {
        try await Rig.signedIn { (rig: Rig) async throws in
            var fields = Self.foreign[0]
            fields["Authorization"] = "Bearer \(try await rig.token().secret)"
            #expect(try await rig.send(.post, "/api/feeds/all/refresh", as: fields).status == 202)
            fields["Authorization"] = "Bearer wrong"
            #expect(try await rig.send(.post, "/api/feeds/all/refresh", fields: fields).status == 401)
        }
    }
}
