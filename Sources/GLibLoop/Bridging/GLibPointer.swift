/// A pointer to a GLib object that may travel between threads, though the object may not be touched everywhere.
///
/// Sendable because it only carries an address: whoever uses `raw` does so on ``GLibActor``, or calls one of the few functions
/// that GLib documents as thread-safe (sources, contexts, reference counts).
public struct GLibPointer<Pointer>: @unchecked Sendable {
    /// The pointer.
    public let raw: Pointer

    /// Wraps a pointer.
    public init(_ raw: Pointer) { self.raw = raw }
}
