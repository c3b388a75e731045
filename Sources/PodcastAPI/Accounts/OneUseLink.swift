public import Foundation

/// A link that works once: the answer to `POST /api/links` and to the administrator's requests for one.
public struct OneUseLink: Codable, Sendable, Equatable {
    /// What a link is for.
    public enum Purpose: String, Codable, Sendable {
        /// Signs in: `#token=…`.
        case signIn = "sign-in"
        /// Sets a password and signs in: `#password=…`.
        case password
    }

    /// What it is for.
    public var purpose: Purpose
    /// The whole address, short enough for a QR code; anybody who has it can use it.
    public var url: String
    /// When it stops working.
    public var expires: Date

    /// Makes a link.
    public init(purpose: Purpose, url: String, expires: Date) {
        self.purpose = purpose
        self.url = url
        self.expires = expires
    }
}

/// `POST /api/admin/users/{id}/links`.
public struct LinkRequest: Codable, Sendable, Equatable {
    /// What the link shall do.
    public var purpose: OneUseLink.Purpose

    /// Makes a request.
    public init(purpose: OneUseLink.Purpose) { self.purpose = purpose }
}
