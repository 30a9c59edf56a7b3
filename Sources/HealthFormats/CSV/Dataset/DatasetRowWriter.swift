import HealthBytes
import HealthModel

/// Turns samples into rows of tables.
///
/// A structure is visited twice: for the cells of its own row, then for the rows of what is in it. So a row
/// is whole before another begins, even where a sample holds samples.
struct DatasetRowWriter: ~Copyable {
  /// The tables of the kinds, in the order of the kinds.
  let tables: [DatasetTableWriter]
  let dialect: CSVDialect
  private var origins: [CSVOriginCache]
  private var dates = DatePrinter()
  /// The row being written.
  var row = ByteBuffer(capacity: 1 << 10)
  /// The JSON text being written.
  var scratch = ByteBuffer(capacity: 1 << 8)
  /// Whether the cells of a row are wanted, or the rows inside.
  var isInRow = false
  /// What of the row has no column.
  private var rest = ExtrasText()
  /// The table and the number of the row whose inside is being written, and the next table of that.
  var table: DatasetTableWriter
  var number: Int64 = 0
  var child = 0
  /// The number given last.
  var count: Int64 = 0
  /// Whether a sample holds another that has a list in the same table: the rows of a list follow one another, so
  /// these tables have no place for it.
  var nestsItself = false

  init(_ dialect: CSVDialect) {
    self.dialect = dialect
    tables = DatasetTable.kinds.map { DatasetTableWriter($0, dialect) }
    table = tables[0]
    // Kinds with a unit of their own have one column fewer.
    origins = [SampleKind.quantity, .electrocardiogram].map {
      CSVOriginCache(columns: DatasetVocabulary.origin(of: $0), hasKind: false, dialect)
    }
  }

  /// Whether some table has enough rows to hand on.
  private(set) var isFull = false
  private let size = SampleSize()
  /// The limit that a row of the sample is beyond.
  private var excess: Limit?

  /// Writes the rows of a sample that is in no other.
  ///
  /// - Throws: If a reader would refuse them.
  mutating func writeWhole(_ sample: Sample) throws(WriteError) {
    size.reset()
    write(sample)
    if let excess { throw WriteError(beyond: excess) }
  }

  /// Hands rows on.
  mutating func flush(to output: OutputContainer) throws(ByteError) {
    isFull = false
    for table in tables { try table.flushIfFull(to: output) }
  }

  /// Writes the rows of a sample.
  ///
  /// - Returns: The sample's number.
  @discardableResult
  mutating func write(_ sample: Sample) -> Int64 {
    switch sample {
    case .quantity(let sample): return quantity(sample)
    case .category(let sample): return category(sample)
    case .correlation(let sample): return correlation(sample)
    case .unknown(let element): return unknown(element, id: sample.id)
    case .workout(let sample): return structured(sample, .workout)
    case .activitySummary(let sample): return structured(sample, .activitySummary)
    case .audiogram(let sample): return structured(sample, .audiogram)
    case .visionPrescription(let sample): return structured(sample, .visionPrescription)
    case .clinicalRecord(let sample): return structured(sample, .clinicalRecord)
    case .electrocardiogram(let sample): return structured(sample, .electrocardiogram)
    case .heartbeatSeries(let sample): return structured(sample, .heartbeatSeries)
    case .stateOfMind(let sample): return structured(sample, .stateOfMind)
    case .scoredAssessment(let sample): return structured(sample, .scoredAssessment)
    case .medicationDose(let sample): return structured(sample, .medicationDose)
    case .document(let sample): return structured(sample, .document)
    }
  }

  // MARK: Kinds

  private mutating func quantity(_ sample: QuantitySample) -> Int64 {
    let header = sample.header
    let parts = begin(header, sample.id, .quantity)
    delimit()
    row.append(sample.number)
    let number = end(header, parts)
    if !header.metadata.isEmpty { metadata(header.metadata, table.children[0]) }
    for beat in sample.beats {
      beginInside()
      row.append(beat.bpm)
      delimit()
      row.append(cell: beat.time, dialect)
      endRow(table.children[1])
    }
    return number
  }

  private mutating func category(_ sample: CategorySample) -> Int64 {
    let header = sample.header
    let parts = begin(header, sample.id, .category)
    delimit()
    if let value = sample.value { row.append(cell: value.name, dialect) }
    let number = end(header, parts)
    if !header.metadata.isEmpty { metadata(header.metadata, table.children[0]) }
    return number
  }

  private mutating func correlation(_ sample: Correlation) -> Int64 {
    let header = sample.header
    let parts = begin(header, sample.id, .correlation)
    let number = end(header, parts)
    metadata(header.metadata, table.children[0])
    let members = table.children[1]
    if members.isOpen { nestsItself = true }
    for member in sample.members {
      let inside = writeNested(member.sample, in: members)
      row.append(decimal: number)
      delimit()
      row.append(decimal: inside)
      delimit()
      row.append(utf8: member.membership.rawValue)
      endRow(members)
    }
    return number
  }

  /// Writes a sample of a list.
  mutating func writeNested(_ sample: Sample, in list: DatasetTableWriter) -> Int64 {
    list.isOpen = true
    defer { list.isOpen = false }
    return write(sample)
  }

  private mutating func structured<Fields>(
    _ sample: StructuredSample<Fields>, _ kind: SampleKind
  ) -> Int64 {
    var fields = sample.fields
    let header = sample.header
    let parts = begin(header, sample.id, kind, hasDates: !sample.hasImpliedDates(kind))
    origin(header, parts)
    isInRow = true
    fields.visit(&self)
    let number = endSample(header)
    isInRow = false
    let table = self.table
    metadata(header.metadata, table.children[0])
    child = 1
    fields.visit(&self)
    return number
  }

  private mutating func unknown(_ element: Element, id: SampleID) -> Int64 {
    count += 1
    row.append(decimal: count)
    delimit()
    row.append(id)
    delimit()
    ExtrasText.append(element, to: &scratch)
    appendScratch()
    endRow(tables[SampleKind.unknown.index])
    return count
  }

  // MARK: Rows

  /// Begins the row of a sample, up to its dates.
  private mutating func begin(
    _ header: SampleHeader, _ id: SampleID, _ kind: SampleKind, hasDates: Bool = true
  ) -> CSVOriginFragments {
    table = tables[kind.index]
    count += 1
    row.append(decimal: count)
    delimit()
    row.append(id)
    delimit()
    let parts = origins[kind.hasOwnUnit ? 1 : 0].fragments(of: header.descriptor, kind: kind)
    row.append(parts.type)
    delimit()
    if hasDates { append(header.start, field: "startDate") }
    delimit()
    if hasDates { append(header.end, field: "endDate") }
    delimit()
    if let created = header.created { append(created, field: "creationDate") }
    return parts
  }

  private mutating func origin(_ header: SampleHeader, _ parts: CSVOriginFragments) {
    row.append(parts.origin)
    delimit()
    if let address = header.deviceAddress {
      row.append("0x")
      row.append(hexadecimal: address)
    }
    delimit()
    if header.ordinal != 0 { row.append(decimal: Int64(header.ordinal)) }
    if let device = header.descriptor.device, device == Device() { rest.hasDevice = true }
  }

  /// Ends the row of a sample that has no more fields.
  private mutating func end(_ header: SampleHeader, _ parts: CSVOriginFragments) -> Int64 {
    origin(header, parts)
    return endSample(header)
  }

  private mutating func endSample(_ header: SampleHeader) -> Int64 {
    number = count
    endStructure(header.extras, table)
    return number
  }

  /// Ends a row with what has no column.
  mutating func endStructure(_ extras: Extras?, _ table: DatasetTableWriter) {
    delimit()
    rest.extras = extras
    if !rest.isEmpty {
      rest.append(to: &scratch)
      appendScratch()
      rest = ExtrasText()
    }
    endRow(table)
  }

  mutating func endRow(_ table: DatasetTableWriter) {
    if row.count >= Limits.rowBytes.value { excess = Limits.rowBytes }
    if !size.add(row.count) { excess = excess ?? Limits.rowsBytes }
    table.append(row)
    row.removeAll()
    if table.isFull { isFull = true }
  }

  /// Begins a row that has no number of its own.
  mutating func beginInside() {
    row.append(decimal: number)
    delimit()
  }

  mutating func metadata(_ metadata: Metadata, _ table: DatasetTableWriter) {
    for entry in metadata.entries {
      beginInside()
      row.append(cell: entry.key.identifier, dialect)
      delimit()
      row.append(cell: entry.value, dialect)
      endRow(table)
    }
  }

  // MARK: Cells

  @inline(__always)
  mutating func delimit() {
    row.append(dialect.delimiter)
  }

  mutating func append(_ date: Timestamp, field: String) {
    dates.append(date, to: &row)
    if let spelling = date.spelling { rest.spelled.append((field, spelling.text)) }
  }

  mutating func appendScratch() {
    let dialect = dialect
    // The row and the scratch are parts of one value: one of them has to be outside of it meanwhile.
    var text = ByteBuffer(capacity: 16)
    swap(&text, &scratch)
    text.withBytes { row.append(cell: $0, dialect) }
    text.removeAll()
    swap(&text, &scratch)
  }
}
