import CSoup
import HTTP

extension HTTPFields {
    /// The fields of a message, in order.
    init(_ headers: OpaquePointer?) {
        self.init()
        var iterator = SoupMessageHeadersIter()
        var name: UnsafePointer<CChar>?
        var value: UnsafePointer<CChar>?
        soup_message_headers_iter_init(&iterator, headers)
        while soup_message_headers_iter_next(&iterator, &name, &value) != 0 {
            guard let name, let value else { continue }
            append(String(cString: name), String(cString: value))
        }
    }

    /// Adds the fields to a message, except those that `isReserved` names (in lower case) and those whose name is no token.
    func write(to headers: OpaquePointer?, except isReserved: (String) -> Bool) {
        for field in all where field.name.isFieldName && !isReserved(field.name.lowercased()) {
            soup_message_headers_append(headers, field.name, field.value)
        }
    }
}

extension String {
    /// Whether it is a token of RFC 9110, as the name of a field must be.
    fileprivate var isFieldName: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+.^_`|~".utf8.contains(byte)
                }
            }
    }
}
