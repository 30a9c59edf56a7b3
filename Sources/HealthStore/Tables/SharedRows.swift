import HealthBytes
import HealthFormats
import HealthModel

/// Rows of the tables that others refer to by number. What refers to the same row shares its texts, which may have
/// megabytes.
///
/// Memory is fixed: the texts of the rows in it have ``most`` bytes, and all are forgotten when one more would exceed that.
final class SharedRows {
  /// The table and the number of a row.
  private struct Key: Hashable {
    let table: Int
    let number: Int64
  }

  private let lookup: any RowLookup
  let store: String
  private var rows: [Key: [StoreValue]] = [:]
  private var bytes = 0
  /// Bytes of texts that rows repeat by reference, and the most of them; see ``Limits/ratio``.
  private var text: Int64 = 0
  private var mostText = RatioGuard.allowance
  private var hasSize = false

  /// As much as the longest row of a database.
  private static var most: Int { Limits.databaseRow.value }
  private static var mostRows: Int { 1 << 12 }

  init(_ lookup: any RowLookup, store: String) {
    self.lookup = lookup
    self.store = store
  }

  func row(_ number: Int64, of table: StoreTable) throws(HealthError) -> [StoreValue] {
    let key = Key(table: table.index, number: number)
    if let row = rows[key] { return row }
    let row = try lookup.row(number, of: table)
    guard row.count == table.columns.count - 1 else {
      throw HealthError(
        .damaged, store, "found a row of the table '\(table.name)' with other columns")
    }
    let size = row.textBytes
    // Rows without texts are read once.
    if size == 0 { return row }
    if bytes + size > Self.most || rows.count == Self.mostRows {
      rows.removeAll()
      bytes = 0
    }
    rows[key] = row
    bytes += size
    return row
  }

  /// Counts text that is read again because something refers to it.
  @inline(__always)
  func count(_ bytes: Int) throws(HealthError) {
    text &+= Int64(bytes)
    if text > mostText { try checkText() }
  }

  /// Compares the text with the size of the store, which is looked up once.
  @inline(never)
  private func checkText() throws(HealthError) {
    if !hasSize { mostText = RatioGuard.mostText(of: try lookup.size()) }
    hasSize = true
    if text > mostText { throw .expansion(of: store) }
  }
}

extension HealthError {
  /// The error about a store whose samples share more text than ``Limits/ratio`` allows.
  static func expansion(of store: String) -> HealthError {
    let error = RatioGuard.excess(store)
    return HealthError(.damaged, store, error.message, cause: error)
  }
}

extension [StoreValue] {
  /// Bytes of its texts.
  package var textBytes: Int {
    reduce(0) { $0 + ($1.text?.utf8.count ?? 0) }
  }
}

extension SharedRows {
  func type(_ number: Int64) throws(HealthError) -> (kind: SampleKind, identifier: String) {
    let row = try row(number, of: .type)
    guard let kind = row[0].text.flatMap({ SampleKind(rawValue: $0) }), let identifier = row[1].text
    else {
      throw HealthError(
        .damaged, store, "found a row of the table 'type' without a kind that is known")
    }
    return (kind, identifier)
  }
}

/// The values with numbers in a database that were used last, in fixed memory: found by a hash, compared whole.
struct NumberedSlots<Value: Equatable> {
  private var slots: [(hash: UInt64, value: Value, number: Int64)?]

  /// Room for some, a power of two.
  init(count: Int) {
    slots = Array(repeating: nil, count: count)
  }

  /// The number of a value, if it is in memory.
  ///
  /// - Parameter hash: A hash of its bytes. It differs for texts that are equal in Swift but have different bytes.
  @inline(__always)
  func number(of value: Value, hash: UInt64) -> Int64? {
    let slot = Int(truncatingIfNeeded: hash) & (slots.count &- 1)
    guard let met = slots[slot], met.hash == hash, met.value == value else { return nil }
    return met.number
  }

  mutating func keep(_ number: Int64, of value: Value, hash: UInt64) {
    slots[Int(truncatingIfNeeded: hash) & (slots.count &- 1)] = (hash, value, number)
  }
}

/// What belongs to the numbers met last, in fixed memory.
struct ValueSlots<Value> {
  private var slots: [(number: Int64, value: Value)?]

  /// Room for some, a power of two.
  init(count: Int) {
    slots = Array(repeating: nil, count: count)
  }

  subscript(number: Int64) -> Value? {
    @inline(__always) get {
      let slot = Int(truncatingIfNeeded: number) & (slots.count &- 1)
      guard let met = slots[slot], met.number == number else { return nil }
      return met.value
    }
    set {
      slots[Int(truncatingIfNeeded: number) & (slots.count &- 1)] = newValue.map { (number, $0) }
    }
  }
}
