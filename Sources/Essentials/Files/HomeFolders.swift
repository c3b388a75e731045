public import Foundation

/// Where Tonearm keeps things: the XDG folders, or one portable folder named by `TONEARM_HOME`.
public struct HomeFolders: Sendable, Equatable {
    /// Settings a person may edit.
    public var configuration: URL
    /// What must not be lost: stores, kept media.
    public var data: URL
    /// What can be made again.
    public var cache: URL

    /// Takes the folders as given.
    public init(configuration: URL, data: URL, cache: URL) {
        self.configuration = configuration
        self.data = data
        self.cache = cache
    }

    /// Reads `TONEARM_HOME`, then the XDG variables, then their defaults below the home folder.
    public init(environment: [String: String]) {
        if let home = environment["TONEARM_HOME"], !home.isEmpty {
            let root = URL(fileURLWithPath: home, isDirectory: true)
            self.init(
                configuration: root.appendingPathComponent("config", isDirectory: true),
                data: root.appendingPathComponent("data", isDirectory: true),
                cache: root.appendingPathComponent("cache", isDirectory: true)
            )
            return
        }
        let home = URL(fileURLWithPath: environment["HOME"] ?? NSHomeDirectory(), isDirectory: true)
        // The XDG base directory specification: a relative path is invalid and is ignored.
        func folder(_ variable: String, _ fallback: String) -> URL {
            let named = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
            let base =
                named.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? home.appendingPathComponent(fallback)
            return base.appendingPathComponent("tonearm", isDirectory: true)
        }
        self.init(
            configuration: folder("XDG_CONFIG_HOME", ".config"),
            data: folder("XDG_DATA_HOME", ".local/share"),
            cache: folder("XDG_CACHE_HOME", ".cache")
        )
    }

    /// Creates `folder` and its parents, readable by the owner only, and checks that it can be written to.
    ///
    /// - Throws: ``FileError`` that names the folder.
    public static func prepare(_ folder: URL) throws {
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch let error as CocoaError where error.code == .fileWriteOutOfSpace {
            throw FileError.diskFull(path: folder.path)
        } catch {
            throw FileError.notPermitted(path: folder.path)
        }
        guard FileManager.default.isWritableFile(atPath: folder.path) else {
            throw FileError.notPermitted(path: folder.path)
        }
    }
}
