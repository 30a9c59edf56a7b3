import HealthBytes
import HealthModel
import HealthParquet

/// A row of a table's file of Parquet.
struct ParquetTableRow: TableRow, ~Copyable {
  private let file: ParquetTableReader
  /// What messages call the file.
  private let name: String
  private let table: DatasetTable
  /// The columns of the table; `nil` for those that the file does not have.
  private let cells: [ParquetColumnReader?]
  /// The offsets of the dates, by the columns of the table.
  private let offsets: [ParquetColumnReader?]
  private let decimals: ParquetColumnReader?
  private let extras: ParquetColumnReader?
  /// The columns whose texts are counted.
  private let texts: [ParquetColumnReader]
  private var descriptors: ParquetDescriptors
  /// The rows at hand: their number, the bytes of the texts that they have in common, the columns of the others.
  private var batch = 0
  private var commonLength = 0
  private var varyingTexts: [ParquetColumnReader] = []
  /// The columns of the file that are not known.
  let unknownColumns: [String]
  /// The texts of numbers that their columns do not give back, by field.
  private var spelled: [(field: String, text: String)]

  init(_ table: DatasetTable, _ file: ParquetTableReader, name: String) throws(FormatError) {
    let layout = ParquetLayout(table)
    var cells: [ParquetColumnReader?] = []
    var offsets: [ParquetColumnReader?] = []
    let place = Place(file: name)
    func open(_ column: ParquetColumn) throws(FormatError) -> ParquetColumnReader? {
      do throws(ByteError) { return try file.open(column.name, column.kind) } catch {
        throw FormatError(error, place: place)
      }
    }
    for column in table.columns {
      let cell = try open(ParquetColumn(column))
      if cell == nil, ["n", "parent", "type", "element", "key", "value"].contains(column.name) {
        throw FormatError(
          .malformed, rule: "missing-column", place: place,
          "found no column '\(column.name)' in the file")
      }
      cells.append(cell)
      offsets.append(column.type == .date ? try open(ParquetLayout.offset(of: column.name)) : nil)
    }
    let decimals = layout.hasDecimals ? try open(ParquetLayout.decimals) : nil
    let extras = layout.addsExtras ? try open(ParquetLayout.extras) : nil
    let known = Set(layout.columns.map(\.name))
    unknownColumns = file.columns.filter { !known.contains($0) }
    texts = zip(table.columns, cells).compactMap { column, cell in
      switch column.type {
      case .text, .json, .bytes, .shared: cell
      default: nil
      }
    }
    let origin = table.columns.firstIndex { $0.type == .shared && $0.name != "type" } ?? 0
    descriptors = ParquetDescriptors(
      type: cells.count > 2 ? cells[2] : nil,
      table.origin.enumerated().map { ($1, cells[origin + $0]) })
    spelled = []
    self.decimals = decimals
    self.extras = extras
    self.cells = cells
    self.offsets = offsets
    self.table = table
    self.file = file
    self.name = name
  }

  /// Bytes of the file's pages that were read.
  var consumed: Int64 { file.consumed }
  var size: Int64 { file.size }

  mutating func next(_ column: Int) throws(FormatError) -> Int64? {
    try next() ? count(column) : nil
  }

  mutating func next() throws(FormatError) -> Bool {
    if !spelled.isEmpty { spelled.removeAll() }
    do throws(ByteError) {
      guard try file.next() else { return false }
    } catch {
      throw FormatError(error, place: Place(file: name, line: Int(clamping: file.count)))
    }
    if file.batches != batch { beginBatch() }
    return true
  }

  private mutating func beginBatch() {
    batch = file.batches
    commonLength = 0
    varyingTexts.removeAll(keepingCapacity: true)
    for reader in texts {
      guard let entry = reader.commonEntry else {
        varyingTexts.append(reader)
        continue
      }
      if entry >= 0 { commonLength += reader.byteCount(file.row) }
    }
    descriptors.beginBatch()
  }

  var length: Int {
    var count = commonLength
    for reader in varyingTexts where reader.hasValue(file.row) {
      count &+= reader.byteCount(file.row)
    }
    return count
  }

  var originCount: Int { table.origin.count }

  /// The row, counted from 1; files of Parquet have no lines.
  func place(column: Int) -> Place { Place(file: name, line: Int(clamping: file.count)) }

  func error(_ rule: String, column: Int, _ message: String) -> FormatError {
    FormatError(.malformed, rule: rule, place: place(column: column), message)
  }

  // MARK: Cells

  /// The column, if the row has a value in it.
  @inline(__always)
  private func cell(_ column: Int) -> ParquetColumnReader? {
    guard let reader = cells[column], reader.hasValue(file.row) else { return nil }
    return reader
  }

  func hasValue(_ column: Int) -> Bool { cell(column) != nil }

  func text(_ column: Int) throws(FormatError) -> String? {
    guard let reader = cell(column) else { return nil }
    guard let text = reader.text(file.row) else { throw notUTF8(column) }
    return text
  }

  private func notUTF8(_ column: Int) -> FormatError {
    error("malformed-utf8", column: column, "found bytes that are not UTF-8")
  }

  func value<Value>(
    _ column: Int, _ cache: inout TextCache<Value>, _ make: (String) -> Value
  ) throws(FormatError) -> Value? {
    guard let reader = cell(column) else { return nil }
    let known = reader.withBytes(file.row) { cache.value(0..<$0.count, in: $0) }
    if let known { return known }
    guard let text = reader.text(file.row) else { throw notUTF8(column) }
    let value = make(text)
    reader.withBytes(file.row) { cache.keep(value, for: 0..<$0.count, in: $0) }
    return value
  }

  func bytes(_ column: Int) throws(FormatError) -> [UInt8]? {
    guard let reader = cell(column) else { return nil }
    return reader.withBytes(file.row) { bytes in
      var buffer = ByteBuffer(capacity: bytes.count)
      buffer.append(bytes)
      return buffer.bytes
    }
  }

  func count(_ column: Int) throws(FormatError) -> Int64 {
    guard let reader = cell(column) else {
      throw error(
        "missing-value", column: column,
        "found an empty cell in the column \(table.columns[column].name)"
      )
    }
    let value = Int64(bitPattern: reader.word(file.row))
    guard value >= 0, value < 1_000_000_000_000_000_000 else {
      throw error(
        "malformed-number", column: column,
        "found a number that does not fit the type of the column \(table.columns[column].name)")
    }
    return value
  }

  func number(_ column: Int) throws(FormatError) -> Number? {
    guard let reader = cell(column) else { return nil }
    let value = Double(bitPattern: reader.word(file.row))
    if let decimals, decimals.hasValue(file.row),
      let number = Number(
        real: value,
        decimals: Int(truncatingIfNeeded: Int64(bitPattern: decimals.word(file.row))))
    {
      return number
    }
    let spelled = try extras == nil ? self.spelled : plainSpelled()
    guard !spelled.isEmpty,
      let text = spelled.first(where: { $0.field == table.columns[column].name })?.text,
      let exact = Number(text), exact.doubleValue == value
    else {
      // Numbers beyond the range of `Double` are infinite in the column, and have their text.
      guard value.isFinite else {
        throw error(
          "malformed-number", column: column,
          "found no number in the column \(table.columns[column].name)")
      }
      return Number(real: value)
    }
    return exact
  }

  /// What a row of a table without structures has no column for.
  private func plainSpelled() throws(FormatError) -> [(field: String, text: String)] {
    guard let extras, extras.hasValue(file.row) else { return [] }
    let reader = ExtrasReader()
    return try json(extras, 0) { (text) throws(JSONFault) in try reader.extras(text) }.spelled
  }

  mutating func date(
    _ column: Int, _ field: String, _ rest: ExtrasText
  ) throws(FormatError) -> Timestamp? {
    guard let reader = cell(column), case .timestamp(let units) = reader.column.kind else {
      return nil
    }
    let value = Int64(bitPattern: reader.word(file.row))
    var offset: Int64 = 0
    if let offsets = offsets[column], offsets.hasValue(file.row) {
      offset = Int64(bitPattern: offsets.word(file.row))
    }
    if !rest.spelled.isEmpty, units == 1_000_000,
      let exact = rest.spelling(of: field).flatMap({ Timestamp($0) }),
      exact.microseconds == value, Int64(exact.offsetMinutes) == offset
    {
      return exact
    }
    var seconds = value / units
    var part = value % units
    if part < 0 {
      part += units
      seconds -= 1
    }
    // The offsets that texts can have, and with them the years 1 to 9999.
    guard -1_439...1_439 ~= offset, -62_135_596_800...253_402_300_799 ~= seconds &+ offset &* 60
    else {
      throw error(
        "malformed-date", column: column,
        "found a date that does not fit the type of the column \(table.columns[column].name)")
    }
    return Timestamp(
      secondsSince1970: seconds, nanoseconds: Int32(part * (1_000_000_000 / units)),
      offsetMinutes: Int16(offset))
  }

  mutating func rest(_ reader: ExtrasReader) throws(FormatError) -> ExtrasText {
    let column = table.columns.count - 1
    guard let cell = cell(column) else { return ExtrasText() }
    let rest = try json(cell, column) { (text) throws(JSONFault) in try reader.extras(text) }
    spelled = rest.spelled
    return rest
  }

  func json<Result>(
    _ column: Int, _ read: (Span<UInt8>) throws(JSONFault) -> Result
  ) throws(FormatError) -> Result {
    guard let cell = cell(column) else {
      throw error("missing-value", column: column, "found an empty cell in a column of JSON text")
    }
    return try json(cell, column, read)
  }

  private func json<Result>(
    _ cell: ParquetColumnReader, _ column: Int,
    _ read: (Span<UInt8>) throws(JSONFault) -> Result
  ) throws(FormatError) -> Result {
    do throws(JSONFault) {
      return try cell.withBytes(file.row) { (text) throws(JSONFault) in
        guard ByteScan.validateUTF8(text, from: 0, to: text.count) == nil else {
          throw JSONFault(
            offset: 0, rule: "malformed-utf8", message: "found bytes that are not UTF-8")
        }
        return try read(text)
      }
    } catch {
      throw self.error(error.rule, column: column, error.message)
    }
  }

  // MARK: Samples

  var identity: String? { storedID?.description }

  func isIdentity(_ id: SampleID) -> Bool { storedID.map { $0 == id } ?? true }

  private var storedID: SampleID? {
    cell(1)?.withBytes(file.row) { bytes in
      guard let high = ByteScan.word(bytes, at: 0), let low = ByteScan.word(bytes, at: 8) else {
        return nil
      }
      return SampleID(high: high.byteSwapped, low: low.byteSwapped)
    }
  }

  mutating func header(
    _ kind: SampleKind, originColumn: Int, _ rest: ExtrasText, hasOwnDates: Bool
  ) throws(FormatError) -> SampleHeader {
    let address = cell(originColumn + originCount)?.word(file.row)
    let ordinal = cell(originColumn + originCount + 1)?.word(file.row) ?? 0
    let start = try date(3, "startDate", rest)
    let end = try date(4, "endDate", rest)
    if hasOwnDates, start == nil || end == nil {
      let name = start == nil ? "start" : "end"
      throw error("missing-value", column: 3, "found an empty cell in the column \(name)")
    }
    let created = try date(5, "creationDate", rest)
    guard cell(2) != nil else {
      throw error("missing-value", column: 2, "found an empty cell in the column type")
    }
    guard
      let descriptor = descriptors.descriptor(
        kind, file.row, hasAddress: address != nil, hasDevice: rest.hasDevice)
    else { throw notUTF8(2) }
    let none = Timestamp(secondsSince1970: 0)
    return SampleHeader(
      descriptor: descriptor, start: start ?? none, end: end ?? none, created: created,
      deviceAddress: address, extras: rest.extras, ordinal: UInt32(truncatingIfNeeded: ordinal))
  }
}
