import Essentials
import Foundation

/// The folder with the media files; everything in it describes itself, so it can be copied, emptied and put back.
///
/// For the entry with id 12:
///
/// | File | Holds |
/// |---|---|
/// | `entry-12.media` | the whole file; it gets this name when every byte is on the disk |
/// | `entry-12.part` | a sparse file with some of the bytes |
/// | `entry-12.json` | ``MediaRecord``: origin, version, type, length, and the bytes that are there; its date is the last use |
///
/// The record is written after the bytes it names are on the disk, and atomically: whatever moment ends the process,
/// it never names bytes that are not there. Names come from ids, never from a feed. Files of other names are left alone.
struct MediaFolder: Sendable {
    let url: URL

    /// A complete file.
    struct Kept: Sendable, Equatable {
        var path: String
        var size: Int64
        /// Absent where it was lost; the file itself is complete all the same.
        var record: MediaRecord?
    }

    /// What an entry occupies.
    struct Usage: Sendable, Equatable {
        var entry: Int64
        /// Bytes on the disk; less than the length for a sparse file.
        var bytes: Int64
        var lastUse: Date
    }

    private enum Part: String, CaseIterable { case media, part, json }

    func mediaPath(_ entry: Int64) -> String { file(entry, .media).path }
    func partPath(_ entry: Int64) -> String { file(entry, .part).path }

    private func file(_ entry: Int64, _ part: Part) -> URL {
        url.appendingPathComponent("entry-\(entry).\(part.rawValue)", isDirectory: false)
    }

    /// The complete file of an entry.
    @concurrent func kept(_ entry: Int64) async -> Kept? {
        guard let status = Self.status(mediaPath(entry)) else { return nil }
        return Kept(path: mediaPath(entry), size: Int64(status.st_size), record: record(entry))
    }

    /// Whether the complete file of an entry is there.
    func isKept(_ entry: Int64) -> Bool { Self.status(mediaPath(entry)) != nil }

    /// The description of an entry's file; `nil` where there is none or it can't be read.
    func record(_ entry: Int64) -> MediaRecord? {
        guard let json = try? Data(contentsOf: file(entry, .json)) else { return nil }
        return try? JSONDecoder().decode(MediaRecord.self, from: json)
    }

    /// Replaces the description.
    ///
    /// - Throws: ``FileError``.
    @concurrent func save(_ record: MediaRecord, _ entry: Int64) async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try AtomicFile.write(Array(try encoder.encode(record)), to: file(entry, .json))
    }

    /// Gives a partial file, whose every byte is on the disk, its final name.
    @concurrent func keep(_ entry: Int64) async throws {
        guard rename(partPath(entry), mediaPath(entry)) == 0 else {
            throw FileError(errno: errno, path: mediaPath(entry))
        }
        try AtomicFile.synchronizeFolder(of: file(entry, .media))
    }

    /// Removes what is there of an entry: the bytes first, because a description without bytes is harmless.
    func remove(_ entry: Int64) {
        for part in Part.allCases { unlink(file(entry, part).path) }
    }

    /// Removes an unfinished file and its description.
    func removePartial(_ entry: Int64) {
        for part in [Part.part, .json] { unlink(file(entry, part).path) }
    }

    /// Notes the use of an entry in the date of its description.
    func touch(_ entry: Int64, _ date: Date) {
        let seconds = date.timeIntervalSince1970
        let time = timespec(tv_sec: Int(seconds.rounded(.down)), tv_nsec: 0)
        utimensat(AT_FDCWD, file(entry, .json).path, [time, time], 0)
    }

    /// What every entry occupies; files of other names are not looked at.
    @concurrent func usage() async -> [Usage] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        var found: [Int64: Usage] = [:]
        for name in names {
            guard let entry = Self.entry(of: name), let status = Self.status(url.path + "/" + name) else { continue }
            let date = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
            var usage = found[entry] ?? Usage(entry: entry, bytes: 0, lastUse: date)
            usage.bytes += Int64(status.st_blocks) * 512
            // The description's date is the last use; the bytes' own is never later, except where it was lost.
            usage.lastUse = max(usage.lastUse, date)
            found[entry] = usage
        }
        return Array(found.values)
    }

    /// Bytes that the folder's disk has left; `nil` where that can't be told.
    var freeBytes: Int64? {
        var status = statvfs()
        guard statvfs(url.path, &status) == 0 else { return nil }
        return Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    }

    /// The entry that a file name belongs to; only the very names that this type makes.
    static func entry(of name: String) -> Int64? {
        guard name.hasPrefix("entry-"), let dot = name.firstIndex(of: "."),
            let entry = Int64(name[name.index(name.startIndex, offsetBy: 6)..<dot]), entry >= 0,
            Part.allCases.contains(where: { name == "entry-\(entry).\($0.rawValue)" })
        else { return nil }
        return entry
    }

    private static func status(_ path: String) -> stat? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return status
    }
}
