package import HealthModel

/// A value of a column, independent of the database.
package enum StoreValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes([UInt8])
  /// An identity of 16 bytes: a UUID if the database has this type.
  case id(SampleID)
  /// An instant: seconds since 1970 and the nanoseconds after. A database may round these, or drop them.
  case instant(Int64, nanoseconds: Int32)
}

extension StoreValue {
  static func integer(_ value: Int64?) -> StoreValue { value.map { .integer($0) } ?? .null }
  static func real(_ value: Double?) -> StoreValue { value.map { .real($0) } ?? .null }
  static func text(_ value: String?) -> StoreValue { value.map { .text($0) } ?? .null }

  static func instant(_ time: Timestamp?) -> StoreValue {
    time.map { .instant($0.secondsSince1970, nanoseconds: $0.nanoseconds) } ?? .null
  }

  /// The UTC offset of a date in minutes; null without a date. Its column is next to that of the
  /// instant.
  static func offset(_ time: Timestamp?) -> StoreValue {
    time.map { .integer(Int64($0.offsetMinutes)) } ?? .null
  }

  /// The value as a whole number; `nil` for other values.
  package var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The value as a number; `nil` for other values.
  package var real: Double? {
    switch self {
    case .real(let value): value
    // A database whose columns have no strict types may return an integer for a real number.
    case .integer(let value): Double(value)
    default: nil
    }
  }

  /// The value as text; `nil` for other values.
  package var text: String? {
    if case .text(let value) = self { value } else { nil }
  }

  /// The value as text.
  ///
  /// - Throws: `HealthError`: `.damaged`, if it is something else.
  func text(in database: any SQLDatabase) throws(HealthError) -> String {
    guard let text else {
      throw HealthError(.damaged, database.name, "a text of its tables is missing")
    }
    return text
  }
}

extension StoreTable {
  /// Returns the error of a date of a row.
  ///
  /// - Parameters:
  ///   - column: The column of the instant.
  ///   - row: The first columns, which identify the row.
  package func dateError(
    _ column: String, offset: Int64, row: [Int64], of store: String
  ) -> HealthError {
    -1_080...1_080 ~= offset
      ? valueError(column, "a date of the years 1 to 9999", row: row, of: store)
      : valueError(
        columns[(columns.firstIndex { $0.name == column } ?? 0) + 1].name,
        "an offset of at most 18 hours", row: row, of: store)
  }

  /// Returns the error of a value of a row.
  package func valueError(
    _ column: String, _ expected: String, row: [Int64], of store: String
  ) -> HealthError {
    let key = zip(columns, row).map { "\($0.name) \($1)" }.joined(separator: ", ")
    return HealthError(
      .damaged, store,
      "found a value that does not fit the column '\(column)' of the table '\(name)' (\(key)), expected \(expected)"
    )
  }
}
