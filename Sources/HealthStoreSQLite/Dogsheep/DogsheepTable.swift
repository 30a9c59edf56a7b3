import HealthBytes
import HealthFormats
import HealthModel
import HealthStore

/// A table of the database and the statement that fills it. Columns are added as keys occur.
final class DogsheepTable {
  /// A column as a table begins with it.
  struct Column {
    let name: String
    /// Its type and constraints in SQL.
    let declaration: String

    static func text(_ name: String) -> Column { Column(name: name, declaration: "TEXT") }
    /// Stores numbers as numbers and other texts as text. Arithmetic gives the same results as with the texts of
    /// healthkit-to-sqlite; comparisons are numeric instead of alphabetic.
    static func number(_ name: String) -> Column { Column(name: name, declaration: "NUMERIC") }
    static func integer(_ name: String) -> Column { Column(name: name, declaration: "INTEGER") }
    /// The number of the row, which SQLite gives.
    static let id = Column(name: "id", declaration: "INTEGER PRIMARY KEY")

    fileprivate var isGiven: Bool { declaration == Self.id.declaration }
  }

  let name: String
  /// Its columns but for the number of the row, in order.
  private(set) var columns: [String]
  /// The origin whose texts are bound.
  private var origin: DogsheepOrigin?
  private let database: DogsheepDatabase
  private var statement: Statement?
  /// The columns bound for the last row, and for each column the row it was bound for last.
  private var bound: [Int] = []
  private var stamps: [Int]
  private var row = 0
  private var places: [String: Int] = [:]
  private var attributePlaces: [String: Int] = [:]
  private var metadataPlaces: [String: Int] = [:]
  /// The names that are taken; SQLite does not tell capitals apart.
  private var taken: Set<String>
  private var added = 0

  /// How many columns may be added to a table; SQLite allows 2,000 and reads them in order.
  private static let mostAdded = 300
  /// How long a name may be, in bytes.
  static let longestName = 200
  /// Where metadata go that have no column.
  static let otherMetadata = "metadata_other"
  /// Where everything goes that has no other place.
  static let extras = "extras"
  /// Names of columns of our own, which nothing else may take before they are there.
  private static let reserved = Set(
    [
      "id", "type", otherMetadata, extras, "beats", "zoneGroups", "sourceProductType",
      "sourceOperatingSystemVersion",
    ].map(\.loweredASCII) + DogsheepHeaderColumn.allCases.map(\.rawValue.loweredASCII))

  init(_ name: String, _ columns: [Column], in database: DogsheepDatabase) throws(HealthError) {
    self.name = name
    self.database = database
    self.columns = columns.filter { !$0.isGiven }.map(\.name)
    stamps = Array(repeating: 0, count: self.columns.count)
    taken = Set(columns.map { $0.name.loweredASCII })
    taken.formUnion(Self.reserved)
    for (place, column) in self.columns.enumerated() { places[column] = place }
    let list = columns.map { "\($0.name.quoted) \($0.declaration)" }.joined(separator: ", ")
    try database.connection.run("CREATE TABLE \(name.quoted) (\(list))")
  }

  /// The place of the column of an attribute that has no field; it is added if the table does not have it.
  ///
  /// - Parameter name: The attribute's name; that of a field, if its value is not what the field takes.
  /// - Returns: The place; `nil` for a name that cannot be a column's, and when there are too many.
  func placeOfAttribute(_ name: String) throws(HealthError) -> Int? {
    if let place = attributePlaces[name] { return place }
    if let place = places[name], name != "id" { return place }
    let place = try add(name)
    if let place { attributePlaces[name] = place }
    return place
  }

  /// The place of a column that every table may have.
  func addedColumnIndex(named name: String) throws(HealthError) -> Int {
    if let place = places[name] { return place }
    let place = try append(name)
    places[name] = place
    return place
  }

  /// The place of the column of a key; it is added if the table does not have it.
  func place(ofKey key: String) throws(HealthError) -> Int? {
    if let place = metadataPlaces[key] { return place }
    let place = try add("metadata_\(key)")
    if let place { metadataPlaces[key] = place }
    return place
  }

  private func add(_ wanted: String) throws(HealthError) -> Int? {
    guard added < Self.mostAdded, database.mayAddColumn, wanted.isFitForName else { return nil }
    var name = wanted
    var number = 1
    while taken.contains(name.loweredASCII) {
      number += 1
      name = "\(wanted)_\(number)"
    }
    added += 1
    database.addedColumns += 1
    if name != wanted {
      try database.noteRenaming(table: self.name, column: name, wanted: wanted)
    }
    return try append(name)
  }

  private func append(_ name: String) throws(HealthError) -> Int {
    taken.insert(name.loweredASCII)
    try database.connection.run("ALTER TABLE \(self.name.quoted) ADD COLUMN \(name.quoted) TEXT")
    columns.append(name)
    stamps.append(0)
    forgetStatement()
    return columns.count - 1
  }

  /// Lets go of the statement; the next row makes another.
  func forgetStatement() {
    statement = nil
    origin = nil
    bound = []
  }

  // MARK: Rows

  /// Adds a row. Columns without a value are empty.
  @discardableResult
  func insert(_ values: DogsheepRow, _ origin: DogsheepOrigin? = nil) throws(HealthError) -> Int64 {
    let statement = if let statement { statement } else { try prepare() }
    if self.origin !== origin {
      // Of the last one, columns may be bound that this one does not have.
      self.origin?.clearBindings(of: statement)
      origin?.bind(to: statement)
      self.origin = origin
    }
    row &+= 1
    try values.texts.withBytes { (texts) throws(HealthError) in
      try unsafe texts.withUnsafeBytes { (texts) throws(HealthError) in
        for (column, value) in values.cells {
          stamps[column] = row
          switch value {
          case .integer(let value): statement.bind(column + 1, value)
          case .real(let value): statement.bind(column + 1, value)
          case .text(let range):
            unsafe statement.bind(column + 1, text: UnsafeRawBufferPointer(rebasing: texts[range]))
          case .bytes(let range):
            unsafe statement.bind(column + 1, bytes: UnsafeRawBufferPointer(rebasing: texts[range]))
          }
        }
        for column in bound where stamps[column] != row { statement.bindNull(column + 1) }
        try statement.run()
      }
    }
    bound.removeAll(keepingCapacity: true)
    for cell in values.cells { bound.append(cell.column) }
    return database.connection.lastRow
  }

  private func prepare() throws(HealthError) -> Statement {
    let names = columns.map(\.quoted).joined(separator: ", ")
    let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let new = try Statement(
      "INSERT INTO \(name.quoted) (\(names)) VALUES (\(marks))", database.connection)
    statement = new
    return new
  }
}

extension String {
  /// The text as a name in SQL.
  var quoted: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// The text with the capitals that SQLite does not tell from small letters made small.
  var loweredASCII: String {
    String(decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }

  /// Whether SQL can have it as a name, and people would want it.
  var isFitForName: Bool {
    utf8.count <= DogsheepTable.longestName && !utf8.contains(0)
  }
}

/// The columns of a structure, one for each field but nested samples, with lists as JSON.
extension Sample.Field {
  /// The column of the field; `nil` for nested samples, which are rows.
  var dogsheepColumn: DogsheepTable.Column? {
    switch value {
    case .number: .number(name)
    case .bytes: DogsheepTable.Column(name: name, declaration: "BLOB")
    case .date, .text, .metadata, .numbers, .list, .sideFile: .text(name)
    case .samples: nil
    }
  }
}

extension DogsheepRow {
  /// Fills the columns of fields. Empty values have no cell.
  func add(_ fields: [Sample.Field], from first: Int) {
    let fields = fields.lazy.filter { $0.dogsheepColumn != nil }
    for (place, field) in zip(first..., fields) where !field.isEmpty {
      switch field.value {
      case .number(let number): add(place, number)
      case .date(let date): if let date { add(place, date) }
      case .text(let text): add(place, text)
      case .bytes(let bytes): add(place, bytes: bytes)
      case .metadata(let metadata): add(place) { $0.object(metadata.entries) }
      case .numbers(let numbers): add(place) { $0.list(numbers) }
      case .list(let list): add(place) { $0.list(list) }
      case .sideFile(let file): add(place) { $0.object(file[0]) }
      case .samples: break
      }
    }
  }
}

/// What records of one descriptor have in common: their table, and texts that stay bound while it does not
/// change.
@safe
final class DogsheepOrigin {
  /// Where its records go.
  let table: DogsheepTable
  /// The device's text up to the address and after it; empty where there is no device.
  let beforeAddress: [UInt8]
  let behindAddress: [UInt8]
  /// The device's text for a record without an address.
  let device: String?
  /// Columns of texts, and where these are.
  private let cells: [(column: Int, range: Range<Int>)]
  private let storage: UnsafeMutableRawBufferPointer

  /// Keeps the texts of a descriptor.
  ///
  /// - Parameter texts: The texts, each with the place of its column.
  init(_ descriptor: SampleDescriptor, _ table: DogsheepTable, _ texts: [(Int, String)]) {
    self.table = table
    device = descriptor.device?.text(address: nil)
    let prefix = Array("<<HKDevice: 0x".utf8)
    beforeAddress = prefix
    behindAddress = Array(
      (descriptor.device?.text(address: 0).utf8.dropFirst(prefix.count + 1)).map(Array.init) ?? [])
    var cells: [(Int, Range<Int>)] = []
    var bytes: [UInt8] = []
    for (column, text) in texts {
      let start = bytes.count
      bytes += text.utf8
      cells.append((column, start..<bytes.count))
    }
    self.cells = cells
    unsafe storage = .allocate(byteCount: max(1, bytes.count), alignment: 1)
    unsafe storage.copyBytes(from: bytes)
  }

  deinit { unsafe storage.deallocate() }

  /// Binds the texts, which stay where they are while this lives.
  func bind(to statement: Statement) {
    for (column, range) in cells {
      unsafe statement.bind(column + 1, text: UnsafeRawBufferPointer(rebasing: storage[range]))
    }
  }

  func clearBindings(of statement: Statement) {
    for (column, _) in cells { statement.bindNull(column + 1) }
  }
}
