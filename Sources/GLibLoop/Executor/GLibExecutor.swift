import CSoup
import Foundation
import Synchronization

/// Runs Swift jobs in a GLib main context that has its own thread.
///
/// Several jobs share one wake-up: they wait in a queue, and one source drains it. A wake-up per job costs a system call and
/// a turn of the loop each.
final class GLibExecutor: SerialExecutor {
    private let context = GLibPointer(g_main_context_new())
    private let queue = JobQueue()
    private let wakeUp: GLibPointer<UnsafeMutablePointer<GSource>>

    init() {
        let queue = queue
        let source = ReadyTimeSource.make { queue.drain() }
        wakeUp = GLibPointer(source)
        queue.executor.withLock { $0 = asUnownedSerialExecutor() }
        g_source_attach(source, context.raw)
        let thread = Thread { [context] in
            g_main_context_push_thread_default(context.raw)
            let loop = g_main_loop_new(context.raw, 0)
            g_main_loop_run(loop)
        }
        thread.name = "GLib"
        thread.start()
    }

    var isCurrent: Bool { g_main_context_is_owner(context.raw) != 0 }

    func enqueue(_ job: consuming ExecutorJob) {
        if queue.append(UnownedJob(job)) { g_source_set_ready_time(wakeUp.raw, 0) }
    }

    func checkIsolated() {
        precondition(isCurrent, "this belongs to GLibActor")
    }

    func isIsolatingCurrentContext() -> Bool? { isCurrent }
}

/// Jobs that wait for their turn on the loop.
private final class JobQueue: Sendable {
    private let jobs = Mutex<[UnownedJob]>([])
    /// Whose jobs they are; set once, before the first job.
    ///
    /// Unowned, as the executor lives as long as the process.
    let executor = Mutex<UnownedSerialExecutor?>(nil)

    /// Adds a job; true when the loop must be woken for it.
    func append(_ job: UnownedJob) -> Bool {
        jobs.withLock { queue in
            queue.append(job)
            return queue.count == 1
        }
    }

    /// Runs what is queued now; jobs that these enqueue wait for the next turn, so that sockets get theirs.
    func drain() {
        var batch: [UnownedJob] = []
        jobs.withLock { swap(&$0, &batch) }
        guard let executor = executor.withLock({ $0 }) else { return }
        for job in batch { job.runSynchronously(on: executor) }
    }
}
