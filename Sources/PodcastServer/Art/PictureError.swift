import Essentials

/// Why a picture can't be shown.
enum PictureError: SentenceError, Equatable {
    /// No JPEG, PNG, GIF or WebP.
    case notAPicture
    /// More pixels than are decoded.
    case tooLarge(width: Int, height: Int)
    /// The decoder gave up.
    case broken
    /// The server answered with a status that is no picture.
    case refused(status: Int)

    var sentence: String {
        switch self {
        case .notAPicture: "What came is no JPEG, PNG, GIF or WebP picture."
        case .tooLarge(let width, let height): "The picture of \(width) × \(height) pixels is too large."
        case .broken: "The picture is damaged."
        case .refused(let status): "The picture's server could not give it (status \(status))."
        }
    }

    var isRetryable: Bool {
        if case .refused(let status) = self { status >= 500 || status == 429 || status == 408 } else { false }
    }
}
