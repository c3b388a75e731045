/// Podcasting 2.0 tags that feeds and entries share.
extension FeedBuilder {
    /// Ends a shared tag; `false` when it is not one.
    func endSharedPodcastTag(_ tag: FeedTag, _ text: TextBytes, into tags: inout PodcastTags) -> Bool {
        switch tag {
        case .pcPerson: endPodcastPerson(text, into: &tags)
        case .pcLocation: endLocation(text, into: &tags)
        case .pcFunding:
            guard let url = requiredAddress("url", of: "podcast:funding") else { return true }
            append(Funding(url: url, label: PlainText.line(fromTitle: text)), to: &tags.funding)
        case .pcValue: if !value.recipients.isEmpty || !value.timeSplits.isEmpty { append(value, to: &tags.values) }
        case .pcImage: endPodcastImage(into: &tags)
        case .pcImages: endImageSet(into: &tags)
        case .pcText:
            guard let content = text.nonEmptyText else { return true }
            append(PodcastText(text: content, purpose: attributes.lowercased("purpose")), to: &tags.texts)
        case .pcLicense:
            guard let identifier = text.nonEmptyText else { return true }
            tags.license = License(identifier: identifier, url: address(of: "url"))
        case .pcSocialInteract: endSocialInteract(into: &tags)
        case .pcContentLink:
            guard let href = requiredAddress("href", of: "podcast:contentLink") else { return true }
            append(ContentLink(href: href, label: PlainText.line(fromTitle: text)), to: &tags.contentLinks)
        case .pcChat: endChat(into: &tags)
        default: return false
        }
        return true
    }

    private func endPodcastPerson(_ text: TextBytes, into tags: inout PodcastTags) {
        guard let name = PlainText.line(fromTitle: text) else { return }
        append(
            PodcastPerson(
                name: name,
                role: attributes.lowercased("role") ?? "host",
                group: attributes.lowercased("group") ?? "cast",
                image: address(of: "img"),
                href: address(of: "href")
            ),
            to: &tags.persons
        )
    }

    private func endLocation(_ text: TextBytes, into tags: inout PodcastTags) {
        guard let name = PlainText.line(fromTitle: text) else { return }
        append(
            Location(
                name: name,
                rel: attributes.lowercased("rel"),
                geo: attributes.text("geo"),
                osm: attributes.text("osm"),
                country: attributes.text("country")
            ),
            to: &tags.locations
        )
    }

    private func endPodcastImage(into tags: inout PodcastTags) {
        guard let href = address(of: "href") ?? requiredAddress("url", of: "podcast:image") else { return }
        let purposes = attributes.lowercased("purpose")?.split(whereSeparator: { $0 == " " || $0 == "," }).map(
            String.init
        )
        append(
            PodcastImage(
                href: href,
                alternative: attributes.text("alt"),
                aspectRatio: attributes.text("aspect-ratio"),
                width: attributes.integer("width"),
                height: attributes.integer("height"),
                type: attributes.lowercased("type"),
                purposes: purposes ?? []
            ),
            to: &tags.images
        )
    }

    /// The older `podcast:images`: `srcset="URL 1500w, URL 600w"`.
    private func endImageSet(into tags: inout PodcastTags) {
        guard let set = attributes.text("srcset") else { return }
        for candidate in set.split(separator: ",").prefix(50) {
            let parts = candidate.split(whereSeparator: \.isWhitespace)
            guard let address = parts.first else { continue }
            var image = PodcastImage(href: Address.resolve(String(address), against: base))
            if parts.count > 1, parts[1].hasSuffix("w") { image.width = Int(parts[1].dropLast()) }
            append(image, to: &tags.images)
        }
    }

    private func endSocialInteract(into tags: inout PodcastTags) {
        let uri = address(of: "uri")
        guard let network = attributes.lowercased("protocol"), uri != nil || network == "disabled" else {
            return log.add(.missingAttribute, line: line, "podcast:socialInteract has no uri or protocol")
        }
        append(
            SocialInteract(
                uri: uri,
                protocol: network,
                accountID: attributes.text("accountid"),
                accountURL: address(of: "accounturl"),
                priority: attributes.integer("priority")
            ),
            to: &tags.socialInteracts
        )
    }

    private func endChat(into tags: inout PodcastTags) {
        guard let server = attributes.text("server"), let network = attributes.lowercased("protocol") else {
            return log.add(.missingAttribute, line: line, "podcast:chat has no server or protocol")
        }
        tags.chat = Chat(
            server: server,
            protocol: network,
            accountID: attributes.text("accountid"),
            space: attributes.text("space")
        )
    }

    // MARK: Value

    func beginValue() -> Opening {
        value = PodcastValue(
            type: attributes.lowercased("type") ?? "",
            method: attributes.lowercased("method") ?? "",
            suggested: attributes.text("suggested")
        )
        return .inside(.value)
    }

    func beginInValue(_ tag: FeedTag) -> Opening {
        switch tag {
        case .pcValueRecipient:
            guard let recipient = recipient() else { return .ignored }
            if scope == .timeSplit {
                append(recipient, to: &timeSplit.recipients)
            } else {
                append(recipient, to: &value.recipients)
            }
        case .pcValueTimeSplit where scope == .value:
            timeSplit = ValueTimeSplit(
                start: attributes.seconds("starttime") ?? .zero,
                duration: attributes.seconds("duration") ?? .zero,
                remoteStart: attributes.seconds("remotestarttime") ?? .zero,
                remotePercentage: min(100, max(0, attributes.integer("remotepercentage") ?? 100))
            )
            return .inside(.timeSplit)
        case .pcRemoteItem where scope == .timeSplit: timeSplit.remoteItem = remoteItem()
        default: break
        }
        return .ignored
    }

    func endTimeSplit() { append(timeSplit, to: &value.timeSplits) }

    private func recipient() -> ValueRecipient? {
        guard let address = attributes.text("address"), let split = attributes.integer("split") else {
            log.add(.missingAttribute, line: line, "podcast:valueRecipient has no address or split")
            return nil
        }
        return ValueRecipient(
            type: attributes.lowercased("type") ?? "node",
            address: address,
            split: split,
            name: attributes.text("name"),
            customKey: attributes.text("customkey"),
            customValue: attributes.text("customvalue"),
            isFee: attributes.with("fee") { isYes($0) } ?? false
        )
    }
}
