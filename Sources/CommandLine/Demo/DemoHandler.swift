import Foundation
import HTTP

/// Serves the demo folder as any podcast host would: feed, artwork and audio with ranges and validators.
struct DemoHandler: HTTPHandler {
    let folder: URL

    private static let types = [
        "xml": "application/rss+xml", "jpg": "image/jpeg", "mp3": "audio/mpeg", "opus": "audio/ogg",
    ]

    func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
        let name = String(request.path.dropFirst())
        let known = ["feed.xml", "art.jpg"] + DemoEpisode.all.map { "\($0.name).\($0.format.rawValue)" }
        guard known.contains(name), let type = Self.types[String(name.split(separator: ".").last ?? "")] else {
            return HTTPServerResponse(.notFound, fields: ["Content-Type": "text/plain"], body: HTTPBody("Not here.\n"))
        }
        let path = folder.appendingPathComponent(name).path
        if name == "feed.xml" { return feed(at: path, request) }
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            let size = (attributes[.size] as? NSNumber)?.int64Value
        else { return HTTPServerResponse(.notFound) }
        return .file(
            path: path,
            size: size,
            modified: attributes[.modificationDate] as? Date,
            entityTag: EntityTag("\(name)-\(size)", isWeak: false),
            contentType: type,
            request: request
        )
    }

    /// The feed with the address that it was asked at.
    private func feed(at path: String, _ request: HTTPServerRequest) -> HTTPServerResponse {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8), let host = request.fields["Host"] else {
            return HTTPServerResponse(.notFound)
        }
        let tag = EntityTag("feed-\(text.utf8.count)-\(host)", isWeak: true)
        if let condition = request.fields["If-None-Match"], EntityTagCondition(condition).weaklyMatches(tag) {
            return HTTPServerResponse(.notModified, fields: ["ETag": tag.description])
        }
        let body = text.replacingOccurrences(of: DemoFeed.base, with: "http://\(host)")
        return HTTPServerResponse(
            .ok,
            fields: ["Content-Type": "application/rss+xml; charset=utf-8", "ETag": tag.description],
            body: HTTPBody(body)
        )
    }
}
