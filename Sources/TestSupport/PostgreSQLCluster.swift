import CPostgres
public import Foundation
import Processes

/// A PostgreSQL server of the test process's own: on a Unix socket in a temporary folder, gone with the process.
public actor PostgreSQLCluster {
    /// The process's cluster, started when it is first asked for.
    public static let shared = PostgreSQLCluster()

    /// What stands in the way.
    public struct Trouble: Error, CustomStringConvertible {
        /// What the server or its tools said.
        public let description: String
    }

    /// The script that keeps the server, and the pipe whose end tells it to stop.
    private struct Keeper {
        var child: ChildProcess
        var input: Pipe
    }

    /// The folder with the socket.
    private var folder: URL?
    private var keeper: Keeper?
    private var databases = 0
    /// Every test of a run begins at once; so many stores at once would be slow, and tests of time limits would fail.
    private var places = 8
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var templates: [String: Task<String, any Error>] = [:]
    /// Copies that were emptied for the next test: that is faster than a new copy.
    private var emptied: [String: [String]] = [:]

    private init() {}

    /// The URL of a database as the cluster's administrator.
    public func url(_ database: String) async throws -> String {
        "postgres://tonearm@/\(database)?host=\(try await started().path)"
    }

    /// Makes an empty database, or a copy of another.
    public func makeDatabase(from template: String = "template0") async throws -> String {
        databases += 1
        let name = "test\(databases)"
        try await run("CREATE DATABASE \(name) TEMPLATE \(template) STRATEGY FILE_COPY")
        return name
    }

    /// A copy of a database that is filled once for all who ask for it under the same name.
    public func makeDatabase(
        like name: String,
        fill: @escaping @Sendable (String) async throws -> Void
    ) async throws -> String {
        if let known = emptied[name]?.popLast() { return known }
        let filling =
            templates[name]
            // Nobody cancels it: every test that wants a copy waits for it.
            ?? Task {
                let template = try await makeDatabase()
                try await fill(try await url(template))
                return template
            }
        templates[name] = filling
        return try await makeDatabase(from: try await filling.value)
    }

    /// Takes back what ``makeDatabase(like:fill:)`` gave: empties its tables for the next who asks, or removes it.
    public func giveBack(_ database: String, like name: String) async {
        do {
            try await run(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)'"
            )
            try await run(
                """
                DO $$ BEGIN
                    EXECUTE (SELECT 'TRUNCATE ' || string_agg(quote_ident(tablename), ', ') || ' RESTART IDENTITY CASCADE'
                        FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'tonearm_layout');
                END $$
                """,
                in: database
            )
            emptied[name, default: []].append(database)
        } catch {
            try? await drop(database)
        }
    }

    /// Waits until another store may be open.
    public func takePlace() async {
        if places > 0 {
            places -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// Lets the next store be opened.
    public func leavePlace() {
        if waiting.isEmpty {
            places += 1
        } else {
            waiting.removeFirst().resume()
        }
    }

    /// Removes a database whoever is connected.
    public func drop(_ database: String) async throws {
        try await run("DROP DATABASE IF EXISTS \(database) WITH (FORCE)")
    }

    /// Runs a command outside of any transaction; blocks, as tests may.
    public func run(_ sql: String, in database: String = "postgres") async throws {
        let connection = PQconnectdb(try await url(database))
        defer { PQfinish(connection) }
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
            throw Trouble(description: String(cString: PQerrorMessage(connection)))
        }
    }

    /// The newest server programs that Debian has put here.
    public static var programs: URL? {
        let root = URL(fileURLWithPath: "/usr/lib/postgresql")
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        let newest = versions.compactMap(Int.init).max()
        return newest.map { root.appendingPathComponent("\($0)/bin") }
    }

    private func started() async throws -> URL {
        if let folder { return folder }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tonearm-pg-\(UInt32.random(in: .min ... .max))")
        keeper = try PostgreSQLCluster.start(in: folder, script: Self.keeping)
        self.folder = folder
        return folder
    }

    /// Runs a script that keeps a server until its standard input ends, as it does however the test process ends.
    private static func start(in folder: URL, script: String) throws -> Keeper {
        guard let programs else { throw Trouble(description: "No PostgreSQL: scripts/setup test installs it.") }
        let (input, output) = (Pipe(), Pipe())
        let child = try ChildProcess(
            "/bin/sh",
            ["-c", script, "sh", folder.path, programs.path],
            input: .descriptor(input.fileHandleForReading.fileDescriptor),
            output: .descriptor(output.fileHandleForWriting.fileDescriptor)
        )
        try output.fileHandleForWriting.close()
        // The writing end stays open in this process, and nowhere else.
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        let word = output.fileHandleForReading.availableData
        guard word == Data("ready\n".utf8) else {
            throw Trouble(description: "PostgreSQL did not start; look into \(folder.path).")
        }
        return Keeper(child: child, input: input)
    }

    /// PostgreSQL refuses to run as root, so root runs it as Debian's user for it.
    ///
    /// Nothing is forced to the disk: the data
    /// is worth nothing after the tests. The default collation is a language's, so that a text whose order matters shows.
    private static let keeping = """
        folder=$1 bin=$2
        trap : INT TERM
        as=
        [ "$(id -u)" != 0 ] || as="setpriv --reuid=postgres --regid=postgres --clear-groups --"
        mkdir -m 700 "$folder" && [ -z "$as" ] || chown postgres: "$folder"
        cd "$folder"
        $as "$bin/initdb" -D "$folder/data" -U tonearm -A trust -E UTF8 --locale=C.UTF-8 --locale-provider=icu \\
            --icu-locale=en-US --no-sync >"$folder/initdb.log" 2>&1 || exit 1
        # Members of the role guarded need a password.
        echo "local all +guarded scram-sha-256" >"$folder/rules"
        cat "$folder/data/pg_hba.conf" >>"$folder/rules"
        cat "$folder/rules" >"$folder/data/pg_hba.conf"
        $as "$bin/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c fsync=off -c full_page_writes=off \\
            -c synchronous_commit=off -c max_connections=300 -c shared_buffers=64MB -c log_min_messages=fatal \\
            -c autovacuum=off -c wal_level=minimal -c max_wal_senders=0 </dev/null >"$folder/server.log" 2>&1 &
        server=$!
        until "$bin/pg_isready" -q -h "$folder" -U tonearm; do
            kill -0 $server 2>/dev/null || exit 1
            sleep 0.05
        done
        echo ready
        exec >/dev/null
        read -r end
        kill -QUIT $server
        wait $server
        cd /
        rm -rf "$folder"
        """
}

/// Which database the tests run on: `TONEARM_TEST_DATABASE=postgresql` chooses PostgreSQL.
public enum TestDatabase {
    /// Whether it is SQLite.
    public static var isSQLite: Bool { ProcessInfo.processInfo.environment["TONEARM_TEST_DATABASE"] != "postgresql" }
}
