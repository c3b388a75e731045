import Foundation
import HTTP
import PodcastServer
import Testing

@Suite("Permanent moves")
struct PermanentMoveTests {
    static let old = "https://old.example/feed"
    static let new = "https://new.example/feed"
    let rule = PermanentMove()

    private func hops(_ steps: (Int, String)...) throws -> [HTTPResponse.Redirect] {
        var from = try #require(URL(string: Self.old))
        return try steps.map { status, to in
            let target = try #require(URL(string: to))
            defer { from = target }
            return HTTPResponse.Redirect(status: HTTPStatus(rawValue: status), from: from, to: target)
        }
    }

    @Test("The third permanent redirect to the same feed moves it", arguments: [301, 308])
    func threeTimes(_ status: Int) throws {
        let chain = try hops((status, Self.new))
        var candidate: PermanentMove.Candidate?
        for count in 1...2 {
            let decision = rule.decide(candidate: candidate, current: Self.old, redirects: chain, reading: .feed)
            candidate = PermanentMove.Candidate(url: Self.new, confirmations: count)
            #expect(decision == candidate.map { .wait($0) })
        }
        #expect(
            rule.decide(candidate: candidate, current: Self.old, redirects: chain, reading: .feed)
                == .move(to: Self.new)
        )
    }

    @Test("A chain moves only when all of it is permanent, and then to its end")
    func chains() throws {
        let ready = PermanentMove.Candidate(url: Self.new, confirmations: 2)
        func decide(_ chain: [HTTPResponse.Redirect]) -> PermanentMove.Decision {
            rule.decide(candidate: ready, current: Self.old, redirects: chain, reading: .feed)
        }
        #expect(try decide(hops((301, "https://mid.example/"), (308, Self.new))) == .move(to: Self.new))
        #expect(try decide(hops((302, "https://mid.example/"), (301, Self.new))) == .stay)
        #expect(try decide(hops((301, "https://mid.example/"), (302, Self.new))) == .stay)
        for status in [302, 303, 307] { #expect(try decide(hops((status, Self.new))) == .stay) }
        #expect(decide([]) == .stay)
    }

    @Test("A target that differs each time never moves anything")
    func changing() throws {
        var candidate: PermanentMove.Candidate?
        for count in 0..<20 {
            let chain = try hops((301, "https://new.example/feed?timestamp=\(count)"))
            guard
                case .wait(let next) = rule.decide(
                    candidate: candidate,
                    current: Self.old,
                    redirects: chain,
                    reading: .feed
                )
            else {
                Issue.record("moved or forgot at \(count)")
                return
            }
            #expect(next.confirmations == 1)
            candidate = next
        }
    }

    @Test("An unchanged answer confirms only where a feed was read before")
    func unchanged() throws {
        let chain = try hops((301, Self.new))
        #expect(rule.decide(candidate: nil, current: Self.old, redirects: chain, reading: .unchanged) == .stay)
        let once = PermanentMove.Candidate(url: Self.new, confirmations: 1)
        #expect(
            rule.decide(candidate: once, current: Self.old, redirects: chain, reading: .unchanged)
                == .wait(PermanentMove.Candidate(url: Self.new, confirmations: 2))
        )
        let other = PermanentMove.Candidate(url: "https://elsewhere.example/", confirmations: 2)
        #expect(rule.decide(candidate: other, current: Self.old, redirects: chain, reading: .unchanged) == .stay)
    }

    @Test(
        "Some targets are followed but never stored",
        arguments: [
            "http://old.example/feed", "https://me:secret@new.example/feed", "https://OLD.example:443/feed#top",
        ]
    )
    func neverStored(_ target: String) throws {
        let ready = PermanentMove.Candidate(url: target, confirmations: 9)
        #expect(
            try rule.decide(candidate: ready, current: Self.old, redirects: hops((301, target)), reading: .feed)
                == .stay
        )
    }

    @Test("A move up to https counts like any other")
    func upgrade() throws {
        let chain = try hops((301, Self.old))
        let ready = PermanentMove.Candidate(url: Self.old, confirmations: 2)
        let decision = rule.decide(
            candidate: ready,
            current: "http://old.example/feed",
            redirects: chain,
            reading: .feed
        )
        #expect(decision == .move(to: Self.old))
    }

    @Test(
        "An announced address is looked at only when it differs",
        arguments: [
            (nil, nil), (old, nil), ("https://old.example:443/feed", nil), (new, new), ("http://new.example/feed", nil),
            ("https://a:b@new.example/feed", nil), ("ftp://new.example/feed", nil), ("/feed", nil),
            ("https://NEW.example/feed#x", new),
        ] as [(String?, String?)]
    )
    func announced(_ text: String?, _ expected: String?) {
        #expect(PermanentMove.announced(text, current: Self.old) == expected)
    }

    @Test("An announced feed must not send elsewhere itself")
    func confirmed() {
        #expect(PermanentMove.confirms(nil, of: Self.new))
        #expect(PermanentMove.confirms(Self.new, of: Self.new))
        #expect(!PermanentMove.confirms(Self.old, of: Self.new))
    }
}
