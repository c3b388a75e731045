import Foundation

/// Reads JSON Feed 1 and 1.1 (jsonfeed.org), with the attachments that podcasts use.
struct JSONFeedReader {
    private let builder: FeedBuilder

    /// Fills the builder's feed.
    ///
    /// - Throws: ``FeedError``.
    static func read(_ text: [UInt8], into builder: FeedBuilder) throws {
        guard let document = try JSONObject.parse(text) else { throw FeedError.otherJSON }
        let version = document.text("version") ?? ""
        // A feed that forgets its version still has a list of items and says what it is.
        guard version.contains("jsonfeed.org") || (document.has("items") && document.has("title")) else {
            throw FeedError.otherJSON
        }
        builder.feed.format = version.hasSuffix("1.1") ? .jsonFeed11 : .jsonFeed10
        JSONFeedReader(builder: builder).read(document)
    }

    private func read(_ document: JSONObject) {
        builder.feed.title = document.text("title")
        builder.feed.link = address(document, "home_page_url")
        if let url = address(document, "feed_url") { add(url, "self") }
        if let url = address(document, "next_url") { add(url, "next") }
        for hub in document.objects("hubs") { if let url = address(hub, "url") { add(url, "hub") } }
        builder.feed.summary = document.text("description").map { RichText($0, kind: .text, base: builder.base) }
        builder.setFeedImage(address(document, "icon"), .itunes)
        builder.feed.icon = address(document, "favicon")
        builder.setFeedImage(builder.feed.icon, .icon)
        builder.feed.language = document.text("language")
        builder.feed.isComplete = document.flag("expired") ?? false
        for author in authors(of: document) { builder.addPerson(author, to: &builder.feed.authors) }
        for item in document.objects("items") { read(item: item) }
    }

    private func add(_ href: String, _ rel: String) {
        builder.append(FeedLink(href: href, rel: rel), to: &builder.feed.links)
    }

    private func read(item: JSONObject) {
        builder.beginEntry()
        builder.entry.line = 0
        builder.entry.guid = item.text("id")
        builder.entry.link = address(item, "url") ?? address(item, "external_url")
        if let external = address(item, "external_url") {
            builder.append(FeedLink(href: external, rel: "related"), to: &builder.entry.links)
        }
        builder.entry.title = item.text("title").flatMap { PlainText.line(fromText: $0) }
        let html = item.text("content_html").map { RichText($0, kind: .html, base: builder.base) }
        builder.entry.content = html ?? item.text("content_text").map { RichText($0, kind: .text, base: builder.base) }
        builder.entry.summary = item.text("summary").map { RichText($0, kind: .text, base: builder.base) }
        builder.setEntryImage(address(item, "image"), .itunes)
        builder.setEntryImage(address(item, "banner_image"), .thumbnail)
        builder.entry.published = date(item, "date_published")
        builder.entry.updated = date(item, "date_modified")
        builder.entry.language = item.text("language")
        for author in authors(of: item) { builder.addPerson(author, to: &builder.entry.authors) }
        for tag in item.texts("tags") { builder.addCategory(tag, scheme: nil, to: &builder.entry.categories) }
        for attachment in item.objects("attachments") { read(attachment: attachment) }
        builder.finishEntry()
    }

    private func read(attachment: JSONObject) {
        guard let url = address(attachment, "url") else {
            return builder.log.add(.missingAttribute, line: nil, "an attachment has no url")
        }
        let length = attachment.number("size_in_bytes").flatMap { Int64(exactly: $0.rounded()) }
        var enclosure = Enclosure(
            url: url,
            declaredType: attachment.text("mime_type"),
            length: length,
            origin: .attachment
        )
        enclosure.title = attachment.text("title")
        enclosure.duration = attachment.number("duration_in_seconds").flatMap { FeedDuration.seconds($0) }
        if enclosure.duration == .zero { enclosure.duration = nil }
        builder.addEnclosure(enclosure)
    }

    /// Version 1.1's list, else version 1's single author.
    private func authors(of object: JSONObject) -> [FeedPerson] {
        let objects = object.has("authors") ? object.objects("authors") : object.object("author").map { [$0] } ?? []
        return objects.map { author in
            FeedPerson(name: author.text("name"), url: address(author, "url"), image: address(author, "avatar"))
        }
    }

    private func address(_ object: JSONObject, _ name: String) -> String? {
        object.text(name).map { Address.resolve($0, against: builder.base) }
    }

    private func date(_ object: JSONObject, _ name: String) -> Date? {
        object.text(name).flatMap { text in text.withTextBytes { builder.date($0) } }
    }
}
