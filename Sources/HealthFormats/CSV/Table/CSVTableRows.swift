import HealthBytes
import HealthModel

/// The rows of one file of the table.
struct CSVTableRows: ~Copyable {
  var rows: CSVRowReader
  private let header: CSVHeader
  let isStrict: Bool
  var origin: CSVOriginReader
  let json = ExtrasReader()
  var values = TextCache<CategoryValue>()
  var shortMetadata = TextCache<Metadata>()
  var tally = FindingTally()
  private(set) var findings: [Finding] = []

  // The cells of the columns that every row has, -1 where the file has none.
  let kind: Int
  let type: Int
  let start: Int
  let end: Int
  let value: Int
  let categoryValue: Int
  let created: Int
  private let id: Int
  let metadata: Int
  let details: Int
  let ordinal: Int
  /// Whether there is a column of participants.
  let hasParticipants: Bool
  let fields: [Int]

  /// Begins to read a file.
  ///
  /// - Parameter isStrict: Whether what is not known is refused.
  init(_ rows: consuming CSVRowReader, isStrict: Bool) throws(HealthError) {
    var rows = rows
    let columns = CSVTableColumn.allCases.map(\.rawValue)
    let header: CSVHeader
    do throws(HealthError) {
      header = try CSVHeader(&rows, columns: columns, required: CSVTableColumn.required)
    } catch {
      throw error.rule == "missing-column"
        ? error.with(remedy: .useMap(names: [], needsZone: false)) : error
    }
    var findings: [Finding] = []
    for column in header.unknown {
      findings.append(try rows.finding(ofUnknown: column, isStrict: isStrict))
    }
    self.init(rows, header, isStrict: isStrict)
    self.findings = findings
  }

  /// A reader of the rows after the header.
  private init(_ rows: consuming CSVRowReader, _ header: CSVHeader, isStrict: Bool) {
    func cell(_ column: CSVTableColumn) -> Int { header.cells[column.index] }
    kind = cell(.kind)
    type = cell(.type)
    start = cell(.start)
    end = cell(.end)
    value = cell(.value)
    categoryValue = cell(.categoryValue)
    created = cell(.created)
    id = cell(.id)
    metadata = cell(.metadata)
    details = cell(.details)
    ordinal = cell(.ordinal)
    hasParticipants = cell(.participant) >= 0
    fields = CSVTableColumn.fields.map { cell($0) }
    origin = CSVOriginReader([
      (.unit, cell(.unit)), (.source, cell(.source)), (.sourceVersion, cell(.sourceVersion)),
      (.device, cell(.device)), (.participant, cell(.participant)),
    ])
    self.header = header
    self.isStrict = isStrict
    self.rows = rows
  }

  /// A reader of chunks of the same file.
  func makeChunkReader() -> CSVTableRows {
    CSVTableRows(rows.makeChunkReader(), header, isStrict: isStrict)
  }

  mutating func next() throws(HealthError) -> Sample? {
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
        CategorySample(header: try header(kind, cells, span), value: try category(cells, span)))
    case .correlation:
      sample = .correlation(Correlation(header: try header(kind, cells, span), members: []))
    case .workout: sample = .workout(try workout(cells, span))
    default:
      if let fields = kind.fields {
        sample = try structured(fields, kind, cells, span)
        break
      }
      throw rows.error("unknown-kind", cell: self.kind, "found a kind that this table cannot hold")
    }
    if Self.hasAllIdentifyingFields(kind), !rows.isIdentity(sample.id, id, span) {
      try note(
        "id-differs", id,
        "the id differs from the one computed from the sample; the computed id is used")
    }
    return sample
  }

  /// Whether the identity of a kind follows from a row, and not from parts that a row has no place for.
  @inline(__always)
  private static func hasAllIdentifyingFields(_ kind: SampleKind) -> Bool {
    switch kind {
    case .quantity, .category, .workout, .activitySummary, .clinicalRecord, .medicationDose: true
    default: false
    }
  }
}

/// Decodes the cells of a row.
extension CSVTableRows {
  /// The kind of a row: that of its cell, otherwise that of its type.
  @inline(__always)
  func kind(
    _ cells: [CSVCell], _ bytes: Span<UInt8>
  ) throws(HealthError) -> SampleKind {
    if kind >= 0, !cells[kind].isAbsent {
      if cells[kind].equals("quantity", in: bytes) { return .quantity }
      if cells[kind].equals("category", in: bytes) { return .category }
      if let found = SampleKind(rawValue: cells[kind].text(in: bytes)) { return found }
      throw rows.error("unknown-kind", cell: kind, "found an unknown kind")
    }
    let identifier = cells[type].text(in: bytes)
    for (prefix, kind) in Self.prefixes where identifier.utf8.starts(with: prefix.utf8) {
      return kind
    }
    throw rows.error(
      "unknown-kind", cell: type, "found a type of unknown kind; expected a column kind"
    )
  }

  private static let prefixes: [(String, SampleKind)] = [
    ("HKQuantityTypeIdentifier", .quantity), ("HKCategoryTypeIdentifier", .category),
    ("HKCorrelationTypeIdentifier", .correlation), ("HKWorkoutActivityType", .workout),
  ]

  mutating func header(
    _ kind: SampleKind, _ cells: [CSVCell], _ bytes: Span<UInt8>
  ) throws(HealthError) -> SampleHeader {
    let date = try rows.date(start, "start", bytes)
    // Only documents have no dates.
    guard let start = date ?? (kind == .document ? .unknown : nil) else {
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
  ) throws(HealthError) -> Metadata {
    // All are written with doubled quotes: these bytes have one meaning.
    let isShort = cell.hasQuotes && cell.range.count <= Self.shortLength
    if isShort, let known = shortMetadata.value(cell.range, in: bytes) { return known }
    let found = Metadata(
      try entries(metadata).map { MetadataEntry(key: MetadataKey($0.0), value: $0.1) })
    if isShort { shortMetadata.keep(found, for: cell.range, in: bytes) }
    return found
  }

  mutating func category(
    _ cells: [CSVCell], _ bytes: Span<UInt8>
  ) throws(HealthError) -> CategoryValue? {
    guard value < 0 || cells[value].isAbsent else {
      throw rows.error(
        "malformed-value", cell: value,
        "found a value in the row of a category, expected it in the column categoryValue")
    }
    guard categoryValue >= 0, !cells[categoryValue].isAbsent else { return nil }
    let cell = cells[categoryValue]
    guard !cell.hasQuotes, cell.range.isEmpty || bytes[cell.start] != UInt8(ascii: "'") else {
      return cell.unguardedText(in: bytes).map { CategoryValue($0) }
    }
    return values.value(cell.range, in: bytes) { CategoryValue(cell.text(in: bytes)) }
  }

  mutating func structured<Fields: Sample.Fields>(
    _ fields: Fields, _ kind: SampleKind, _ cells: [CSVCell], _ bytes: Span<UInt8>
  ) throws(HealthError) -> Sample {
    Fields.sample(try structured(kind, cells, bytes))
  }

  private mutating func structured<Fields>(
    _ kind: SampleKind, _ cells: [CSVCell], _ bytes: Span<UInt8>
  ) throws(HealthError) -> StructuredSample<Fields> {
    var header = try header(kind, cells, bytes)
    var found: [(name: String, value: String)] = []
    for (column, cell) in zip(CSVTableColumn.fields, self.fields) where cell >= 0 {
      // Of a workout, the heart rate is no field.
      if kind == .workout, CSVTableColumn.heartRate.contains(column) { continue }
      if let text = cells[cell].unguardedText(in: bytes) { found.append((column.rawValue, text)) }
    }
    if details >= 0, !cells[details].isAbsent {
      found += try entries(details).map { ($0.0, $0.1) }
    }
    var reader = CSVTableFieldReader(found)
    var fields = Fields()
    do throws(CSVTableFieldReader.Failure) { try fields.visit(&reader) } catch {
      throw rows.error("malformed-value", cell: details, error.message)
    }
    for field in reader.fields {
      try note(
        "unknown-field", details,
        "\"\(field.name)\" is not a field of its kind; left out")
    }
    // The date of a field goes with its own spelling.
    if !kind.hasOwnDates, let implied = fields.impliedDate {
      // The day of an activity summary is written with the offset of the dataset.
      func isImplied(_ date: Timestamp) -> Bool {
        date.isSameClock(
          as: kind == .activitySummary
            ? implied.onClock(offsetMinutes: date.offsetMinutes) : implied)
      }
      if isImplied(header.start) { header.start = implied }
      if isImplied(header.end) { header.end = implied }
    }
    return StructuredSample(header: header, fields: fields)
  }

  /// A workout, with what the columns have of its heart rate as statistics.
  mutating func workout(
    _ cells: [CSVCell], _ bytes: Span<UInt8>
  ) throws(HealthError) -> Workout {
    let workout: Workout = try structured(.workout, cells, bytes)
    var numbers: [Number?] = []
    for (column, cell) in zip(CSVTableColumn.fields, self.fields)
    where CSVTableColumn.heartRate.contains(column) {
      numbers.append(try rows.number(cell, column.rawValue, bytes))
    }
    guard numbers.contains(where: { $0 != nil }) else { return workout }
    var fields = workout.fields
    fields.statistics.append(
      .heartRate(average: numbers[0], minimum: numbers[1], maximum: numbers[2]))
    return Workout(header: workout.header, fields: fields)
  }

  private mutating func entries(_ cell: Int) throws(HealthError) -> [(String, String)] {
    let bytes = rows.bytes
    do throws(JSONFault) {
      return try rows.cells[cell].withText(in: bytes.span) { (text) throws(JSONFault) in
        try json.entries(text)
      }
    } catch {
      throw rows.error(error.rule, cell: cell, error.message)
    }
  }

  func missing(_ cell: Int, _ column: String) -> HealthError {
    rows.error("missing-value", cell: cell, "found an empty cell in the column \(column)")
  }

  mutating func note(_ rule: String, _ cell: Int, _ message: String) throws(HealthError) {
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
