import CXML

/// libxml2's push parser, calling the functions of a table.
///
/// It gets UTF-8 without a declaration, a document type, comments or entities other than XML's five: nothing that could
/// make it open a file, a connection, or a bomb.
final class XMLEventReader {
    let context: xmlParserCtxtPtr
    private let receiver: AnyObject

    /// Creates a parser for one document whose events go to `receiver`, which the functions get as their first argument.
    init(_ receiver: AnyObject, _ handler: xmlSAXHandler) {
        Self.initialize
        self.receiver = receiver
        var handler = handler
        // Returns NULL only when memory is exhausted, which ends a Swift process anyway.
        guard let context = xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil) else {
            preconditionFailure("out of memory")
        }
        self.context = context
        context.pointee.userData = Unmanaged.passUnretained(receiver).toOpaque()
        let options =
            XML_PARSE_RECOVER.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_HUGE.rawValue
            | XML_PARSE_NOENT.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        xmlCtxtUseOptions(context, Int32(options))
        xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8)
    }

    deinit {
        if let document = context.pointee.myDoc { xmlFreeDoc(document) }
        context.pointee.myDoc = nil
        xmlFreeParserCtxt(context)
    }

    /// Parses more of the document.
    func parse(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
        start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
            var offset = 0
            // The length of a chunk is an Int32.
            while offset < bytes.count {
                let length = min(bytes.count - offset, 1 << 30)
                xmlParseChunk(context, start + offset, Int32(length), 0)
                offset += length
            }
        }
    }

    /// Ends the document.
    func finish() { xmlParseChunk(context, nil, 0, 1) }

    /// What libxml2 still found wrong, if anything.
    var problem: (line: Int, message: String)? {
        guard let error = xmlCtxtGetLastError(context), error.pointee.level.rawValue >= XML_ERR_ERROR.rawValue else {
            return nil
        }
        // Undeclared prefixes are reported by the builder, with the meaning that was given to them.
        guard error.pointee.domain != Int32(XML_FROM_NAMESPACE.rawValue) else { return nil }
        let message = error.pointee.message.map { String(cString: $0) } ?? ""
        return (Int(error.pointee.line), String(message.prefix { $0 != "\n" }))
    }

    /// Runs once a process, before the first parser, as libxml2 asks for.
    private static let initialize: Void = xmlInitParser()
}
