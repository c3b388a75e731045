import Foundation
import HTTP
import PodcastAPI

extension EntryList {
    /// Reads the filters of a request.
    ///
    /// - Throws: ``APIFailure`` with 400.
    init(_ scope: Scope, _ request: HTTPServerRequest, now: Date) throws {
        self.init(scope)
        let names = request.query("filter")?.split(separator: ",").map(String.init) ?? []
        filters = Set(
            try names.map { name in
                guard let filter = EntryFilter(rawValue: name) else {
                    let known = EntryFilter.allCases.map(\.rawValue).joined(separator: ", ")
                    throw APIFailure.badRequest("filter is one or several of \(known), separated by commas.")
                }
                return filter
            }
        ).subtracting([.all])
        minimumDuration = try Self.number("minimumDuration", request)
        maximumDuration = try Self.number("maximumDuration", request)
        from = try Self.number("newerThan", request).map { now - $0 * 86_400 }
        until = try Self.number("olderThan", request).map { now - $0 * 86_400 }
        if let text = request.query("order") {
            guard let order = EntryOrder(rawValue: text) else {
                throw APIFailure.badRequest("order is newest or oldest.")
            }
            self.order = order
        }
    }

    private static func number(_ name: String, _ request: HTTPServerRequest) throws -> Double? {
        guard let text = request.query(name) else { return nil }
        guard let number = Double(text), number >= 0, number < 1e9 else {
            throw APIFailure.badRequest("\(name) is a number from 0.")
        }
        return number
    }
}

extension HTTPServerRequest {
    /// How many items a page shall have.
    ///
    /// - Throws: ``APIFailure`` with 400.
    func pageSize() throws -> Int {
        guard let text = query("limit") else { return PodcastAPI.defaultPageSize }
        guard let limit = Int(text), (1...PodcastAPI.maximumPageSize).contains(limit) else {
            throw APIFailure.badRequest("limit is a number from 1 to \(PodcastAPI.maximumPageSize).")
        }
        return limit
    }
}
