import CXML

/// libxml2's push parser, feeding a ``FeedBuilder``.
///
/// It gets UTF-8 without a declaration, a document type, comments or entities other than XML's five: nothing that could
/// make it open a file, a connection, or a bomb.
final class XMLEventReader {
    private let context: xmlParserCtxtPtr
    private let builder: FeedBuilder

    /// Creates a parser for one document.
    init(_ builder: FeedBuilder) {
        Self.initialize
        self.builder = builder
        var handler = Self.handler
        // Returns NULL only when memory is exhausted, which ends a Swift process anyway.
        guard let context = xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil) else {
            preconditionFailure("out of memory")
        }
        self.context = context
        context.pointee.userData = Unmanaged.passUnretained(builder).toOpaque()
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

    private static var handler: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = XML_SAX2_MAGIC
        handler.startElementNs = { context, name, prefix, uri, _, _, attributeCount, _, attributes in
            guard let name, let builder = XMLEventReader.builder(context) else { return }
            builder.startElement(name, prefix, uri, Int(attributeCount), attributes)
        }
        handler.endElementNs = { context, _, _, _ in
            XMLEventReader.builder(context)?.endElement()
        }
        // Equal functions spare libxml2 the question whether blanks can be ignored.
        handler.characters = { context, bytes, length in
            guard let bytes else { return }
            XMLEventReader.builder(context)?.characters(bytes, Int(length))
        }
        handler.ignorableWhitespace = handler.characters
        handler.cdataBlock = handler.characters
        return handler
    }

    private static func builder(_ context: UnsafeMutableRawPointer?) -> FeedBuilder? {
        context.map { Unmanaged<FeedBuilder>.fromOpaque($0).takeUnretainedValue() }
    }
}
