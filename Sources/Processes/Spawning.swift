import CSpawn
import Foundation

/// posix_spawn with the settings of ``ChildProcess``.
enum Spawning {
    static func start(
        _ program: String,
        _ arguments: [String],
        environment: [String: String]?,
        folder: String?,
        streams: [ChildProcess.Stream]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in streams.enumerated() { connect(stream, to: Int32(number), &actions) }
        posix_spawn_file_actions_addclosefrom_np(&actions, Int32(streams.count))
        if let folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var identifier = pid_t()
        let code = withStrings([program] + arguments) { words in
            guard let environment else {
                return posix_spawnp(&identifier, program, &actions, &attributes, words, environ)
            }
            return withStrings(environment.map { "\($0.key)=\($0.value)" }) { variables in
                posix_spawnp(&identifier, program, &actions, &attributes, words, variables)
            }
        }
        guard code == 0 else { throw ChildProcess.StartFailure(program: program, code: code) }
        return identifier
    }

    private static func connect(
        _ stream: ChildProcess.Stream,
        to number: Int32,
        _ actions: inout posix_spawn_file_actions_t
    ) {
        switch stream {
        case .null: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
        case .inherited: posix_spawn_file_actions_adddup2(&actions, number, number)
        case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
        }
    }

    /// C's list of strings, ended by NULL, for as long as `body` runs.
    private static func withStrings<Value>(
        _ strings: [String],
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Value
    ) -> Value {
        var copies = strings.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        return body(&copies)
    }
}
