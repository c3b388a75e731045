import TestSupport
import Testing

@testable import PodcastServer

@Suite struct MediaByteRangeSetTests {
    /// The set as the set of its members, which can't be wrong.
    @Test(arguments: 0..<40) func behavesLikeASetOfBytes(seed: Int) {
        var generator = SeededGenerator(UInt64(seed))
        var set = ByteRangeSet()
        var model: Set<Int64> = []
        for _ in 0..<60 {
            let first = Int64.random(in: 0..<200, using: &generator)
            let range = first..<(first + Int64.random(in: 0...20, using: &generator))
            set.insert(range)
            model.formUnion(range)
            #expect(set.count == Int64(model.count))
            #expect(ByteRangeSet(set.ranges, within: 0..<300) == set, "not in the normal form: \(set.ranges)")
            for position in Int64(0)..<230 {
                #expect((set.range(holding: position) != nil) == model.contains(position))
                #expect(set.firstMissing(from: position) == (position...300).first { !model.contains($0) })
                #expect(set.firstPresent(from: position) == (position..<300).first(where: model.contains))
            }
            let end = Int64.random(in: first...230, using: &generator)
            #expect(set.contains(first..<end) == (first..<end).allSatisfy(model.contains))
        }
    }

    @Test(
        arguments: [
            [0..<10, 5..<20], [10..<20, 0..<5], [0..<10, 10..<20], [0..<0], [-1..<5], [90..<101],
        ] as [[Range<Int64>]]
    )
    func storedRangesThatCanNotBeTrueAreRefused(ranges: [Range<Int64>]) {
        #expect(ByteRangeSet(ranges, within: 0..<100) == nil)
    }
}
