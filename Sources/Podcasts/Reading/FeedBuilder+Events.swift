import CXML

/// libxml2's side of the builder.
extension FeedBuilder {
    /// The functions that libxml2 calls with this builder as their context.
    static var handler: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = XML_SAX2_MAGIC
        handler.startElementNs = { context, name, prefix, uri, _, _, attributeCount, _, attributes in
            guard let name, let builder = FeedBuilder.from(context) else { return }
            builder.startElement(name, prefix, uri, Int(attributeCount), attributes)
        }
        handler.endElementNs = { context, _, _, _ in
            FeedBuilder.from(context)?.endElement()
        }
        // Equal functions spare libxml2 the question whether blanks can be ignored.
        handler.characters = { context, bytes, length in
            guard let bytes else { return }
            FeedBuilder.from(context)?.characters(bytes, Int(length))
        }
        handler.ignorableWhitespace = handler.characters
        handler.cdataBlock = handler.characters
        // The repair passes no instruction on but its own two.
        handler.processingInstruction = { context, name, _ in
            guard let name, let builder = FeedBuilder.from(context) else { return }
            if name[0] == UInt8(ascii: "c") { builder.bypassedText() } else { builder.truncate() }
        }
        return handler
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> FeedBuilder? {
        context.map { Unmanaged<FeedBuilder>.fromOpaque($0).takeUnretainedValue() }
    }
}
