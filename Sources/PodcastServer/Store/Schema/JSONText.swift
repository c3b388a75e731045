import Foundation

/// Small values that are stored as JSON text.
enum JSONText {
    /// The JSON of a list of words.
    static func encode(_ words: [String]) -> String {
        guard let data = try? JSONEncoder().encode(words) else { return "[]" }
        return String(decoding: data, as: UTF8.self)
    }

    /// The words of a JSON list; none when it is something else.
    static func words(_ text: String) -> [String] {
        (try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? []
    }
}
