import HealthBytes
import HealthModel
import HealthParquet

/// A row of the Parquet file of a table.
struct ParquetTableRow: ChunkRow, ~Copyable {
  private let file: ParquetTableReader
  private let table: DatasetTable
  /// The rows in memory. The columns of the table come first, then the offsets of its dates, then `decimals` and `extras`.
  private var batch: ParquetBatch
  /// The units per second of columns with instants, by the columns of the table; 0 for other columns.
  private let units: [Int64]
  private let hasDecimals: Bool
  private let hasExtras: Bool
  /// How many rows were read, including the current one.
  private var count: Int64 = 0
  /// The number of the last row to read.
  private var end: Int64 = .max
  private var descriptors: ParquetDescriptors
  /// The columns of the file that are not known.
  let unknownColumns: [String]
  /// The texts of numbers that their columns do not reproduce, by field.
  private var spelled: [(field: String, text: String)]

  init(_ table: DatasetTable, _ file: ParquetTableReader) throws(HealthError) {
    let layout = ParquetLayout(table)
    var cells: [ParquetColumnReader?] = []
    var offsets: [ParquetColumnReader?] = []
    func open(_ column: ParquetColumn) throws(HealthError) -> ParquetColumnReader? {
      do throws(HealthError) { return try file.open(column.name, column.kind) } catch {
        throw error.reading(at: error.place)
      }
    }
    for column in table.columns {
      let cell = try open(ParquetColumn(column))
      if cell == nil, DatasetVocabulary.requiredColumns.contains(column.name) {
        throw HealthError(
          .malformed, rule: "missing-column", place: Place(file: file.name),
          "found no column '\(column.name)', expected one of \(ParquetColumn(column).kind.title)")
      }
      cells.append(cell)
      offsets.append(column.type == .date ? try open(ParquetLayout.offset(of: column.name)) : nil)
    }
    let decimals = layout.hasDecimals ? try open(ParquetLayout.decimals) : nil
    let extras = layout.addsExtras ? try open(ParquetLayout.extras) : nil
    let known = Set(layout.columns.map(\.name))
    unknownColumns = file.columns.filter { !known.contains($0) }
    let texts = zip(table.columns, cells).compactMap { column, cell in
      switch column.type {
      case .text, .json, .bytes, .shared: cell
      default: nil
      }
    }
    let origin = table.columns.firstIndex { $0.type == .shared && $0.name != "type" } ?? 0
    descriptors = ParquetDescriptors(
      type: table.origin.isEmpty ? nil : cells[SampleColumn.type],
      table.origin.enumerated().map { ($1, cells[origin + $0]) })
    units = cells.map { cell in
      if case .timestamp(let units) = cell?.column.kind { units } else { 0 }
    }
    batch = ParquetBatch(cells + offsets + [decimals, extras], texts: texts)
    spelled = []
    hasDecimals = decimals != nil
    hasExtras = extras != nil
    self.table = table
    self.file = file
  }

  init(like row: borrowing ParquetTableRow, _ memory: ParquetMemory) {
    let (other, file) = (row.file, ParquetTableReader(like: row.file, memory: memory))
    batch = ParquetBatch(row.batch) { file.counterpart(of: $0, in: other) }
    descriptors = ParquetDescriptors(row.descriptors) { file.counterpart(of: $0, in: other) }
    units = row.units
    hasDecimals = row.hasDecimals
    hasExtras = row.hasExtras
    unknownColumns = row.unknownColumns
    spelled = []
    table = row.table
    self.file = file
  }

  static var bytesAhead: Int { 2 * Limits.rowBytes.value }
  /// The memory limit, divided into a part for each thread and one for the splitter.
  static func makeMemory(jobs: Int?) -> ParquetMemory {
    ParquetMemory(parts: jobs.map { $0 + 1 } ?? 1)
  }

  /// Reads the numbers of the rows, to find rows by number; `nil` if the file has no such column.
  ///
  /// - Parameters:
  ///   - numbers: The index of the column with the numbers of the rows.
  ///   - isList: Whether the second column has the numbers of nested samples.
  func keys(_ numbers: Int, isList: Bool, capacity: Int, _ memory: ParquetMemory)
    -> ParquetTableKeys?
  {
    guard let own = batch.readers[numbers] else { return nil }
    let member = isList ? batch.readers[1] : nil
    let copy = ParquetTableReader(
      like: file, memory: memory, columns: [own] + [member].compactMap { $0 })
    guard let column = copy.counterpart(of: own, in: file) else { return nil }
    return ParquetTableKeys(
      copy, numbers: column, members: member.flatMap { copy.counterpart(of: $0, in: file) },
      capacity: capacity)
  }

  mutating func begin(_ chunk: inout ParquetRows) {
    (count, end) = (chunk.numbers.lowerBound, chunk.numbers.upperBound)
    // The rows in memory may belong to this chunk and to later ones.
    let first = file.count - Int64(batch.count)
    precondition(count >= first || batch.count == 0, "a chunk precedes the rows that were read")
    batch.move(before: Int(max(0, min(count - first, Int64(batch.count)))))
  }

  func end(_ chunk: inout ParquetRows) {}

  /// Frees the memory of the columns, when other threads read the file.
  mutating func close() {
    file.close()
    batch.close()
  }

  /// How many bytes of the file's pages were read.
  var consumed: Int64 { file.consumed }
  var size: Int64 { file.size }
  var footerSize: Int { file.footerSize }

  mutating func next(_ column: Int) throws(HealthError) -> Int64? {
    try next() ? count(column) : nil
  }

  mutating func next() throws(HealthError) -> Bool {
    if !spelled.isEmpty { spelled.removeAll() }
    guard count < end else { return false }
    if !batch.next() {
      do throws(HealthError) {
        let rows = try file.nextRows(with: count)
        if rows == 0 { return false }
        batch.begin(rows, at: Int(count - (file.count - Int64(rows))))
        descriptors.begin(rows)
      } catch { throw error.reading(at: place(column: 0)) }
    }
    count &+= 1
    return true
  }

  var length: Int { batch.length }

  var originCount: Int { table.origin.count }

  /// The location: the row, counted from 1, in place of a line.
  func place(column: Int) -> Place {
    Place(file: file.name, line: Int(clamping: file.rowInFile(count)))
  }

  func error(_ rule: String, column: Int, _ message: String) -> HealthError {
    HealthError(.malformed, rule: rule, place: place(column: column), message)
  }

  // MARK: Cells

  /// The reader of a column; `nil` if the row has no value in it.
  @inline(__always)
  private func cell(_ column: Int) -> ParquetColumnReader? { batch.reader(column) }

  @inline(__always)
  func hasValue(_ column: Int) -> Bool { batch.hasValue(column) }

  /// The index of the column with the offset of a date column.
  private func offset(of column: Int) -> Int { table.columns.count &+ column }
  private var decimals: Int { 2 &* table.columns.count }
  private var extras: Int { decimals &+ 1 }

  func text(_ column: Int) throws(HealthError) -> String? {
    guard let reader = cell(column) else { return nil }
    guard let text = reader.text(batch.row) else { throw notUTF8(column) }
    return text
  }

  func requiredText(_ column: Int) throws(HealthError) -> String {
    if let text = try text(column) { return text }
    throw missing(column)
  }

  private func missing(_ column: Int) -> HealthError {
    error(
      "missing-value", column: column,
      "found an empty cell in the column \(table.columns[column].name)")
  }

  private func notUTF8(_ column: Int) -> HealthError {
    error("malformed-utf8", column: column, "found bytes that are not UTF-8")
  }

  func value<Value>(
    _ column: Int, _ cache: inout TextCache<Value>, _ make: (String) -> Value
  ) throws(HealthError) -> Value? {
    guard let reader = cell(column) else { return nil }
    let known = reader.withBytes(batch.row) { cache.value(0..<$0.count, in: $0) }
    if let known { return known }
    guard let text = reader.text(batch.row) else { throw notUTF8(column) }
    let value = make(text)
    reader.withBytes(batch.row) { cache.keep(value, for: 0..<$0.count, in: $0) }
    return value
  }

  func bytes(_ column: Int) throws(HealthError) -> [UInt8]? {
    guard let reader = cell(column) else { return nil }
    return reader.withBytes(batch.row) { bytes in
      var buffer = ByteBuffer(capacity: bytes.count)
      buffer.append(bytes)
      return buffer.bytes
    }
  }

  func count(_ column: Int) throws(HealthError) -> Int64 {
    guard hasValue(column) else {
      throw missing(column)
    }
    let value = Int64(bitPattern: batch.word(column))
    guard value >= 0, value < 1_000_000_000_000_000_000 else {
      throw error(
        "malformed-number", column: column,
        "found a number that does not fit the type of the column \(table.columns[column].name)")
    }
    return value
  }

  func number(_ column: Int) throws(HealthError) -> Number? {
    guard hasValue(column) else { return nil }
    let value = Double(bitPattern: batch.word(column))
    if hasDecimals, hasValue(decimals),
      let number = Number(
        real: value, decimals: Int(truncatingIfNeeded: Int64(bitPattern: batch.word(decimals))))
    {
      return number
    }
    let spelled = try hasExtras ? plainSpelled() : self.spelled
    guard !spelled.isEmpty,
      let text = spelled.first(where: { $0.field == table.columns[column].name })?.text,
      let exact = Number(text), exact.doubleValue == value
    else {
      // A number beyond the range of `Double` is infinite in the column, and its text is in `decimals`.
      guard value.isFinite else {
        throw error(
          "malformed-number", column: column,
          "found no number in the column \(table.columns[column].name)")
      }
      return Number(real: value)
    }
    return exact
  }

  /// Reads the text forms of numbers in the column `extras` of a table without structures.
  private func plainSpelled() throws(HealthError) -> [(field: String, text: String)] {
    guard let extras = batch.reader(extras) else { return [] }
    let reader = ExtrasReader()
    return try json(extras, 0) { (text) throws(JSONFault) in try reader.extras(text) }.spelled
  }

  mutating func date(
    _ column: Int, _ field: String, _ rest: ExtrasText
  ) throws(HealthError) -> Timestamp? {
    let units = units[column]
    guard units > 0, hasValue(column) else { return nil }
    let value = Int64(bitPattern: batch.word(column))
    let offset =
      hasValue(offset(of: column)) ? Int64(bitPattern: batch.word(offset(of: column))) : 0
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
    guard
      let date = Timestamp(
        validating: seconds, nanoseconds: Int32(part * (1_000_000_000 / units)),
        offsetMinutes: offset)
    else {
      let name = table.columns[column].name
      throw error(
        "malformed-date", column: column,
        -1_080...1_080 ~= offset
          ? "found a date in the column \(name) that is not of the years 1 to 9999"
          : "found an offset of more than 18 hours in the column \(ParquetLayout.offset(of: name).name)"
      )
    }
    return date
  }

  mutating func rest(
    _ reader: ExtrasReader, ofSample isSample: Bool
  ) throws(HealthError) -> ExtrasText {
    let column = table.columns.count - 1
    guard let cell = cell(column) else { return ExtrasText() }
    let rest = try json(cell, column) { (text) throws(JSONFault) in
      try reader.extras(text, ofSample: isSample)
    }
    spelled = rest.spelled
    return rest
  }

  func json<Result>(
    _ column: Int, _ read: (Span<UInt8>) throws(JSONFault) -> Result
  ) throws(HealthError) -> Result {
    guard let cell = cell(column) else {
      throw error("missing-value", column: column, "found an empty cell in a column of JSON text")
    }
    return try json(cell, column, read)
  }

  private func json<Result>(
    _ cell: ParquetColumnReader, _ column: Int,
    _ read: (Span<UInt8>) throws(JSONFault) -> Result
  ) throws(HealthError) -> Result {
    do throws(JSONFault) {
      return try cell.withBytes(batch.row) { (text) throws(JSONFault) in
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
    cell(SampleColumn.id)?.withBytes(batch.row) { bytes in
      guard let high = ByteScan.word(bytes, at: 0), let low = ByteScan.word(bytes, at: 8) else {
        return nil
      }
      return SampleID(high: high.byteSwapped, low: low.byteSwapped)
    }
  }

  mutating func header(
    _ kind: SampleKind, originColumn: Int, _ rest: ExtrasText, hasOwnDates: Bool
  ) throws(HealthError) -> SampleHeader {
    let own = originColumn + originCount
    let address = hasValue(own) ? batch.word(own) : nil
    let ordinal = hasValue(own + 1) ? batch.word(own + 1) : 0
    let start = try date(SampleColumn.start, "startDate", rest)
    let end = try date(SampleColumn.end, "endDate", rest)
    if hasOwnDates, start == nil || end == nil {
      let column = start == nil ? SampleColumn.start : SampleColumn.end
      throw error(
        "missing-value", column: column,
        "found an empty cell in the column \(table.columns[column].name)")
    }
    let created = try date(SampleColumn.created, "creationDate", rest)
    guard hasValue(SampleColumn.type) else {
      throw error(
        "missing-value", column: SampleColumn.type, "found an empty cell in the column type")
    }
    guard
      let descriptor = descriptors.descriptor(
        kind, batch.row, hasAddress: address != nil, hasDevice: rest.hasDevice)
    else { throw notUTF8(SampleColumn.type) }
    let none = Timestamp(secondsSince1970: 0)
    return SampleHeader(
      descriptor: descriptor, start: start ?? none, end: end ?? none, created: created,
      deviceAddress: address, extras: rest.extras, ordinal: UInt32(truncatingIfNeeded: ordinal),
      uuid: rest.uuid)
  }
}
