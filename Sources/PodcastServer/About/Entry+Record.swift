import PodcastAPI
import Podcasts

extension Entry {
    /// The wire form of an entry with its notes made safe, which is work for another thread than the loop's.
    @concurrent static func make(_ record: EntryRecord) async -> Entry {
        let extras = EntryExtras(json: record.extras)
        let feedExtras = FeedExtras(json: record.feedExtras)
        let notes =
            record.notes.map {
                NotesSanitizer().sanitize(RichText($0, kind: .html, base: record.notesBase), fallbackBase: record.link)
            } ?? ""
        var entry = Entry(
            summary: EntrySummary(record.row),
            notes: notes,
            link: WebAddress.safe(record.link),
            author: record.author,
            chapters: (extras.chapters ?? []).enumerated().map { number, chapter in
                Chapter(chapter, number: number + 1, entry: record.row.id)
            },
            people: (extras.people ?? feedExtras.people ?? []).map { Person($0, artOwner: "e\(record.row.id)") }
        )
        entry.chaptersPending = extras.chaptersURL != nil || record.row.mediaURL != nil
        entry.transcripts = TranscriptLink.list(extras, entry: record.row.id)
        entry.soundbites = extras.soundbites ?? []
        entry.funding = FundingLink.merged(extras.funding, feedExtras.funding)
        entry.files = (extras.files ?? []).filter { WebAddress.safe($0.url) != nil }
        entry.seasonName = extras.seasonName
        entry.episodeDisplay = extras.episodeDisplay
        entry.podcast = PodcastDetails(extras.details)
        // How payments are taken is the feed's matter where the entry does not say otherwise.
        if entry.podcast.values.isEmpty { entry.podcast.values = feedExtras.details?.values ?? [] }
        return entry
    }
}

extension Person {
    /// The wire form of a person; the picture comes from `/api/art` of the feed or entry that names them.
    init(_ person: ExtraPerson, artOwner: String) {
        self.init(
            name: person.name,
            role: person.role,
            group: person.group ?? "cast",
            link: WebAddress.safe(person.link),
            art: WebAddress.safe(person.image).map { ArtToken.path(owner: artOwner, source: $0) }
        )
    }
}

extension FundingLink {
    /// The entry's, then the feed's, each page once, those alone that a browser opens.
    static func merged(_ entry: [FundingLink]?, _ feed: [FundingLink]?) -> [FundingLink] {
        var seen: Set<String> = []
        return ((entry ?? []) + (feed ?? [])).filter {
            WebAddress.safe($0.url) != nil && seen.insert($0.url).inserted
        }
    }
}

extension PodcastDetails {
    /// The wire form; links that no browser should open are left out.
    init(_ details: ExtraDetails?) {
        self.init(
            locations: details?.locations ?? [],
            values: details?.values ?? [],
            texts: details?.texts ?? [],
            discussions: (details?.discussions ?? []).filter { WebAddress.isLink($0.url) },
            elsewhere: (details?.elsewhere ?? []).filter { WebAddress.isLink($0.url) }
        )
        license = details?.license.map { Link(url: WebAddress.safe($0.url), label: $0.label) }
    }
}

extension Chapter {
    /// The wire form of a chapter that the feed gives.
    init(_ chapter: EntryExtras.Chapter, number: Int, entry: Int64) {
        self.init(
            start: chapter.start,
            title: chapter.title ?? "Chapter \(number)",
            link: WebAddress.safe(chapter.link)
        )
        art = WebAddress.safe(chapter.image).map { ArtToken.path(owner: "e\(entry)", source: $0) }
    }
}
