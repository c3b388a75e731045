import Foundation
import HTTP
import Testing

struct DateTests {
    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
        (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ])
    func datesPrintAndParse(seconds: Int, text: String) {
        let date = Date(timeIntervalSince1970: Double(seconds))
        #expect(HTTPDate.string(from: date) == text)
        #expect(HTTPDate.date(from: text) == date)
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "Mon, 6 nov 1994 08:49:37 GMT",
    ])
    func theThreeFormsNameOneMoment(text: String) {
        #expect(HTTPDate.date(from: text) == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test(arguments: [
        "", "yesterday", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 PST", "Sun, 31 Feb 1994 08:49:37 GMT",
        "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:00:00 GMT", "Sun, 06 Nov 1994 08:49 GMT", "784111777",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 99999 08:49:37 GMT",
    ])
    func otherFormsAreNoDates(text: String) { #expect(HTTPDate.date(from: text) == nil) }

    @Test(arguments: [
        ("120", 120.0), ("0", 0), ("Sun, 06 Nov 1994 08:50:37 GMT", 60), ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
    ])
    func retryAfterIsADelayFromNow(text: String, seconds: Double) throws {
        let now = Date(timeIntervalSince1970: 784_111_777)
        #expect(try #require(RetryAfter(text)).delay(from: now) == .seconds(seconds))
    }

    @Test(arguments: ["", "-1", "1.5", "soon"])
    func otherRetryAfterFieldsAreNone(text: String) { #expect(RetryAfter(text) == nil) }

    @Test(
        arguments: [
            ("max-age=60", 60, false, false), ("no-cache, no-store", nil, true, true),
            ("public, MAX-AGE=\"5\"", 5, false, false),
            ("max-age=9, max-age=4", 4, false, false), ("max-age=soon", nil, false, false), ("", nil, false, false),
            ("private=\"no-store, x\"", nil, false, false), ("max-age=99999999999999999999", 1 << 31, false, false),
        ] as [(String, Int?, Bool, Bool)]
    )
    func cacheControlIsRead(text: String, age: Int?, noStore: Bool, noCache: Bool) {
        let control = CacheControl(text)
        #expect(control.maximumAge == age.map { .seconds($0) })
        #expect(control.noStore == noStore)
        #expect(control.noCache == noCache)
    }
}
