import Foundation
import Testing

@testable import PodcastServer

/// Times, addresses and names as programs that synchronise spell them.
@Suite struct SyncValueTests {
    private let moment = Date(timeIntervalSince1970: 1_795_941_077)

    @Test(arguments: [
        "2026-11-29T08:31:17", "2026-11-29T08:31:17Z", "2026-11-29T08:31:17+00:00", "2026-11-29T09:31:17+01:00",
        "2026-11-29T03:31:17-0500", "2026-11-29 08:31:17", "1795941077", " 2026-11-29T08:31:17z ",
    ])
    func timesAreReadInEverySpelling(text: String) {
        #expect(SyncTime.date(text) == moment)
        #expect(SyncTime.text(moment) == "2026-11-29T08:31:17")
    }

    @Test func fractionsAndNumbersAreReadToo() {
        #expect(SyncTime.date("2026-11-29T08:31:17.250Z") == moment + 0.25)
        #expect(SyncTime.date(NSNumber(value: 1_795_941_077)) == moment)
        #expect(SyncTime.text(moment + 0.999) == "2026-11-29T08:31:17")
    }

    @Test(arguments: [
        "", "yesterday", "2026-13-40T99:00:00", "2026-11-29", "-5", "NaN", "inf", "1e300", "2026-11-29T08:31:17+1",
    ])
    func whatIsNoTimeIsRefused(text: String) {
        #expect(SyncTime.date(text) == nil)
        #expect(SyncTime.date(nil) == nil)
        #expect(SyncTime.date(["x"]) == nil)
    }

    @Test(arguments: [
        ("http://example.org/feed", "http://example.org/feed"),
        ("  http://Example.ORG/Feed ", "http://example.org/Feed"),
        ("example.org/feed", "http://example.org/feed"), ("example.org:8080/feed", "http://example.org:8080/feed"),
        ("feed://example.org/a", "http://example.org/a"), ("feed:https://example.org/a", "https://example.org/a"),
        ("itpc://example.org/a", "http://example.org/a"), ("itms://example.org/a", "http://example.org/a"),
        ("http://ann:secret@example.org/a", "http://example.org/a"), ("http://example.org", "http://example.org/"),
        ("http://example.org/a?", "http://example.org/a"), ("http://example.org:80/a", "http://example.org/a"),
        ("http://example.org/a b", "http://example.org/a%20b"), ("http://example.org/ä", "http://example.org/%C3%A4"),
        ("http://example.org/a?key=Ab%3A1", "http://example.org/a?key=Ab%3A1"),
        ("fb:Show", "http://feeds.feedburner.com/Show"), ("sc:artist", "https://soundcloud.com/artist"),
    ])
    func addressesAreCleaned(sent: String, stored: String) {
        #expect(SyncURL.clean(sent) == stored)
    }

    @Test(arguments: [
        "", "   ", "ftp://example.org/a", "file:///etc/passwd", "javascript:alert(1)", "http://", "mailto:a@b.c",
    ])
    func addressesThatAreNoneAreRefused(sent: String) {
        #expect(SyncURL.clean(sent) == nil)
        #expect(SyncURL.updates([sent]) == (sent.isEmpty ? [] : [[sent, ""]]))
    }

    @Test func onlyWhatChangedIsAnUpdate() {
        let sent = ["http://example.org/a", " http://example.org/b", " http://example.org/b", "http://old.example/"]
        #expect(
            SyncURL.updates(sent, known: ["http://old.example/": "http://new.example/"]) == [
                [" http://example.org/b", "http://example.org/b"], ["http://old.example/", "http://new.example/"],
            ]
        )
    }

    @Test func aNameMayCarryAToken() {
        #expect(SyncName("ann__ta_abc")?.name == "ann")
        #expect(SyncName("ann__ta_abc")?.token == "ta_abc")
        #expect(SyncName("ann__bob")?.name == "ann__bob")
        #expect(SyncName("__ta_abc")?.token == nil)
        #expect(SyncName("") == nil)
    }

    @Test(arguments: [
        (
            #"{"podcast":"http://a.example/f","episode":"http://a.example/1.mp3","action":"PLAY","position":5,"started":-1,"total":60}"#,
            true
        ),
        (
            #"{"podcast":"http://a.example/f","episode":"http://a.example/1.mp3","action":"download","position":-1}"#,
            true
        ),
        (#"{"podcast":"http://a.example/f","episode":"http://a.example/1.mp3","action":"dance"}"#, false),
        (#"{"podcast":"http://a.example/f","action":"play"}"#, false),
        (#"{"podcast":1,"episode":2,"action":"play"}"#, false), (#""play""#, false),
        (#"{"podcast":"http://a.example/f","episode":"x","action":"play","position":"soon"}"#, false),
        (#"{"podcast":"http://a.example/f","episode":"x","action":"new","timestamp":"soon"}"#, false),
        (#"{"podcast":"http://a.example/f","episode":"x","action":"new","device":"a/b"}"#, false),
    ])
    func actionsAreReadOrRefusedWithASentence(json: String, isValid: Bool) throws {
        let value = try JSONSerialization.jsonObject(with: Data(json.utf8), options: [.fragmentsAllowed])
        if isValid {
            let action = try EpisodeAction(value, now: moment)
            #expect(action.started == nil)
            #expect(action.at == moment)
            // Keys of playing go with playing only: a client refuses the whole answer otherwise.
            let keys = Set(action.json(.gpodder).keys)
            #expect(keys.contains("position") == (action.kind == .play))
            #expect(action.json(.nextcloud)["action"] as? String == action.kind.rawValue.uppercased())
        } else {
            #expect(throws: APIFailure.self) { try EpisodeAction(value, now: moment) }
        }
    }
}
