import Essentials
import Foundation
import HTTP

/// When downloads run and when failed ones are tried again; decides without I/O.
struct DownloadPolicy: Sendable {
    /// Downloads at once, each from another host.
    var parallel = 2
    /// Bytes that must stay free on the disk: databases and logs need room more than media does.
    var minimumFree: Int64 = 512 << 20
    /// Bytes that kept files may have in all.
    var limit: Int64
    /// How long to wait when there is no room, before looking again.
    var pause: TimeInterval = 600
    /// The first wait after a failure; doubled each time.
    var firstWait: TimeInterval = 120
    /// The longest wait.
    var longestWait: TimeInterval = 86_400
    /// After so many failures only a person tries again.
    var attempts = 10
    /// How long a download may go without a sign of life before another server takes it.
    var lease: TimeInterval = 300

    /// When a download that failed `failures` times is tried again; `nil` for when a person says so.
    func retry(after error: any Error, failures: Int, now: Date) -> Date? {
        guard failures < attempts else { return nil }
        if case MediaError.refused(_, let status, let retryAfter) = error {
            // Gone for good, as far as that can be told.
            guard ![401, 402, 403, 404, 410, 451].contains(status) || failures < 3 else { return nil }
            if let seconds = retryAfter.flatMap({ Double($0) }), seconds > 0 {
                return now + min(max(seconds, firstWait), longestWait)
            }
        } else if case DownloadError.endless = error {
            return nil
        } else if case DownloadError.noMedia = error {
            return nil
        }
        return now + min(firstWait * Double(1 << min(failures - 1, 20)), longestWait)
    }

    /// Why nothing may be fetched at the moment; `nil` when there is room.
    func obstacle(used: Int64, free: Int64?) -> String? {
        if used >= limit {
            return "Kept media fills the room that the administrator allows; let some go."
        }
        if let free, free < minimumFree {
            return "The server's disk is nearly full; downloads go on when there is room."
        }
        return nil
    }

    /// The next job whose host is at rest.
    func choose(_ jobs: [DownloadJob], busy: Set<String>) -> DownloadJob? {
        jobs.first { !busy.contains(FeedURL.host(of: $0.url)) }
    }
}
