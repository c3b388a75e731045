/// One row of a query's answer.
public struct Row: Sendable {
    let columns: Columns
    let values: [DatabaseValue]

    package init(columns: Columns, values: [DatabaseValue]) {
        self.columns = columns
        self.values = values
    }

    /// The value of the column called `name`, as the type asked for.
    ///
    /// - Throws: ``DatabaseError/missingColumn(name:)``, ``DatabaseError/wrongType(column:wanted:found:)``.
    public subscript<Value: DatabaseValueConvertible>(_ name: String) -> Value {
        get throws {
            guard let index = columns.index(of: name) else { throw DatabaseError.missingColumn(name: name) }
            return try self[at: index]
        }
    }

    /// The value of the column at `index`, counted from 0, as the type asked for.
    ///
    /// - Throws: ``DatabaseError/missingColumn(name:)``, ``DatabaseError/wrongType(column:wanted:found:)``.
    public subscript<Value: DatabaseValueConvertible>(at index: Int) -> Value {
        get throws {
            guard values.indices.contains(index) else { throw DatabaseError.missingColumn(name: "#\(index)") }
            guard let value = Value(databaseValue: values[index]) else {
                throw DatabaseError.wrongType(
                    column: columns.names[index],
                    wanted: "\(Value.self)",
                    found: values[index].kind
                )
            }
            return value
        }
    }

    /// The names of the columns in their order.
    public var columnNames: [String] { columns.names }
}

/// The names of a statement's columns, shared by its rows.
package final class Columns: Sendable {
    let names: [String]
    private let indexes: [String: Int]

    package init(_ names: [String]) {
        self.names = names
        indexes = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func index(of name: String) -> Int? { indexes[name] }
}
