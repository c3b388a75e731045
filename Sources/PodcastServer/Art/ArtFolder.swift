import Essentials
import Foundation

/// What is known of the picture at one address.
struct ArtRecord: Sendable, Equatable, Codable {
    /// The picture that is kept.
    struct Picture: Sendable, Equatable, Codable {
        /// A name for this version: the digest of what came.
        var tag: String
        /// How it is written.
        var kind: RenderedPicture.Kind
        /// The server's entity tag, as sent.
        var entityTag: String?
        /// The server's `Last-Modified`, as sent.
        var modified: String?
    }

    /// The form of this description; another number is treated as unreadable.
    var version = 1
    /// The last picture that came, kept when later ones fail.
    var picture: Picture?
    /// When to ask the server again.
    var askAgain: Date
    /// Failures since the last success.
    var failures = 0
}

/// The folder with pictures; all of it can be made again.
///
/// For a picture whose address has the digest D: `art-D.json` is its ``ArtRecord``, `art-D-T-SIZE.jpg` or `.png` a
/// rendering of the version T. Records are written after the renderings they name. Files of other names are left alone.
struct ArtFolder: Sendable {
    let url: URL

    /// The name of an address in this folder.
    static func key(_ source: URL) -> String {
        String(SHA256Digest.of(source.absoluteString).hexadecimal.prefix(32))
    }

    /// Where a rendering is.
    func path(_ key: String, _ picture: ArtRecord.Picture, size: Int) -> String {
        url.path + "/art-\(key)-\(picture.tag)-\(size).\(picture.kind.rawValue)"
    }

    /// The size of a rendering in bytes; `nil` where it is not there.
    func fileSize(_ path: String) -> Int64? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
        return Int64(status.st_size)
    }

    private func recordURL(_ key: String) -> URL { url.appendingPathComponent("art-\(key).json", isDirectory: false) }

    /// The record of an address; `nil` where there is none that can be read.
    @concurrent func record(_ key: String) async -> ArtRecord? {
        guard let json = try? Data(contentsOf: recordURL(key)),
            let record = try? JSONDecoder().decode(ArtRecord.self, from: json), record.version == 1
        else { return nil }
        return record
    }

    /// Replaces the record of an address.
    @concurrent func save(_ record: ArtRecord, _ key: String) async throws {
        try AtomicFile.write(Array(try JSONEncoder().encode(record)), to: recordURL(key))
    }

    /// Notes that an address was asked for in the date of its record.
    func touch(_ key: String, _ date: Date) {
        let time = timespec(tv_sec: Int(date.timeIntervalSince1970.rounded(.down)), tv_nsec: 0)
        utimensat(AT_FDCWD, recordURL(key).path, [time, time], 0)
    }

    /// Writes a rendering.
    @concurrent func save(_ bytes: [UInt8], to path: String) async throws {
        try AtomicFile.write(bytes, to: URL(fileURLWithPath: path))
    }

    /// Reads a rendering.
    @concurrent func bytes(_ path: String) async throws -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else { throw FileError.missing(path: path) }
        return Array(data)
    }

    /// Removes the renderings of a version.
    func remove(_ key: String, _ picture: ArtRecord.Picture, sizes: [Int]) {
        for size in sizes { unlink(path(key, picture, size: size)) }
    }

    /// Removes addresses that were asked for longest ago until `limit` is kept.
    @concurrent func evict(limit: Int64) async {
        struct Group {
            var bytes: Int64 = 0
            var lastUse: Int = 0
            var names: [String] = []
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        var groups: [Substring: Group] = [:]
        for name in names {
            guard let key = Self.key(ofFile: name) else { continue }
            var status = stat()
            guard lstat(url.path + "/" + name, &status) == 0 else { continue }
            groups[key, default: Group()].bytes += Int64(status.st_blocks) * 512
            groups[key, default: Group()].lastUse = max(groups[key]?.lastUse ?? 0, status.st_mtim.tv_sec)
            groups[key, default: Group()].names.append(name)
        }
        var total = groups.values.reduce(0) { $0 + $1.bytes }
        guard total > limit else { return }
        // Some room at once, so that not every new picture begins this again.
        for group in groups.values.sorted(by: { $0.lastUse < $1.lastUse }) where total > limit / 10 * 9 {
            for name in group.names { unlink(url.path + "/" + name) }
            total -= group.bytes
        }
    }

    /// The digest in a file name; only of the very names that this type makes.
    static func key(ofFile name: String) -> Substring? {
        guard name.hasPrefix("art-"), name.hasSuffix(".json") || name.hasSuffix(".jpg") || name.hasSuffix(".png")
        else { return nil }
        let key = name.dropFirst(4).prefix { $0.isHexDigit && !$0.isUppercase }
        let next = name.dropFirst(4 + key.count).first
        return key.count == 32 && (next == "-" || next == ".") ? key : nil
    }
}
