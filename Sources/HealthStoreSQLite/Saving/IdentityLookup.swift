import HealthModel
import HealthStore

/// Looks up stored samples by their identity.
final class IdentityLookup {
  /// A stored sample.
  struct Row {
    let change: Int64
    let ordinal: UInt32
    let digest: UInt64
    /// Whether there may be more rows, which are not looked at.
    var isLast = false
  }

  private let connection: Connection
  private let one: Statement
  private let some: Statement

  /// How many rows of one identity are looked at for one sample. More are seldom; matching them all would take time
  /// that grows with the square of their number.
  static let limit = 16

  init(_ connection: Connection) throws(StoreError) {
    self.connection = connection
    let columns =
      "change, ordinal, digest, start_offset, end_offset, creation_offset, device_address"
    one = try connection.statement(
      "SELECT \(columns) FROM sample WHERE id = ? AND ordinal = ? AND parent IS NULL")
    some = try connection.statement(
      "SELECT \(columns) FROM sample WHERE id = ? AND parent IS NULL ORDER BY ordinal")
  }

  /// The row of a key.
  func row(_ id: SampleID, _ ordinal: UInt32) throws(StoreError) -> Row? {
    one.bind(1, id)
    one.bind(2, Int64(ordinal))
    defer { one.reset() }
    return try one.step() ? Self.row(one) : nil
  }

  /// The first rows of an identity, by their ordinals.
  ///
  /// - Parameters:
  ///   - limit: How many rows at most; one more only says that there are more.
  ///   - body: Gets each row, and returns whether the next is wanted.
  func rows(
    _ id: SampleID, limit: Int = IdentityLookup.limit, _ body: (Row) -> Bool
  ) throws(StoreError) {
    some.bind(1, id)
    defer { some.reset() }
    var count = 0
    while try some.step() {
      count += 1
      var row = Self.row(some)
      row.isLast = count > limit
      if !body(row) || row.isLast { return }
    }
  }

  /// The first ordinal behind all of an identity.
  func freeOrdinal(_ id: SampleID) throws(StoreError) -> UInt32 {
    let last = try connection.rows(
      "SELECT max(ordinal) FROM sample WHERE id = $1 AND parent IS NULL", [.id(id)], as: [.integer])
    return UInt32(clamping: (last.first?[0].integer ?? -1) + 1)
  }

  /// The ordinal of a sample.
  func ordinal(of change: Int64) throws(StoreError) -> UInt32 {
    let found = try connection.rows(
      "SELECT ordinal FROM sample WHERE change = $1", [.integer(change)], as: [.integer])
    return UInt32(clamping: found.first?[0].integer ?? 0)
  }

  /// Gives a sample another ordinal.
  func setOrdinal(_ ordinal: UInt32, of change: Int64) throws(StoreError) {
    try connection.run(
      "UPDATE sample SET ordinal = $1 WHERE change = $2",
      [.integer(Int64(ordinal)), .integer(change)])
  }

  private static func row(_ statement: Statement) -> Row {
    Row(
      change: statement.integer(0), ordinal: UInt32(clamping: statement.integer(1)),
      digest: statement.digest(2))
  }
}

extension Sample {
  /// The type's identifier; of an element that is not known, its name.
  var typeIdentifier: String {
    if case .unknown(let element) = self { return element.name }
    return header?.descriptor.type.identifier ?? ""
  }
}
