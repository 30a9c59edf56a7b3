package import HealthBytes
package import HealthModel

/// Writes samples as rows of a table for people and spreadsheets, one row a sample.
///
/// The columns are described in `Schemas/README.md`. In the layout `types` each type has a file of its own.
package struct CSVTableWriter: SampleWriter, ~Copyable {
  private let dialect: CSVDialect
  private let files: CSVFiles
  private let hasFilePerType: Bool
  private var hasParticipants = false
  private var origins: CSVOriginCache
  private var dates = DatePrinter()
  private var metadataTexts = MetadataTexts()
  /// Eight delimiters, and the count of the columns of fields (at most 16): nearly all rows leave these empty.
  private let delimiters: UInt64
  private let fieldCount = CSVTableColumn.fields.count
  /// The offset of the dataset, for days that have none of their own.
  private var offsetMinutes: Int16 = 0
  private var row = ByteBuffer(capacity: flushSize + 1 << 12)
  private var json = ByteBuffer(capacity: 1 << 8)
  private var counts = [Int](repeating: 0, count: CSVTableLoss.allCases.count)
  /// Whether rows are collected in `row` for another writer.
  private let isEncoder: Bool
  /// Where the last row begins; with a file for each type, there is no other one.
  private var rowStart = 0
  /// How many bytes of rows are collected before they are written.
  private static let flushSize = 1 << 16

  /// A writer into an output, which it does not finish.
  ///
  /// - Parameters:
  ///   - output: Where the rows go: one file, or a folder or an archive for the layout `types`.
  ///   - options: The layout, the delimiter, and whether formulas are guarded.
  public init(
    output: OutputContainer, options: WriteOptions = WriteOptions()
  ) throws(HealthError) {
    let isRewritten = options.isForSpreadsheet
    dialect = CSVDialect(
      delimiter: isRewritten ? UInt8(ascii: ",") : options.delimiter ?? UInt8(ascii: ","),
      guardsFormulas: options.guardsFormulas)
    delimiters = 0x0101_0101_0101_0101 &* UInt64(dialect.delimiter)
    hasFilePerType = options.layout == CSVLayout.types.rawValue
    files = CSVFiles(
      output,
      form: !isRewritten
        ? nil
        : { (sink) throws(HealthError) in
          try SpreadsheetSink(
            sink, name: "table", delimiter: options.delimiter,
            hasDecimalComma: options.hasDecimalComma
          ) { CSVTableColumn(rawValue: $0)?.spreadsheetKind ?? .text }
        })
    isEncoder = false
    origins = CSVOriginCache(columns: CSVOriginColumn.brief, hasKind: true, dialect)
  }

  /// Writes the names of the columns.
  public mutating func begin(_ dataset: DatasetInfo) throws(HealthError) {
    if dataset != DatasetInfo() { countLoss(.dataset) }
    if dataset.hasParticipants {
      hasParticipants = true
      origins = CSVOriginCache(
        columns: CSVOriginColumn.columns(CSVOriginColumn.brief, hasParticipants: true),
        hasKind: true, dialect)
    }
    offsetMinutes = dataset.exportDate?.offsetMinutes ?? 0
    if !hasFilePerType { _ = try file(nil) }
  }

  /// Writes the row of a sample.
  public mutating func write(_ sample: Sample) throws(HealthError) {
    switch sample {
    case .quantity(let sample):
      let header = sample.header
      let parts = begin(header, .quantity)
      row.append(sample.number)
      row.append(dialect.delimiter)
      if !sample.beats.isEmpty { countLoss(.parts) }
      try end(header, parts, sample.id, CSVTableFields())
    case .category(let sample):
      let header = sample.header
      let parts = begin(header, .category)
      row.append(dialect.delimiter)
      if let value = sample.value { row.append(cell: value.name, dialect) }
      try end(header, parts, sample.id, CSVTableFields())
    case .correlation(let sample):
      let header = sample.header
      let parts = begin(header, .correlation)
      row.append(dialect.delimiter)
      try end(header, parts, sample.id, CSVTableFields())
      if !sample.members.isEmpty { countLoss(.members) }
      for member in sample.members where member.membership == .nestedOnly {
        try write(member.sample)
      }
    case .workout(let sample): try workout(sample)
    case .unknown: countLoss(.unknown)
    default: if let fields = sample.structured { try structured(fields, sample.kind) }
    }
  }

  /// Ends the files.
  public mutating func finish() throws(HealthError) {
    try flush()
    try files.finish()
  }

  /// The losses so far.
  public var losses: [Loss.Count] {
    CSVTableLoss.allCases.map { Loss.Count(loss: $0.loss, count: counts[$0.rawValue]) }
  }

  @inline(__always)
  private mutating func countLoss(_ loss: CSVTableLoss) {
    counts[loss.rawValue] &+= 1
  }

  private mutating func structured(
    _ sample: some FieldSample, _ kind: SampleKind
  ) throws(HealthError) {
    var written = CSVTableFields()
    written.add(Sample.Field.list(of: sample.fields))
    // A date that follows from a field is spelled as the field is.
    written.hasImpliedDates = sample.hasImpliedDates(kind)
    var header = sample.header
    if kind == .activitySummary, written.hasImpliedDates {
      header.start = header.start.onClock(offsetMinutes: offsetMinutes)
      header.end = header.end.onClock(offsetMinutes: offsetMinutes)
    }
    try structured(header, kind, sample.id, written)
  }

  private mutating func workout(_ sample: Workout) throws(HealthError) {
    try structured(sample.header, .workout, sample.id, CSVTableFields(of: sample))
  }

  private mutating func structured(
    _ header: SampleHeader, _ kind: SampleKind, _ id: SampleID, _ fields: CSVTableFields
  ) throws(HealthError) {
    let parts = begin(header, kind)
    row.append(dialect.delimiter)
    if fields.hasParts { countLoss(.parts) }
    try end(header, parts, id, fields)
  }

  /// Begins a row, up to its values.
  @inline(__always)
  private mutating func begin(_ header: SampleHeader, _ kind: SampleKind) -> CSVOriginFragments {
    row.most = row.count + Limits.rowBytes.value
    let parts = origins.fragments(of: header.descriptor, kind: kind)
    row.append(parts.type)
    row.append(dialect.delimiter)
    if header.start.isKnown { dates.append(dayOf: header.start, to: &row) }
    row.append(dialect.delimiter)
    if header.start.isKnown { dates.append(header.start, to: &row) }
    row.append(dialect.delimiter)
    if header.end.isKnown { dates.append(header.end, to: &row) }
    row.append(dialect.delimiter)
    return parts
  }

  /// Ends a row, from its unit on.
  @inline(__always)
  private mutating func end(
    _ header: SampleHeader, _ parts: CSVOriginFragments, _ id: SampleID,
    _ fields: CSVTableFields
  ) throws(HealthError) {
    let delimiter = dialect.delimiter
    row.append(parts.origin)
    row.append(delimiter)
    if let created = header.created { dates.append(created, to: &row) }
    row.append(delimiter)
    row.append(id)
    if fields.cells.isEmpty {
      row.append(words: delimiters, delimiters, count: fieldCount)
    } else {
      for text in fields.cells {
        row.append(delimiter)
        if let text { row.append(cell: text, dialect) }
      }
    }
    row.append(delimiter)
    if !header.metadata.isEmpty { try append(header.metadata) }
    row.append(delimiter)
    if !fields.details.isEmpty { append(object: fields.details) }
    row.append(delimiter)
    if header.ordinal != 0 { row.append(decimal: Int64(header.ordinal)) }
    row.append(UInt8(ascii: "\n"))
    count(header, parts, fields)
    if hasFilePerType { return try file(header.descriptor.type.shortName).append(&row) }
    guard row.count - rowStart < Limits.rowBytes.value else {
      row.truncate(to: rowStart)
      throw HealthError(beyond: Limits.rowBytes)
    }
    rowStart = row.count
    if !isEncoder, row.count >= Self.flushSize { try flush() }
  }

  /// Writes the rows collected so far to the only file.
  private mutating func flush() throws(HealthError) {
    rowStart = 0
    if !row.isEmpty { try file(nil).append(rows: &row) }
  }

  @inline(__always)
  private mutating func count(
    _ header: SampleHeader, _ parts: CSVOriginFragments, _ fields: CSVTableFields
  ) {
    if !parts.isWhole || header.deviceAddress != nil { countLoss(.origins) }
    if header.extras != nil || header.uuid != nil { countLoss(.extras) }
    let hasSpelling = header.start.spelling != nil || header.end.spelling != nil
    if hasSpelling && !fields.hasImpliedDates || header.created?.spelling != nil
      || fields.hasSpelling
    {
      countLoss(.spellings)
    }
  }

  /// The file of a type, or the only one.
  private func file(_ name: String?) throws(HealthError) -> CSVFile {
    try files.file(named: name) { [dialect, hasParticipants] buffer in
      buffer.append(
        header: CSVTableColumn.columns(hasParticipants: hasParticipants).map(\.rawValue), dialect)
    }
  }

  // MARK: Encoders

  private final class Encoder: Sample.Encoder {
    var writer: CSVTableWriter

    init(_ writer: consuming CSVTableWriter) { self.writer = writer }

    func encode(_ sample: Sample) throws(HealthError) { try writer.write(sample) }
  }

  /// A writer that collects the rows for another one.
  private init(encodingFor writer: borrowing CSVTableWriter) {
    dialect = writer.dialect
    files = writer.files
    hasFilePerType = false
    hasParticipants = writer.hasParticipants
    origins = CSVOriginCache(
      columns: CSVOriginColumn.columns(
        CSVOriginColumn.brief, hasParticipants: writer.hasParticipants), hasKind: true, dialect)
    delimiters = writer.delimiters
    offsetMinutes = writer.offsetMinutes
    isEncoder = true
  }

  /// An encoder of rows; `nil` for a file per type.
  public mutating func makeEncoder() -> (any Sample.Encoder)? {
    hasFilePerType ? nil : Encoder(CSVTableWriter(encodingFor: self))
  }

  /// Writes the rows of an encoder.
  public mutating func append(_ encoder: any Sample.Encoder) throws(HealthError) {
    guard let encoder = encoder as? Encoder else { return }
    try flush()
    for index in counts.indices { counts[index] += encoder.writer.counts[index] }
    encoder.writer.counts = [Int](repeating: 0, count: counts.count)
    encoder.writer.rowStart = 0
    try file(nil).append(rows: &encoder.writer.row)
  }

  // MARK: JSON texts

  private mutating func append(_ metadata: Metadata) throws(HealthError) {
    if metadataTexts.append(metadata, to: &row) { return }
    let start = row.count
    json.most = Limits.rowBytes.value
    let items = json.append(pairs: metadata.entries.map { ($0.key.identifier, $0.value) })
    guard items <= Limits.lineItems.value else {
      json.removeAll()
      row.truncate(to: rowStart)
      throw HealthError(beyond: Limits.lineItems)
    }
    row.append(cell: &json, dialect)
    metadataTexts.keep(metadata, row, from: start)
  }

  private mutating func append(object members: [(name: String, value: String)]) {
    json.most = Limits.rowBytes.value
    json.append(UInt8(ascii: "{"))
    for (index, member) in members.enumerated() {
      if index > 0 { json.append(UInt8(ascii: ",")) }
      json.append(json: member.name)
      json.append(UInt8(ascii: ":"))
      json.append(json: member.value)
    }
    json.append(UInt8(ascii: "}"))
    row.append(cell: &json, dialect)
  }
}
