import CPixbuf
import Essentials

/// A picture made for clients.
struct RenderedPicture: Sendable, Equatable {
    /// How it is written: PNG where some of it is transparent, JPEG else.
    enum Kind: String, Sendable, Codable {
        case jpg, png

        var contentType: String { self == .jpg ? "image/jpeg" : "image/png" }
    }

    var bytes: [UInt8]
    var kind: Kind
    var width: Int
    var height: Int
}

/// Decodes, turns, shrinks and writes pictures with GdkPixbuf.
///
/// One at a time: a picture within the limits can take 256 MiB while it is decoded, and only one may.
actor PictureRenderer {
    /// Pixels that are decoded at most.
    static let maximumPixels = 64 << 20

    /// The picture in `bytes`, fitted into a square; smaller pictures stay as they are.
    ///
    /// - Parameter kind: how to write it; `nil` for PNG where some of it is transparent, JPEG else.
    /// - Throws: ``PictureError``.
    func render(
        _ bytes: [UInt8],
        fitting side: Int,
        as kind: RenderedPicture.Kind? = nil
    ) throws -> RenderedPicture {
        guard let format = PictureFormat(bytes) else { throw PictureError.notAPicture }
        guard let size = format.declaredSize(bytes), size.width > 0, size.height > 0 else { throw PictureError.broken }
        guard size.width <= Self.maximumPixels, size.width * size.height <= Self.maximumPixels else {
            throw PictureError.tooLarge(width: size.width, height: size.height)
        }
        guard format.hasEnd(bytes) else { throw PictureError.broken }
        let decoded = try Pixels(bytes, format, fitting: side)
        let upright = try decoded.turnedUpright()
        return try upright.fitted(side).written(as: kind)
    }
}

/// A picture in memory.
private final class Pixels {
    private let pixbuf: OpaquePointer

    private init(owning pixbuf: OpaquePointer?) throws {
        guard let pixbuf else { throw PictureError.broken }
        self.pixbuf = pixbuf
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }

    /// What the size callback is told and tells.
    private final class Limit {
        let side: Int32
        var isExceeded = false

        init(_ side: Int) { self.side = Int32(clamping: side) }
    }

    /// Decodes with the decoder of that format and no other; JPEG is shrunk while it is decoded.
    convenience init(_ bytes: [UInt8], _ format: PictureFormat, fitting side: Int) throws {
        guard let loader = gdk_pixbuf_loader_new_with_type(format.rawValue, nil) else { throw PictureError.broken }
        defer { g_object_unref(loader) }
        let limit = Limit(side)
        Self.watchSize(of: loader, limit)
        var isWhole = bytes.withUnsafeBufferPointer { buffer in
            stride(from: 0, to: buffer.count, by: 1 << 16).allSatisfy { offset in
                let count = min(1 << 16, buffer.count - offset)
                let start = buffer.baseAddress?.advanced(by: offset)
                return !limit.isExceeded && gdk_pixbuf_loader_write(loader, start, gsize(count), nil) != 0
            }
        }
        // Closing is necessary whatever happened before.
        isWhole = gdk_pixbuf_loader_close(loader, nil) != 0 && isWhole
        guard isWhole, !limit.isExceeded, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else {
            throw PictureError.broken
        }
        g_object_ref(UnsafeMutableRawPointer(pixbuf))
        try self.init(owning: pixbuf)
        withExtendedLifetime(limit) {}
    }

    /// Refuses what turns out larger than its header said, and asks for the size wanted.
    private static func watchSize(of loader: UnsafeMutablePointer<GdkPixbufLoader>, _ limit: Limit) {
        let prepared:
            @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>?, Int32, Int32, UnsafeMutableRawPointer?) -> Void = {
                loader,
                width,
                height,
                context in
                guard let context else { return }
                let limit = Unmanaged<Limit>.fromOpaque(context).takeUnretainedValue()
                if Int(width) * Int(height) > PictureRenderer.maximumPixels {
                    limit.isExceeded = true
                    // Decoders give up on an empty picture before they take memory for the real one.
                    gdk_pixbuf_loader_set_size(loader, 0, 0)
                } else if max(width, height) > limit.side {
                    let (width, height) = Pixels.fit(Int(width), Int(height), Int(limit.side))
                    gdk_pixbuf_loader_set_size(loader, Int32(width), Int32(height))
                }
            }
        g_signal_connect_data(
            loader,
            "size-prepared",
            unsafeBitCast(prepared, to: GCallback.self),
            Unmanaged.passUnretained(limit).toOpaque(),
            nil,
            GConnectFlags(rawValue: 0)
        )
    }

    private static func fit(_ width: Int, _ height: Int, _ side: Int) -> (Int, Int) {
        let longest = max(width, height)
        guard longest > side else { return (width, height) }
        return (max(1, (width * side + longest / 2) / longest), max(1, (height * side + longest / 2) / longest))
    }

    /// Turns the picture as its EXIF orientation says.
    func turnedUpright() throws -> Pixels { try Pixels(owning: gdk_pixbuf_apply_embedded_orientation(pixbuf)) }

    /// Shrinks the picture into a square.
    func fitted(_ side: Int) throws -> Pixels {
        let (oldWidth, oldHeight) = (gdk_pixbuf_get_width(pixbuf), gdk_pixbuf_get_height(pixbuf))
        let (width, height) = Self.fit(Int(oldWidth), Int(oldHeight), side)
        guard width != Int(oldWidth) || height != Int(oldHeight) else { return self }
        return try Pixels(owning: gdk_pixbuf_scale_simple(pixbuf, Int32(width), Int32(height), GDK_INTERP_BILINEAR))
    }

    /// Writes the picture.
    func written(as wanted: RenderedPicture.Kind?) throws -> RenderedPicture {
        let kind = wanted ?? (isTransparent ? .png : .jpg)
        var buffer: UnsafeMutablePointer<CChar>?
        var size: gsize = 0
        let isWritten = Self.withOption(kind == .jpg ? ("quality", "88") : ("compression", "6")) { keys, values in
            gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &size, kind == .jpg ? "jpeg" : "png", keys, values, nil)
        }
        guard isWritten != 0, let buffer else { throw PictureError.broken }
        defer { g_free(buffer) }
        let bytes = buffer.withMemoryRebound(to: UInt8.self, capacity: Int(size)) {
            Array(UnsafeBufferPointer(start: $0, count: Int(size)))
        }
        let (width, height) = (gdk_pixbuf_get_width(pixbuf), gdk_pixbuf_get_height(pixbuf))
        return RenderedPicture(bytes: bytes, kind: kind, width: Int(width), height: Int(height))
    }

    private typealias Strings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    private static func withOption<Value>(
        _ option: (key: String, value: String),
        _ body: (Strings?, Strings?) -> Value
    ) -> Value {
        var keys = [strdup(option.key), nil]
        var values = [strdup(option.value), nil]
        defer {
            free(keys[0])
            free(values[0])
        }
        return body(&keys, &values)
    }

    /// Whether any pixel lets something through; many pictures have an alpha channel and don't use it.
    private var isTransparent: Bool {
        guard gdk_pixbuf_get_has_alpha(pixbuf) != 0, gdk_pixbuf_get_n_channels(pixbuf) == 4,
            let pixels = gdk_pixbuf_read_pixels(pixbuf)
        else { return false }
        let (width, height) = (Int(gdk_pixbuf_get_width(pixbuf)), Int(gdk_pixbuf_get_height(pixbuf)))
        let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
        return (0..<height).contains { row in
            (0..<width).contains { column in pixels[row * stride + column * 4 + 3] != 255 }
        }
    }
}
