import PodcastAPI

extension TranscriptLink {
    /// An entry's transcripts as listed by the feed, numbered from 1, the best for following the sound first.
    ///
    /// Times matter most, then speakers: WebVTT and JSON have both, SRT has times, HTML and plain text may have neither.
    static func list(_ extras: EntryExtras, entry: Int64) -> [TranscriptLink] {
        let numbered = (extras.transcripts ?? []).enumerated().map { index, transcript in
            let link = TranscriptLink(
                url: "/api/entries/\(entry)/transcripts/\(index + 1)",
                type: transcript.type,
                language: transcript.language,
                captions: transcript.rel == "captions"
            )
            return (index, link)
        }
        return numbered.sorted { (rank($0.1), $0.0) < (rank($1.1), $1.0) }.map(\.1)
    }

    private static func rank(_ link: TranscriptLink) -> Int {
        let type = link.type ?? ""
        if type.contains("vtt") { return 0 }
        if type.contains("json") { return 1 }
        if type.contains("srt") || type.contains("subrip") { return 2 }
        return type.contains("html") ? 3 : 4
    }
}
