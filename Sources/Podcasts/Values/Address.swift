import Foundation

/// Resolves addresses as RFC 3986 section 5.2 says, tolerant of characters that should have been escaped.
enum Address {
    /// `reference` as an absolute address where `base` allows; unchanged where there is no base.
    ///
    /// Blanks around it and line breaks and tabs within it are dropped, as browsers do.
    static func resolve(_ reference: String, against base: String?) -> String {
        let reference = cleaned(reference)
        guard schemeLength(reference) == nil, let base, let root = Parts(base) else { return reference }
        return root.resolving(reference)
    }

    /// As ``resolve(_:against:)-(String,_)`` for text that is not blank: the usual address, whole and clean, is only
    /// copied.
    static func resolve(_ reference: TextBytes, against base: String?) -> String {
        let isClean = !reference.contains { $0 <= 32 }
        if isClean, base == nil || schemeLength(reference) != nil { return reference.text }
        return resolve(reference.text, against: base)
    }

    /// The length of the scheme without its colon; `nil` when there is none.
    static func schemeLength(_ address: String) -> Int? { address.withTextBytes { schemeLength($0) } }

    private static func schemeLength(_ address: TextBytes) -> Int? {
        guard let first = address.first, first.isLetter else { return nil }
        for index in 1..<max(1, address.count) {
            let byte = address[index]
            if byte == UInt8(ascii: ":") { return index }
            let plus = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            guard byte.isLetter || byte.isDigit || plus else { return nil }
        }
        return nil
    }

    /// Whether it is an absolute http or https address.
    static func isWeb(_ address: String) -> Bool {
        address.withTextBytes { $0.hasPrefix("http://") || $0.hasPrefix("https://") }
    }

    private static func cleaned(_ address: String) -> String {
        let isDirty = address.utf8.contains { $0 <= 32 }
        guard isDirty else { return address }
        let kept = Array(address.utf8).withUnsafeBufferPointer { bytes in
            bytes.trimmed.filter { $0 != 10 && $0 != 13 && $0 != 9 }
        }
        // A blank inside would end the address wherever it is used next.
        return String(decoding: kept.flatMap { $0 == 32 ? Array("%20".utf8) : [$0] }, as: UTF8.self)
    }

    private struct Parts {
        var scheme: Substring?
        var authority: Substring?
        var path: Substring
        var query: Substring?

        init?(_ address: String) {
            guard let length = Address.schemeLength(address) else { return nil }
            let end = address.utf8.index(address.startIndex, offsetBy: length)
            self.init(afterScheme: address[address.utf8.index(after: end)...], scheme: address[..<end])
        }

        init(afterScheme text: Substring, scheme: Substring?) {
            self.scheme = scheme
            var rest = text
            if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<hash] }
            if rest.utf8.starts(with: "//".utf8) {
                let start = rest.utf8.index(rest.startIndex, offsetBy: 2)
                let end = rest[start...].utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
                authority = rest[start..<(end ?? rest.endIndex)]
                rest = rest[(end ?? rest.endIndex)...]
            }
            if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
                query = rest[rest.utf8.index(after: mark)...]
                rest = rest[..<mark]
            }
            path = rest
        }

        func resolving(_ reference: String) -> String {
            let hash = reference.utf8.firstIndex(of: UInt8(ascii: "#"))
            let fragment = hash.map { reference[$0...] } ?? ""
            let relative = Parts(afterScheme: reference[..<(hash ?? reference.endIndex)], scheme: nil)
            var target = relative
            target.scheme = scheme
            if relative.authority == nil {
                target.authority = authority
                if relative.path.isEmpty {
                    target.path = path
                    target.query = relative.query ?? query
                } else if relative.path.utf8.first == UInt8(ascii: "/") {
                    target.path = Self.withoutDots(relative.path)
                } else {
                    target.path = Self.withoutDots(merged(relative.path))
                }
            } else {
                target.path = Self.withoutDots(relative.path)
            }
            return target.text + fragment
        }

        private func merged(_ relative: Substring) -> Substring {
            if authority != nil, path.isEmpty { return "/" + relative }
            guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return relative }
            return path[...slash] + relative
        }

        private static func withoutDots(_ path: Substring) -> Substring {
            guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
            var kept: [Substring] = []
            let segments = path.split(separator: "/", omittingEmptySubsequences: false)
            for (index, segment) in segments.enumerated() {
                let isLast = index == segments.count - 1
                if segment == ".." {
                    if kept.count > 1 { kept.removeLast() }
                    if isLast { kept.append("") }
                } else if segment == "." {
                    if isLast { kept.append("") }
                } else {
                    kept.append(segment)
                }
            }
            return Substring(kept.joined(separator: "/"))
        }

        private var text: String {
            var text = scheme.map { "\($0):" } ?? ""
            if let authority { text += "//\(authority)" }
            text += path
            if let query { text += "?\(query)" }
            return text
        }
    }
}

extension Address {
    /// An address without user, password, query and fragment, which may hold secrets.
    static func publicPart(_ address: String) -> String {
        var text = address[...]
        if let end = text.utf8.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
            text = text[..<end]
        }
        guard let scheme = text.range(of: "://") else { return String(text) }
        let authorityEnd = text[scheme.upperBound...].firstIndex(of: "/") ?? text.endIndex
        guard let at = text[scheme.upperBound..<authorityEnd].lastIndex(of: "@") else { return String(text) }
        return String(text[..<scheme.upperBound] + text[text.index(after: at)...])
    }
}
