/// The rules of `docs/architecture.md` as functions from sources to complaints.
struct Rules {
    var manifest: Manifest

    /// Targets that run on Linux only; everything else must compile for iOS too.
    static let linuxTargets: Set = [
        "Processes", "GLibLoop", "HTTPSoup", "PostgreSQL", "PodcastServer", "CommandLine", "tonearm", "tonearm-bench",
        "TestSupport",
    ]

    /// Modules of the toolchain that a portable target may import.
    static let portableModules: Set = ["Foundation", "Dispatch", "Synchronization", "Observation"]

    /// C libraries that exist on Linux only.
    static let linuxLibraries: Set = ["CSpawn", "CSoup", "CPixbuf", "CPostgres"]

    /// Modules of the toolchain that nobody imports: a system library or one of our targets does that better here.
    static let refusedModules: Set = ["FoundationNetworking", "FoundationXML"]

    /// The only files that may ask which platform they are on: they import the C library under its platform's name.
    static let platformFiles: Set = [
        "Sources/Essentials/Errors/FileError.swift",
        "Sources/Essentials/Files/AtomicFile.swift",
    ]

    /// Complaints about what a file imports.
    func imports(of file: SourceFile) -> [String] {
        guard let target = manifest[file.target], let place = manifest.position(of: file.target) else {
            return ["\(file.path): the manifest has no target \(file.target)"]
        }
        return file.imports.compactMap { module in
            if Self.refusedModules.contains(module) { return "\(file.path) imports \(module), which nobody may" }
            guard let other = manifest.position(of: module) else {
                return systemModule(module, file: file, target: target)
            }
            if !target.dependencies.contains(module) {
                return "\(file.path) imports \(module), which \(target.name) does not declare"
            }
            if other >= place { return "\(file.path) imports \(module), which stands above \(target.name)" }
            if !Self.linuxTargets.contains(target.name), !target.isTest,
                Self.linuxTargets.contains(module) || Self.linuxLibraries.contains(module)
            {
                return "\(file.path) is portable and imports \(module), which is not"
            }
            return nil
        }
    }

    private func systemModule(_ module: String, file: SourceFile, target: Manifest.Target) -> String? {
        if Self.portableModules.contains(module) || module == "PackageDescription" { return nil }
        if target.isTest, module == "Testing" { return nil }
        let isPlatform = module == "Glibc" || module == "Darwin"
        if isPlatform, Self.linuxTargets.contains(target.name) || target.isTest { return nil }
        if isPlatform, Self.platformFiles.contains(file.path) { return nil }
        return "\(file.path) imports \(module), which is neither ours nor allowed"
    }

    /// Complaints about dependencies that the manifest declares and no file imports.
    func unusedDependencies(in files: [SourceFile]) -> [String] {
        manifest.targets.flatMap { target in
            let own = files.filter { $0.target == target.name }
            guard !own.isEmpty else { return [String]() }
            let used = Set(own.flatMap(\.imports))
            return target.dependencies.filter { !used.contains($0) && $0 != "TestSupport" }
                .map { "\(target.name) declares \($0) and does not import it" }
        }
    }

    /// Complaints about dependencies that point upwards in the manifest.
    func upwardDependencies() -> [String] {
        manifest.targets.enumerated().flatMap { place, target in
            target.dependencies.compactMap { name in
                guard let other = manifest.position(of: name) else {
                    return "\(target.name) depends on unknown \(name)"
                }
                return other < place ? nil : "\(target.name) depends on \(name), which stands above it"
            }
        }
    }

    /// Complaints about platform questions outside the files that may ask.
    func platformQuestions(in file: SourceFile) -> [String] {
        guard !Self.platformFiles.contains(file.path) else { return [] }
        let asks = file.lines.contains { $0.mentions("#") && $0.contains(/#(if|elseif).*(os\(|canImport\()/) }
        return asks ? ["\(file.path) asks for the platform"] : []
    }

    /// Complaints about GLib's scheduling outside GLibLoop.
    func scheduling(in file: SourceFile) -> [String] {
        guard file.target != "GLibLoop", file.path.hasPrefix("Sources/") else { return [] }
        let calls =
            /\b(g_idle_add|g_timeout_add|g_source_attach|g_main_context_invoke|g_main_loop_run|g_main_context_iteration)/
        return file.lines.contains { $0.mentions("g_") && $0.contains(calls) } ? ["\(file.path) schedules on GLib"] : []
    }
}
