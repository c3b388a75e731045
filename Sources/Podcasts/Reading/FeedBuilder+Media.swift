/// A `media:content` under way.
struct MediaContent {
    var enclosure: Enclosure?
    var isImage = false
}

/// Media RSS and Podlove simple chapters.
extension FeedBuilder {
    func beginMedia(_ tag: FeedTag) -> Opening {
        switch tag {
        case .mediaContent:
            beginMediaContent()
            return .inside(.mediaContent)
        case .mediaThumbnail:
            setEntryImage(address(of: "url"), .thumbnail)
            return .text
        case .mediaTitle, .mediaDescription:
            content = ContentKind()
            return .markup
        case .mediaKeywords: return .text
        default: return .ignored
        }
    }

    private func beginMediaContent() {
        media = MediaContent()
        let type = attributes.text("type")
        let medium = attributes.lowercased("medium")
        guard let url = address(of: "url") else { return }
        media.isImage = medium == "image" || type?.hasPrefix("image/") == true
        var enclosure = Enclosure(
            url: url,
            declaredType: type,
            length: attributes.with("filesize") { $0.integer },
            origin: .media
        )
        if enclosure.type == nil, let medium, medium == "audio" || medium == "video" { enclosure.type = "\(medium)/*" }
        enclosure.duration = attributes.with("duration") { FeedDuration.parse($0) }
        media.enclosure = enclosure
    }

    func endMedia(_ tag: FeedTag, _ text: TextBytes) {
        switch tag {
        case .mediaTitle:
            let title = PlainText.line(fromTitle: text)
            if scope == .mediaContent { media.enclosure?.title = title }
            fallbackTitle = fallbackTitle ?? title
        case .mediaDescription: entry.mediaDescription = entry.mediaDescription ?? richText(text)
        case .mediaThumbnail: setEntryImage(address(text), .thumbnail)
        case .mediaKeywords: entry.keywords = entry.keywords.isEmpty ? keywords(text) : entry.keywords
        case .mediaContent: endMediaContent()
        default: break
        }
    }

    /// A picture is the entry's picture, anything else a file of it.
    func endMediaContent() {
        guard let enclosure = media.enclosure else { return }
        let isImage = media.isImage
        media = MediaContent()
        if enclosure.isImage || enclosure.type == nil && isImage {
            setEntryImage(enclosure.url, .icon)
        } else {
            addEnclosure(enclosure)
        }
    }

    func beginChapter(_ tag: FeedTag) -> Opening {
        guard tag == .chapter else { return .ignored }
        guard let start = attributes.with("start", { FeedDuration.time($0) }) else {
            log.add(.invalidNumber, line: line, "a chapter has no readable start")
            return .ignored
        }
        append(
            FeedChapter(
                start: start,
                title: attributes.text("title"),
                href: address(of: "href"),
                image: address(of: "image")
            ),
            to: &entry.chapters
        )
        return .ignored
    }
}
