import Essentials
import Foundation
import HTTP
import PodcastAPI

/// The page's files, served as the build left them in one flat folder.
struct PageFiles: Sendable {
    /// The folder with `index.html`.
    let folder: URL

    private static let types = [
        "html": "text/html; charset=utf-8",
        "js": "text/javascript; charset=utf-8",
        "css": "text/css; charset=utf-8",
        "svg": "image/svg+xml",
        "png": "image/png",
        "webmanifest": "application/manifest+json",
        "map": "application/json",
    ]

    /// The file for a path with one segment, or `nil` when the page has none of that name.
    ///
    /// Only names of letters, digits, `-`, `_` and single dots are looked up, so no path leaves the folder.
    func response(to request: HTTPServerRequest) -> HTTPServerResponse? {
        let name = request.path == "/" ? "index.html" : String(request.path.dropFirst())
        guard Self.isPlainName(name), let type = name.split(separator: ".").last.flatMap({ Self.types[String($0)] })
        else {
            return nil
        }
        let path = folder.appendingPathComponent(name).path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType == .typeRegular,
            let size = attributes[.size] as? Int64 ?? (attributes[.size] as? NSNumber)?.int64Value,
            let modified = attributes[.modificationDate] as? Date
        else { return name == "index.html" ? Self.notBuilt : nil }
        let stamp = "\(size)-\(Int64(modified.timeIntervalSince1970 * 1000))"
        var response = HTTPServerResponse.file(
            path: path,
            size: size,
            modified: modified,
            entityTag: EntityTag(stamp, isWeak: false),
            contentType: type,
            request: request
        )
        // A new version must be seen at the next visit; unchanged files cost one 304.
        response.fields["Cache-Control"] = "no-cache"
        return response
    }

    private static func isPlainName(_ name: String) -> Bool {
        !name.hasPrefix(".") && !name.contains("..")
            && name.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
            }
    }

    private static var notBuilt: HTTPServerResponse {
        HTTPServerResponse(
            .serviceUnavailable,
            fields: ["Content-Type": "text/plain; charset=utf-8"],
            body: HTTPBody("The page has not been built. Run make build, then reload.\n")
        )
    }
}
