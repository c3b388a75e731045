import Foundation
import HTTP
import Testing

struct RangeTests {
    @Test(
        arguments: [
            (nil, ByteRange.whole), ("bytes=0-0", .partial(0..<1)), ("bytes=0-9", .partial(0..<10)),
            ("bytes=5-", .partial(5..<10)), ("bytes=-3", .partial(7..<10)), ("bytes=-99", .partial(0..<10)),
            ("bytes=3-99", .partial(3..<10)), ("bytes=9-9", .partial(9..<10)), ("BYTES = 1-2", .partial(1..<3)),
            ("bytes=1-99999999999999999999999", .partial(1..<10)), ("bytes=10-", .unsatisfiable),
            ("bytes=99999999999999999999999-", .unsatisfiable), ("bytes=-0", .unsatisfiable), ("bytes=0-1,3-4", .whole),
            ("bytes=2-1", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("bytes=a-b", .whole), ("bytes=1", .whole),
            ("bytes=1-2-3", .whole), ("bytes=+1-2", .whole), ("items=0-1", .whole), ("bytes 0-1", .whole), ("", .whole),
        ] as [(String?, ByteRange)]
    )
    func rangeFieldsAreReadAgainstASize(field: String?, expected: ByteRange) {
        #expect(ByteRange(field, size: 10) == expected)
    }

    @Test(arguments: [("bytes=0-", ByteRange.unsatisfiable), ("bytes=-5", .whole), ("bytes=0-0", .unsatisfiable)])
    func nothingHasNoParts(field: String, expected: ByteRange) {
        #expect(ByteRange(field, size: 0) == expected)
    }

    @Test(arguments: [
        ("bytes 0-9/100", ContentRange(range: 0..<10, size: 100)), ("bytes */100", ContentRange(range: nil, size: 100)),
        ("bytes 5-5/*", ContentRange(range: 5..<6, size: nil)),
    ])
    func contentRangesPrintAndParse(text: String, value: ContentRange) {
        #expect(ContentRange(text) == value)
        #expect(value.description == text)
    }

    @Test(arguments: [
        "", "bytes", "bytes 0-9", "bytes 9-0/10", "bytes 0-10/10", "bytes a-b/c", "items 0-1/2", "bytes */*",
        "bytes 0-1/-2",
        "bytes 0-9/10/11", "bytes -1/5",
    ])
    func contradictoryContentRangesAreRefused(text: String) { #expect(ContentRange(text) == nil) }
}
