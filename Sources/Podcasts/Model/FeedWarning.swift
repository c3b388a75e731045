/// Something in a feed that was repaired, replaced or left out; shown as feed health.
public struct FeedWarning: Sendable, Equatable {
    /// What kind of thing, stable across versions.
    public enum Code: String, Sendable, Equatable, CaseIterable {
        // The document as bytes and markup.
        /// Bytes that are not text in the document's encoding were replaced.
        case invalidBytes
        /// The declared encoding is not the one used.
        case encodingMismatch
        /// The declared encoding is unknown.
        case unknownEncoding
        /// Control characters were dropped.
        case controlCharacter
        /// Something stood before the document.
        case leadingJunk
        /// Something stood after the document.
        case trailingContent
        /// An `&` that begins no entity was kept as it is.
        case bareAmpersand
        /// A named entity that XML does not know was read as HTML's.
        case htmlEntity
        /// An entity that nobody knows was kept as text.
        case unknownEntity
        /// A character reference to no character was replaced.
        case invalidCharacterReference
        /// Entities of the document type grew too large.
        case entityExpansion
        /// An entity that lies in another file was left out.
        case externalEntity
        /// A `<` that begins no tag was kept as it is.
        case bareLessThan
        /// A tag was repaired: quotes, doubled attributes.
        case malformedTag
        /// An element was never closed.
        case unclosedElement
        /// A closing tag that closes nothing was left out.
        case strayEndTag
        /// The document ends in the middle.
        case truncated
        /// Elements lie deeper than the limit.
        case tooDeep
        /// A text is longer than the limit and was cut.
        case textTooLong
        /// A list is longer than the limit and was cut.
        case tooMany
        /// A prefix is used without being declared.
        case undeclaredPrefix
        /// A well-known prefix is declared with an unknown address.
        case unknownNamespace
        /// The XML parser found something else.
        case malformedXML
        // What the feed says.
        /// A required attribute is missing.
        case missingAttribute
        /// A date that can't be read.
        case invalidDate
        /// A number or duration that can't be read.
        case invalidNumber
        /// A word outside the list that the element allows.
        case invalidValue
        /// The enclosure's type contradicts its address.
        case enclosureType
        /// An entry with neither guid nor address nor title.
        case noIdentity
        /// Two entries have the same guid.
        case duplicateGUID
        /// The feed has no title.
        case missingTitle
    }

    /// What kind of thing.
    public var code: Code
    /// The line in the document, from 1; `nil` where lines mean nothing (JSON).
    public var line: Int?
    /// What exactly, in a few words.
    public var detail: String

    /// Takes the parts.
    public init(_ code: Code, line: Int?, _ detail: String) {
        self.code = code
        self.line = line
        self.detail = detail
    }
}
