import CSoup

extension [UInt8] {
    /// A copy of a GBytes' content.
    init(_ bytes: OpaquePointer) {
        var size: gsize = 0
        let data = g_bytes_get_data(bytes, &size)
        self = data.map { Array(UnsafeRawBufferPointer(start: $0, count: Int(size))) } ?? []
    }

    /// A copy as a GBytes; the caller owns the reference.
    var glibBytes: OpaquePointer {
        // GLib ends the process itself when memory is exhausted, so this is never nil.
        guard let bytes = withUnsafeBytes({ g_bytes_new($0.baseAddress, gsize($0.count)) }) else {
            preconditionFailure("out of memory")
        }
        return bytes
    }
}
