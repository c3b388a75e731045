import Essentials

/// The words after a command, sorted into options and the rest.
///
/// `--name value`, `--name=value` and `--flag` may stand anywhere; `--` ends the options.
struct CommandArguments: Sendable, Equatable {
    /// What stands by itself, in order.
    private(set) var positional: [String] = []
    private var flags: Set<String> = []
    private var values: [String: [String]] = [:]

    /// Sorts `words`.
    ///
    /// - Throws: ``UsageError`` for an unknown option or one without its value.
    init(_ words: [String], flags known: Set<String> = [], options: Set<String> = []) throws {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                positional += rest
                return
            }
            guard word.hasPrefix("-"), word != "-" else {
                positional.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if known.contains(word) {
                flags.insert(word)
            } else if options.contains(parts[0]) {
                guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
                    throw UsageError("\(parts[0]) needs a value.")
                }
                values[parts[0], default: []].append(value)
            } else {
                throw UsageError("There is no option \(parts[0]) here.")
            }
        }
    }

    /// Whether a flag was given.
    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The last value of an option.
    subscript(option: String) -> String? { values[option]?.last }

    /// Every value of an option, in order.
    func all(_ option: String) -> [String] { values[option] ?? [] }

    /// The value of an option as a number within limits.
    ///
    /// - Throws: ``UsageError`` when it is no such number.
    func number(_ option: String, in limits: ClosedRange<Int>) throws -> Int? {
        guard let text = self[option] else { return nil }
        guard let number = Int(text), limits.contains(number) else {
            throw UsageError("\(option) takes a whole number from \(limits.lowerBound) to \(limits.upperBound).")
        }
        return number
    }
}

/// A command was called wrongly.
struct UsageError: SentenceError, Equatable {
    let sentence: String
    let isRetryable = false

    init(_ sentence: String) { self.sentence = sentence }
}
