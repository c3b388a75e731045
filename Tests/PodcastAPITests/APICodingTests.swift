import Foundation
import PodcastAPI
import Testing

@Suite struct APICodingTests {
    @Test func timesHaveMillisecondsAndAreRead() throws {
        let position = PlayPosition(seconds: 1.5, duration: nil, at: Date(timeIntervalSince1970: 1_764_490_277.25))
        let json = String(decoding: try APICoding.encode(position), as: UTF8.self)
        #expect(json == #"{"at":"2025-11-30T08:11:17.250Z","seconds":1.5}"#)
        #expect(try APICoding.decode(PlayPosition.self, from: Array(json.utf8)) == position)
    }

    @Test(arguments: ["2025-11-30T08:11:17Z", "2025-11-30T08:11:17.000Z"])
    func timesWithoutMillisecondsAreReadToo(text: String) throws {
        let json = #"{"before":"\#(text)"}"#
        let mark = try APICoding.decode(MarkRead.self, from: Array(json.utf8))
        #expect(mark.before == Date(timeIntervalSince1970: 1_764_490_277))
    }

    @Test(arguments: ["soon", "", "2025-13-01T00:00:00Z", "1764490277"])
    func whatIsNoTimeIsRefused(text: String) {
        let json = #"{"before":"\#(text)"}"#
        #expect(throws: DecodingError.self) { try APICoding.decode(MarkRead.self, from: Array(json.utf8)) }
    }

    @Test func anEntryIsOneObjectWithItsSummarysKeys() throws {
        var summary = EntrySummary(
            id: "1",
            feed: "2",
            feedTitle: "Show",
            title: "Title",
            summary: "",
            published: Date(timeIntervalSince1970: 0),
            art: "/api/art/f2"
        )
        summary.media = Media(url: "/media/1/a.mp3", type: "audio/mpeg", length: 10)
        let entry = Entry(summary: summary, notes: "<p>Notes</p>", chapters: [Chapter(start: 1, title: "One")])
        let json = try APICoding.encode(entry)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
        #expect(object["title"] as? String == "Title")
        #expect(object["notes"] as? String == "<p>Notes</p>")
        #expect(object["link"] == nil)
        #expect(try APICoding.decode(Entry.self, from: json) == entry)
    }
}
