/// What begins with `<`.
extension XMLRepairer {
    /// Handles the `<` at `index`; where to go on, or `nil` when more is needed to tell.
    func markup(_ bytes: TextBytes, _ index: Int, isLast: Bool) -> Int? {
        guard index + 1 < bytes.count else { return isLast ? lessThan(bytes, index) : nil }
        switch bytes[index + 1] {
        case UInt8(ascii: "/"): return endTag(bytes, index, isLast: isLast)
        case UInt8(ascii: "!"): return declaration(bytes, index, isLast: isLast)
        case UInt8(ascii: "?"):
            mode = .instruction
            return index + 2
        case let byte where byte.isLetter || byte == UInt8(ascii: "_"): return startTag(bytes, index, isLast: isLast)
        default: return lessThan(bytes, index)
        }
    }

    /// A `<` that begins no tag is text.
    func lessThan(_ bytes: TextBytes, _ index: Int) -> Int {
        if !stack.isEmpty {
            warn(.bareLessThan, at: index, bytes, "a < that begins no tag")
            output.append("&lt;")
        }
        return index + 1
    }

    private func declaration(_ bytes: TextBytes, _ index: Int, isLast: Bool) -> Int? {
        let rest = TextBytes(rebasing: bytes[index...])
        if rest.hasPrefix("<!--") {
            mode = .comment
            return index + 4
        }
        if rest.hasPrefix("<![cdata[") {
            guard !stack.isEmpty else { return index + 9 }
            beginCDATA()
            return index + 9
        }
        // The longest of these words has nine bytes.
        guard rest.count >= 9 || isLast else { return nil }
        if rest.hasPrefix("<!doctype"), !hasRoot { return documentType(rest, bytes, index, isLast: isLast) }
        return unknownDeclaration(rest, bytes, index, isLast: isLast)
    }

    private func documentType(_ rest: TextBytes, _ bytes: TextBytes, _ index: Int, isLast: Bool) -> Int? {
        let window = TextBytes(rebasing: rest[..<min(rest.count, DocumentType.maximumLength)])
        guard let length = DocumentType.length(window) else {
            guard isLast || window.count == DocumentType.maximumLength else { return nil }
            // One that does not end in sight is passed over as far as its first line.
            return unknownDeclaration(rest, bytes, index, isLast: true)
        }
        let text = TextBytes(rebasing: rest[..<length])
        documentType.read(text)
        keepLines(text)
        return index + length
    }

    /// `<!something>` means nothing in a feed's content; HTML reads it as a comment.
    private func unknownDeclaration(_ rest: TextBytes, _ bytes: TextBytes, _ index: Int, isLast: Bool) -> Int? {
        let window = rest.prefix(1024)
        // Looking no further than the next tag keeps a row of these linear.
        let stop = window.dropFirst().firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
        guard let end = stop, window[end] == UInt8(ascii: ">") else {
            return stop != nil || isLast || rest.count >= 1024 ? lessThan(bytes, index) : nil
        }
        warn(.malformedTag, at: index, bytes, "a declaration inside the document")
        keepLines(TextBytes(rebasing: rest[..<end]))
        return index + end + 1
    }

    // MARK: End tags

    private func endTag(_ bytes: TextBytes, _ index: Int, isLast: Bool) -> Int? {
        let start = index + 2
        var end = start
        while end < bytes.count, bytes[end].continuesName { end += 1 }
        let nameEnd = end
        while end < bytes.count, bytes[end] != UInt8(ascii: ">"), bytes[end] != UInt8(ascii: "<"), end - index < 4096 {
            end += 1
        }
        guard end < bytes.count else { return isLast ? bytes.count : nil }
        guard bytes[end] == UInt8(ascii: ">"), nameEnd > start else { return lessThan(bytes, index) }
        let name = TextBytes(rebasing: bytes[start..<nameEnd])
        keepLines(TextBytes(rebasing: bytes[nameEnd..<end]))
        if stack.topEquals(name) {
            closeTop()
        } else {
            closeMismatched(name, bytes, index)
        }
        return end + 1
    }

    private func closeMismatched(_ name: TextBytes, _ bytes: TextBytes, _ index: Int) {
        guard let distance = stack.distance(to: name) else {
            if !HTMLNames.isVoid(name), !stack.isEmpty {
                warn(.strayEndTag, at: index, bytes, "</\(String(name.text.prefix(60)))> closes nothing")
            }
            return
        }
        close(distance, bytes, index)
    }

    /// Closes the innermost elements, all but the outermost of them for want of their own end tags.
    private func close(_ count: Int, _ bytes: TextBytes, _ index: Int) {
        for remaining in stride(from: count, to: 0, by: -1) {
            closeTop { name in
                if remaining > 1 {
                    warn(.unclosedElement, at: index, bytes, "<\(String(name.text.prefix(60)))> is not closed")
                }
            }
        }
    }

    /// Closes the innermost element.
    func closeTop(_ body: (TextBytes) -> Void = { _ in }) {
        stack.pop { name, isHidden in
            body(name)
            guard !isHidden else { return }
            output.append("</")
            output.append(name)
            output.append(">")
        }
    }

    // MARK: Start tags

    private func startTag(_ bytes: TextBytes, _ index: Int, isLast: Bool) -> Int? {
        var nameEnd = index + 1
        while nameEnd < bytes.count, bytes[nameEnd].continuesName, bytes[nameEnd] < 0x80 { nameEnd += 1 }
        guard nameEnd < bytes.count else { return isLast ? bytes.count : nil }
        let next = bytes[nameEnd]
        let isName = next.isBlank || next == UInt8(ascii: ">") || next == UInt8(ascii: "/")
        guard isName, bytes[nameEnd - 1] != UInt8(ascii: ":") else { return lessThan(bytes, index) }
        switch TagScanner.end(of: bytes, from: index, nameEnd: nameEnd, isLast: isLast) {
        case .incomplete: return nil
        case .truncated: return bytes.count
        case .notATag: return lessThan(bytes, index)
        case .end(let end):
            open(TextBytes(rebasing: bytes[(index + 1)..<nameEnd]), bytes, nameEnd, end)
            return end + 1
        }
    }

    private func open(_ name: TextBytes, _ bytes: TextBytes, _ nameEnd: Int, _ end: Int) {
        if stack.isEmpty {
            guard !hasRoot else { return warnOnce(.trailingContent, at: nameEnd, bytes, Self.trailing) }
            hasRoot = true
        }
        closeForgottenEntry(name, bytes, nameEnd)
        let isHidden = stack.count >= limits.maximumDepth
        if isHidden {
            warnOnce(.tooDeep, at: nameEnd, bytes, "elements lie deeper than \(limits.maximumDepth)")
            let isEmpty = bytes[end - 1] == UInt8(ascii: "/")
            if !isEmpty, !HTMLNames.isVoid(name), stack.count < ElementStack.capacity {
                stack.push(name, isHidden: true)
            }
            return keepLines(TextBytes(rebasing: bytes[nameEnd..<end]))
        }
        output.append("<")
        output.append(name)
        let isEmpty = attributes(bytes, nameEnd, end)
        if isEmpty || HTMLNames.isVoid(name) {
            output.append("/>")
            return
        }
        output.append(">")
        stack.push(name, isHidden: false)
    }

    /// An item can't lie in an item: the one before was not closed.
    private func closeForgottenEntry(_ name: TextBytes, _ bytes: TextBytes, _ index: Int) {
        guard Self.isEntry(name), let distance = stack.distance(to: name) else { return }
        warn(.unclosedElement, at: index, bytes, "<\(name.text)> is not closed before the next one")
        close(distance, bytes, index)
    }

    static func isEntry(_ name: TextBytes) -> Bool { name.equals("item") || name.equals("entry") }
}
