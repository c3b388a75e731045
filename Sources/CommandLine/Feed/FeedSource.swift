import Essentials
import Foundation
import HTTP
import Podcasts

/// Where `tonearm feed` reads from: a file, standard input, or an address.
struct FeedSource: Sendable {
    /// A document on its way.
    struct Document: Sendable {
        /// The address that answered, after redirects; `nil` for files.
        var url: String?
        /// The `Content-Type` of the answer.
        var contentType: String?
        /// The bytes as they come.
        var body: HTTPBody
    }

    /// What can't be read, in a sentence.
    enum Failure: SentenceError, Equatable {
        /// The server asks who this is.
        case unauthorized(host: String)
        /// The server says no in another way.
        case refused(host: String, status: Int)
        /// The word is neither a file that exists nor an address.
        case neither(word: String)
        /// A folder.
        case folder(path: String)

        var sentence: String {
            switch self {
            case .unauthorized(let host):
                "\(host) asks for a user and a password; give them in the address as https://user:password@…"
            case .refused(let host, let status): "\(host) answered \(status) instead of a feed."
            case .neither(let word): "There is no file “\(word)”, and it is not an http or https address."
            case .folder(let path): "\(path) is a folder, not a feed."
            }
        }

        var isRetryable: Bool {
            if case .refused(_, let status) = self { status == 429 || status >= 500 } else { false }
        }
    }

    /// Fetches.
    var client: any HTTPClient
    /// The next bytes of standard input, `nil` at its end.
    var standardInput: @Sendable () -> [UInt8]?

    static let accept =
        "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.8, */*;q=0.1"

    /// Opens what `word` names: `-`, a file, or an address.
    ///
    /// - Throws: a ``SentenceError``.
    func open(_ word: String) async throws -> Document {
        if word == "-" {
            let read = standardInput
            return Document(body: HTTPBody { read() })
        }
        if FileManager.default.fileExists(atPath: word) || word.hasPrefix("/") || word.hasPrefix(".") {
            return try file(word)
        }
        guard let address = FeedAddress.normalized(word), let url = URL(string: address) else {
            throw Failure.neither(word: word)
        }
        return try await fetch(url)
    }

    private func file(_ path: String) throws -> Document {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw FileError.missing(path: path)
        }
        if isFolder.boolValue { throw Failure.folder(path: path) }
        guard FileManager.default.isReadableFile(atPath: path) else { throw FileError.notPermitted(path: path) }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let size = (attributes[.size] as? NSNumber)?.int64Value ?? 0
        return Document(body: HTTPBody(file: HTTPBody.FileRegion(path: path, range: 0..<size)))
    }

    private func fetch(_ url: URL) async throws -> Document {
        var (url, credentials) = Self.separatingCredentials(url)
        var request = HTTPRequest(.get, url, fields: ["Accept": Self.accept])
        if let credentials { request.fields["Authorization"] = "Basic \(credentials)" }
        var options = HTTPRequestOptions()
        options.redirects = .follow
        options.totalTimeout = .seconds(60)
        options.maximumBodyLength = Int64(FeedLimits().maximumBytes)
        let response = try await client.send(request, options)
        url = response.url
        let host = url.host ?? "The server"
        guard response.status.rawValue != 401 else { throw Failure.unauthorized(host: host) }
        guard (200..<300).contains(response.status.rawValue) else {
            throw Failure.refused(host: host, status: response.status.rawValue)
        }
        return Document(url: url.absoluteString, contentType: response.fields["Content-Type"], body: response.body)
    }

    /// The address without user and password, and those in base64: in the address they would end up in messages.
    private static func separatingCredentials(_ url: URL) -> (URL, String?) {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false), let user = parts.user else {
            return (url, nil)
        }
        let pair = "\(user):\(parts.password ?? "")"
        (parts.user, parts.password) = (nil, nil)
        return (parts.url ?? url, Data(pair.utf8).base64EncodedString())
    }
}
