import Essentials
import Foundation
import HTTP
import PodcastAPI
import Podcasts

/// How each kind of directory is asked and how its answer is read; no I/O.
enum DirectoryProtocol {
    /// Results that are taken from one directory.
    static let maximumResults = 50

    /// The request for a search.
    ///
    /// - Throws: ``DirectoryError``.
    static func request(_ entry: DirectorySettings.Entry, _ query: String, now: Date) throws -> HTTPRequest {
        guard var parts = URLComponents(string: entry.url) else { throw DirectoryError.badAddress }
        let items = parts.queryItems ?? []
        var fields: HTTPFields = ["Accept": "application/json"]
        switch entry.kind {
        case .itunes:
            parts.queryItems =
                items + [
                    URLQueryItem(name: "term", value: query), URLQueryItem(name: "media", value: "podcast"),
                    URLQueryItem(name: "limit", value: "\(maximumResults)"),
                ]
        case .podcastIndex:
            parts.queryItems =
                items + [
                    URLQueryItem(name: "q", value: query), URLQueryItem(name: "max", value: "\(maximumResults)"),
                ]
            guard let key = entry.key, let secret = entry.secret else { throw DirectoryError.needsKey }
            let date = "\(Int64(now.timeIntervalSince1970))"
            let digest = SHA1Digest.of(Array((key + secret + date).utf8))
            fields["X-Auth-Key"] = key
            fields["X-Auth-Date"] = date
            fields["Authorization"] = digest.map { byte in
                let text = String(byte, radix: 16)
                return text.count == 1 ? "0" + text : text
            }.joined()
        case .gpodder: parts.queryItems = items + [URLQueryItem(name: "q", value: query)]
        case .opml: fields["Accept"] = "text/x-opml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1"
        }
        // A plus would be read as a blank by many servers.
        parts.percentEncodedQuery = parts.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
        guard let url = parts.url else { throw DirectoryError.badAddress }
        return HTTPRequest(url, fields: fields)
    }

    /// What an answer holds, best first.
    ///
    /// - Throws: ``DirectoryError/wrongAnswer``.
    static func results(
        _ entry: DirectorySettings.Entry,
        _ query: String,
        _ body: [UInt8]
    ) throws
        -> [DirectoryAnswer.Result]
    {
        let found: [DirectoryAnswer.Result?]
        switch entry.kind {
        case .itunes: found = try decode(ITunes.self, body).results.map { $0.result(entry.name) }
        case .podcastIndex: found = try decode(Index.self, body).feeds.map { $0.result(entry.name) }
        case .gpodder: found = try decode([GPodder].self, body).map { $0.result(entry.name) }
        case .opml: found = try outlines(body, query).map { result($0.url, $0.title, entry.name, link: $0.link) }
        }
        return Array(found.compactMap(\.self).prefix(maximumResults))
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ body: [UInt8]) throws -> Value {
        guard let value = try? JSONDecoder().decode(type, from: Data(body)) else { throw DirectoryError.wrongAnswer }
        return value
    }

    /// The feeds of a list whose titles hold the words.
    private static func outlines(_ body: [UInt8], _ query: String) throws -> [OPML.Feed] {
        guard let list = try? OPML.parse(body) else { throw DirectoryError.wrongAnswer }
        let wanted = SearchWords.of(query)
        return list.feeds.filter { feed in
            let words = SearchWords.of("\(feed.title ?? "") \(feed.folders.joined(separator: " "))")
            return wanted.allSatisfy { word in words.contains { $0.hasPrefix(word) } }
        }
    }

    fileprivate static func result(
        _ url: String?,
        _ title: String?,
        _ source: String,
        author: String? = nil,
        description: String? = nil,
        link: String? = nil
    ) -> DirectoryAnswer.Result? {
        guard let url = url.flatMap({ FeedURL.canonical($0) }) else { return nil }
        let name = line(title, 300) ?? FeedURL.host(of: url)
        var result = DirectoryAnswer.Result(url: url, title: name, sources: [source])
        result.author = line(author, 300)
        result.description = line(description.map { SearchTexts.plain($0) }, 1_000)
        if let link, let scheme = URLComponents(string: link)?.scheme?.lowercased(), ["http", "https"].contains(scheme)
        {
            result.link = String(link.prefix(2_000))
        }
        return result
    }

    private static func line(_ text: String?, _ limit: Int) -> String? {
        guard let text = text.map({ SearchTexts.cut($0, to: limit * 4).trimmingBlanks }), !text.isEmpty else {
            return nil
        }
        return String(text.prefix(limit))
    }
}

/// What iTunes answers.
private struct ITunes: Decodable {
    struct Show: Decodable {
        var feedUrl: String?
        var collectionName: String?
        var trackName: String?
        var artistName: String?
        var collectionViewUrl: String?

        func result(_ source: String) -> DirectoryAnswer.Result? {
            DirectoryProtocol.result(
                feedUrl,
                collectionName ?? trackName,
                source,
                author: artistName,
                link: collectionViewUrl
            )
        }
    }

    var results: [Show]
}

/// What Podcast Index answers.
private struct Index: Decodable {
    struct Show: Decodable {
        var url: String?
        var title: String?
        var author: String?
        var description: String?
        var link: String?

        func result(_ source: String) -> DirectoryAnswer.Result? {
            DirectoryProtocol.result(url, title, source, author: author, description: description, link: link)
        }
    }

    var feeds: [Show]
}

/// What gpodder's search answers.
private struct GPodder: Decodable {
    var url: String?
    var title: String?
    var author: String?
    var description: String?
    var website: String?

    func result(_ source: String) -> DirectoryAnswer.Result? {
        DirectoryProtocol.result(url, title, source, author: author, description: description, link: website)
    }
}
