import CXML

/// What libxml2's HTML parser finds, as values.
enum HTMLEvent {
    case start(name: String, attributes: [(name: String, value: String)])
    case end(name: String)
    case text(String)
}

/// Runs libxml2's HTML parser over a text in memory: no network, no files, no document tree.
enum HTMLEvents {
    /// Calls `body` for each event, in order.
    ///
    /// Events may be unbalanced; the parser closes what HTML lets be left open.
    static func parse(_ text: String, _ body: (HTMLEvent) -> Void) {
        withoutActuallyEscaping(body) { body in
            let receiver = Receiver(body)
            var handler = Receiver.handler
            text.withTextBytes { bytes in
                guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
                let context = start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                    htmlCreateMemoryParserCtxt($0, Int32(truncatingIfNeeded: min(bytes.count, 1 << 30)))
                }
                guard let context else { return }
                defer {
                    context.pointee.sax = nil
                    if let document = context.pointee.myDoc { xmlFreeDoc(document) }
                    context.pointee.myDoc = nil
                    htmlFreeParserCtxt(context)
                }
                run(context, receiver, &handler)
            }
        }
    }

    private static func run(_ context: htmlParserCtxtPtr, _ receiver: Receiver, _ handler: inout htmlSAXHandler) {
        // The text is UTF-8 already, whatever a `meta` element in it says.
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NONET.rawValue | HTML_PARSE_NOERROR.rawValue
            | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_NOIMPLIED.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
        withUnsafeMutablePointer(to: &handler) { pointer in
            let original = context.pointee.sax
            htmlCtxtUseOptions(context, Int32(options))
            xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
            context.pointee.sax = pointer
            context.pointee.userData = Unmanaged.passUnretained(receiver).toOpaque()
            htmlParseDocument(context)
            context.pointee.sax = original
        }
    }
}

private final class Receiver {
    let body: (HTMLEvent) -> Void

    init(_ body: @escaping (HTMLEvent) -> Void) { self.body = body }

    static var handler: htmlSAXHandler {
        var handler = htmlSAXHandler()
        handler.startElement = { context, name, attributes in
            guard let context, let name else { return }
            Receiver.from(context).body(.start(name: String(cString: name).lowercased(), attributes: read(attributes)))
        }
        handler.endElement = { context, name in
            guard let context, let name else { return }
            Receiver.from(context).body(.end(name: String(cString: name).lowercased()))
        }
        handler.characters = { context, bytes, length in
            guard let context, let bytes else { return }
            let text = String(decoding: UnsafeBufferPointer(start: bytes, count: Int(length)), as: UTF8.self)
            Receiver.from(context).body(.text(text))
        }
        handler.ignorableWhitespace = handler.characters
        // The content of scripts and styles comes this way; they are removed by their element.
        handler.cdataBlock = handler.characters
        return handler
    }

    private static func from(_ context: UnsafeMutableRawPointer) -> Receiver {
        Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue()
    }
}

/// Pairs of name and value, ended by NULL; a value is NULL for an attribute without one.
private func read(_ pointers: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) -> [(name: String, value: String)] {
    guard var pointer = pointers else { return [] }
    var attributes: [(name: String, value: String)] = []
    while let name = pointer[0], attributes.count < 64 {
        attributes.append((String(cString: name).lowercased(), pointer[1].map { String(cString: $0) } ?? ""))
        pointer += 2
    }
    return attributes
}
