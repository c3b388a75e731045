/// Podcasting 2.0 tags of entries.
extension FeedBuilder {
    func endPodcastEntryTag(_ tag: FeedTag, _ text: TextBytes) {
        switch tag {
        case .pcTranscript: endTranscript()
        case .pcChapters:
            guard let url = requiredAddress("url", of: "podcast:chapters") else { return }
            entry.chaptersLink = entry.chaptersLink ?? ChaptersLink(url: url, type: attributes.lowercased("type"))
        case .pcSoundbite: endSoundbite(text)
        case .pcSeason:
            guard let number = text.integer.flatMap({ Int(exactly: $0) }) else {
                return log.add(.invalidNumber, line: line, "“\(text.text)” is not a season")
            }
            entry.season = Season(number: number, name: attributes.text("name"))
        case .pcEpisode:
            guard let number = text.decimal else {
                return log.add(.invalidNumber, line: line, "“\(text.text)” is not an episode number")
            }
            entry.episode = EpisodeNumber(number: number, display: attributes.text("display"))
        case .pcAlternateEnclosure: if !alternate.sources.isEmpty { append(alternate, to: &entry.alternateEnclosures) }
        case .pcImage:
            _ = endSharedPodcastTag(tag, text, into: &entry.podcast)
            setEntryImage(entry.podcast.images.artwork, .podcast)
        default: _ = endSharedPodcastTag(tag, text, into: &entry.podcast)
        }
    }

    private func endTranscript() {
        guard let url = requiredAddress("url", of: "podcast:transcript") else { return }
        append(
            Transcript(
                url: url,
                type: attributes.lowercased("type"),
                language: attributes.text("language"),
                rel: attributes.lowercased("rel")
            ),
            to: &entry.transcripts
        )
    }

    private func endSoundbite(_ text: TextBytes) {
        guard let start = attributes.seconds("starttime"), let duration = attributes.seconds("duration") else {
            return log.add(.missingAttribute, line: line, "podcast:soundbite has no startTime or duration")
        }
        append(
            FeedSoundbite(start: start, duration: duration, title: PlainText.line(fromTitle: text)),
            to: &entry.soundbites
        )
    }

    func beginAlternate() -> Opening {
        alternate = AlternateEnclosure(
            type: attributes.lowercased("type"),
            length: attributes.with("length") { $0.integer },
            bitrate: attributes.decimal("bitrate"),
            height: attributes.integer("height"),
            language: attributes.text("lang"),
            title: attributes.text("title"),
            rel: attributes.text("rel"),
            codecs: attributes.text("codecs"),
            isDefault: attributes.with("default") { isYes($0) } ?? false
        )
        return .inside(.alternate)
    }

    func beginInAlternate(_ tag: FeedTag) -> Opening {
        switch tag {
        case .pcSource:
            guard let uri = requiredAddress("uri", of: "podcast:source") else { return .ignored }
            append(
                AlternateEnclosure.Source(uri: uri, type: attributes.lowercased("contenttype")),
                to: &alternate.sources
            )
        case .pcIntegrity:
            guard let type = attributes.lowercased("type"), let value = attributes.text("value") else {
                return .ignored
            }
            alternate.integrity = AlternateEnclosure.Integrity(type: type, value: value)
        default: break
        }
        return .ignored
    }
}
