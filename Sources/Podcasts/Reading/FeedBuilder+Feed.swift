import Foundation

/// The root and the channel.
extension FeedBuilder {
    func beginRoot(_ tag: FeedTag) -> Opening {
        switch tag {
        case .rss:
            feed.format = attributes.with("version") { Self.rssFormat($0) } ?? .rss20
            return .inside(.root)
        case .rdf:
            feed.format = .rss10
            return .inside(.root)
        case .atomFeed:
            feed.format = .atom10
            if let version = attributes.text("version"), version.hasPrefix("0.") { feed.format = .atom03 }
            feed.language = attributes.withXML("lang") { $0.nonEmptyText }
            return .inside(.feed)
        case .channel: return .inside(.feed)
        case .item:
            // An Atom entry document, or an item that lost its feed.
            feed.format = .atom10
            beginEntry()
            return .inside(.entry)
        default: return .ignored
        }
    }

    private static func rssFormat(_ version: TextBytes) -> FeedFormat {
        let version = version.trimmed
        if version.equals("0.91") { return .rss091 }
        if version.equals("0.92") || version.equals("0.93") || version.equals("0.94") { return .rss092 }
        if version.equals("0.90") || version.equals("0.9") { return .rss090 }
        return .rss20
    }

    func beginInFeed(_ tag: FeedTag) -> Opening {
        switch tag {
        case .channel:
            feed.id = feed.id ?? attributes.text("about")
            return .inside(.feed)
        case .item:
            beginEntry()
            return .inside(.entry)
        case .pcLiveItem: return beginLiveItem()
        case .image:
            imageURL = nil
            // RSS 1.0 names the picture in the channel and describes it beside.
            setFeedImage(address(of: "resource"), .logo)
            return .inside(.image)
        case .textInput: return .ignored
        case .skipHours: return .inside(.skipHours)
        case .skipDays: return .inside(.skipDays)
        case .itunesOwner:
            person = FeedPerson()
            return .inside(.owner)
        case .atomLink:
            if let link = atomLink() { addLink(link, to: &feed.links) }
            return .text
        case .mediaThumbnail:
            setFeedImage(address(of: "url"), .thumbnail)
            return .ignored
        case .mediaGroup, .mediaContent, .chapters, .chapter: return .ignored
        case .pcPodroll: return .inside(.podroll)
        case .pcPublisher: return .inside(.publisher)
        case .pcRemoteItem:
            if let item = remoteItem() { append(item, to: &feed.remoteItems) }
            return .ignored
        case .author where attributes.isEmpty && feed.format != .rss20, .atomAuthor, .atomContributor:
            person = FeedPerson()
            return .inside(.person)
        default: return beginShared(tag)
        }
    }

    /// Elements that begin alike in feeds and entries: texts, and containers that fill a value.
    func beginShared(_ tag: FeedTag) -> Opening {
        switch tag {
        case .unknown: return .ignored
        case .atomTitle, .atomSubtitle, .atomRights, .atomSummary, .atomContent: return beginAtomText()
        case .title, .description, .contentEncoded, .itunesSummary, .itunesTitle, .itunesSubtitle, .mediaTitle,
            .mediaDescription, .dcTitle, .dcDescription, .playDescription, .copyright, .dcRights:
            content = ContentKind()
            return .markup
        case .itunesCategory, .playCategory:
            parentCategory = attributes.text("text")
            return Opening(scope: .category, capture: .text)
        case .atomCategory:
            let term = attributes.text("term") ?? attributes.text("label")
            let (scheme, label) = (attributes.text("scheme"), attributes.text("label"))
            addCategoryHere(term, scheme: scheme, label: label)
            return .text
        case .pcValue: return beginValue()
        default: return .text
        }
    }

    func addCategoryHere(_ term: String?, parent: String? = nil, scheme: String?, label: String? = nil) {
        if scopeIsEntry {
            addCategory(term, parent: parent, scheme: scheme, label: label, to: &entry.categories)
        } else {
            addCategory(term, parent: parent, scheme: scheme, label: label, to: &feed.categories)
        }
    }

    func beginSubcategory(_ tag: FeedTag) -> Opening {
        guard tag == .itunesCategory || tag == .playCategory else { return .ignored }
        let scheme = tag == .itunesCategory ? "itunes" : "googleplay"
        addCategoryHere(attributes.text("text"), parent: parentCategory, scheme: scheme)
        return .inside(.category)
    }

    // MARK: Ends

    func endInFeed(_ tag: FeedTag, _ text: TextBytes) {
        switch tag {
        case .item, .pcLiveItem: finishEntry()
        case .title, .atomTitle:
            feed.title = (tag == .title ? PlainText.line(fromTitle: text) : atomPlain(text)) ?? feed.title
        case .dcTitle: feed.title = feed.title ?? PlainText.line(fromTitle: text)
        case .link: feed.link = address(text) ?? feed.link
        case .atomLink: endAtomLink(text, into: &feed.links)
        case .description: feed.summary = richText(text) ?? feed.summary
        case .dcDescription, .playDescription: feed.summary = feed.summary ?? richText(text)
        case .atomSubtitle, .atomSummary: feed.summary = atomText(text) ?? feed.summary
        case .language: feed.language = text.nonEmptyText ?? feed.language
        case .dcLanguage: feed.language = feed.language ?? text.nonEmptyText
        case .copyright, .dcRights: feed.copyright = feed.copyright ?? PlainText.line(fromTitle: text)
        case .atomRights: feed.copyright = feed.copyright ?? atomPlain(text)
        case .generator, .atomGenerator: endGenerator(text)
        case .managingEditor: feed.managingEditor = rssPerson(text)
        case .webMaster: feed.webMaster = rssPerson(text)
        case .author: addPerson(person.isEmpty ? rssPerson(text) : person, to: &feed.authors)
        case .dcCreator, .playAuthor: addPerson(rssPerson(text), to: &feed.authors)
        case .atomAuthor: addPerson(person, to: &feed.authors)
        case .atomID: feed.id = text.nonEmptyText
        case .atomIcon:
            feed.icon = address(text)
            setFeedImage(feed.icon, .icon)
        case .atomLogo: setFeedImage(address(text), .logo)
        case .image: setFeedImage(imageURL, .channelImage)
        default: endFeedDetails(tag, text)
        }
    }

    private func endFeedDetails(_ tag: FeedTag, _ text: TextBytes) {
        switch tag {
        case .pubDate: feed.published = date(text) ?? feed.published
        case .atomPublished, .dctermsIssued: feed.published = feed.published ?? date(text)
        case .lastBuildDate, .atomUpdated: feed.updated = date(text) ?? feed.updated
        case .dcDate, .dctermsModified: feed.updated = feed.updated ?? date(text)
        case .category:
            addCategory(PlainText.line(fromTitle: text), scheme: attributes.text("domain"), to: &feed.categories)
        case .dcSubject: addCategory(PlainText.line(fromTitle: text), scheme: "dc", to: &feed.categories)
        case .ttl: endTimeToLive(text)
        case .updatePeriod: endUpdatePeriod(text)
        case .updateFrequency: endUpdateFrequency(text)
        case .itunesImage: setFeedImage(imageAddress(text), .itunes)
        case .itunesAuthor: addPerson(PlainText.line(fromTitle: text).map { FeedPerson(name: $0) }, to: &feed.authors)
        case .itunesTitle: feed.title = feed.title ?? PlainText.line(fromTitle: text)
        case .itunesSubtitle: feed.subtitle = PlainText.line(fromTitle: text)
        case .itunesSummary: feed.itunesSummary = richText(text)
        case .itunesCategory, .playCategory: endCategory(tag, text)
        case .itunesExplicit: feed.isExplicit = explicit(text) ?? feed.isExplicit
        case .itunesType: feed.isSerial = text.trimmed.equals("serial")
        case .itunesOwner: feed.owner = person.isEmpty ? feed.owner : person
        case .playEmail: feed.owner = feed.owner ?? text.nonEmptyText.map { FeedPerson(email: $0) }
        case .itunesNewFeedURL: feed.newFeedURL = address(text)
        case .itunesBlock: feed.isBlocked = feed.isBlocked || isYes(text)
        case .itunesComplete: feed.isComplete = isYes(text)
        case .itunesKeywords: feed.keywords = keywords(text)
        default: endPodcastFeedTag(tag, text)
        }
    }

    private func endGenerator(_ text: TextBytes) {
        guard let name = PlainText.line(fromTitle: text) ?? attributes.text("uri") else { return }
        feed.generator = attributes.text("version").map { "\(name) \($0)" } ?? name
    }

    /// An outer category counts by itself only when no subcategory said it.
    func endCategory(_ tag: FeedTag, _ text: TextBytes) {
        let scheme = tag == .itunesCategory ? "itunes" : "googleplay"
        let term = parentCategory ?? PlainText.line(fromTitle: text)
        let existing = scopeIsEntry ? entry.categories : feed.categories
        guard !existing.contains(where: { $0.parent == term && $0.scheme == scheme }) else { return }
        addCategoryHere(term, scheme: scheme)
    }

    // MARK: Refresh hints

    func endHour(_ text: TextBytes) {
        guard let hour = text.integer, (0...24).contains(hour) else {
            return log.add(.invalidNumber, line: line, "“\(text.text)” is not an hour")
        }
        // RSS 0.91 counted hours from 1 to 24.
        let folded = Int(hour % 24)
        if !feed.refreshHints.skipHours.contains(folded) { feed.refreshHints.skipHours.append(folded) }
    }

    func endDay(_ text: TextBytes) {
        let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        let name = text.lowercasedText ?? ""
        guard let day = days.first(where: { $0.lowercased() == name }) else {
            return log.add(.invalidValue, line: line, "“\(text.text)” is not a day")
        }
        if !feed.refreshHints.skipDays.contains(day) { feed.refreshHints.skipDays.append(day) }
    }

    private func endTimeToLive(_ text: TextBytes) {
        guard let minutes = positive(text), minutes <= 60 * 24 * 366 else { return }
        feed.refreshHints.timeToLive = .seconds(minutes * 60)
    }

    private func endUpdatePeriod(_ text: TextBytes) {
        let periods: [String: Int] = [
            "hourly": 3600, "daily": 86400, "weekly": 604_800, "monthly": 2_592_000, "yearly": 31_536_000,
        ]
        guard let seconds = text.lowercasedText.flatMap({ periods[$0] }) else {
            return log.add(.invalidValue, line: line, "sy:updatePeriod says “\(text.text)”")
        }
        updatePeriod = .seconds(seconds)
        setUpdateInterval()
    }

    private func endUpdateFrequency(_ text: TextBytes) {
        guard let count = positive(text) else { return }
        updatesPerPeriod = count
        setUpdateInterval()
    }

    private func setUpdateInterval() {
        guard let updatePeriod else { return }
        feed.refreshHints.updateInterval = updatePeriod / updatesPerPeriod
    }
}

/// The end of the document.
extension FeedBuilder {
    /// The feed with what is left of its entries and the warnings.
    func finish() -> ParsedFeed {
        feed.link = feed.link ?? FeedLink.page(of: feed.links)
        if feed.title == nil { log.add(.missingTitle, line: nil, "the feed has no title") }
        feed.entries = finished
        finished = []
        feed.warnings = log.sorted
        feed.warningCount = log.count
        return feed
    }
}
