import Foundation

/// Entries of every format.
extension FeedBuilder {
    func beginEntry() {
        if !isEntryNew { entry = ParsedEntry() }
        isEntryNew = false
        entry.line = line
        ranks.entry = .none
        scopeIsEntry = true
        entryAbout = attributes.text("about")
        entry.language = attributes.withXML("lang") { $0.nonEmptyText }
    }

    func beginInEntry(_ tag: FeedTag) -> Opening {
        switch tag {
        case .enclosure:
            addEnclosure()
            return .ignored
        case .atomLink:
            if let link = atomLink() { addLink(link, to: &entry.links) }
            return .text
        case .author where attributes.isEmpty && feed.format != .rss20, .atomAuthor, .atomContributor:
            person = FeedPerson()
            return Opening(scope: .person, capture: .text)
        case .atomSource:
            entry.source = FeedLink(href: "", rel: "source")
            return .inside(.source)
        case .mediaGroup: return .inside(.mediaGroup)
        case .mediaContent, .mediaThumbnail: return beginMedia(tag)
        case .chapters: return entry.chapters.isEmpty ? .inside(.chapters) : .ignored
        case .pcAlternateEnclosure: return beginAlternate()
        case .channel, .item, .rss, .rdf, .atomFeed, .image, .textInput, .pcLiveItem, .itunesOwner: return .ignored
        default: return beginShared(tag)
        }
    }

    /// RSS `enclosure`.
    private func addEnclosure() {
        guard let url = requiredAddress("url", of: "enclosure") ?? address(of: "href") else { return }
        let length = attributes.with("length") { $0.integer }
        addEnclosure(Enclosure(url: url, declaredType: attributes.text("type"), length: length))
    }

    /// Adds a file, or fills in what an earlier naming of the same address did not say.
    func addEnclosure(_ enclosure: consuming Enclosure) {
        if let length = enclosure.length, length <= 0 { enclosure.length = nil }
        let url = enclosure.url
        if let index = entry.enclosures.firstIndex(where: { $0.url == url }) {
            entry.enclosures[index].length = entry.enclosures[index].length ?? enclosure.length
            entry.enclosures[index].type = entry.enclosures[index].type ?? enclosure.type
            entry.enclosures[index].duration = entry.enclosures[index].duration ?? enclosure.duration
            entry.enclosures[index].title = entry.enclosures[index].title ?? enclosure.title
            return
        }
        if let declared = enclosure.declaredType, let type = enclosure.type, MediaTypes.normalized(declared) != type {
            log.add(.enclosureType, line: line, "the type “\(declared)” does not fit; read as \(type)")
        }
        append(enclosure, to: &entry.enclosures)
    }

    // MARK: Ends

    func endInEntry(_ tag: FeedTag, _ text: TextBytes) {
        switch tag {
        case .title: entry.title = PlainText.line(fromTitle: text) ?? entry.title
        case .atomTitle: entry.title = feed.isAtom ? atomPlain(text) ?? entry.title : entry.title ?? atomPlain(text)
        case .dcTitle: fallbackTitle = fallbackTitle ?? PlainText.line(fromTitle: text)
        case .mediaTitle: fallbackTitle = fallbackTitle ?? PlainText.line(fromTitle: text)
        case .link: entry.link = address(text) ?? entry.link
        case .atomLink: endAtomLink(text, into: &entry.links)
        case .description: entry.summary = richText(text) ?? entry.summary
        case .dcDescription, .playDescription: entry.summary = entry.summary ?? richText(text)
        case .contentEncoded: entry.content = richText(text) ?? entry.content
        case .atomContent: endAtomContent(text)
        case .atomSummary:
            entry.summary = feed.isAtom ? atomText(text) ?? entry.summary : entry.summary ?? atomText(text)
        case .guid: endGUID(text)
        case .atomID: if entry.guid == nil { entry.guid = text.nonEmptyText }
        case .pubDate: entry.published = date(text) ?? entry.published
        case .atomPublished:
            entry.published = feed.isAtom ? date(text) ?? entry.published : entry.published ?? date(text)
        case .atomUpdated, .dctermsModified: entry.updated = date(text) ?? entry.updated
        case .dcDate, .dctermsIssued: entry.published = entry.published ?? date(text)
        case .author: addPerson(person.isEmpty ? rssPerson(text) : person, to: &entry.authors)
        case .dcCreator, .playAuthor: addPerson(rssPerson(text), to: &entry.authors)
        case .atomAuthor: addPerson(person.isEmpty ? rssPerson(text) : person, to: &entry.authors)
        case .category:
            addCategory(PlainText.line(fromTitle: text), scheme: attributes.text("domain"), to: &entry.categories)
        case .dcSubject: addCategory(PlainText.line(fromTitle: text), scheme: "dc", to: &entry.categories)
        default: endEntryDetails(tag, text)
        }
    }

    private func endEntryDetails(_ tag: FeedTag, _ text: TextBytes) {
        switch tag {
        case .comments: entry.commentsURL = address(text)
        case .source:
            entry.source = address(of: "url").map { FeedLink(href: $0, rel: "source", title: text.nonEmptyText) }
        case .originalLink: originalLink = address(text)
        case .originalEnclosure: originalEnclosure = address(text)
        case .language, .dcLanguage: entry.language = entry.language ?? text.nonEmptyText
        case .itunesTitle: entry.itunesTitle = PlainText.line(fromTitle: text)
        case .itunesAuthor: addPerson(PlainText.line(fromTitle: text).map { FeedPerson(name: $0) }, to: &entry.authors)
        case .itunesSubtitle: entry.subtitle = PlainText.line(fromTitle: text)
        case .itunesSummary: entry.itunesSummary = richText(text)
        case .itunesImage: setEntryImage(imageAddress(text), .itunes)
        case .itunesCategory, .playCategory: endCategory(tag, text)
        case .itunesExplicit: entry.isExplicit = explicit(text) ?? entry.isExplicit
        case .itunesBlock: entry.isBlocked = entry.isBlocked || isYes(text)
        case .itunesDuration: endDuration(text)
        case .itunesEpisode: itunesEpisode = positive(text) ?? itunesEpisode
        case .itunesSeason: itunesSeason = positive(text) ?? itunesSeason
        case .itunesEpisodeType: endEpisodeType(text)
        case .itunesKeywords, .mediaKeywords: entry.keywords = entry.keywords.isEmpty ? keywords(text) : entry.keywords
        case .mediaDescription: entry.mediaDescription = richText(text)
        case .mediaContent, .mediaThumbnail: endMedia(tag, text)
        default: endPodcastEntryTag(tag, text)
        }
    }

    private func endGUID(_ text: TextBytes) {
        guard let guid = text.nonEmptyText else { return }
        entry.guid = guid
        entry.guidIsPermaLink = attributes.with("ispermalink") { !$0.trimmed.equals("false") } ?? true
    }

    private func endDuration(_ text: TextBytes) {
        if let duration = FeedDuration.parse(text) {
            entry.duration = duration
        } else if let text = text.nonEmptyText, FeedDuration.isWrong(text) {
            log.add(.invalidNumber, line: line, "“\(text)” is not a duration")
        }
    }

    private func endEpisodeType(_ text: TextBytes) {
        guard let word = text.lowercasedText else { return }
        if let type = EpisodeType(rawValue: word) {
            entry.episodeType = type
        } else {
            log.add(.invalidValue, line: line, "itunes:episodeType says “\(word)”")
        }
    }

    private func endAtomContent(_ text: TextBytes) {
        if let source = content.source {
            append(FeedLink(href: source, rel: "content"), to: &entry.links)
            let type = attributes.text("type")
            if let type, type.hasPrefix("audio/") || type.hasPrefix("video/") {
                addEnclosure(Enclosure(url: source, declaredType: type, origin: .link))
            }
        }
        entry.content = atomText(text) ?? entry.content
    }

    // MARK: The whole entry

    func finishEntry() {
        guard scopeIsEntry else { return }
        scopeIsEntry = false
        defer { clearEntryState() }
        completeLinks()
        // A cut entry without its guid would come again under its true one.
        if isTruncated, entry.guid == nil { return }
        if entry.title == nil { entry.title = entry.itunesTitle ?? fallbackTitle }
        if entry.season == nil, let itunesSeason { entry.season = Season(number: itunesSeason) }
        if entry.episode == nil, let itunesEpisode { entry.episode = EpisodeNumber(number: Double(itunesEpisode)) }
        if entry.duration == nil { entry.duration = entry.primaryEnclosure?.duration }
        for index in entry.enclosures.indices where entry.enclosures[index].isImage {
            setEntryImage(entry.enclosures[index].url, .icon)
        }
        if let originalEnclosure, !entry.enclosures.isEmpty { entry.enclosures[0].originalURL = originalEnclosure }
        markRepeatedGUID()
        if !entry.hasIdentity { log.add(.noIdentity, line: entry.line, "an entry has no guid, link, title or file") }
        if isLive { return finishLiveItem() }
        guard feed.entryCount < limits.maximumEntries else {
            return log.addOnce(.tooMany, line: line, "more than \(limits.maximumEntries) entries")
        }
        feed.entryCount += 1
        // Moved, not copied: a copy would count each of its texts.
        finished.append(ParsedEntry())
        swap(&finished[finished.count - 1], &entry)
        isEntryNew = true
    }

    private func finishLiveItem() {
        guard var item = live else { return }
        item.entry = entry
        append(item, to: &feed.liveItems)
    }

    private func clearEntryState() {
        if isLive { (live, isLive) = (nil, false) }
        (originalLink, originalEnclosure, fallbackTitle, entryAbout) = (nil, nil, nil, nil)
        (itunesSeason, itunesEpisode) = (nil, nil)
    }

    /// The page: FeedBurner's original, else `link`, else `rel=alternate`, else a guid that is an address.
    private func completeLinks() {
        if entry.guid == nil { entry.guid = entryAbout }
        if let originalLink {
            entry.link = originalLink
        } else if entry.link == nil {
            entry.link = FeedLink.page(of: entry.links)
        }
        if entry.link == nil, entry.guidIsPermaLink, let guid = entry.guid, Address.isWeb(guid) { entry.link = guid }
    }

    /// Two entries with the same guid are told apart by file or page; an exact repetition is left to the reader.
    private func markRepeatedGUID() {
        guard let guid = entry.guid, !seenGUIDs.insert(guid.hashValue).inserted else { return }
        entry.guidIsRepeated = true
        log.add(.duplicateGUID, line: entry.line, "another entry has the guid “\(guid)”")
    }
}
