// swift-tools-version: 6.2
import PackageDescription

// Debian's C libraries are found by these folders and by the `link` lines of the module maps. SwiftPM's own pkg-config
// support is not used: it warns about `-pthread` on every build, and a build here has no warnings.
#if arch(arm64)
    let multiarch = "aarch64-linux-gnu"
#else
    let multiarch = "x86_64-linux-gnu"
#endif

let headerFolders = [
    "/usr/include/libsoup-3.0",
    "/usr/include/glib-2.0",
    "/usr/lib/\(multiarch)/glib-2.0/include",
    "/usr/include/gio-unix-2.0",
    "/usr/include/libmount",
    "/usr/include/blkid",
    "/usr/include/sysprof-4",
    "/usr/include/libxml2",
    "/usr/include/gdk-pixbuf-2.0",
    "/usr/include/postgresql",
]

let warningsAreErrors = Context.environment["CI"] != nil

let swiftSettings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .unsafeFlags(headerFolders.flatMap { ["-Xcc", "-I\($0)"] }, .when(platforms: [.linux])),
    ] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])

func system(_ name: String) -> Target {
    .systemLibrary(name: name, path: "Sources/System/\(name)")
}

func tests(_ subject: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: "\(subject)Tests", dependencies: dependencies + ["TestSupport"])
}

// Bottom to top: a target imports only what stands above it in this list. `Tests/ArchitectureTests` reads this file.
let package = Package(
    name: "Tonearm",
    products: [
        .executable(name: "tonearm", targets: ["tonearm"]),
        .executable(name: "tonearm-bench", targets: ["tonearm-bench"]),
    ],
    targets: [
        system("CSpawn"),
        system("CSoup"),
        system("CSQLite"),
        system("CPostgres"),
        system("COpenSSL"),
        system("CXML"),
        system("CPixbuf"),

        .target(name: "Essentials", dependencies: ["COpenSSL"]),
        .target(name: "Processes", dependencies: ["CSpawn", "Essentials"]),
        .target(name: "GLibLoop", dependencies: ["CSoup"]),
        .target(name: "HTTP", dependencies: ["Essentials"]),
        .target(name: "HTTPSoup", dependencies: ["CSoup", "Essentials", "GLibLoop", "HTTP"]),
        .target(name: "Database", dependencies: ["CSQLite", "Essentials"]),
        .target(name: "PostgreSQL", dependencies: ["CPostgres", "Database"]),

        .target(name: "Podcasts", dependencies: ["CXML", "Essentials"]),
        .target(name: "PodcastAPI"),

        .target(
            name: "PodcastServer",
            dependencies: [
                "COpenSSL", "CPixbuf", "Database", "Essentials", "HTTP", "PodcastAPI", "Podcasts", "PostgreSQL",
            ]
        ),

        .target(
            name: "CommandLine",
            dependencies: [
                "Essentials", "HTTP", "HTTPSoup", "PodcastAPI", "PodcastServer", "Podcasts", "PostgreSQL", "Processes",
            ]
        ),
        .executableTarget(name: "tonearm", dependencies: ["CommandLine"]),
        .executableTarget(
            name: "tonearm-bench",
            dependencies: ["CSoup", "CXML", "GLibLoop", "HTTP", "HTTPSoup", "PodcastServer", "Podcasts"]
        ),

        .target(name: "TestSupport", dependencies: ["CPostgres", "HTTP", "Processes"]),
        tests("Architecture", []),
        tests("Essentials", ["Essentials"]),
        tests("Processes", ["Processes"]),
        tests("HTTP", ["HTTP"]),
        tests("HTTPSoup", ["CSoup", "Essentials", "GLibLoop", "HTTP", "HTTPSoup"]),
        tests("Database", ["CSQLite", "Database", "Essentials", "PostgreSQL"]),
        tests("Podcasts", ["Podcasts"]),
        tests("PodcastAPI", ["PodcastAPI"]),
        tests(
            "PodcastServer",
            ["Database", "Essentials", "HTTP", "HTTPSoup", "PodcastAPI", "PodcastServer", "Podcasts", "PostgreSQL"]
        ),
        tests(
            "CommandLine",
            [
                "CommandLine", "Database", "Essentials", "HTTP", "HTTPSoup", "PodcastAPI", "PodcastServer",
                "PostgreSQL",
                "Processes",
            ]
        ),
    ]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = (target.swiftSettings ?? []) + swiftSettings
}

// The feed reader keeps its state in one class that only it touches. Debug builds, the tests among them, check that no
// two accesses overlap; in a release the check costs a tenth of the reading.
for target in package.targets where target.name == "Podcasts" {
    target.swiftSettings?.append(.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)))
}

// libFuzzer's own `main` calls the target; `scripts/fuzz` builds it, nothing else does.
if Context.environment["TONEARM_FUZZ"] != nil {
    let fuzzer = Target.executableTarget(name: "tonearm-fuzz", dependencies: ["Podcasts"])
    fuzzer.swiftSettings = swiftSettings + [.unsafeFlags(["-parse-as-library"])]
    fuzzer.linkerSettings = [.unsafeFlags(["-sanitize=fuzzer,address"])]
    package.targets.append(fuzzer)
}
