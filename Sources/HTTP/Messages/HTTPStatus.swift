/// A response status code (RFC 9110 section 15).
public struct HTTPStatus: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// The three digits.
    public let rawValue: Int

    /// Takes any number; 100 to 599 are meaningful.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Takes any number; 100 to 599 are meaningful.
    public init(integerLiteral value: Int) { self.rawValue = value }

    /// 200 to 299.
    public var isSuccess: Bool { (200...299).contains(rawValue) }

    /// 301, 302, 303, 307 and 308: those that name another place to ask.
    public var isRedirect: Bool { [301, 302, 303, 307, 308].contains(rawValue) }

    /// 301 and 308: the new place is meant for ever.
    public var isPermanentRedirect: Bool { rawValue == 301 || rawValue == 308 }

    /// 200.
    public static let ok: HTTPStatus = 200
    /// 201.
    public static let created: HTTPStatus = 201
    /// 202.
    public static let accepted: HTTPStatus = 202
    /// 204.
    public static let noContent: HTTPStatus = 204
    /// 206.
    public static let partialContent: HTTPStatus = 206
    /// 303.
    public static let seeOther: HTTPStatus = 303
    /// 304.
    public static let notModified: HTTPStatus = 304
    /// 400.
    public static let badRequest: HTTPStatus = 400
    /// 401.
    public static let unauthorized: HTTPStatus = 401
    /// 403.
    public static let forbidden: HTTPStatus = 403
    /// 404.
    public static let notFound: HTTPStatus = 404
    /// 405.
    public static let methodNotAllowed: HTTPStatus = 405
    /// 409.
    public static let conflict: HTTPStatus = 409
    /// 410.
    public static let gone: HTTPStatus = 410
    /// 412.
    public static let preconditionFailed: HTTPStatus = 412
    /// 413.
    public static let contentTooLarge: HTTPStatus = 413
    /// 415.
    public static let unsupportedMediaType: HTTPStatus = 415
    /// 416.
    public static let rangeNotSatisfiable: HTTPStatus = 416
    /// 422.
    public static let unprocessableContent: HTTPStatus = 422
    /// 429.
    public static let tooManyRequests: HTTPStatus = 429
    /// 500.
    public static let internalServerError: HTTPStatus = 500
    /// 502.
    public static let badGateway: HTTPStatus = 502
    /// 503.
    public static let serviceUnavailable: HTTPStatus = 503
    /// 504.
    public static let gatewayTimeout: HTTPStatus = 504
}
