import Foundation
import PodcastAPI
import Testing

@testable import PodcastServer

@Suite(.serialized) struct SearchQueryTests {
    private typealias Term = SearchQuery.Term

    private static let queries: [(String, [SearchQuery.Term])] = [
        ("", []),
        ("  \t ", []),
        ("swift", [.init(words: ["swift"], isPrefix: true)]),
        ("swift ", [.init(words: ["swift"])]),
        (
            "Größe zwei",
            [
                .init(words: ["grosse".replacingOccurrences(of: "ss", with: "ß")]),
                .init(words: ["zwei"], isPrefix: true),
            ]
        ),
        ("Café ", [.init(words: ["cafe"])]),
        ("\"two words\"", [.init(words: ["two", "words"])]),
        ("“two words” x ", [.init(words: ["two", "words"]), .init(words: ["x"])]),
        ("\"never closed", [.init(words: ["never", "closed"])]),
        ("a", [.init(words: ["a"])]), ("a* ", [.init(words: ["a"])]), ("日", [.init(words: ["日"], isPrefix: true)]),
        ("begin* end ", [.init(words: ["begin"], isPrefix: true), .init(words: ["end"])]),
        ("yes -no ", [.init(words: ["yes"]), .init(words: ["no"], isExcluded: true)]),
        ("a - b ", [.init(words: ["a"]), .init(words: ["b"])]),
        ("title:News ", [.init(words: ["news"], isTitle: true)]),
        ("foo-bar ", [.init(words: ["foo", "bar"])]),
        ("!!! ??? ", []),
        ("weird:thing ", [.init(words: ["weird", "thing"])]),
        ("' OR 1=1 -- ", [.init(words: ["or"]), .init(words: ["1", "1"])]),
    ]

    @Test(arguments: queries)
    func wordsPhrasesAndMarksAreRead(text: String, terms: [SearchQuery.Term]) {
        #expect(SearchQuery(text).terms == terms)
    }

    @Test func operatorsAskForKindsOfEntries() {
        let query = SearchQuery(
            "is:unread IS:Video is:read is:nonsense feed:\"The Daily\" folder:News before:2026-02-01"
        )
        #expect(query.filters == [.unread, .video, .finished])
        #expect(query.feedWords == ["the", "daily"])
        #expect(query.folder == "News")
        #expect(query.before == Date(timeIntervalSince1970: 1_769_904_000))
        #expect(!query.hasText)
        #expect(!query.isEmpty)
        #expect(SearchQuery("after:2026-01-31").after == query.before)
        #expect(SearchQuery("before:2026-99-99").isEmpty)
    }

    @Test func hugeQueriesAreBounded() {
        let query = SearchQuery(String(repeating: "word ", count: 10_000))
        #expect(query.terms.count == SearchQuery.maximumTerms)
        #expect(
            SearchQuery("\"" + String(repeating: "a ", count: 10_000)).terms[0].words.count <= SearchQuery.maximumTerms
        )
    }

    @Test(arguments: [
        ("<p>One</p><p>Two</p>", "One Two"), ("Ton<b>arm</b> plays", "Tonarm plays"),
        ("a &amp; b &lt;c&gt; &#228; &#x41; &nope; &", "a & b <c> ä A &nope; &"),
        ("x<script>alert('<p>')</script>y<STYLE>p{}</STYLE >z", "x y z"), ("1 < 2 and 3>2", "1 < 2 and 3>2"),
        ("cut <a href=\"", "cut"), ("", ""), ("<", "<"), ("&#0;&#xD800;x", "&#xD800;x"), ("a\u{0}b", "a b"),
        ("line\n\n  break<br>end", "line break end"),
    ])
    func theTextOfNotesIsPlain(html: String, text: String) {
        #expect(SearchTexts.plain(html) == text)
    }

    @Test func snippetsMarkTheWordsWhereTheyStand() {
        let long =
            String(repeating: "filler ", count: 100) + "the Größe of <b>cafés</b> "
            + String(repeating: "more ", count: 100)
        let snippet = Snippet(long, SearchQuery("café").terms)
        #expect(snippet.isMatch)
        #expect(snippet.parts.filter(\.mark).map(\.text) == ["cafés"])
        #expect(snippet.parts.first?.text == "…")
        #expect(snippet.parts.map(\.text).joined().count <= Snippet.length + 2)
        #expect(Snippet(long, SearchQuery("absent ").terms).isMatch == false)
        #expect(
            Snippet("short text", SearchQuery("text ").terms).parts == [
                .init(text: "short ", mark: false), .init(text: "text", mark: true),
            ]
        )
        #expect(Snippet("", SearchQuery("x").terms).parts.isEmpty)
    }

    @Test func wordsAreFoldedTheSameWhereverTheyStand() {
        #expect(SearchWords.of("Ærø, ÅNGSTRÖM! naïve—3rd ﬁne") == ["ærø", "angstrom", "naive", "3rd", "fine"])
        #expect(SearchWords.of("日本語 한국어") == ["日本語", "한국어".decomposedStringWithCompatibilityMapping])
    }
}
