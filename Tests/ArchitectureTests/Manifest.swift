import Foundation

/// What `Package.swift` says of its targets, read from its text: the package description has no order, the text has.
struct Manifest {
    struct Target {
        var name: String
        var dependencies: [String]
        var isTest: Bool
    }

    /// The targets from bottom to top.
    var targets: [Target]

    subscript(name: String) -> Target? { targets.first { $0.name == name } }

    /// The place of a target in the list.
    func position(of name: String) -> Int? { targets.firstIndex { $0.name == name } }

    init(text: String) {
        targets = []
        let plain = text.replacingOccurrences(of: "\n", with: " ")
        let list = plain.range(of: "targets: [ ", options: .backwards).map { plain[$0.upperBound...] } ?? ""
        let pattern =
            /(?:(system|tests)\(\s*"([^"]+)"(?:,\s*\[([^\]]*)\])?\s*\)|\.(target|executableTarget)\(\s*name: "([^"]+)"(?:,\s*dependencies: \[([^\]]*)\])?\s*\))/
        for match in list.matches(of: pattern) {
            let helper = match.output.1
            let name = match.output.2 ?? match.output.5 ?? ""
            let dependencies = Self.names(match.output.3 ?? match.output.6 ?? "")
            let isTest = helper == "tests"
            targets.append(
                Target(
                    name: isTest ? "\(name)Tests" : String(name),
                    dependencies: isTest ? dependencies + ["TestSupport"] : dependencies,
                    isTest: isTest
                )
            )
        }
    }

    private static func names(_ list: Substring) -> [String] {
        list.matches(of: /"([^"]+)"/).map { String($0.output.1) }
    }
}
