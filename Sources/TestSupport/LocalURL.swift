public import Foundation
public import HTTP

extension HTTPServer {
    /// An address of a server that listens on the loopback address.
    public func url(_ path: String = "/", scheme: String = "http") -> URL {
        guard let url = URL(string: "\(scheme)://127.0.0.1:\(port)\(path)") else {
            preconditionFailure("not a path: \(path)")
        }
        return url
    }
}
