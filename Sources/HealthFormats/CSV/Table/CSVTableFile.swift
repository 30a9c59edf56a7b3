import HealthBytes
import HealthModel

/// One file of the table. A class around what is no class: a row is one access to it.
final class CSVTableFile {
  private var rows: CSVTableRows

  /// Begins to read a file; see ``CSVTableRows``.
  init(_ rows: consuming CSVRowReader, isStrict: Bool) throws(ReadError) {
    self.rows = try CSVTableRows(rows, isStrict: isStrict)
  }

  /// Where the row begins.
  var place: Place { rows.place }
  /// How far the file has been read.
  var progress: ByteProgress { rows.progress }
  /// The findings since the last call.
  func takeFindings() -> [Finding] { rows.takeFindings() }
  /// The sample of the next row.
  func next() throws(ReadError) -> Sample? { try rows.next() }
}

/// The rows of one file of the table.
struct CSVTableRows: ~Copyable {
  private var rows: CSVRowReader
  private let header: CSVHeader
  private let isStrict: Bool
  private var origin: CSVOriginReader
  private var json = ExtrasReader()
  private var values = TextCache<CategoryValue>()
  private var shortMetadata = TextCache<Metadata>()
  private var tally = FindingTally()
  private var findings: [Finding] = []

  // The cells of the columns that every row has, -1 where the file has none.
  private let kind: Int
  private let type: Int
  private let start: Int
  private let end: Int
  private let value: Int
  private let created: Int
  private let id: Int
  private let metadata: Int
  private let details: Int
  private let ordinal: Int
  private let workout: [Int]

  /// Begins to read a file.
  ///
  /// - Parameters:
  ///   - rows: The file.
  ///   - isStrict: Whether what is not known is refused.
  /// - Throws: If it has not the columns it should have.
  init(_ rows: consuming CSVRowReader, isStrict: Bool) throws(ReadError) {
    var rows = rows
    let columns = CSVTableColumn.allCases.map(\.rawValue)
    let header = try CSVHeader(&rows, columns: columns, required: CSVTableColumn.required)
    var findings: [Finding] = []
    for column in header.unknown {
      findings.append(try rows.finding(ofUnknown: column, isStrict: isStrict))
    }
    func cell(_ column: CSVTableColumn) -> Int { header.cells[column.index] }
    kind = cell(.kind)
    type = cell(.type)
    start = cell(.start)
    end = cell(.end)
    value = cell(.value)
    created = cell(.created)
    id = cell(.id)
    metadata = cell(.metadata)
    details = cell(.details)
    ordinal = cell(.ordinal)
    workout = CSVTableColumn.workout.map { cell($0) }
    origin = CSVOriginReader([
      (.unit, cell(.unit)), (.source, cell(.source)), (.sourceVersion, cell(.sourceVersion)),
      (.device, cell(.device)),
    ])
    self.header = header
    self.findings = findings
    self.isStrict = isStrict
    self.rows = rows
  }

  /// Where the row begins.
  var place: Place { rows.place(ofCell: 0) }
  /// How far the file has been read.
  var progress: ByteProgress { rows.progress }

  /// The findings since the last call.
  mutating func takeFindings() -> [Finding] {
    defer { findings = [] }
    return findings + tally.takeAll()
  }

  /// The sample of the next row.
  mutating func next() throws(ReadError) -> Sample? {
    guard try rows.next() else { return nil }
    try header.check(rows)
    let bytes = rows.bytes
    let span = bytes.span
    let cells = rows.cells
    let kind = try kind(cells, span)
    let sample: Sample
    switch kind {
    case .quantity:
      guard let number = try rows.number(value, "value", span) else {
        throw missing(value, "value")
      }
      sample = .quantity(
        QuantitySample(header: try header(kind, cells, span), number: number))
    case .category:
      sample = .category(
        CategorySample(header: try header(kind, cells, span), value: category(cells, span)))
    case .correlation:
      sample = .correlation(Correlation(header: try header(kind, cells, span), members: []))
    case .workout: sample = .workout(try structured(kind, cells, span))
    case .activitySummary: sample = .activitySummary(try structured(kind, cells, span))
    case .audiogram: sample = .audiogram(try structured(kind, cells, span))
    case .visionPrescription: sample = .visionPrescription(try structured(kind, cells, span))
    case .clinicalRecord: sample = .clinicalRecord(try structured(kind, cells, span))
    case .electrocardiogram: sample = .electrocardiogram(try structured(kind, cells, span))
    case .heartbeatSeries: sample = .heartbeatSeries(try structured(kind, cells, span))
    case .stateOfMind: sample = .stateOfMind(try structured(kind, cells, span))
    case .scoredAssessment: sample = .scoredAssessment(try structured(kind, cells, span))
    case .medicationDose: sample = .medicationDose(try structured(kind, cells, span))
    case .document: sample = .document(try structured(kind, cells, span))
    case .unknown:
      throw rows.error("unknown-kind", cell: self.kind, "found a kind that tables do not hold")
    }
    if Self.tellsIdentity(kind), !rows.isIdentity(sample.id, id, span) {
      try note(
        "id-differs", id, "the id is not the one that the sample has; the sample's own is used")
    }
    return sample
  }

  /// Whether the identity of a kind follows from a row, and not from parts that a row has no place for.
  @inline(__always)
  private static func tellsIdentity(_ kind: SampleKind) -> Bool {
    switch kind {
    case .correlation, .electrocardiogram, .document: false
    default: true
    }
  }

  // MARK: Cells

  /// The kind of a row: what it says, else what its type says.
  @inline(__always)
  private func kind(
    _ cells: [CSVCell], _ bytes: Span<UInt8>
  ) throws(ReadError) -> SampleKind {
    if kind >= 0, !cells[kind].isAbsent {
      if cells[kind].equals("quantity", in: bytes) { return .quantity }
      if cells[kind].equals("category", in: bytes) { return .category }
      if let found = SampleKind(rawValue: cells[kind].text(in: bytes)) { return found }
      throw rows.error("unknown-kind", cell: kind, "found a kind that nobody knows")
    }
    let identifier = cells[type].text(in: bytes)
    for (prefix, kind) in Self.prefixes where identifier.utf8.starts(with: prefix.utf8) {
      return kind
    }
    throw rows.error(
      "unknown-kind", cell: type, "found a type that does not tell its kind, expected a column kind"
    )
  }

  private static let prefixes: [(String, SampleKind)] = [
    ("HKQuantityTypeIdentifier", .quantity), ("HKCategoryTypeIdentifier", .category),
    ("HKCorrelationTypeIdentifier", .correlation), ("HKWorkoutActivityType", .workout),
  ]

  private mutating func header(
    _ kind: SampleKind, _ cells: [CSVCell], _ bytes: Span<UInt8>
  ) throws(ReadError) -> SampleHeader {
    guard let start = try rows.date(start, "start", bytes) else {
      throw missing(self.start, "start")
    }
    guard !cells[type].isAbsent else { throw missing(type, "type") }
    var header = SampleHeader(
      descriptor: origin.descriptor(
        kind, type: cells[type], cells, bytes, hasAddress: false, hasDevice: false),
      start: start, end: try rows.date(end, "end", bytes) ?? start,
      created: try rows.date(created, "created", bytes))
    if metadata >= 0, !cells[metadata].isAbsent {
      header.metadata = try metadata(cells[metadata], bytes)
    }
    if let count = try rows.count(ordinal, "ordinal", bytes) {
      header.ordinal = UInt32(truncatingIfNeeded: count)
    }
    return header
  }

  /// The longest cell of metadata that is kept, in bytes: most have one short entry, the same as many.
  private static let shortLength = 128

  /// The metadata of a cell that is not empty.
  private mutating func metadata(
    _ cell: CSVCell, _ bytes: Span<UInt8>
  ) throws(ReadError) -> Metadata {
    // All are written with doubled quotes: these bytes have one meaning.
    let isShort = cell.hasQuotes && cell.range.count <= Self.shortLength
    if isShort, let known = shortMetadata.value(cell.range, in: bytes) { return known }
    let found = Metadata(
      try entries(metadata).map { MetadataEntry(key: MetadataKey($0.0), value: $0.1) })
    if isShort { shortMetadata.keep(found, for: cell.range, in: bytes) }
    return found
  }

  private mutating func category(_ cells: [CSVCell], _ bytes: Span<UInt8>) -> CategoryValue? {
    guard value >= 0, !cells[value].isAbsent else { return nil }
    let cell = cells[value]
    guard !cell.hasQuotes, cell.range.isEmpty || bytes[cell.start] != UInt8(ascii: "'") else {
      return cell.unguardedText(in: bytes).map { CategoryValue($0) }
    }
    return values.value(cell.range, in: bytes) { CategoryValue(cell.text(in: bytes)) }
  }

  private mutating func structured<Fields>(
    _ kind: SampleKind, _ cells: [CSVCell], _ bytes: Span<UInt8>
  ) throws(ReadError) -> StructuredSample<Fields> {
    var header = try header(kind, cells, bytes)
    var found: [(name: String, value: String)] = []
    for (column, cell) in zip(CSVTableColumn.workout, workout) where cell >= 0 {
      if let text = cells[cell].unguardedText(in: bytes) { found.append((column.rawValue, text)) }
    }
    if details >= 0, !cells[details].isAbsent {
      found += try entries(details).map { ($0.0, $0.1) }
    }
    var reader = CSVTableFieldReader(found)
    var fields = Fields()
    fields.visit(&reader)
    if let fault = reader.fault { throw rows.error("malformed-value", cell: details, fault) }
    for field in reader.fields {
      try note(
        "unknown-field", details,
        "\"\(field.name)\" is no field of its kind, and is left out")
    }
    // The date of a field goes with its own spelling.
    if !kind.hasOwnDates, let implied = fields.impliedDate {
      if header.start.isSameClock(as: implied) { header.start = implied }
      if header.end.isSameClock(as: implied) { header.end = implied }
    }
    return StructuredSample(header: header, fields: fields)
  }

  private mutating func entries(_ cell: Int) throws(ReadError) -> [(String, String)] {
    let bytes = rows.bytes
    do throws(JSONFault) {
      return try rows.cells[cell].withText(in: bytes.span) { (text) throws(JSONFault) in
        try json.entries(text)
      }
    } catch {
      throw rows.error(error.rule, cell: cell, error.message)
    }
  }

  private func missing(_ cell: Int, _ column: String) -> ReadError {
    rows.error("missing-value", cell: cell, "found nothing in the column \(column)")
  }

  private mutating func note(_ rule: String, _ cell: Int, _ message: String) throws(ReadError) {
    if isStrict { throw rows.error(rule, cell: cell, message) }
    if !tally.counts(rule, message) {
      tally.add(rule, message, at: rows.place(ofCell: max(0, cell)))
    }
  }
}

extension Timestamp {
  /// Whether two dates are the same on the same clock.
  fileprivate func isSameClock(as other: Timestamp) -> Bool {
    self == other && offsetMinutes == other.offsetMinutes
  }
}
