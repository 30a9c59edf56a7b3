package import HealthModel

/// A row of the table of samples. Samples come by the million, so it has a field for each column; dates have two,
/// the instant and the offset.
package struct SampleRow: Sendable {
  /// The number of the change that brought it.
  package var change: Int64
  /// The sample it stands in, if it does.
  package var parent: Int64?
  package var id: SampleID
  package var ordinal: UInt32
  /// The digest of what it says; samples inside of others have none.
  package var digest: Int64?
  package var kind: SampleKind
  /// The number of its ``StoreTable/series``.
  package var series: Int64
  /// When it began: without nanoseconds or spelling, which are among what is ``exact``. Documents and unknown
  /// elements have no time.
  package var start: Timestamp?
  package var end: Timestamp?
  package var created: Timestamp?
  /// The address of the device, its bits as a signed number.
  package var deviceAddress: Int64?
  /// The number of a quantity, the nearest that there is.
  package var value: Double?
  /// The number of the case of a category.
  package var category: Int64?
  /// The number of its metadata; none where it has none.
  package var metadata: Int64?
  /// Which tables hold more of it: bit by bit those of ``StoreTable/parts(of:)``.
  package var parts: Int64
  /// What the columns do not give back to the letter, as JSON text.
  package var exact: String?
  /// What was written of it that it has no field for, as JSON text.
  package var extras: String?

  package init(
    change: Int64, parent: Int64? = nil, id: SampleID, ordinal: UInt32 = 0, digest: Int64? = nil,
    kind: SampleKind, series: Int64
  ) {
    self.change = change
    self.parent = parent
    self.id = id
    self.ordinal = ordinal
    self.digest = digest
    self.kind = kind
    self.series = series
    parts = 0
  }
}

extension SampleRow {
  /// The columns, in the order of ``values``.
  static let columns: [StoreTable.Column] = [
    .init("change", .integer, isOptional: false, title: "the number of the change that brought it"),
    .init("parent", .reference("sample"), title: "the sample it stands in"),
    .init("id", .id, isOptional: false, title: "its identity, alike wherever it is read"),
    .init("ordinal", .integer, isOptional: false, title: "tells twins of one identity apart"),
    .init("digest", .integer, title: "a hash of what it says; none inside of another sample"),
    .init("kind", .integer, isOptional: false, title: kinds),
    .init("series", .reference("series"), isOptional: false),
    .init("start_date", .instant, title: "documents and unknown elements have no time"),
    .init("start_offset", .integer, title: "minutes east of UTC on the clock it was written by"),
    .init("end_date", .instant),
    .init("end_offset", .integer),
    .init("creation_date", .instant, title: "when it was saved on the phone"),
    .init("creation_offset", .integer),
    .init(
      "device_address", .integer, title: "the address of the device's object, which means nothing"),
    .init("value", .real, title: "of a quantity, in the unit of its series"),
    .init("category_value", .reference("category_value")),
    .init("metadata", .reference("metadata")),
    .init("parts", .integer, isOptional: false, title: "which tables hold more of it, bit by bit"),
    .init("exact", .text, title: exactTitle),
    .init("extras", .text, title: extrasTitle),
  ]

  /// The title of columns of the name.
  static let exactTitle = "what the columns do not give back to the letter, by column: JSON"
  static let extrasTitle = "what was written that no column is for: JSON"

  private static let kinds =
    SampleKind.allCases.map { "\($0.code) \($0.rawValue)" }.joined(separator: ", ")

  /// The values of the columns, in the order of the table's; for what is not in a hurry.
  package var values: [StoreValue] {
    [
      .integer(change), .integer(parent), .id(id), .integer(Int64(ordinal)), .integer(digest),
      .integer(kind.code), .integer(series),
      .instant(start), .offset(start), .instant(end), .offset(end), .instant(created),
      .offset(created), .integer(deviceAddress), .real(value), .integer(category),
      .integer(metadata), .integer(parts), .text(exact), .text(extras),
    ]
  }

  /// The row of values, if they are those of one.
  package init?(_ values: [StoreValue]) {
    guard values.count == Self.columns.count, let change = values[0].integer,
      case .id(let id) = values[2],
      let ordinal = values[3].integer.flatMap({ UInt32(exactly: $0) }),
      let kind = values[5].integer.flatMap({ SampleKind(code: $0) }), let series = values[6].integer
    else { return nil }
    self.init(
      change: change, parent: values[1].integer, id: id, ordinal: ordinal,
      digest: values[4].integer, kind: kind, series: series)
    start = Timestamp(values[7], offset: values[8])
    end = Timestamp(values[9], offset: values[10])
    created = Timestamp(values[11], offset: values[12])
    deviceAddress = values[13].integer
    value = values[14].real
    category = values[15].integer
    metadata = values[16].integer
    parts = values[17].integer ?? 0
    exact = values[18].text
    extras = values[19].text
  }
}

extension SampleKind {
  /// Its number in stores, which is fixed for good.
  package var code: Int64 {
    switch self {
    case .quantity: 0
    case .category: 1
    case .correlation: 2
    case .workout: 3
    case .activitySummary: 4
    case .audiogram: 5
    case .visionPrescription: 6
    case .clinicalRecord: 7
    case .electrocardiogram: 8
    case .heartbeatSeries: 9
    case .stateOfMind: 10
    case .scoredAssessment: 11
    case .medicationDose: 12
    case .document: 13
    case .unknown: 14
    }
  }

  /// The kind of a number, if there is one.
  package init?(code: Int64) {
    guard code >= 0, code < Self.byCode.count else { return nil }
    self = Self.byCode[Int(code)]
  }

  private static let byCode = allCases.sorted { $0.code < $1.code }
}
