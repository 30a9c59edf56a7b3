import HealthBytes
import HealthFormats
import HealthModel
import HealthStore

/// A database file that is being made: one connection, one transaction.
///
/// No other process uses the file before it is complete, and an incomplete one is removed: so there is no journal, and
/// only the end waits for the disk.
final class DogsheepDatabase {
  let connection: Connection
  /// How many columns were added to tables.
  var addedColumns = 0

  /// How many columns may be added to all tables together: every program that opens the database reads them.
  private static let mostAddedColumns = 5_000

  /// Whether tables may have more columns.
  var mayAddColumn: Bool { addedColumns < Self.mostAddedColumns }

  /// Opens an existing, empty file.
  init(_ path: String, name: String) throws(HealthError) {
    connection = try Connection(path, name: name, isOwn: true)
    try connection.run("PRAGMA journal_mode = OFF")
    try connection.run("PRAGMA synchronous = OFF")
    try connection.run("PRAGMA locking_mode = EXCLUSIVE")
    // In KiB: what is written to many tables in turn is cached.
    try connection.run("PRAGMA cache_size = -16384")
    try connection.run("BEGIN")
  }

  /// Records that a column could not have the name of its content.
  func noteRenaming(table: String, column: String, wanted: String) throws(HealthError) {
    try connection.run(
      "CREATE TABLE IF NOT EXISTS renamed_columns (table_name TEXT, column_name TEXT, name TEXT)")
    let insert = try connection.statement("INSERT INTO renamed_columns VALUES (?, ?, ?)")
    for (index, text) in [table, column, wanted].enumerated() { insert.bind(index + 1, text) }
    try insert.run()
  }
}

/// What the tables of dogsheep cannot carry.
enum DogsheepLoss: Int, CaseIterable {
  case spellings, order

  /// The loss as the layout declares it.
  var loss: Loss {
    switch self {
    case .spellings:
      Loss(
        "spellings",
        "the text form of numbers: 72.50 becomes 72.5, and numbers of more than 17 digits are rounded"
      )
    case .order:
      Loss(
        "order",
        "the order of elements inside a sample where it is unusual, and the names that defects of "
          + "exports gave to attributes; the order of metadata is not counted")
    }
  }
}

/// The values of one row, put together before they are bound: their texts lie in one buffer, so that a row
/// costs no allocation.
final class DogsheepRow {
  /// What a column holds.
  enum Value {
    case integer(Int64)
    case real(Double)
    case text(Range<Int>)
    case bytes(Range<Int>)
  }

  /// The values, each with the place of its column.
  private(set) var cells: [(column: Int, value: Value)] = []
  private(set) var texts = ByteBuffer(capacity: 1 << 12)
  /// How many numbers so far are not spelled as SQLite would.
  private(set) var lostSpellings = 0

  /// How many structures so far had an order or names of their own.
  var lostOrders = 0

  /// The least number with more digits than a `Double` has for sure of what it was read from.
  private static let tooLong: UInt64 = 100_000_000_000_000_000

  func begin() {
    cells.removeAll(keepingCapacity: true)
    // A document was here: the memory of rarer kinds is freed.
    texts.removeAll(keepingCapacity: texts.count < 1 << 20)
  }

  @inline(__always)
  func add(_ column: Int, _ text: String) {
    append(column) { $0.append(utf8: text) }
  }

  /// Adds a text unless it is `nil`.
  func add(_ column: Int, _ text: String?) {
    if let text { add(column, text) }
  }

  func add(_ column: Int, _ value: Int64) {
    cells.append((column, .integer(value)))
  }

  /// Adds a date as an export writes it.
  @inline(__always)
  func add(_ column: Int, _ date: Timestamp) {
    append(column) { buffer in
      if let spelling = date.spelling {
        buffer.append(utf8: spelling.text)
      } else {
        buffer.append(date.text(.export))
      }
    }
  }

  @inline(__always)
  func add(_ column: Int, _ number: Number) {
    if number.exponent == 0, number.spelling == nil {
      cells.append((column, .integer(number.digits)))
      return
    }
    let isSpelledAlike =
      number.spelling == nil && number.digits % 10 != 0 && number.digits.magnitude < Self.tooLong
    if !isSpelledAlike { lostSpellings += 1 }
    cells.append((column, .real(number.doubleValue)))
  }

  /// Adds a number unless it is `nil`.
  func add(_ column: Int, _ number: Number?) {
    if let number { add(column, number) }
  }

  func add(_ column: Int, bytes: [UInt8]) {
    let start = texts.count
    texts.append(bytes)
    cells.append((column, .bytes(start..<texts.count)))
  }

  func add(_ column: Int, _ print: (inout DogsheepJSON) -> Void) {
    var json = DogsheepJSON()
    print(&json)
    lostOrders += json.lostOrders
    lostSpellings += json.lostSpellings
    json.buffer.withBytes { bytes in append(column) { $0.append(bytes) } }
  }

  /// Adds a text that is printed into the buffer.
  @inline(__always)
  func append(_ column: Int, _ print: (inout ByteBuffer) -> Void) {
    let start = texts.count
    print(&texts)
    cells.append((column, .text(start..<texts.count)))
  }
}

/// Prints structures as JSON, as healthkit-to-sqlite prints the events of a workout: attributes with the export's names
/// and their exact text as strings.
///
/// Points of routes are left out: they have a table.
struct DogsheepJSON: ~Copyable {
  var buffer = ByteBuffer(capacity: 1 << 10)
  private var needsComma = false
  /// How many structures had an order or names of their own, which are not printed.
  private(set) var lostOrders = 0
  /// How many numbers have a text form that JSON does not reproduce.
  private(set) var lostSpellings = 0

  mutating func list(_ structures: Sample.Structures) {
    items(structures.count, "[", "]") { $0.object(structures[$1]) }
  }

  mutating func object(_ structure: (fields: [Sample.Field], extras: Extras?)) {
    members { json in
      for field in structure.fields where !field.isEmpty { json.member(field) }
      if let extras = structure.extras { json.unknown(extras) }
    }
  }

  /// Prints what has no field: attributes as members, and content.
  mutating func unknown(_ extras: Extras) {
    if !extras.order.isEmpty || !extras.renamed.isEmpty { lostOrders += 1 }
    for attribute in extras.attributes { member(attribute.name, attribute.value) }
    // The line ends between elements mean nothing.
    let content = extras.content.filter { node in
      guard case .text(let text) = node else { return true }
      return !text.utf8.allSatisfy { [9, 10, 13, 32].contains($0) }
    }
    guard !content.isEmpty else { return }
    key("content")
    buffer.append(json: content)
  }

  /// Prints an object whose members a closure prints.
  mutating func members(_ print: (inout DogsheepJSON) -> Void) {
    let outer = needsComma
    needsComma = false
    buffer.append(UInt8(ascii: "{"))
    print(&self)
    buffer.append(UInt8(ascii: "}"))
    needsComma = outer
  }

  /// Prints metadata as an object; of a key that comes more than once, the values as a list.
  mutating func object(_ metadata: [MetadataEntry]) {
    members { json in
      for (index, entry) in metadata.enumerated() {
        let key = entry.key
        guard !metadata[..<index].contains(where: { $0.key == key }) else { continue }
        json.key(key.identifier)
        let values = metadata[index...].filter { $0.key == key }
        if values.count == 1 {
          json.buffer.append(json: entry.value)
        } else {
          json.items(values.count, "[", "]") { $0.buffer.append(json: values[$1].value) }
        }
      }
    }
  }

  mutating func list(_ beats: [QuantitySample.Beat]) {
    items(beats.count, "[", "]") { json, index in
      json.members { json in
        json.member("bpm", beats[index].bpm.description)
        json.member("time", beats[index].time)
      }
    }
  }

  private mutating func items(
    _ count: Int, _ open: StaticString, _ close: StaticString,
    _ print: (inout DogsheepJSON, Int) -> Void
  ) {
    buffer.append(open)
    for index in 0..<count {
      if index > 0 { buffer.append(", ") }
      print(&self, index)
    }
    buffer.append(close)
  }

  private mutating func key(_ name: String) {
    if needsComma { buffer.append(", ") }
    needsComma = true
    buffer.append(json: name)
    buffer.append(": ")
  }

  private mutating func member(_ name: String, _ text: String) {
    key(name)
    buffer.append(json: text)
  }

  /// Prints a field that is not empty. Nested samples are left out: only workouts have them, and they are rows.
  private mutating func member(_ field: Sample.Field) {
    switch field.value {
    case .number(let number?): member(field.name, number.description)
    case .date(let date?): member(field.name, date.description)
    case .text(let text?): member(field.name, text)
    case .bytes(let bytes):
      key(field.name)
      buffer.append(UInt8(ascii: "\""))
      buffer.append(base64: bytes.span)
      buffer.append(UInt8(ascii: "\""))
    case .metadata(let metadata):
      key(field.name)
      object(metadata.entries)
    case .numbers(let numbers):
      key(field.name)
      list(numbers)
    case .list(let structures) where structures.points == nil:
      key(field.name)
      list(structures)
    case .sideFile(let file):
      key(field.name)
      object(file[0])
    case .number, .date, .text, .list, .samples: break
    }
  }

  /// Prints numbers, which are for calculation: not as text, as attributes are.
  mutating func list(_ numbers: [Number]) {
    items(numbers.count, "[", "]") { json, index in
      if !numbers[index].isSpelledAsJSON { json.lostSpellings += 1 }
      json.buffer.append(json: numbers[index])
    }
  }
}
