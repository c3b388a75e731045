public import Foundation

extension HTTPServerResponse {
    /// Answers a GET or HEAD request with a file: whole, a part, or not at all, by the request's conditions.
    ///
    /// Preconditions are evaluated in the order of RFC 9110 section 13.2.2. Gives 200, 206, 304, 412 or 416, and 405 for
    /// other methods.
    ///
    /// - Parameters:
    ///   - size: the file's size in bytes; the file must stay as it is while it is sent.
    ///   - modified: when it last changed.
    ///   - entityTag: the version's name; strong where ranges of it may be joined.
    public static func file(
        path: String,
        size: Int64,
        modified: Date?,
        entityTag: EntityTag?,
        contentType: String,
        request: HTTPServerRequest
    ) -> HTTPServerResponse {
        guard request.method == .get || request.method == .head else {
            return HTTPServerResponse(.methodNotAllowed, fields: ["Allow": "GET, HEAD"])
        }
        var fields: HTTPFields = ["Accept-Ranges": "bytes"]
        fields["ETag"] = entityTag?.description
        fields["Last-Modified"] = modified.map(HTTPDate.string)
        switch precondition(request.fields, entityTag: entityTag, modified: modified) {
        case .preconditionFailed: return HTTPServerResponse(.preconditionFailed, fields: fields)
        case .notModified: return HTTPServerResponse(.notModified, fields: fields)
        default: break
        }
        // Ranges are defined for GET only (section 14.2).
        let range =
            request.method == .get
            ? ByteRange(requestedBy: request.fields, size: size, entityTag: entityTag, modified: modified) : .whole
        switch range {
        case .whole:
            fields["Content-Type"] = contentType
            return HTTPServerResponse(.ok, fields: fields, body: HTTPBody(file: .init(path: path, range: 0..<size)))
        case .partial(let part):
            fields["Content-Type"] = contentType
            fields["Content-Range"] = ContentRange(range: part, size: size).description
            return HTTPServerResponse(
                .partialContent,
                fields: fields,
                body: HTTPBody(file: .init(path: path, range: part))
            )
        case .unsatisfiable:
            fields["Content-Range"] = ContentRange(range: nil, size: size).description
            return HTTPServerResponse(.rangeNotSatisfiable, fields: fields)
        }
    }

    /// 412, 304, or 200 where the request's conditions hold.
    static func precondition(_ fields: HTTPFields, entityTag: EntityTag?, modified: Date?) -> HTTPStatus {
        let second = modified?.timeIntervalSince1970.rounded(.down)
        if let condition = fields["If-Match"] {
            if !EntityTagCondition(condition).stronglyMatches(entityTag) { return .preconditionFailed }
        } else if let date = fields["If-Unmodified-Since"].flatMap(HTTPDate.date), let second,
            second > date.timeIntervalSince1970
        {
            return .preconditionFailed
        }
        if let condition = fields["If-None-Match"] {
            return EntityTagCondition(condition).weaklyMatches(entityTag) ? .notModified : .ok
        }
        if let date = fields["If-Modified-Since"].flatMap(HTTPDate.date), let second,
            second <= date.timeIntervalSince1970
        {
            return .notModified
        }
        return .ok
    }
}
