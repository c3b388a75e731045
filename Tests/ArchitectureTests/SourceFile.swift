import Foundation

/// A Swift file with what the rules look at.
struct SourceFile {
    /// The path below the package's root, `Sources/HTTP/HTTPError.swift` for example.
    var path: String
    var text: String

    /// The target the file belongs to.
    var target: String {
        let parts = path.split(separator: "/")
        return parts.count > 1 ? String(parts[1]) : ""
    }

    /// The modules imported, whatever stands before the word.
    var imports: [String] {
        lines.filter { $0.mentions("import ") }.compactMap { line in
            line.firstMatch(
                of:
                    /^\s*(?:@\w+\s+)*(?:public |package |internal |fileprivate |private )?import (?:struct |enum |class |func |protocol |typealias |var )?(\w+)/
            )
            .map { String($0.output.1) }
        }
    }

    /// The lines without comments.
    var lines: [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.mentions("//"), let comment = line.firstRange(of: "//") else { return line }
            return line[..<comment.lowerBound]
        }
    }

    /// Every Swift file below `folder` of the package.
    static func all(below folder: String) throws -> [SourceFile] {
        let root = packageRoot
        let base = root.appendingPathComponent(folder)
        let names = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
        return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
            let text = try String(contentsOf: base.appendingPathComponent(name), encoding: .utf8)
            return SourceFile(path: "\(folder)/\(name)", text: text)
        }
    }

    static var packageRoot: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }
}

extension Substring {
    /// Whether the text is in it: asked of every line before the regular expressions, which are a thousand times slower.
    func mentions(_ text: String) -> Bool { withCString { line in text.withCString { strstr(line, $0) != nil } } }
}
