import Foundation
public import HTTP

/// Certificates made with the `openssl` command while a test runs; none is kept in the repository.
public struct TestCertificate: Sendable {
    /// Certificate and key in PEM.
    public let identity: HTTPServerConfiguration.Identity

    /// The SHA-256 of the certificate's DER, as `openssl` computes it.
    public let pin: [UInt8]

    /// When the certificate counts.
    public enum Validity: Sendable {
        /// Since yesterday, for a month.
        case current
        /// It ended years ago.
        case expired
        /// It begins in years.
        case future
    }

    /// A certificate for `127.0.0.1` and `localhost`, signed by `authority` or by itself.
    ///
    /// - Parameter names: subject alternative names in OpenSSL's spelling.
    public static func make(
        names: String = "IP:127.0.0.1,DNS:localhost",
        validity: Validity = .current,
        authority: TestCertificate? = nil
    ) async throws -> TestCertificate {
        try await temporaryFolder { folder in
            try write(names, validity, authority, folder)
            return try read(folder)
        }
    }

    private static func write(
        _ names: String,
        _ validity: Validity,
        _ authority: TestCertificate?,
        _ folder: URL
    ) throws {
        let isAuthority = authority == nil
        let configuration = """
            [req]
            distinguished_name = subject
            [subject]
            [extensions]
            subjectAltName = \(names)
            basicConstraints = critical, CA:\(isAuthority ? "TRUE" : "FALSE")
            [ca]
            default_ca = test
            [test]
            database = \(folder.path)/index
            new_certs_dir = \(folder.path)
            rand_serial = yes
            default_md = sha256
            policy = policy
            unique_subject = no
            [policy]
            commonName = supplied

            """
        try Data(configuration.utf8).write(to: folder.appendingPathComponent("conf"))
        try Data().write(to: folder.appendingPathComponent("index"))
        let subject = "/CN=Test \(UInt32.random(in: .min ... .max))"
        try openSSL(folder, "ecparam -name prime256v1 -genkey -noout -out key")
        try openSSL(folder, "req -new -key key -config conf -out request -subj", subject)
        var signing = "ca -batch -notext -config conf -extensions extensions -in request -out certificate"
        switch validity {
        case .current: signing += " -days 30"
        case .expired: signing += " -startdate 20150101000000Z -enddate 20160101000000Z"
        case .future: signing += " -startdate 20900101000000Z -enddate 20910101000000Z"
        }
        if let authority {
            try Data(authority.identity.certificatePEM.utf8).write(to: folder.appendingPathComponent("authority"))
            try Data(authority.identity.keyPEM.utf8).write(to: folder.appendingPathComponent("authoritykey"))
            signing += " -cert authority -keyfile authoritykey"
        } else {
            signing += " -selfsign -keyfile key"
        }
        try openSSL(folder, signing)
        try openSSL(folder, "x509 -in certificate -outform DER -out der")
        try openSSL(folder, "dgst -sha256 -binary -out digest der")
    }

    private static func read(_ folder: URL) throws -> TestCertificate {
        func text(_ name: String) throws -> String {
            try String(decoding: Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
        }
        return TestCertificate(
            identity: .init(certificatePEM: try text("certificate"), keyPEM: try text("key")),
            pin: Array(try Data(contentsOf: folder.appendingPathComponent("digest")))
        )
    }

    private static func openSSL(_ folder: URL, _ words: String, _ last: String? = nil) throws {
        let arguments = words.split(separator: " ").map(String.init) + (last.map { [$0] } ?? [])
        let result = try runCommand("openssl", arguments, in: folder)
        guard result.status == 0 else { throw CommandFailure(words: words, output: result.errors) }
    }
}

/// A command of a test's preparation failed.
public struct CommandFailure: Error {
    /// What was to run.
    public let words: String
    /// What it said.
    public let output: String
}
