import Database
import Testing

@Suite struct ErrorTests {
    static let all: [DatabaseError] = [
        .cannotOpen(path: "/a", reason: "b"), .notADatabase(path: "/a"), .foreign(path: "/a"),
        .newerSchema(path: "/a", found: 2, known: 1), .damaged(path: "/a", detail: "b"),
        .migrationFailed(path: "/a", version: 1, name: "b", reason: "c"), .diskFull(path: "/a"), .busy(path: "/a"),
        .readOnly(path: "/a"), .inputOutput(path: "/a", reason: "b"), .constraint(.unique, detail: "b"),
        .statement(reason: "b", sql: "c"), .wrongValueCount(wanted: 1, found: 2, sql: "c"), .missingColumn(name: "b"),
        .wrongType(column: "b", wanted: "Int", found: "text"), .transactionLost, .closed,
        .unreachable(path: "a", reason: "b"), .accessRefused(path: "a", user: "b"),
        .missingDatabase(path: "a", name: "b"), .connectionLost(path: "a"), .badAddress(reason: "b"),
    ]

    @Test(arguments: all)
    func everyErrorIsOneSentence(_ error: DatabaseError) {
        #expect(error.sentence.count > 10)
        #expect(error.sentence.hasSuffix("."))
        #expect("\(error)" == error.sentence)
    }

    @Test func roomLocksAndServersComeBackByThemselves() {
        let passing: [DatabaseError] = [
            .diskFull(path: "/a"), .busy(path: "/a"), .unreachable(path: "a", reason: "b"),
            .connectionLost(path: "a"),
        ]
        #expect(Self.all.filter(\.isRetryable) == passing)
    }
}
