import Podcasts
import Testing

@Suite struct PodcastTagsAndChapters {
    @Test(arguments: cases) func areRead(_ sample: FeedCase) throws { try sample.check() }

    static let cases: [FeedCase] = {
        var cases = FeedCases()
        addFeedTags(&cases)
        addEntryTags(&cases)
        addSharedTags(&cases)
        addMoreSharedTags(&cases)
        return cases.all
    }()

    private static func addFeedTags(_ cases: inout FeedCases) {
        cases.channel(
            "guid",
            "<podcast:guid> 917393E3-1b1e-5cef-ace4-edaa54e1f810 </podcast:guid>",
            "917393e3-1b1e-5cef-ace4-edaa54e1f810"
        ) { $0.podcastGUID }
        cases.channel("medium", "<podcast:medium>MusicL</podcast:medium>", "musicl") { $0.medium }
        cases.channel("locked", "<podcast:locked owner='a@a.example'>yes</podcast:locked>", "true a@a.example") {
            $0.locked.map { "\($0.isLocked) \($0.owner ?? "")" }
        }
        cases.channel(
            "trailer",
            "<podcast:trailer url='t.mp3' pubdate='Tue, 05 Nov 2024 10:00:00 GMT' length='5' type='audio/mp3' season='2'>Soon</podcast:trailer>",
            "Soon https://example.org/shows/t.mp3 2024-11-05T10:00:00Z 5 2"
        ) {
            $0.trailers.first.map {
                "\($0.title ?? "") \($0.url) \($0.published?.iso ?? "") \($0.length ?? 0) \($0.season ?? 0)"
            }
        }
        cases.channel(
            "block",
            "<podcast:block>no</podcast:block><podcast:block id='Spotify'>yes</podcast:block>",
            "false - true spotify"
        ) { $0.blocks.map { "\($0.isBlocked) \($0.service ?? "-")" }.joined(separator: " ") }
        cases.channel(
            "podroll",
            "<podcast:podroll><podcast:remoteItem feedGuid='G' feedUrl='http://f.example/' title='F'/></podcast:podroll>",
            "g http://f.example/ F"
        ) { $0.podroll.first.map { "\($0.feedGUID) \($0.feedURL ?? "") \($0.title ?? "")" } }
        cases.channel(
            "publisher",
            "<podcast:publisher><podcast:remoteItem feedGuid='p' medium='Publisher'/></podcast:publisher>",
            "p publisher"
        ) { $0.publisher.map { "\($0.feedGUID) \($0.medium ?? "")" } }
        cases.channel("remoteItem in the channel", "<podcast:remoteItem feedGuid='g' itemGuid='I'/>", "g I") {
            $0.remoteItems.first.map { "\($0.feedGUID) \($0.itemGUID ?? "")" }
        }
        cases.channel(
            "updateFrequency",
            "<podcast:updateFrequency complete='true' dtstart='2024-11-05T10:00:00Z' rrule='FREQ=WEEKLY'>Weekly</podcast:updateFrequency>",
            "Weekly true 2024-11-05T10:00:00Z FREQ=WEEKLY"
        ) {
            $0.refreshHints.updateFrequency.map {
                "\($0.text ?? "") \($0.isComplete) \($0.start?.iso ?? "") \($0.rule ?? "")"
            }
        }
        cases.channel("podping", "<podcast:podping usesPodping='true'/>", "true") { $0.usesPodping.map { "\($0)" } }
        cases.channel(
            "liveItem",
            "<podcast:liveItem status='LIVE' start='2024-11-05T10:00:00.000-0600' end='2024-11-05T18:00:00.000-0600'><title>L</title><guid>l</guid><enclosure url='http://a.example/live.mp3'/><podcast:contentLink href='http://a.example/'>Watch</podcast:contentLink></podcast:liveItem>",
            "live 2024-11-05T16:00:00Z L http://a.example/live.mp3 Watch 0"
        ) { feed in
            feed.liveItems.first.map {
                "\($0.status) \($0.start?.iso ?? "") \($0.entry.title ?? "") \($0.entry.primaryEnclosure?.url ?? "") \($0.entry.podcast.contentLinks.first?.label ?? "") \(feed.entryCount)"
            }
        }
        cases.channel(
            "an item after a liveItem is an entry",
            "<podcast:liveItem status='ended'><guid>l</guid></podcast:liveItem><item><guid>1</guid></item>",
            "1 1"
        ) { "\($0.liveItems.count) \($0.entries.count)" }
    }

    private static func addEntryTags(_ cases: inout FeedCases) {
        cases.item(
            "transcripts",
            "<podcast:transcript url='t.vtt' type='text/VTT' language='en' rel='captions'/><podcast:transcript url='t.srt' type='application/srt'/>",
            "https://example.org/shows/t.vtt text/vtt en captions 2"
        ) {
            "\($0.transcripts.first.map { "\($0.url) \($0.type ?? "") \($0.language ?? "") \($0.rel ?? "")" } ?? "") \($0.transcripts.count)"
        }
        cases.channel(
            "a transcript without an address is reported",
            "<title>T</title><item><guid>1</guid><podcast:transcript type='text/vtt'/></item>",
            "missingAttribute"
        ) { $0.codes }
        cases.item(
            "chapters",
            "<podcast:chapters url='c.json' type='application/json+chapters'/>",
            "https://example.org/shows/c.json"
        ) { $0.chaptersLink?.url }
        cases.item(
            "soundbites",
            "<podcast:soundbite startTime='33.5' duration='60'>Best</podcast:soundbite><podcast:soundbite startTime='1' duration='2'/>",
            "33.5 seconds 60.0 seconds Best 2"
        ) {
            "\($0.soundbites.first.map { "\($0.start) \($0.duration) \($0.title ?? "")" } ?? "") \($0.soundbites.count)"
        }
        cases.item(
            "season with a name",
            "<itunes:season>9</itunes:season><podcast:season name='Two'>2</podcast:season>",
            "2 Two"
        ) { $0.season.map { "\($0.number) \($0.name ?? "")" } }
        cases.item("episode with a fraction", "<podcast:episode display='Ch.3'>315.5</podcast:episode>", "315.5 Ch.3") {
            $0.episode.map { "\($0.number) \($0.display ?? "")" }
        }
        cases.item(
            "alternateEnclosure",
            "<podcast:alternateEnclosure type='audio/opus' length='5' bitrate='32000.5' title='Low' default='true' codecs='opus' lang='en' rel='x' height='720'><podcast:source uri='https://a.example/1.opus'/><podcast:source uri='ipfs://Qm' contentType='audio/opus'/><podcast:integrity type='sri' value='sha384-x'/></podcast:alternateEnclosure>",
            "audio/opus 5 32000.5 Low true 2 ipfs://Qm sri"
        ) {
            $0.alternateEnclosures.first.map {
                "\($0.type ?? "") \($0.length ?? 0) \($0.bitrate ?? 0) \($0.title ?? "") \($0.isDefault) \($0.sources.count) \($0.sources.last?.uri ?? "") \($0.integrity?.type ?? "")"
            }
        }
        cases.item(
            "an alternateEnclosure without sources is none",
            "<podcast:alternateEnclosure type='audio/opus'/><title>T</title>",
            "0"
        ) { "\($0.alternateEnclosures.count)" }
        cases.item(
            "Podlove chapters",
            "<psc:chapters version='1.2'><psc:chapter start='00:00:00' title='A'/><psc:chapter start='1:02.5' title='B' href='http://b.example/' image='/b.png'/></psc:chapters>",
            "0.0 seconds A, 62.5 seconds B http://b.example/ https://example.org/b.png"
        ) {
            $0.chapters.map {
                "\($0.start) \($0.title ?? "")\($0.href.map { " \($0)" } ?? "")\($0.image.map { " \($0)" } ?? "")"
            }.joined(separator: ", ")
        }
        cases.item(
            "a chapter without a start is left out",
            "<psc:chapters><psc:chapter title='A'/><psc:chapter start='5' title='B'/></psc:chapters>",
            "B"
        ) { $0.chapters.compactMap(\.title).joined() }
        cases.item(
            "the first chapters count",
            "<psc:chapters><psc:chapter start='0' title='A'/></psc:chapters><psc:chapters><psc:chapter start='0' title='B'/></psc:chapters>",
            "A"
        ) { $0.chapters.compactMap(\.title).joined() }
    }

    private static func addSharedTags(_ cases: inout FeedCases) {
        cases.item(
            "persons",
            "<podcast:person role='Guest' group='Writing' img='a.png' href='http://ann.example/'>Ann</podcast:person><podcast:person>Bo</podcast:person><podcast:person> </podcast:person>",
            "Ann guest writing https://example.org/shows/a.png, Bo host cast "
        ) { $0.podcast.persons.map { "\($0.name) \($0.role) \($0.group) \($0.image ?? "")" }.joined(separator: ", ") }
        cases.channel(
            "an entry's persons replace the feed's",
            "<podcast:person>Ann</podcast:person><item><guid>1</guid><podcast:person>Bo</podcast:person></item><item><guid>2</guid></item>",
            "Bo Ann"
        ) { feed in feed.entries.flatMap { $0.persons(in: feed).map(\.name) }.joined(separator: " ") }
        cases.channel(
            "funding",
            "<podcast:funding url='http://a.example/give'>Give &amp; take</podcast:funding>",
            "http://a.example/give Give & take"
        ) { $0.podcast.funding.first.map { "\($0.url) \($0.label ?? "")" } }
        cases.channel(
            "location",
            "<podcast:location geo='geo:1,2' osm='R1' country='US' rel='Creator'>Austin</podcast:location>",
            "Austin geo:1,2 R1 US creator"
        ) {
            $0.podcast.locations.first.map {
                "\($0.name) \($0.geo ?? "") \($0.osm ?? "") \($0.country ?? "") \($0.rel ?? "")"
            }
        }
        cases.channel(
            "license",
            "<podcast:license url='http://l.example/'>cc-by-4.0</podcast:license>",
            "cc-by-4.0 http://l.example/"
        ) { $0.podcast.license.map { "\($0.identifier) \($0.url ?? "")" } }
        cases.channel("txt", "<podcast:txt purpose='Verify'>abc</podcast:txt>", "abc verify") {
            $0.podcast.texts.first.map { "\($0.text) \($0.purpose ?? "")" }
        }
        cases.channel(
            "image",
            "<podcast:image href='i.png' alt='A' aspect-ratio='1/1' width='10' height='20' purpose='artwork Social'/>",
            "https://example.org/shows/i.png A 1/1 10 20 artwork social"
        ) {
            $0.podcast.images.first.map {
                "\($0.href) \($0.alternative ?? "") \($0.aspectRatio ?? "") \($0.width ?? 0) \($0.height ?? 0) \($0.purposes.joined(separator: " "))"
            }
        }
        cases.channel(
            "the older images",
            "<podcast:images srcset='http://a.example/1.jpg 1500w, http://a.example/2.jpg 600w'/>",
            "http://a.example/1.jpg 1500, http://a.example/2.jpg 600"
        ) { $0.podcast.images.map { "\($0.href) \($0.width ?? 0)" }.joined(separator: ", ") }
    }

    private static func addMoreSharedTags(_ cases: inout FeedCases) {
        cases.channel(
            "artwork is the feed's picture",
            "<podcast:image href='/b.png' purpose='banner'/><podcast:image href='/a.png' purpose='artwork'/>",
            "https://example.org/a.png"
        ) { $0.image }
        cases.channel(
            "chat",
            "<podcast:chat server='irc.example' protocol='IRC' accountId='@a' space='#s'/>",
            "irc.example irc @a #s"
        ) { $0.podcast.chat.map { "\($0.server) \($0.protocol) \($0.accountID ?? "") \($0.space ?? "")" } }
        cases.item(
            "socialInteract",
            "<podcast:socialInteract uri='https://s.example/1' protocol='ActivityPub' accountId='@a' accountUrl='https://s.example/@a' priority='2'/><podcast:socialInteract protocol='disabled'/>",
            "https://s.example/1 activitypub 2 2"
        ) {
            "\($0.podcast.socialInteracts.first.map { "\($0.uri ?? "") \($0.protocol) \($0.priority ?? 0)" } ?? "") \($0.podcast.socialInteracts.count)"
        }
        cases.item(
            "value",
            "<podcast:value type='lightning' method='keysend' suggested='0.5'><podcast:valueRecipient name='Ann' type='node' address='abc' split='90' customKey='k' customValue='v'/><podcast:valueRecipient address='def' split='10' fee='true'/></podcast:value>",
            "lightning keysend 0.5 Ann abc 90 false, - def 10 true"
        ) {
            $0.podcast.values.first.map { value in
                "\(value.type) \(value.method) \(value.suggested ?? "") "
                    + value.recipients.map { "\($0.name ?? "-") \($0.address) \($0.split) \($0.isFee)" }.joined(
                        separator: ", "
                    )
            }
        }
        cases.item(
            "time splits",
            "<podcast:value type='lightning' method='keysend'><podcast:valueTimeSplit startTime='60' duration='237' remotePercentage='195'><podcast:remoteItem feedGuid='g' itemGuid='i'/></podcast:valueTimeSplit><podcast:valueTimeSplit startTime='330' duration='53'><podcast:valueRecipient address='a' split='1'/></podcast:valueTimeSplit></podcast:value>",
            "60.0 seconds 100 i 0, 330.0 seconds 100 - 1"
        ) {
            $0.podcast.values.first?.timeSplits.map {
                "\($0.start) \($0.remotePercentage) \($0.remoteItem?.itemGUID ?? "-") \($0.recipients.count)"
            }.joined(separator: ", ")
        }
        cases.item(
            "podcast:source does not replace source",
            "<source url='http://s.example/'>S</source><podcast:alternateEnclosure><podcast:source uri='https://a.example/'/></podcast:alternateEnclosure>",
            "http://s.example/"
        ) { $0.source?.href }
    }
}
