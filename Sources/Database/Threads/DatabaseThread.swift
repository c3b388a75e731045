import Foundation

/// A thread that runs an actor's jobs one after the other: calls into a database block, and block nobody else here.
//
// Sendable: `jobs` and `stopped` are read and written with `condition` locked; `threadID` is written before the thread
// starts and never again.
package final class DatabaseThread: SerialExecutor, @unchecked Sendable {
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var stopped = false
    private var threadID: ObjectIdentifier?

    package init(name: String) {
        // The thread keeps the executor alive until it is stopped, so no job outlives its executor.
        let thread = Thread { [self] in run() }
        thread.name = name
        // SQLite's parser and a caller's decoding may recurse; the default for threads is small on some systems.
        thread.stackSize = 2 << 20
        threadID = ObjectIdentifier(thread)
        thread.start()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.lock()
        jobs.append(job)
        condition.signal()
        condition.unlock()
    }

    package func checkIsolated() {
        precondition(ObjectIdentifier(Thread.current) == threadID, "not on the database's thread")
    }

    /// Ends the thread after the jobs that wait.
    ///
    /// Its actor calls this once, from its `deinit`: a job holds its actor, so none comes later.
    package func stop() {
        condition.lock()
        stopped = true
        condition.signal()
        condition.unlock()
    }

    private func run() {
        while true {
            condition.lock()
            while jobs.isEmpty, !stopped { condition.wait() }
            let batch = jobs
            jobs.removeAll(keepingCapacity: true)
            condition.unlock()
            if batch.isEmpty { return }
            for job in batch { job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }
}
