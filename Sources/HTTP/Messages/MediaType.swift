/// A media type with its parameters (RFC 9110 section 8.3.1), read tolerantly: servers write many that are nearly right.
public struct MediaType: Sendable, Equatable, CustomStringConvertible {
    /// A parameter; the name in lower case.
    public struct Parameter: Sendable, Equatable {
        /// The name.
        public var name: String
        /// The value without quotes.
        public var value: String

        /// Pairs a name with a value.
        public init(name: String, value: String) {
            self.name = name.lowercased()
            self.value = value
        }
    }

    /// The type before the slash, in lower case.
    public var type: String
    /// The subtype, in lower case.
    public var subtype: String
    /// The parameters in order; of two with one name the first counts.
    public var parameters: [Parameter]

    /// Builds a type.
    public init(_ type: String, _ subtype: String, parameters: [Parameter] = []) {
        self.type = type.lowercased()
        self.subtype = subtype.lowercased()
        self.parameters = parameters
    }

    /// Reads a field's value; `nil` without a type and a subtype.
    ///
    /// Parameters that cannot be read are left out.
    public init?(_ text: String) {
        let parts = text.splitOutsideQuotes(UInt8(ascii: ";"))
        let names = parts[0].split(separator: "/", omittingEmptySubsequences: false).map(\.trimmingBlanks)
        guard names.count == 2, names[0].isToken, names[1].isToken else { return nil }
        self.init(String(names[0]), String(names[1]), parameters: parts.dropFirst().compactMap(Self.parameter))
    }

    private static func parameter(_ text: Substring) -> Parameter? {
        guard let equals = text.firstIndex(of: "=") else { return nil }
        let name = text[..<equals].trimmingBlanks
        guard name.isToken else { return nil }
        return Parameter(name: String(name), value: text[text.index(after: equals)...].trimmingBlanks.unquoted)
    }

    /// Type and subtype without parameters: `text/html`.
    public var essence: String { type + "/" + subtype }

    /// The value of a parameter.
    public func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name.lowercased() }?.value
    }

    /// The declared character encoding, in lower case; `nil` when there is none.
    ///
    /// Single quotes around it are not kept.
    public var charset: String? {
        guard let value = parameter("charset")?.trimmingBlanks else { return nil }
        let bare = value.drop { $0 == "'" }.prefix { $0 != "'" }
        return bare.isEmpty ? nil : bare.lowercased()
    }

    /// Whether it is XML: `text/xml`, `application/xml` or a `+xml` subtype.
    public var isXML: Bool { subtype == "xml" || subtype.hasSuffix("+xml") }

    /// As sent; values that are no token are quoted.
    public var description: String {
        parameters.reduce(into: essence) { text, parameter in
            text += "; \(parameter.name)="
            if parameter.value.isToken {
                text += parameter.value
            } else {
                let escaped = parameter.value.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
                text += "\"" + String(escaped) + "\""
            }
        }
    }
}
