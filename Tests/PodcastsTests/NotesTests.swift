import Podcasts
import Testing

@Suite struct Notes {
    private static let link = "rel=\"noopener noreferrer nofollow\" target=\"_blank\""
    private static let picture = "loading=\"lazy\" referrerpolicy=\"no-referrer\""

    @Test(arguments: [
        ("<p>Hi <b>there</b></p>", "<p>Hi <b>there</b></p>"),
        ("<script>alert(1)</script>x<p>y</p>", "<p>x</p><p>y</p>"),
        ("<p>a<style>p{}</style>b</p>", "<p>ab</p>"),
        ("<p>a<iframe src='https://x.example/'>z</iframe>b</p>", "<p>ab</p>"),
        ("<p onclick='x()' style='color:red' class='c' id='i'>a</p>", "<p>a</p>"),
        ("<section><p>a</p></section>", "<p>a</p>"),
        ("<p>unclosed <i>tags", "<p>unclosed <i>tags</i></p>"),
        ("a &lt;b&gt; &amp; c<br>d", "<p>a &lt;b&gt; &amp; c<br>d</p>"),
        ("<form action='x'><input value='y'>z</form>!<br>", "z<p>!<br></p>"),
        ("<svg><script>x</script><a href='javascript:y'>z</a></svg><p>a</p>", "<p>a</p>"),
        ("<math><mtext>x</mtext></math><p>a</p>", "<p>a</p>"),
        ("<p>a<!-- <script>x</script> -->b</p>", "<p>ab</p>"),
        ("<ol start='3' onload='x'><li value='7'>a</ol>", "<ol start=\"3\"><li value=\"7\">a</li></ol>"),
        ("<td colspan='99999999'>x</td>", "<td>x</td>"),
        ("<p title='\"><script>x</script>'>a</p>", "<p title=\"&quot;&gt;&lt;script&gt;x&lt;/script&gt;\">a</p>"),
        ("</p></div></body>a<br>", "<p>a<br></p>"),
        ("<P>A<BR/>B</P>", "<p>A<br>B</p>"),
    ]) func keepOnlyWhatIsAllowed(_ html: String, _ expected: String) {
        #expect(NotesSanitizer().sanitize(RichText(html, kind: .html)) == expected)
    }

    @Test(arguments: [
        ("https://a.example/?x=1&y=2", "https://a.example/?x=1&amp;y=2"), ("/p", "https://example.org/p"),
        ("p", "https://example.org/e/p"),
        ("//c.example/x", "https://c.example/x"), ("mailto:a@a.example", "mailto:a@a.example"), ("tel:+1", "tel:+1"),
        (" https://a.example/\n", "https://a.example/"),
    ]) func linksAreResolvedAndSetApart(_ href: String, _ expected: String) {
        let notes = RichText(
            "<p><a href=\"\(href)\" onclick=\"x\">a</a></p>",
            kind: .html,
            base: "https://example.org/e/1"
        )
        #expect(NotesSanitizer().sanitize(notes) == "<p><a href=\"\(expected)\" \(Self.link)>a</a></p>")
    }

    @Test(arguments: [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "java&#10;script:alert(1)",
        "&#1;javascript:alert(1)",
        "data:text/html,x", "vbscript:x", "file:///etc/passwd", "#top", "blob:x", " javascript:x", "jav&#x61;script:x",
    ]) func linksThatRunOrLeadNowhereLoseTheirAddress(_ href: String) {
        let notes = RichText("<p><a href=\"\(href)\">a</a></p>", kind: .html)
        #expect(NotesSanitizer().sanitize(notes) == "<p><a>a</a></p>")
    }

    @Test(arguments: [
        (
            "<img src='/x.png' alt='A \"b\"' width='10px' onerror='x'>",
            "<img src=\"https://example.org/x.png\" \(picture) alt=\"A &quot;b&quot;\" width=\"10\">"
        ),
        ("a<img src='data:image/png;base64,xxxx'>b<br>", "<p>ab<br></p>"),
        ("a<img src='javascript:x'>b<br>", "<p>ab<br></p>"), ("a<img>b<br>", "<p>ab<br></p>"),
        ("<img src='mailto:a@a.example'>b<br>", "<p>b<br></p>"),
    ]) func picturesComeFromTheWebOnly(_ html: String, _ expected: String) {
        #expect(NotesSanitizer().sanitize(RichText(html, kind: .html, base: "https://example.org/")) == expected)
    }

    @Test(arguments: [
        ("One\nTwo\n\nThree", "<p>One<br>Two</p><p>Three</p>"), ("a < b & c", "<p>a &lt; b &amp; c</p>"), ("", ""),
        ("\n\n", ""),
        ("a\r\nb\rc", "<p>a<br>b<br>c</p>"),
        (
            "See https://a.example/x?y=1&z=2.",
            "<p>See <a href=\"https://a.example/x?y=1&amp;z=2\" \(link)>https://a.example/x?y=1&amp;z=2</a>.</p>"
        ),
        ("(https://a.example/x)", "<p>(<a href=\"https://a.example/x\" \(link)>https://a.example/x</a>)</p>"),
        ("https://a.example/x_(y)", "<p><a href=\"https://a.example/x_(y)\" \(link)>https://a.example/x_(y)</a></p>"),
        ("http:// and https", "<p>http:// and https</p>"),
    ]) func plainTextBecomesParagraphs(_ text: String, _ expected: String) {
        #expect(NotesSanitizer().sanitize(RichText(text, kind: .text)) == expected)
    }

    @Test func textWithoutTagsIsPlainThoughHTML() {
        #expect(NotesSanitizer().sanitize(RichText("A &amp; B\nC", kind: .html)) == "<p>A &amp; B<br>C</p>")
    }

    @Test func theBaseFallsBackToThePage() {
        let notes = RichText("<a href='x'>a</a>", kind: .html)
        #expect(
            NotesSanitizer().sanitize(notes, fallbackBase: "https://p.example/y/").contains("https://p.example/y/x")
        )
        #expect(NotesSanitizer().sanitize(notes) == "<a>a</a>")
    }

    @Test func depthAndLengthAreBounded() {
        var sanitizer = NotesSanitizer()
        sanitizer.maximumDepth = 3
        let deep = String(repeating: "<div>", count: 50_000) + "x"
        #expect(sanitizer.sanitize(RichText(deep, kind: .html)) == "<div><div><div>x</div></div></div>")
        sanitizer.maximumLength = 1000
        let long = sanitizer.sanitize(RichText("<p>" + String(repeating: "é", count: 10_000), kind: .html))
        #expect(long.utf8.count < 1100)
        #expect(long.hasSuffix("</p>"))
    }

    @Test func timesBecomeLinks() {
        var sanitizer = NotesSanitizer()
        sanitizer.linksTimes = true
        sanitizer.duration = .seconds(3600)
        let notes = RichText(
            "<p>12:34 Start, 59:59 end, 1:00:01 beyond, at 9:15 am, <a href='https://a.example/'>1:00</a></p>",
            kind: .html
        )
        let expected =
            "<p><a href=\"#t=754\">12:34</a> Start, <a href=\"#t=3599\">59:59</a> end, 1:00:01 beyond, at 9:15 am, "
            + "<a href=\"https://a.example/\" \(Self.link)>1:00</a></p>"
        #expect(sanitizer.sanitize(notes) == expected)
        #expect(sanitizer.sanitize(RichText("0:05 Hi", kind: .text)) == "<p><a href=\"#t=5\">0:05</a> Hi</p>")
    }

    @Test(arguments: [
        ("00:00 a 1:02:03 b", [0, 3723]), ("(12:34)", [754]), ("12:34:56:78", []), ("2024-11-05T10:00:00Z", []),
        ("12:3", []), ("12:75", []),
        ("a12:34", []), ("12:34pm", []), ("99:59", [5999]), ("", []), ("10:00 p.m.", []), ("10:00 amber", [600]),
    ]) func timesAreFound(_ text: String, _ seconds: [Int]) {
        #expect(NoteTimestamps.find(in: text).map(\.seconds) == seconds)
    }

    @Test(arguments: [
        ("<p>One <b>two</b></p><p>three</p>", "One two three"), ("a &amp; b", "a & b"),
        ("<script>x</script>a<br>b", "a b"), ("", ""),
        (
            "<p>" + String(repeating: "word ", count: 100) + "</p>",
            String(repeating: "word ", count: 6).dropLast() + "…"
        ),
    ]) func summariesAreOneLine(_ html: String, _ expected: String) {
        #expect(NotesSanitizer.summary(of: RichText(html, kind: .html), maximumLength: 30) == expected)
    }
}
