import Foundation

/// Where a picture was named; a better place replaces a worse one, an equal one does not.
struct ImageRanks {
    enum Rank: Int {
        case none, icon, thumbnail, logo, channelImage, podcast, itunes
    }

    var feed = Rank.none
    var entry = Rank.none
}

/// Readers of values that many elements share.
extension FeedBuilder {
    /// Text as an address; `nil` when blank.
    func address(_ text: TextBytes) -> String? {
        let text = text.trimmed
        return text.isEmpty ? nil : Address.resolve(text, against: base)
    }

    /// An attribute as an address.
    func address(of name: StaticString) -> String? { attributes.with(name) { address($0) } }

    /// A required attribute as an address; warns when it is missing.
    func requiredAddress(_ name: StaticString, of element: StaticString) -> String? {
        if let address = address(of: name) { return address }
        log.add(.missingAttribute, line: line, "\(element) has no \(name)")
        return nil
    }

    /// A date; warns when there is text that is not one.
    func date(_ text: TextBytes) -> Date? {
        if let date = FeedDate.parse(text) { return date }
        if let text = text.nonEmptyText { log.add(.invalidDate, line: line, "“\(text)” is not a date") }
        return nil
    }

    /// An optional attribute as a date.
    func date(of name: StaticString) -> Date? { attributes.with(name) { date($0) } }

    /// A positive whole number; warns when there is text that is not one.
    func positive(_ text: TextBytes) -> Int? {
        if let number = text.integer ?? text.decimal.flatMap({ Int64(exactly: $0.rounded()) }), number > 0 {
            return Int(exactly: number)
        }
        if let text = text.nonEmptyText { log.add(.invalidNumber, line: line, "“\(text)” is not a positive number") }
        return nil
    }

    /// `itunes:explicit` and `googleplay:explicit`: three states.
    func explicit(_ text: TextBytes) -> Bool? {
        let text = text.trimmed
        if text.equals("true") || text.equals("yes") || text.equals("explicit") || text.equals("1") { return true }
        if text.equals("false") || text.equals("no") || text.equals("clean") || text.equals("0") { return false }
        if !text.isEmpty { log.add(.invalidValue, line: line, "explicit says “\(text.text)”") }
        return nil
    }

    /// Apple counts only "Yes", in any case; "true" is accepted because hosts write it.
    func isYes(_ text: TextBytes) -> Bool { text.trimmed.equals("yes") || text.trimmed.equals("true") }

    /// Adds to a list unless it is at its limit.
    func append<Element>(_ element: consuming Element, to list: inout [Element]) {
        guard list.count < limits.maximumListLength else {
            log.addOnce(.tooMany, line: line, "more than \(limits.maximumListLength) \(Element.self)")
            return
        }
        list.append(element)
    }

    /// Adds a category unless it is there already.
    func addCategory(
        _ term: String?,
        parent: String? = nil,
        scheme: String?,
        label: String? = nil,
        to list: inout [FeedCategory]
    ) {
        guard let term else { return }
        let category = FeedCategory(term, parent: parent, scheme: scheme, label: label)
        if !list.contains(category) { append(category, to: &list) }
    }

    /// Splits at commas and adds each term once.
    func keywords(_ text: TextBytes) -> [String] {
        text.split(separator: UInt8(ascii: ",")).prefix(limits.maximumListLength)
            .compactMap { TextBytes(rebasing: $0).nonEmptyText }
    }

    /// Adds a person unless somebody of that name is there already; then fills in what was missing.
    func addPerson(_ person: FeedPerson?, to list: inout [FeedPerson]) {
        guard let person, !person.isEmpty else { return }
        guard let index = list.firstIndex(where: { $0.name == person.name && $0.name != nil }) else {
            if !list.contains(person) { append(person, to: &list) }
            return
        }
        list[index].email = list[index].email ?? person.email
        list[index].url = list[index].url ?? person.url
    }

    /// RSS's persons: `mail@host (Name)`, `Name <mail@host>`, `Name (mail@host)`, a mail address or a name.
    func rssPerson(_ text: TextBytes) -> FeedPerson? {
        guard let text = PlainText.line(fromTitle: text) else { return nil }
        for (open, close) in [("(", ")"), ("<", ">")] {
            guard let start = text.range(of: open), text.hasSuffix(close) else { continue }
            let outer = text[..<start.lowerBound].trimmingCharacters(in: .whitespaces)
            let inner = text[start.upperBound...].dropLast().trimmingCharacters(in: .whitespaces)
            let isOuterMail = outer.contains("@")
            guard isOuterMail || inner.contains("@") else { continue }
            let (mail, name) = isOuterMail ? (outer, inner) : (inner, outer)
            return FeedPerson(name: name.isEmpty ? nil : name, email: mail)
        }
        return text.contains("@") && !text.contains(" ") ? FeedPerson(email: text) : FeedPerson(name: text)
    }

    /// Shows a picture of the feed unless a better one is known.
    func setFeedImage(_ url: String?, _ rank: ImageRanks.Rank) {
        guard let url, rank.rawValue > ranks.feed.rawValue else { return }
        feed.image = url
        ranks.feed = rank
    }

    /// Shows a picture of the entry unless a better one is known.
    func setEntryImage(_ url: String?, _ rank: ImageRanks.Rank) {
        guard let url, rank.rawValue > ranks.entry.rawValue else { return }
        entry.image = url
        ranks.entry = rank
    }

    /// The address of `itunes:image` and its relatives: `href`, else `url`, else the text.
    func imageAddress(_ text: TextBytes) -> String? { address(of: "href") ?? address(of: "url") ?? address(text) }
}
