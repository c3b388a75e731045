#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What can go wrong with a file or folder.
public enum FileError: SentenceError, Equatable {
    /// The path does not exist.
    case missing(path: String)
    /// The process may not do that there.
    case notPermitted(path: String)
    /// The disk or quota is full.
    case diskFull(path: String)
    /// Any other failure, with the system's own words.
    case failed(path: String, reason: String)

    /// Maps `errno` of a failed call on `path`: the one place where system errors become sentences.
    public init(errno code: Int32, path: String) {
        switch code {
        case ENOENT, ENOTDIR: self = .missing(path: path)
        case EACCES, EPERM, EROFS: self = .notPermitted(path: path)
        case ENOSPC, EDQUOT: self = .diskFull(path: path)
        default: self = .failed(path: path, reason: String(cString: strerror(code)))
        }
    }

    /// One sentence with the path in it.
    public var sentence: String {
        switch self {
        case .missing(let path): "There is no file or folder at \(path)."
        case .notPermitted(let path): "Tonearm has no permission for \(path)."
        case .diskFull(let path): "The disk is full; nothing was written to \(path)."
        case .failed(let path, let reason): "\(path) can't be used: \(reason)."
        }
    }

    /// A full disk can be emptied; the rest needs a person.
    public var isRetryable: Bool {
        if case .diskFull = self { true } else { false }
    }
}
