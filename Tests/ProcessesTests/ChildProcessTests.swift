import Foundation
import Processes
import TestSupport
import Testing

@Suite struct ChildProcessTests {
    @Test(arguments: [0, 1, 77, 255])
    func theStatusIsKept(status: Int32) async throws {
        let child = try ChildProcess("sh", ["-c", "exit \(status)"])
        #expect(await child.exit() == .status(status))
        #expect(await child.exit() == .status(status))
        #expect(child.waitUntilExit() == .status(status))
        #expect(!child.isRunning)
    }

    @Test func aSignalEndsItAndIsNamed() async throws {
        let child = try ChildProcess("sleep", ["1000"])
        #expect(child.isRunning)
        child.send(SIGKILL)
        #expect(await child.exit() == .signal(SIGKILL))
        child.send(SIGKILL)
    }

    @Test func aMissingProgramGetsASentence() throws {
        let failure = #expect(throws: ChildProcess.StartFailure.self) { try ChildProcess("tonearm-no-such", []) }
        #expect(failure?.isMissing == true)
        #expect(failure?.sentence == "The program tonearm-no-such is not installed.")
    }

    @Test func aProgramThatMayNotRunGetsASentence() async throws {
        try await temporaryFolder { folder in
            let file = folder.appendingPathComponent("plain")
            try Data("no program".utf8).write(to: file)
            let failure = #expect(throws: ChildProcess.StartFailure.self) { try ChildProcess(file.path, []) }
            #expect(failure?.sentence.hasSuffix("can't be started: Permission denied.") == true)
        }
    }

    @Test func bothStreamsAreReadWhole() async throws {
        let script = "head -c 3000000 /dev/zero; head -c 2000000 /dev/zero >&2; exit 3"
        let result = try await ChildProcess.run("sh", ["-c", script])
        #expect(result.exit == .status(3))
        #expect(!result.isSuccess)
        #expect(result.output.count == 3_000_000)
        #expect(result.errors.count == 2_000_000)
    }

    @Test func folderVariablesAndArgumentsArrive() async throws {
        let script = #"printf '%s|%s|%s|%s' "$PWD" "$COLOUR" "$1" "$(cat | wc -c)""#
        let result = try await ChildProcess.run(
            "sh",
            ["-c", script, "sh", "two words"],
            environment: ["COLOUR": "blue", "PATH": "/usr/bin:/bin"],
            folder: "/usr"
        )
        #expect(String(decoding: result.output, as: UTF8.self) == "/usr|blue|two words|0")
    }

    @Test func signalsAndDescriptorsAreNotInherited() async throws {
        signal(SIGUSR1, SIG_IGN)
        let open = Pipe()
        let script = "ls /proc/self/fd | wc -l; kill -USR1 $$; echo survived"
        let result = try await ChildProcess.run("sh", ["-c", script])
        #expect(result.exit == .signal(SIGUSR1))
        // Its three streams, and the one with which ls reads the folder.
        #expect(String(decoding: result.output, as: UTF8.self).split(separator: "\n") == ["4"])
        withExtendedLifetime(open) {}
    }

    @Test func cancellingEndsTheProgram() async throws {
        let task = Task { try await ChildProcess.run("sleep", ["1000"]) }
        task.cancel()
        #expect(try await task.value.exit == .signal(SIGTERM))
    }

    /// Foundation's `Process` crashes here, sooner or later.
    @Test func manyOpenFilesAreNoDanger() async throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let files = (0..<min(3000, Int(limit.rlim_cur) / 2)).compactMap { _ in FileHandle(forReadingAtPath: "/dev/null")
        }
        for _ in 0..<20 { #expect(try await ChildProcess.run("true", []).isSuccess) }
        withExtendedLifetime(files) {}
    }
}
