import Essentials
import Foundation
import HTTP

/// The page on which a person lets a program in: plain HTML that works in any browser an app opens, without a script.
enum LoginFlowPage {
    /// For one who is signed in.
    case allow(agent: String, name: String)
    /// For one who is not.
    case signIn(agent: String, message: String?)
    case done(agent: String)
    /// Nobody waits, or not any more.
    case over

    private static let style = """
        :root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
        body{margin:0;min-height:100vh;display:grid;place-items:center}
        main{max-width:24rem;padding:1.5rem}
        label{display:block;margin:.75rem 0}
        input{box-sizing:border-box;width:100%;font:inherit;padding:.5rem}
        button{font:inherit;padding:.6rem 1.2rem;margin-top:.75rem}
        [role=alert]{border-left:.25rem solid currentColor;padding-left:.75rem}
        """

    /// The answer, under a policy that allows this style and a form to this server and nothing else.
    var response: HTTPServerResponse {
        let digest = Data(SHA256Digest.of(Self.style)).base64EncodedString()
        return HTTPServerResponse(
            self.isOver ? .notFound : .ok,
            fields: [
                "Content-Type": "text/html; charset=utf-8",
                "Content-Security-Policy":
                    "default-src 'none'; style-src 'sha256-\(digest)'; form-action 'self'; base-uri 'none'; "
                    + "frame-ancestors 'none'",
                // Without a referrer browsers send the form with the origin null, as if from another site.
                "Referrer-Policy": "same-origin",
            ],
            body: HTTPBody(
                """
                <!doctype html>
                <html lang="en"><head><meta charset="utf-8"><title>\(title) · Tonearm</title>
                <meta name="viewport" content="width=device-width, initial-scale=1"><style>\(Self.style)</style></head>
                <body><main><h1>\(title)</h1>\(content)</main></body></html>
                """
            )
        )
    }

    private var isOver: Bool {
        if case .over = self { true } else { false }
    }

    private var title: String {
        switch self {
        case .allow, .signIn: "Let an app synchronise?"
        case .done: "Done"
        case .over: "Nothing to allow"
        }
    }

    private var content: String {
        switch self {
        case .allow(let agent, let name):
            return """
                \(Self.question(agent, as: name))
                <form method="post"><button name="decision" value="allow">Allow</button></form>
                """
        case .signIn(let agent, let message):
            let alert = message.map { "<p role=\"alert\">\($0.escapedForXML)</p>" } ?? ""
            return """
                \(Self.question(agent, as: nil))\(alert)
                <form method="post">
                <label>Name <input name="name" autocomplete="username" autocapitalize="none" required autofocus></label>
                <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
                <button>Sign in and allow</button></form>
                """
        case .done(let agent):
            return """
                <p>\(Self.name(agent)) can synchronise now; go back to it. Its access is in the list of API tokens in the \
                settings and can be revoked there.</p>
                """
        case .over: return "<p>No app is waiting here any more. Start again in the app.</p>"
        }
    }

    private static func question(_ agent: String, as name: String?) -> String {
        let who = name.map { " as <strong>\($0.escapedForXML)</strong>" } ?? ""
        return """
            <p><strong>\(Self.name(agent))</strong> wants to read and change your podcasts\(who).
            Allow it only if you have just asked for it in an app of yours.</p>
            """
    }

    private static func name(_ agent: String) -> String {
        agent.isEmpty ? "An app" : String(agent.prefix(100)).escapedForXML
    }
}
