import Foundation
import Podcasts
import Testing

@Suite struct Dates {
    @Test(arguments: [
        // RFC 822 and 2822.
        ("Tue, 05 Nov 2024 10:00:00 +0100", "2024-11-05T09:00:00Z"),
        ("Tue, 5 Nov 2024 10:00:00 GMT", "2024-11-05T10:00:00Z"),
        ("5 Nov 2024 10:00:00 GMT", "2024-11-05T10:00:00Z"), ("Mon, 05 Nov 2024 10:00:00 GMT", "2024-11-05T10:00:00Z"),
        ("Tues, 05 Nov 2024 10:00:00 GMT", "2024-11-05T10:00:00Z"),
        ("Tuesday, 05 November 2024 10:00:00 GMT", "2024-11-05T10:00:00Z"),
        ("Tue, 05 Nov 2024 10:00 GMT", "2024-11-05T10:00:00Z"), ("Tue, 05 Nov 2024", "2024-11-05T00:00:00Z"),
        ("Tue, 05 Nov 24 10:00:00 GMT", "2024-11-05T10:00:00Z"),
        ("Tue, 05 Nov 99 10:00:00 GMT", "1999-11-05T10:00:00Z"),
        ("Tue, 05 Nov 2024 24:00:00 GMT", "2024-11-06T00:00:00Z"),
        ("Tue, 05 Nov 2024 23:59:60 GMT", "2024-11-06T00:00:00Z"),
        ("Tue, 05 Nov 2024 10:00:00", "2024-11-05T10:00:00Z"), ("Tue, 05 Nov 2024 9:05:07 GMT", "2024-11-05T09:05:07Z"),
        ("Tue,05 Nov 2024 10:00:00 GMT", "2024-11-05T10:00:00Z"),
        ("Tue, 05-Nov-2024 10:00:00 GMT", "2024-11-05T10:00:00Z"),
        ("  Tue, 05 Nov 2024\n10:00:00 GMT ", "2024-11-05T10:00:00Z"),
        ("Thu, 31 Jun 2004 19:48:21 GMT", "2004-06-30T19:48:21Z"),
        ("Sun, 29 Feb 2023 10:00:00 GMT", "2023-02-28T10:00:00Z"),
        ("Thu, 29 Feb 2024 10:00:00 GMT", "2024-02-29T10:00:00Z"),
        // Zones.
        ("Tue, 05 Nov 2024 10:00:00 EST", "2024-11-05T15:00:00Z"),
        ("Tue, 05 Nov 2024 10:00:00 EDT", "2024-11-05T14:00:00Z"),
        ("Tue, 05 Nov 2024 10:00:00 PST", "2024-11-05T18:00:00Z"),
        ("Tue, 05 Nov 2024 10:00:00 CEST", "2024-11-05T08:00:00Z"),
        ("Tue, 05 Nov 2024 10:00:00 UT", "2024-11-05T10:00:00Z"),
        ("Tue, 05 Nov 2024 10:00:00 Z", "2024-11-05T10:00:00Z"),
        ("Tue, 05 Nov 2024 10:00:00 A", "2024-11-05T09:00:00Z"),
        ("Tue, 05 Nov 2024 10:00:00 N", "2024-11-05T11:00:00Z"),
        ("Tue, 05 Nov 2024 10:00:00 GMT+2", "2024-11-05T08:00:00Z"),
        ("Tue, 05 Nov 2024 10:00:00 UTC+02:00", "2024-11-05T08:00:00Z"),
        ("Tue, 05 Nov 2024 10:00:00 -05:30", "2024-11-05T15:30:00Z"),
        ("Tue, 05 Nov 2024 10:00:00 -0500 (EST)", "2024-11-05T15:00:00Z"),
        ("Tue, 05 Nov 2024 10:00:00 +0000 GMT", "2024-11-05T10:00:00Z"),
        ("Tue, 05 Nov 2024 10:00:00 QQQ", "2024-11-05T10:00:00Z"),
        ("Tue, 05 Nov 2024 10:00:00 AEST", "2024-11-05T00:00:00Z"),
        ("Tue, 05 Nov 2024 10:00:00 PM GMT", "2024-11-05T22:00:00Z"),
        // Other orders and languages.
        ("Tue Nov  5 10:00:00 2024", "2024-11-05T10:00:00Z"), ("Tue Nov 5 10:00:00 UTC 2024", "2024-11-05T10:00:00Z"),
        ("Tue, Nov 05 2024 10:00:00 GMT", "2024-11-05T10:00:00Z"), ("Nov 5, 2024", "2024-11-05T00:00:00Z"),
        ("November 5, 2024 3:04 PM", "2024-11-05T15:04:00Z"), ("November 5, 2024 12:04 am EST", "2024-11-05T05:04:00Z"),
        ("Di, 05 Mär 2024 10:00:00 GMT", "2024-03-05T10:00:00Z"), ("5. Dezember 2024", "2024-12-05T00:00:00Z"),
        ("mar, 05 nov 2024 10:00:00 GMT", "2024-11-05T10:00:00Z"), ("5 août 2024 10:00", "2024-08-05T10:00:00Z"),
        ("mié, 05 ene 2022 10:00:00 +0000", "2022-01-05T10:00:00Z"),
        ("вт, 05 ноя 2024 10:00:00 +0300", "2024-11-05T07:00:00Z"),
        ("5 de octubre de 2024", "2024-10-05T00:00:00Z"), ("Śr, 05 lut 2025 10:00:00 GMT", "2025-02-05T10:00:00Z"),
        ("05.11.2024", "2024-11-05T00:00:00Z"), ("05.11.2024 10:30", "2024-11-05T10:30:00Z"),
        ("11/05/2024", "2024-11-05T00:00:00Z"),
        ("25/11/2024 10:30:00", "2024-11-25T10:30:00Z"), ("11/5/24 3:04 PM", "2024-11-05T15:04:00Z"),
        // ISO 8601 and W3CDTF.
        ("2024-11-05T10:00:00Z", "2024-11-05T10:00:00Z"), ("2024-11-05T10:00:00+01:00", "2024-11-05T09:00:00Z"),
        ("2024-11-05T10:00:00.250Z", "2024-11-05T10:00:00.250Z"),
        ("2024-11-05T10:00:00,5Z", "2024-11-05T10:00:00.500Z"),
        ("2024-11-05T10:00Z", "2024-11-05T10:00:00Z"), ("2024-11-05 10:00:00", "2024-11-05T10:00:00Z"),
        ("2024-11-05 10:00:00 +0100", "2024-11-05T09:00:00Z"), ("2024-11-05T10:00:00+0100", "2024-11-05T09:00:00Z"),
        ("2024-11-05T10:00:00-05", "2024-11-05T15:00:00Z"), ("2024-11-05t10:00:00z", "2024-11-05T10:00:00Z"),
        ("2024-11-05", "2024-11-05T00:00:00Z"), ("2024-11", "2024-11-01T00:00:00Z"), ("2024", "2024-01-01T00:00:00Z"),
        ("20241105", "2024-11-05T00:00:00Z"), ("20241105T100000Z", "2024-11-05T10:00:00Z"),
        ("20241105100000", "2024-11-05T10:00:00Z"),
        ("2024/11/05 10:00", "2024-11-05T10:00:00Z"), ("2024-1-5", "2024-01-05T00:00:00Z"),
        ("2024-310", "2024-11-05T00:00:00Z"),
        ("2024310", "2024-11-05T00:00:00Z"), ("2024-W45-2", "2024-11-05T00:00:00Z"),
        ("2024W452", "2024-11-05T00:00:00Z"),
        ("2024-W45", "2024-11-04T00:00:00Z"), ("2021-W01-1", "2021-01-04T00:00:00Z"),
        ("2020-W53-7", "2021-01-03T00:00:00Z"),
        ("2024-11-05T24:00:00Z", "2024-11-06T00:00:00Z"), ("2024-11-05T10:00:00 EST", "2024-11-05T15:00:00Z"),
        ("2024-11-05T10:00:00.123456789Z", "2024-11-05T10:00:00.123Z"),
        // Numbers.
        ("1730800800", "2024-11-05T10:00:00Z"), ("1730800800000", "2024-11-05T10:00:00Z"),
    ]) func areRead(_ text: String, _ expected: String) { #expect(FeedDate.parse(text)?.iso == expected) }

    @Test(arguments: [
        "", " ", "soon", "0", "0000-00-00 00:00:00", "0000-00-00T00:00:00Z", "0001-01-01T00:00:00Z",
        "1970-01-01T00:00:00Z",
        "Thu, 01 Jan 1970 00:00:00 +0000", "2024-13-01", "2024-00-10", "2024-11-00", "32 Nov 2024 10:00:00 GMT",
        "Tue, 05 Nov",
        "10:00:00", "2024-11-05T25:00:00Z", "2024-11-05T10:61:00Z", "99999999999999999999", "Nov", "1/2", "++++", "T",
        "2024-W60",
        "2024-400", "-5",
        "Tue, 05 Nov 2024 10:0x:00 GMT GMT GMT GMT GMT GMT GMT GMT GMT GMT GMT GMT GMT GMT GMT GMT GMT GMT",
        String(repeating: "1", count: 10_000),
    ]) func areNot(_ text: String) { #expect(FeedDate.parse(text) == nil) }

    @Test func anUnreadableDateIsNotNow() throws {
        let feed = try FeedParser.parse(
            Array(FeedCases.rss("<title>T</title><item><pubDate>soon</pubDate><guid>1</guid></item>").utf8)
        )
        #expect(feed.entries.first?.published == nil)
        #expect(feed.codes == "invalidDate")
    }
}

@Suite struct Durations {
    @Test(arguments: [
        ("754", 754.0), ("12:34", 754), ("1:02:03", 3723), ("01:02:03", 3723), ("00:12:34", 754), ("90:00", 5400),
        ("26:00:00", 93600),
        ("1:02:03.5", 3723.5), ("754.25", 754.25), ("754,5", 754.5), (" 12:34 ", 754), ("0:90", 90), ("1h 2m 3s", 3723),
        ("1h2m3s", 3723),
        ("62 min", 3720), ("1 hr 5 min", 3900), ("PT1H2M3S", 3723), ("PT90S", 90), ("1 hour, 2 minutes", 3720),
    ]) func areRead(_ text: String, _ seconds: Double) {
        #expect(FeedDuration.parse(text) == .milliseconds(Int64(seconds * 1000)))
    }

    @Test(arguments: [
        "", "0", "00:00:00", "-5", "-1:00", "NaN", "abc", "12:xx", "1:2:3:4", "::", "1::2", "PT", "5 parsecs",
        "99999999999", "1.2.3", ".",
        "12:34 and more", String(repeating: "9", count: 5000),
    ]) func areUnknown(_ text: String) { #expect(FeedDuration.parse(text) == nil) }
}

@Suite struct GUIDs {
    @Test(arguments: [
        ("https://podnews.net/rss", "9b024349-ccf0-5f69-a609-6b82873eab3c"),
        ("podnews.net/rss", "9b024349-ccf0-5f69-a609-6b82873eab3c"),
        ("http://podnews.net/rss//", "9b024349-ccf0-5f69-a609-6b82873eab3c"),
        ("http://mp3s.nashownotes.com/pc20rss.xml", "917393e3-1b1e-5cef-ace4-edaa54e1f810"),
    ]) func areMadeFromTheAddress(_ url: String, _ guid: String) { #expect(PodcastGUID.make(feedURL: url) == guid) }
}

@Suite struct TypedAddresses {
    @Test(arguments: [
        ("example.org/feed", "https://example.org/feed"), ("feed://example.org/x", "http://example.org/x"),
        ("feed:https://example.org/x", "https://example.org/x"), ("itpc://example.org/x", "http://example.org/x"),
        (" https://example.org/x\n", "https://example.org/x"), ("//example.org/x", "https://example.org/x"),
        ("localhost:8080/feed", "https://localhost:8080/feed"), ("HTTP://example.org", "HTTP://example.org"),
        ("https://user@example.org/x", "https://user@example.org/x"),
    ]) func areCompleted(_ text: String, _ url: String) { #expect(FeedAddress.normalized(text) == url) }

    @Test(arguments: [
        "", "feed", "javascript:alert(1)", "ftp://example.org/", "http://", "https:///x", "mailto:a@b.example", "a b c",
    ])
    func areRefused(_ text: String) { #expect(FeedAddress.normalized(text) == nil) }
}
