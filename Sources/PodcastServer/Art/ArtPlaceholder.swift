import Essentials
import Foundation

/// A picture for what has none: the title's initials on a colour that belongs to the title.
struct ArtPlaceholder: Sendable, Equatable {
    /// A colour with components from 0 to 1.
    struct Color: Sendable, Equatable {
        var red: Double
        var green: Double
        var blue: Double

        /// Hue in turns; saturation and lightness from 0 to 1.
        init(hue: Double, saturation: Double, lightness: Double) {
            func component(_ offset: Double) -> Double {
                let k = (offset + hue * 12).truncatingRemainder(dividingBy: 12)
                let amplitude = saturation * min(lightness, 1 - lightness)
                return lightness - amplitude * max(-1, min(k - 3, 9 - k, 1))
            }
            red = component(0)
            green = component(8)
            blue = component(4)
        }

        /// How well white text is read on it: 1 to 21 (WCAG 2.2, contrast ratio).
        var contrastToWhite: Double {
            func linear(_ value: Double) -> Double {
                value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
            return 1.05 / (0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05)
        }

        /// The colour as CSS spells it: `#rrggbb`.
        var hexadecimal: String {
            "#" + [red, green, blue].map { UInt8(clamping: Int(($0 * 255).rounded())) }.hexadecimal
        }
    }

    /// One or two letters, or a note where the title has none.
    let initials: String
    /// The colours of the upper left and the lower right corner.
    let colors: (Color, Color)

    static func == (left: ArtPlaceholder, right: ArtPlaceholder) -> Bool {
        left.initials == right.initials && left.colors == right.colors
    }

    /// The placeholder of a title; the same for the same title.
    init(_ text: String) {
        initials = Self.initials(text)
        let digest = SHA256Digest.of(text)
        let hue = Double(UInt16(digest[0]) << 8 | UInt16(digest[1])) / 65536
        let turn = digest[2] % 2 == 0 ? 0.08 : -0.08
        colors = (Self.readable(hue, 0.47), Self.readable((hue + turn + 1).truncatingRemainder(dividingBy: 1), 0.34))
    }

    /// Darkens a hue until white letters are read well on it: yellow needs much, blue little.
    private static func readable(_ hue: Double, _ lightness: Double) -> Color {
        var color = Color(hue: hue, saturation: 0.55, lightness: lightness)
        var lightness = lightness
        while color.contrastToWhite < 4.6 {
            lightness -= 0.02
            color = Color(hue: hue, saturation: 0.55, lightness: lightness)
        }
        return color
    }

    private static func initials(_ text: String) -> String {
        let words = text.prefix(500).split { !$0.isLetter && !$0.isNumber }
        // "The Daily" is known by its D.
        let articles: Set = ["the", "a", "an", "der", "die", "das", "le", "la", "les", "el", "los"]
        let named = words.filter { !articles.contains($0.lowercased()) }
        let chosen = (named.isEmpty ? words : named).prefix(2)
        guard let first = chosen.first?.first else { return "♪" }
        // A script without capitals says enough with one sign.
        guard first.isCased || first.isNumber else { return String(first) }
        return chosen.compactMap(\.first).map { String($0).uppercased().prefix(1) }.joined()
    }

    /// The picture as SVG: letters in front of the grooves of a record.
    func svg(size: Int) -> String {
        let fontSize = initials.count > 1 ? 38 : 46
        let grooves = stride(from: 26, through: 86, by: 12).map {
            "<circle cx=\"88\" cy=\"88\" r=\"\($0)\" fill=\"none\" stroke=\"#fff\" stroke-opacity=\".1\" stroke-width=\"2.5\"/>"
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(size)" height="\(size)" viewBox="0 0 100 100">\
            <linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="\(colors.0.hexadecimal)"/>\
            <stop offset="1" stop-color="\(colors.1.hexadecimal)"/></linearGradient>\
            <rect width="100" height="100" fill="url(#g)"/>\(grooves.joined())\
            <text x="50" y="50" dy=".35em" text-anchor="middle" fill="#fff" font-size="\(fontSize)" font-weight="600" \
            font-family="system-ui,-apple-system,'Cantarell','Segoe UI',sans-serif">\(Self.escaped(initials))</text></svg>
            """
    }

    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: String(character)
            }
        }.joined()
    }
}
