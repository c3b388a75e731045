public import Foundation

/// Runs `body` with an empty folder of its own and removes the folder afterwards.
public func temporaryFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("tonearm-test-\(UInt64.random(in: .min ... .max))", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}
