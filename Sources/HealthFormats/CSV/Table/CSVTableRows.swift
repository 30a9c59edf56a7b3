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
  /// The findings of the header.
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
  let fields: [Int]

  /// Begins to read a file.
  ///
  /// - Parameter isStrict: Whether what is not known is refused.
  init(_ rows: consuming CSVRowReader, isStrict: Bool) throws(FormatError) {
    var rows = rows
    let columns = CSVTableColumn.allCases.map(\.rawValue)
    let header: CSVHeader
    do throws(FormatError) {
      header = try CSVHeader(&rows, columns: columns, required: CSVTableColumn.required)
    } catch {
      var error = error
      if error.rule == "missing-column" {
        error.remedy = .useMap(names: [], needsZone: false)
      }
      throw error
    }
    var findings: [Finding] = []
    for column in header.unknown {
      findings.append(try rows.finding(ofUnknown: column, isStrict: isStrict))
    }
    self.init(rows, header, isStrict: isStrict)
    self.findings = findings
  }

  /// A reader of rows behind the header.
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
    fields = CSVTableColumn.fields.map { cell($0) }
    origin = CSVOriginReader([
      (.unit, cell(.unit)), (.source, cell(.source)), (.sourceVersion, cell(.sourceVersion)),
      (.device, cell(.device)),
    ])
    self.header = header
    self.isStrict = isStrict
    self.rows = rows
  }

  /// A reader of chunks of the same file.
  func makeChunkReader() -> CSVTableRows {
    CSVTableRows(rows.makeChunkReader(), header, isStrict: isStrict)
  }

  mutating func next() throws(FormatError) -> Sample? {
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
        "id-differs", id, "the id differs from the one computed from the sample, which is used")
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
