import HTTP
import Testing

struct FieldTests {
    @Test func namesCompareWithoutCaseAndLinesAreJoined() {
        var fields: HTTPFields = ["A": "1", "b": "2"]
        fields.append("a", "3")
        #expect(fields["a"] == "1, 3")
        #expect(fields.values(of: "A") == ["1", "3"])
        fields["A"] = "4"
        #expect(fields.all.map(\.value) == ["2", "4"])
        fields["b"] = nil
        #expect(fields["B"] == nil)
    }

    @Test func valuesCannotBreakTheLine() {
        let fields: HTTPFields = ["X": "a\r\nEvil: 1\u{0}"]
        #expect(fields["X"] == "a  Evil: 1 ")
    }

    @Test(arguments: [
        ("\"a\"", "a", false), ("W/\"a\"", "a", true), ("\"\"", "", false), (" \"a,b\" ", "a,b", false),
    ])
    func entityTagsPrintAndParse(text: String, value: String, isWeak: Bool) throws {
        let tag = try #require(EntityTag(text))
        #expect(tag == EntityTag(value, isWeak: isWeak))
        #expect(EntityTag(tag.description) == tag)
    }

    @Test(arguments: ["", "a", "\"", "\"a", "w/\"a\"", "\"a b\"", "\"a\"b\""])
    func otherTextsAreNoEntityTags(text: String) { #expect(EntityTag(text) == nil) }

    @Test(arguments: [
        ("*", "x", false, true, true), ("\"x\"", "x", false, true, true), ("\"a\", \"x\"", "x", false, true, true),
        ("W/\"x\"", "x", false, true, false), ("\"x\"", "x", true, true, false), ("\"a\"", "x", false, false, false),
        ("\"a,x\"", "x", false, false, false), ("x", "x", false, false, false), ("junk, \"x\"", "x", false, true, true),
    ])
    func conditionsMatchTheCurrentVersion(text: String, value: String, isWeak: Bool, weakly: Bool, strongly: Bool) {
        let condition = EntityTagCondition(text)
        let current = EntityTag(value, isWeak: isWeak)
        #expect(condition.weaklyMatches(current) == weakly)
        #expect(condition.stronglyMatches(current) == strongly)
    }

    @Test(
        arguments: [
            ("text/html", "text/html", nil), ("Text/HTML; Charset=\"UTF-8\"", "text/html", "utf-8"),
            ("application/rss+xml;charset=iso-8859-1;x", "application/rss+xml", "iso-8859-1"),
            ("text/xml ; charset = 'utf-8'", "text/xml", "utf-8"), ("text/xml; charset=", "text/xml", nil),
            ("text/plain; title=\"a;b\\\"c\"; charset=x", "text/plain", "x"),
        ] as [(String, String, String?)]
    )
    func mediaTypesAreReadTolerantly(text: String, essence: String, charset: String?) throws {
        let type = try #require(MediaType(text))
        #expect(type.essence == essence)
        #expect(type.charset == charset)
        #expect(MediaType(type.description) == type)
    }

    @Test(arguments: ["", "text", "text/", "/html", "te xt/html", "text/html/x", ";"])
    func otherTextsAreNoMediaTypes(text: String) { #expect(MediaType(text) == nil) }

    @Test func xmlIsToldByTheSubtype() {
        #expect(MediaType("application/atom+xml")?.isXML == true)
        #expect(MediaType("text/xml")?.isXML == true)
        #expect(MediaType("text/html")?.isXML == false)
    }

    @Test func cookiesAreReadInOrder() {
        let fields: HTTPFields = ["Cookie": "a=1; b=\"two\"; =x; junk; c=3=4;a=5"]
        #expect(
            fields.cookies == [
                Cookie(name: "a", value: "1"), Cookie(name: "b", value: "two"), Cookie(name: "c", value: "3=4"),
                Cookie(name: "a", value: "5"),
            ]
        )
        #expect(fields.cookie("a") == "1")
        #expect(fields.cookie("z") == nil)
    }

    @Test func setCookieIsStrictByDefault() throws {
        var cookie = try #require(SetCookie(name: "session", value: "abc"))
        #expect(cookie.description == "session=abc; Path=/; HttpOnly; SameSite=Lax")
        cookie.maximumAge = .seconds(60)
        cookie.isSecure = true
        cookie.isHTTPOnly = false
        cookie.sameSite = .strict
        cookie.path = "/a; Domain=evil"
        #expect(cookie.description == "session=abc; Path=/a Domain=evil; Max-Age=60; Secure; SameSite=Strict")
    }

    @Test(arguments: [("a b", "1"), ("", "1"), ("a", "1;2"), ("a", "ü"), ("a", "1\r\n"), ("a", "\"")])
    func cookiesThatCannotTravelAreRefused(name: String, value: String) {
        #expect(SetCookie(name: name, value: value) == nil)
    }
}
