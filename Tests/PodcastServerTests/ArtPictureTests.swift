import Foundation
import TestSupport
import Testing

@testable import PodcastServer

@Suite struct ArtPictureTests {
    private let renderer = PictureRenderer()

    @Test func everyFormatIsToldByItsBytesAndMeasured() async throws {
        let pictures: [(PictureFormat, [UInt8], Int, Int)] = [
            (.png, ArtFixtures.png(30, 20), 30, 20), (.gif, ArtFixtures.gif, 1, 1), (.webp, ArtFixtures.webp, 1, 1),
            (.jpeg, try await ArtFixtures.jpeg(31, 17), 31, 17),
        ]
        for (format, bytes, width, height) in pictures {
            #expect(PictureFormat(bytes) == format)
            let size = try #require(format.declaredSize(bytes))
            #expect(size == (width, height))
            let rendered = try await renderer.render(bytes, fitting: 64)
            #expect((rendered.width, rendered.height) == (width, height), "\(format)")
        }
    }

    @Test(arguments: [
        (300, 200, 128, 128, 85), (200, 300, 128, 85, 128), (100, 50, 128, 100, 50), (2000, 1, 64, 64, 1),
    ])
    func aPictureIsFittedAndNeverEnlarged(
        width: Int,
        height: Int,
        side: Int,
        newWidth: Int,
        newHeight: Int
    ) async throws {
        for bytes in [ArtFixtures.png(width, height), try await ArtFixtures.jpeg(width, height)] {
            let rendered = try await renderer.render(bytes, fitting: side)
            #expect((rendered.width, rendered.height) == (newWidth, newHeight))
            let size = try #require(PictureFormat(rendered.bytes)?.declaredSize(rendered.bytes))
            #expect(size == (newWidth, newHeight))
        }
    }

    @Test func onlyWhatIsTransparentBecomesPNG() async throws {
        let opaque = try await renderer.render(ArtFixtures.png(20, 20), fitting: 64)
        #expect(opaque.kind == .jpg)
        #expect(PictureFormat(opaque.bytes) == .jpeg)
        let clear = try await renderer.render(
            ArtFixtures.png(20, 20) { x, _ in (0, 0, 0, x == 3 ? 0 : 255) },
            fitting: 64
        )
        #expect(clear.kind == .png)
        #expect(PictureFormat(clear.bytes) == .png)
    }

    @Test(arguments: UInt8(1)...8) func theOrientationInEXIFIsApplied(orientation: UInt8) async throws {
        let jpeg = ArtFixtures.turned(try await ArtFixtures.jpeg(400, 200), orientation: orientation)
        // Shrunk and not shrunk: decoders lose the note in one of the two.
        for (side, long, short) in [(1024, 400, 200), (100, 100, 50)] {
            let rendered = try await renderer.render(jpeg, fitting: side)
            let expected = orientation >= 5 ? (short, long) : (long, short)
            #expect((rendered.width, rendered.height) == expected, "side \(side)")
        }
    }

    @Test func hugePicturesAreRefusedByTheirHeader() async throws {
        let bomb = ArtFixtures.png(1, 1, declared: (60_000, 60_000))
        await #expect(throws: PictureError.tooLarge(width: 60_000, height: 60_000)) {
            try await renderer.render(bomb, fitting: 64)
        }
        var jpeg = try await ArtFixtures.jpeg(16, 16)
        let frame = try #require(jpeg.firstRange(of: [0xFF, 0xC0]))
        jpeg.replaceSubrange((frame.lowerBound + 5)..<(frame.lowerBound + 9), with: [0xFF, 0xFF, 0xFF, 0xFF])
        await #expect(throws: PictureError.tooLarge(width: 65_535, height: 65_535)) {
            try await renderer.render(jpeg, fitting: 64)
        }
        var webp = ArtFixtures.webp
        webp.replaceSubrange(21..<25, with: [0xFF, 0xFF, 0xFF, 0x0F])
        await #expect(throws: PictureError.tooLarge(width: 16_384, height: 16_384)) {
            try await renderer.render(webp, fitting: 64)
        }
    }

    @Test func damagedPicturesAreRefused() async throws {
        let jpeg = try await ArtFixtures.jpeg(200, 200)
        for whole in [ArtFixtures.png(64, 64), ArtFixtures.gif, ArtFixtures.webp, jpeg] {
            // A GIF of one pixel has its pixel before its end.
            let lengths = [12, 20, 29, whole.count / 2] + (whole == ArtFixtures.gif ? [] : [whole.count - 2])
            for length in lengths where 0 < length && length < whole.count {
                let error = await #expect(throws: PictureError.self) {
                    try await renderer.render(Array(whole.prefix(length)), fitting: 64)
                }
                #expect(error == .broken || error == .notAPicture)
            }
        }
    }

    /// No picture, however broken, may do more than be refused.
    @Test(arguments: UInt64(0)..<4) func randomDamageNeverCrashes(seed: UInt64) async throws {
        var generator = SeededGenerator(seed)
        let jpeg = ArtFixtures.turned(try await ArtFixtures.jpeg(40, 30), orientation: 6)
        for whole in [ArtFixtures.png(20, 20), ArtFixtures.gif, ArtFixtures.webp, jpeg] {
            for _ in 0..<60 {
                var bytes = whole
                for _ in 0..<Int.random(in: 1...6, using: &generator) {
                    bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
                }
                let rendered = try? await renderer.render(bytes, fitting: 32)
                #expect(rendered.map { max($0.width, $0.height) <= 32 } ?? true)
            }
        }
    }

    @Test(arguments: [
        "<svg xmlns='http://www.w3.org/2000/svg'/>", "<?xml version='1.0'?><svg/>", "BM", "", "P6 1 1 255",
    ])
    func otherFormatsNeverReachADecoder(text: String) async {
        await #expect(throws: PictureError.notAPicture) { try await renderer.render(Array(text.utf8), fitting: 64) }
    }
}

@Suite struct ArtPlaceholderTests {
    @Test(arguments: [
        ("The Daily", "D"), ("Hardcore History", "HH"), ("99% Invisible", "9I"), ("", "♪"), ("!!!", "♪"), ("the", "T"),
        ("日本語ラジオ", "日"), ("émission française", "ÉF"), ("<script>&", "S"), ("Der Überblick", "Ü"), ("a b c d", "BC"),
    ])
    func theInitialsComeFromTheTitle(title: String, initials: String) {
        #expect(ArtPlaceholder(title).initials == initials)
    }

    @Test func whiteLettersAreReadableOnEveryColour() {
        for number in 0..<500 {
            let placeholder = ArtPlaceholder("Show \(number)")
            #expect(placeholder.colors.0.contrastToWhite >= 4.5)
            #expect(placeholder.colors.1.contrastToWhite >= 4.5)
        }
        #expect(abs(ArtPlaceholder.Color(hue: 0, saturation: 0, lightness: 0).contrastToWhite - 21) < 0.01)
        #expect(ArtPlaceholder.Color(hue: 1 / 3.0, saturation: 1, lightness: 0.5).hexadecimal == "#00ff00")
    }

    @Test(arguments: ["Some Show", "a & b", "<b>", "🎧 music", "\u{0}\u{1F}", "&lt; x"])
    func theSVGIsWellFormed(title: String) throws {
        let svg = ArtPlaceholder(title).svg(size: 128)
        #expect(try XMLDocumentCheck.isWellFormed(svg))
        #expect(svg.contains("width=\"128\""))
        #expect(svg.utf8.count < 2500)
    }
}

/// A look at tags and entities that suffices for a document as small as a placeholder.
private enum XMLDocumentCheck {
    static func isWellFormed(_ text: String) throws -> Bool {
        var open: [Substring] = []
        for tag in text.split(separator: "<") {
            guard let end = tag.firstIndex(of: ">") else { return false }
            let name = tag.prefix { !$0.isWhitespace && $0 != ">" && ($0 != "/" || tag.first == "/") }
            if tag.first == "/" {
                guard open.popLast() == name.dropFirst() else { return false }
            } else if tag[tag.index(before: end)] != "/" {
                open.append(name)
            }
            guard !tag[end...].dropFirst().contains("&") || tag[end...].contains(";") else { return false }
        }
        return open.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 32 }
    }
}
