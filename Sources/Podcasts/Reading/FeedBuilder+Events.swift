import CXML

/// libxml2's side of the builder.
extension FeedBuilder {
    /// The functions that libxml2 calls with this builder as their context.
    static var handler: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = XML_SAX2_MAGIC
        handler.startElementNs = { context, name, prefix, uri, _, _, attributeCount, _, attributes in
            guard let name else { return }
            FeedBuilder.of(context) { $0.startElement(name, prefix, uri, Int(attributeCount), attributes) }
        }
        handler.endElementNs = { context, _, _, _ in
            FeedBuilder.of(context) { $0.endElement() }
        }
        // Equal functions spare libxml2 the question whether blanks can be ignored.
        handler.characters = { context, bytes, length in
            guard let bytes else { return }
            FeedBuilder.of(context) { $0.characters(bytes, Int(length)) }
        }
        handler.ignorableWhitespace = handler.characters
        handler.cdataBlock = handler.characters
        // The repair passes no instruction on but its own two.
        handler.processingInstruction = { context, name, _ in
            guard let name else { return }
            FeedBuilder.of(context) {
                if name[0] == UInt8(ascii: "c") { $0.bypassedText() } else { $0.truncate() }
            }
        }
        return handler
    }

    /// Calls `body` with the builder, which the document keeps alive as long as the parser: no event counts references.
    @inline(__always)
    private static func of(_ context: UnsafeMutableRawPointer?, _ body: (FeedBuilder) -> Void) {
        guard let context else { return }
        Unmanaged<FeedBuilder>.fromOpaque(context)._withUnsafeGuaranteedRef { body($0) }
    }
}
