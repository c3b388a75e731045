import Foundation

/// Text that a feed carries in base64.
enum Base64Text {
    /// The text, or `nil` when it is not base64 of UTF-8.
    static func decode(_ encoded: String) -> String? {
        guard let data = Data(base64Encoded: encoded, options: .ignoreUnknownCharacters), !data.isEmpty else {
            return nil
        }
        return String(data: data, encoding: .utf8)
    }
}
