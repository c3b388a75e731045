/// An error that a person reads: one sentence that says what is wrong and what to do about it.
///
/// The sentence never holds a secret: no password, token, cookie, query string or link fragment.
public protocol SentenceError: Error, CustomStringConvertible {
    /// The whole message: one sentence with a full stop.
    var sentence: String { get }

    /// Whether doing the same again later can succeed without anybody changing anything.
    var isRetryable: Bool { get }
}

extension SentenceError {
    /// The sentence, so that an interpolated error reads as a person would write it.
    public var description: String { sentence }
}
