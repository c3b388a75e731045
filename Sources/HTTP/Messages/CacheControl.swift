/// The directives of a `Cache-Control` field that this project acts on (RFC 9111 section 5.2).
public struct CacheControl: Sendable, Equatable {
    /// How long the answer stays fresh.
    public var maximumAge: Duration?
    /// Nobody may keep it.
    public var noStore = false
    /// It may be kept, but not used without asking again.
    public var noCache = false

    /// No directive.
    public init() {}

    /// Reads a field's value; directives that are unknown or malformed are skipped.
    ///
    /// Of two `max-age` the shorter counts.
    public init(_ field: String?) {
        for directive in (field ?? "").splitOutsideQuotes(UInt8(ascii: ",")) {
            let parts = directive.split(separator: "=", maxSplits: 1).map(\.trimmingBlanks)
            switch parts.first?.lowercased() {
            case "no-store": noStore = true
            case "no-cache": noCache = true
            case "max-age":
                guard parts.count == 2, let seconds = Int64(saturatingDecimal: parts[1].unquoted) else { continue }
                // RFC 9111 section 1.2.2: a number too large is taken as 2^31.
                let age = Duration.seconds(min(seconds, 1 << 31))
                maximumAge = min(maximumAge ?? age, age)
            default: continue
            }
        }
    }
}
