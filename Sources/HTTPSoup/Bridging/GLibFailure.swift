import CSoup

/// A GError as a Swift value.
struct GLibFailure: Error {
    let domain: GQuark
    let code: Int32
    let message: String

    /// Takes over a GError.
    init(taking error: UnsafeMutablePointer<GError>?) {
        domain = error?.pointee.domain ?? 0
        code = error?.pointee.code ?? 0
        message = error.map { String(cString: $0.pointee.message) } ?? "it failed"
        if let error { g_error_free(error) }
    }

    /// Calls a function that reports by a GError; `nil` and zero are failures.
    static func check<Value>(
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value?
    ) throws(GLibFailure) -> Value {
        var error: UnsafeMutablePointer<GError>?
        guard let value = body(&error), error == nil else { throw GLibFailure(taking: error) }
        return value
    }

    func matches(_ error: GIOErrorEnum) -> Bool {
        domain == g_io_error_quark() && code == Int32(bitPattern: error.rawValue)
    }

    func matches(_ error: GTlsError) -> Bool {
        domain == g_tls_error_quark() && code == Int32(bitPattern: error.rawValue)
    }
}
