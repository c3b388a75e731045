import Database
import Essentials
import HTTP
import PodcastAPI

/// An answer that is not a success, thrown from anywhere below a route.
struct APIFailure: Error, Equatable {
    var status: HTTPStatus
    var body: APIError
    var fields: HTTPFields = [:]

    init(_ status: HTTPStatus, _ code: APIError.Code, _ message: String, choices: [FeedChoice]? = nil) {
        self.status = status
        self.body = APIError(code, message, choices: choices)
    }

    /// 404 for a thing of that kind.
    static func notFound(_ what: String) -> APIFailure {
        APIFailure(.notFound, .notFound, "There is no such \(what).")
    }

    /// 400 with what is wrong.
    static func badRequest(_ message: String) -> APIFailure {
        APIFailure(.badRequest, .badRequest, message)
    }

    /// The answer for any error: what a person may know, nothing of what lies inside.
    init(_ error: any Error) {
        switch error {
        case let failure as APIFailure: self = failure
        case HTTPError.bodyTooLarge:
            self.init(.contentTooLarge, .tooLarge, "The request is larger than this server accepts.")
        case let error as HTTPError:
            self.init(.badRequest, .badRequest, error.sentence)
        case let error as StoreError:
            switch error {
            case .noSuchFeed: self = .notFound("feed")
            case .noSuchEntry: self = .notFound("entry")
            case .noSuchFolder, .noSuchSearch, .noSuchBookmark, .noSuchUndo, .noSuchDownload:
                self.init(.notFound, .notFound, error.sentence)
            case .noSuchUser: self = .notFound("user")
            case .noSuchDevice: self = .notFound("device")
            case .noSuchToken: self = .notFound("token")
            case .nameTaken: self.init(.conflict, .nameTaken, error.sentence)
            case .lastAdministrator: self.init(.conflict, .lastAdministrator, error.sentence)
            default: self = .badRequest(error.sentence)
            }
        case let error as SubscribeError: self.init(subscribing: error)
        case let error as FeedURLError: self = .badRequest(error.sentence)
        case is FileError, is DatabaseError:
            self.init(.internalServerError, .storageFailed, "The server could not write to its disk.")
        case is DecodingError:
            self.init(.badRequest, .badRequest, "The request's JSON does not have the expected form.")
        default:
            self.init(.internalServerError, .internalError, "Something went wrong on the server; its log says more.")
        }
    }

    private init(subscribing error: SubscribeError) {
        switch error {
        case .chooseFeed(let choices):
            self.init(.unprocessableContent, .chooseFeed, error.sentence, choices: choices)
        case .fetchFailed: self.init(.badGateway, .fetchFailed, error.sentence)
        case .listTooLarge: self.init(.contentTooLarge, .tooLarge, error.sentence)
        default: self.init(.unprocessableContent, .notAFeed, error.sentence)
        }
    }

    /// The answer on the wire.
    var response: HTTPServerResponse {
        var response = HTTPServerResponse.json(body, status: status)
        for field in fields.all { response.fields.append(field.name, field.value) }
        return response
    }
}
