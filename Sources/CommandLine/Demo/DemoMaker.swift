import Essentials
import Foundation

/// Makes the demo's audio, artwork and feed with espeak-ng and ffmpeg, once.
struct DemoMaker: Sendable {
    /// The folder that receives the finished files.
    let folder: URL
    /// The time that the episodes' dates count back from.
    let now: Date

    /// A finished episode as the feed describes it.
    struct Made: Sendable {
        var episode: DemoEpisode
        var file: String
        var bytes: Int64
        /// Seconds.
        var duration: Double
        /// Start in seconds and title.
        var chapters: [(start: Double, title: String)]
    }

    /// Makes everything unless it is there already.
    ///
    /// Works in a folder beside and renames it when complete: a stop half-way leaves nothing that looks finished.
    func make(progress: @Sendable (String) -> Void) async throws {
        let files = FileManager.default
        guard !files.fileExists(atPath: folder.appendingPathComponent("feed.xml").path) else { return }
        let work = folder.deletingLastPathComponent().appendingPathComponent(folder.lastPathComponent + ".making")
        try? files.removeItem(at: work)
        try HomeFolders.prepare(work)
        progress("Making the demo podcast (speech, music, artwork); this takes half a minute, once.")
        try await makeArtwork(in: work)
        var made: [Made] = []
        for episode in DemoEpisode.all {
            made.append(try await makeEpisode(episode, in: work))
        }
        let feed = DemoFeed(episodes: made, now: now).xml
        try AtomicFile.write(Array(feed.utf8), to: work.appendingPathComponent("feed.xml"))
        try? files.removeItem(at: folder)
        try files.moveItem(at: work, to: folder)
    }

    private func makeEpisode(_ episode: DemoEpisode, in work: URL) async throws -> Made {
        var chapters: [(start: Double, title: String)] = []
        var spoken: [URL] = []
        // The music begins alone for a second and a half.
        var start = 1.5
        for (index, part) in episode.parts.enumerated() {
            let file = work.appendingPathComponent("\(episode.name)-\(index).wav")
            try await Tool.run(
                "espeak-ng",
                ["-v", "en-gb", "-s", "150", "-p", "38", "-g", "4", "-w", file.path, part.text]
            )
            chapters.append((index == 0 ? 0 : start, part.title))
            start += try await Self.duration(of: file) + 0.8
            spoken.append(file)
        }
        let total = start + Double(episode.tail)
        let file = "\(episode.name).\(episode.format.rawValue)"
        let target = work.appendingPathComponent(file)
        try await Tool.run("ffmpeg", mixArguments(episode, spoken: spoken, seconds: total, to: target))
        for part in spoken { try FileManager.default.removeItem(at: part) }
        let size = try FileManager.default.attributesOfItem(atPath: target.path)[.size] as? NSNumber
        return Made(
            episode: episode,
            file: file,
            bytes: size?.int64Value ?? 0,
            duration: try await Self.duration(of: target),
            chapters: chapters
        )
    }

    /// One ffmpeg run: the parts behind each other, a swelling chord below them, faded in and out.
    private func mixArguments(_ episode: DemoEpisode, spoken: [URL], seconds: Double, to target: URL) -> [String] {
        let voices = episode.chord.enumerated().map { index, frequency in
            "sin(2*PI*\(frequency)*t)*(0.6+0.4*sin(2*PI*t/\(7 + 2 * index)))"
        }
        let level = spoken.isEmpty ? 0.12 : 0.03
        let music = "aevalsrc='\(level)*(\(voices.joined(separator: "+")))':s=44100:d=\(seconds)"
        var arguments = ["-hide_banner", "-loglevel", "error", "-y", "-f", "lavfi", "-i", music]
        for part in spoken { arguments += ["-i", part.path] }
        var filter = "[0:a]lowpass=f=1400,afade=t=in:d=2,afade=t=out:st=\(max(0, seconds - 4)):d=4[music];"
        if spoken.isEmpty {
            filter += "[music]aecho=0.8:0.7:220:0.35[out]"
        } else {
            for index in spoken.indices {
                filter += "[\(index + 1):a]aresample=44100,apad=pad_dur=0.8[part\(index)];"
            }
            filter += spoken.indices.map { "[part\($0)]" }.joined()
            filter += "concat=n=\(spoken.count):v=0:a=1,adelay=1500:all=1,volume=1.3[speech];"
            filter += "[speech][music]amix=inputs=2:duration=longest:normalize=0[out]"
        }
        arguments += ["-filter_complex", filter, "-map", "[out]", "-ac", "2"]
        arguments += ["-metadata", "title=\(episode.title)", "-metadata", "artist=\(DemoFeed.title)"]
        switch episode.format {
        case .mp3: arguments += ["-c:a", "libmp3lame", "-b:a", "96k"]
        case .opus: arguments += ["-c:a", "libopus", "-b:a", "48k"]
        }
        return arguments + [target.path]
    }

    /// A record seen from above: grooves as fine rings, a warm label, a soft light across.
    private func makeArtwork(in work: URL) async throws {
        let radius = "hypot(X-700,Y-700)"
        let light = "(0.5+0.5*cos(2*atan2(Y-700,X-700)-1.2))"
        func channel(_ label: Double, _ back: Double) -> String {
            "if(lt(\(radius),26),\(back),if(lt(\(radius),225),\(label)-\(radius)/9,"
                + "if(lt(\(radius),640),24+9*sin(\(radius)*1.9)+46*pow(\(light),6),\(back)-(X+Y)/45)))"
        }
        let source = "color=c=black:s=1400x1400:d=1:r=1"
        let paint = "format=rgb24,geq=r='\(channel(246, 236))':g='\(channel(120, 206))':b='\(channel(72, 170))'"
        try await Tool.run(
            "ffmpeg",
            [
                "-hide_banner", "-loglevel", "error", "-y", "-f", "lavfi", "-i", source, "-vf", paint,
                "-frames:v", "1", "-q:v", "3", work.appendingPathComponent("art.jpg").path,
            ]
        )
    }

    private static func duration(of file: URL) async throws -> Double {
        let text = try await Tool.run(
            "ffprobe",
            ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", file.path]
        )
        return Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    }
}
