import HealthModel
import HealthStore

/// Looks up stored samples by their identity.
final class IdentityLookup {
  struct Row {
    let change: Int64
    let ordinal: UInt32
    let digest: UInt64
    let uuid: SampleUUID?
  }

  private let connection: Connection
  private let one: Statement
  private let some: Statement

  /// How many rows of one identity are compared for one sample while a file is read. More are rare; comparing them all
  /// would take time that grows with the square of their number.
  static let limit = 16

  init(_ connection: Connection) throws(HealthError) {
    self.connection = connection
    let columns =
      "change, ordinal, digest, start_offset, end_offset, creation_offset, device_address, uuid"
    one = try connection.statement(
      "SELECT \(columns) FROM sample WHERE id = ? AND ordinal = ? AND parent IS NULL")
    some = try connection.statement(
      "SELECT \(columns) FROM sample WHERE id = ? AND parent IS NULL ORDER BY ordinal")
  }

  func row(_ id: SampleID, _ ordinal: UInt32) throws(HealthError) -> Row? {
    one.bind(1, id)
    one.bind(2, Int64(ordinal))
    defer { one.reset() }
    return try one.step() ? Self.row(one) : nil
  }

  /// The first rows of an identity, by their ordinals.
  ///
  /// - Parameter body: Receives each row, and returns whether the next is wanted.
  func rows(
    _ id: SampleID, limit: Int = IdentityLookup.limit,
    _ body: (Row) throws(HealthError) -> Bool
  ) throws(HealthError) {
    some.bind(1, id)
    defer { some.reset() }
    var count = 0
    while count < limit, try some.step() {
      if try !body(Self.row(some)) { return }
      count += 1
    }
  }

  func ordinal(of change: Int64) throws(HealthError) -> UInt32 {
    let found = try connection.rows(
      "SELECT ordinal FROM sample WHERE change = $1", [.integer(change)], as: [.integer])
    return UInt32(clamping: found.first?[0].integer ?? 0)
  }

  func setOrdinal(_ ordinal: UInt32, of change: Int64) throws(HealthError) {
    try connection.run(
      "UPDATE sample SET ordinal = $1 WHERE change = $2",
      [.integer(Int64(ordinal)), .integer(change)])
  }

  private static func row(_ statement: Statement) -> Row {
    Row(
      change: statement.integer(0), ordinal: UInt32(clamping: statement.integer(1)),
      digest: statement.digest(2),
      uuid: statement.isNull(7) ? nil : statement.id(7).map { SampleUUID($0) })
  }
}

extension Sample {
  /// The type's identifier; of an element that is not known, its name.
  var typeIdentifier: String {
    if case .unknown(let element) = self { return element.name }
    return header?.descriptor.type.identifier ?? ""
  }
}

/// A Bloom filter of keys: it may report a key that was not added, but never misses one that was. So nearly all samples
/// need no lookup in the store.
///
/// A Bloom filter of lines of eight words, as long as one of the processor's cache. A key has a line, and a bit in each
/// word of it: one access to memory, and eight steps of which none waits for another (Putze, Sanders, Singler, Cache-,
/// Hash- and Space-Efficient Bloom Filters, 2007).
struct IdentityFilter {
  private var words: [UInt64]
  /// How many lines there are, a power of two.
  private let lineCount: Int
  /// The index in ``words`` of the first word of the filter, at the beginning of a cache line.
  private let first: Int
  /// Never used; it keeps the compiler from removing the reads.
  private var fetched: UInt64 = 0

  private static let wordsOfLine = 8

  /// A filter of 2^`bits` bits.
  ///
  /// - Parameter bits: At least 9. With 26 (8 MiB), not one of a million keys is a false positive, some hundred of
  ///   three million, and one of twenty where there are ten million.
  init(bits: Int) {
    lineCount = 1 &<< (bits - 9)
    words = Array(repeating: 0, count: (lineCount + 1) * Self.wordsOfLine)
    let address = unsafe words.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
    first = (0 &- address / 8) & (Self.wordsOfLine - 1)
  }

  /// Reads the cache lines of keys together, so that their memory latencies overlap. Adding them one by one is then
  /// fast.
  mutating func fetch(_ keys: [SampleKey]) {
    var bits: UInt64 = 0
    for key in keys { bits |= words[place(key.id, key.ordinal).line] }
    fetched = bits
  }

  ///
  /// - Returns: Whether it occurred before, maybe.
  mutating func insert(_ id: SampleID, _ ordinal: UInt32 = 0) -> Bool {
    let (line, bits) = place(id, ordinal)
    var words = words.mutableSpan
    var isMet: UInt64 = 1
    for index in 0..<Self.wordsOfLine {
      let bit = Self.bit(index, of: bits)
      let word = words[line &+ index]
      isMet &= word &>> bit
      words[line &+ index] = word | 1 &<< bit
    }
    return isMet == 1
  }

  /// Whether the key may have been added: a false positive is possible.
  func contains(_ id: SampleID, _ ordinal: UInt32 = 0) -> Bool {
    let (line, bits) = place(id, ordinal)
    return (0..<Self.wordsOfLine).allSatisfy {
      words[line &+ $0] &>> Self.bit($0, of: bits) & 1 == 1
    }
  }

  /// Which of the 64 bits of a word of the line.
  @inline(__always)
  private static func bit(_ index: Int, of bits: UInt64) -> UInt64 {
    bits &>> UInt64(truncatingIfNeeded: 6 &* index) & 63
  }

  /// Identities are hashes, so their bits are used without hashing them again.
  @inline(__always)
  private func place(_ id: SampleID, _ ordinal: UInt32) -> (line: Int, bits: UInt64) {
    let high = id.high &+ UInt64(ordinal) &* 0x9e37_79b9_7f4a_7c15
    let low = id.low ^ UInt64(ordinal) &* 0xa076_1d64_78bd_642f
    let line = Int(truncatingIfNeeded: high) & (lineCount &- 1)
    return (first &+ line &* Self.wordsOfLine, low)
  }
}

/// Reads the facts that decide between a stored sample and another version of it.
struct StoredSamples {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// The version of a sample; `nil` without a sync identifier.
  func version(of change: Int64) throws(HealthError) -> SyncVersion? {
    try connection.rows(
      "SELECT \(StoreContents.syncVersion(of: "sample")) FROM sample WHERE change = $1",
      [.integer(change)], as: [.integer]
    ).first?[0].integer.map { SyncVersion($0) }
  }

  func hasKey(_ key: MetadataKey) throws(HealthError) -> Bool {
    try !connection.rows(
      "SELECT number FROM metadata_key WHERE name = $1", [.text(key.identifier)], as: [.integer]
    ).isEmpty
  }

  /// The identifier of the type of a sample.
  func type(of change: Int64) throws(HealthError) -> String {
    try connection.rows(
      """
      SELECT t.identifier FROM sample AS s JOIN series AS r ON r.number = s.series
      JOIN type AS t ON t.number = r.type WHERE s.change = $1
      """, [.integer(change)], as: [.text]
    ).first?[0].text ?? ""
  }
}

extension Statement {
  /// The digest without its seal, of a digest, the three offsets and the address from a column on.
  func digest(_ column: Int) -> UInt64 {
    // A value that is absent is 0 to SQLite.
    let seal = SampleRow.seal(
      integer(column + 1), integer(column + 2), integer(column + 3), integer(column + 4))
    return UInt64(bitPattern: integer(column) ^ seal)
  }
}
