/// Podcasting 2.0 tags of the channel.
extension FeedBuilder {
    func endPodcastFeedTag(_ tag: FeedTag, _ text: TextBytes) {
        switch tag {
        case .pcGUID: feed.podcastGUID = text.lowercasedText
        case .pcMedium: feed.medium = text.lowercasedText
        case .pcLocked: feed.locked = FeedLock(isLocked: isYes(text), owner: attributes.text("owner"))
        case .pcTrailer: endTrailer(text)
        case .pcBlock:
            append(PodcastBlock(isBlocked: isYes(text), service: attributes.lowercased("id")), to: &feed.blocks)
        case .pcPodping: feed.usesPodping = attributes.with("usespodping") { isYes($0) }
        case .pcUpdateFrequency:
            feed.refreshHints.updateFrequency = UpdateFrequency(
                text: PlainText.line(fromTitle: text),
                isComplete: attributes.with("complete") { isYes($0) } ?? false,
                start: date(of: "dtstart"),
                rule: attributes.text("rrule")
            )
        case .pcImage:
            _ = endSharedPodcastTag(tag, text, into: &feed.podcast)
            setFeedImage(feed.podcast.images.artwork, .podcast)
        default: _ = endSharedPodcastTag(tag, text, into: &feed.podcast)
        }
    }

    private func endTrailer(_ text: TextBytes) {
        guard let url = requiredAddress("url", of: "podcast:trailer") else { return }
        append(
            Trailer(
                title: PlainText.line(fromTitle: text),
                url: url,
                published: date(of: "pubdate"),
                length: attributes.with("length") { $0.integer },
                type: attributes.lowercased("type"),
                season: attributes.integer("season")
            ),
            to: &feed.trailers
        )
    }

    func beginLiveItem() -> Opening {
        let item = LiveItem(
            status: attributes.lowercased("status") ?? "pending",
            start: date(of: "start"),
            end: date(of: "end"),
            entry: ParsedEntry()
        )
        beginEntry()
        (live, isLive) = (item, true)
        return .inside(.entry)
    }

    func beginRemote(_ tag: FeedTag) -> Opening {
        guard tag == .pcRemoteItem, let item = remoteItem() else { return .ignored }
        if scope == .podroll {
            append(item, to: &feed.podroll)
        } else {
            feed.publisher = item
        }
        return .ignored
    }

    func remoteItem() -> RemoteItem? {
        guard let guid = attributes.lowercased("feedguid") else {
            log.add(.missingAttribute, line: line, "podcast:remoteItem has no feedGuid")
            return nil
        }
        return RemoteItem(
            feedGUID: guid,
            feedURL: address(of: "feedurl"),
            itemGUID: attributes.text("itemguid"),
            medium: attributes.lowercased("medium"),
            title: attributes.text("title")
        )
    }
}

extension [PodcastImage] {
    /// The picture to show as cover: the first meant as artwork, else the first that does not say.
    var artwork: String? {
        (first { $0.purposes.contains("artwork") }
            ?? first { $0.purposes.isEmpty && $0.type?.hasPrefix("video/") != true })?.href
    }
}
