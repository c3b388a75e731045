import Foundation
import Testing

@Suite struct ArchitectureTests {
    let manifest: Manifest
    let rules: Rules

    init() throws {
        let text = try String(
            contentsOf: SourceFile.packageRoot.appendingPathComponent("Package.swift"),
            encoding: .utf8
        )
        manifest = Manifest(text: text)
        rules = Rules(manifest: manifest)
    }

    @Test func everyFolderIsATargetOfTheManifest() throws {
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: SourceFile.packageRoot.appendingPathComponent("Sources").path
        )
        let names = Set(manifest.targets.map(\.name))
        #expect(Set(folders).subtracting(["System"]).isSubset(of: names))
        #expect(manifest.targets.count > 20)
    }

    @Test func importsGoDownAndAreDeclared() throws {
        let files = try SourceFile.all(below: "Sources").filter { $0.target != "System" }
        #expect(files.count > 40)
        #expect(files.flatMap(rules.imports) == [])
    }

    @Test func testsImportOnlyWhatTheyDeclare() throws {
        #expect(try SourceFile.all(below: "Tests").flatMap(rules.imports) == [])
    }

    @Test func everyDeclaredDependencyIsUsed() throws {
        let files = try SourceFile.all(below: "Sources")
        #expect(rules.unusedDependencies(in: files) == [])
    }

    @Test func dependenciesPointDown() {
        #expect(rules.upwardDependencies() == [])
    }

    @Test func onlyNamedFilesAskForThePlatform() throws {
        #expect(try SourceFile.all(below: "Sources").flatMap(rules.platformQuestions) == [])
    }

    @Test func onlyTheLoopSchedulesOnGLib() throws {
        #expect(try SourceFile.all(below: "Sources").flatMap(rules.scheduling) == [])
    }

    @Test(arguments: [
        ("HTTP", "import HTTPSoup", "does not declare"),
        ("Podcasts", "import CSoup", "does not declare"),
        ("Podcasts", "@testable import PodcastServer", "does not declare"),
        ("Database", "public import FoundationNetworking", "nobody may"),
        ("PodcastAPI", "import UIKit", "neither ours nor allowed"),
        ("Database", "import Glibc", "neither ours nor allowed"),
    ])
    func aForbiddenImportIsSeen(target: String, line: String, complaint: String) throws {
        let file = SourceFile(path: "Sources/\(target)/Bad.swift", text: "\(line)\n")
        let complaints = rules.imports(of: file)
        #expect(complaints.count == 1)
        #expect(complaints.first?.contains(complaint) == true)
    }

    @Test func aPortableTargetThatDeclaresALinuxOneIsSeen() {
        let manifest = Manifest(
            text:
                #"targets: [ system("CSoup"), .target(name: "HTTPSoup", dependencies: ["CSoup"]), .target(name: "Playback", dependencies: ["HTTPSoup"]) ]"#
        )
        let file = SourceFile(path: "Sources/Playback/Bad.swift", text: "import HTTPSoup")
        #expect(Rules(manifest: manifest).imports(of: file).first?.contains("is portable") == true)
    }

    @Test(arguments: ["#if os(Linux)", "    #elseif canImport(Darwin)"])
    func aPlatformQuestionIsSeen(line: String) {
        #expect(rules.platformQuestions(in: SourceFile(path: "Sources/HTTP/Bad.swift", text: line)).count == 1)
    }

    @Test func schedulingElsewhereIsSeen() {
        let file = SourceFile(path: "Sources/HTTPSoup/Bad.swift", text: "g_idle_add_full(0, nil, nil, nil)")
        #expect(rules.scheduling(in: file).count == 1)
        let comment = SourceFile(path: "Sources/HTTPSoup/Good.swift", text: "// g_idle_add would be wrong here")
        #expect(rules.scheduling(in: comment).isEmpty)
    }
}
