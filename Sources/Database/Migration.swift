/// One step from a layout of the tables to the next.
public struct Migration: Sendable {
    /// The layout's number after the step; they ascend.
    public let version: Int
    /// What it does, in a few words.
    public let name: String
    let apply: @Sendable (any DatabaseWriting) throws -> Void

    /// A step that runs statements.
    public init(version: Int, name: String, sql: String) {
        self.init(version: version, name: name) { try $0.run(script: sql) }
    }

    /// A step that computes.
    public init(version: Int, name: String, apply: @escaping @Sendable (any DatabaseWriting) throws -> Void) {
        self.version = version
        self.name = name
        self.apply = apply
    }
}
