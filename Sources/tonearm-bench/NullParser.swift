import CXML

/// libxml2's SAX parser with callbacks that do nothing: the floor under every parser built on it.
enum NullParser {
    /// Parses and forgets `bytes`, in the pieces a network gives.
    static func run(_ bytes: [UInt8], chunk: Int = 64 * 1024) {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.startElementNs = { _, _, _, _, _, _, _, _, _ in }
        handler.endElementNs = { _, _, _, _ in }
        handler.characters = { _, _, _ in }
        handler.cdataBlock = { _, _, _ in }
        bytes.withUnsafeBytes { buffer in
            guard let context = xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil) else { return }
            defer { xmlFreeParserCtxt(context) }
            xmlCtxtUseOptions(context, Int32(XML_PARSE_HUGE.rawValue | XML_PARSE_NONET.rawValue))
            var offset = 0
            while offset < buffer.count {
                let count = min(chunk, buffer.count - offset)
                let piece = buffer.baseAddress?.advanced(by: offset).assumingMemoryBound(to: CChar.self)
                xmlParseChunk(context, piece, Int32(count), 0)
                offset += count
            }
            xmlParseChunk(context, nil, 0, 1)
        }
    }
}
