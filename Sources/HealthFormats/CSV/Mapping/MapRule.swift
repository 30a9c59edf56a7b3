import HealthModel

/// What rows become.
struct MapOutput {
  var samples: [Sample] = []
  /// Findings of rows that were read.
  var notes: [CellFault] = []
}

/// A condition of a map, in one file.
struct MapCondition {
  let holds: (MapRow) throws(CellFault) -> Bool
}

/// What a kind of samples has of its own, in one file.
struct MapKind {
  /// The cell without which there is no sample, if the kind has one.
  var value: MapCell?
  var unit: MapCell?
  let append: (MapRow, MapRule, inout MapOutput) throws(CellFault) -> Void
}

/// How a row of one file becomes a sample: what all kinds share.
final class MapRule {
  let kind: MapKind
  let times: MapTimes
  /// The columns that only its metadata has of a row.
  let metadataColumns: [Int]
  private let conditions: [MapCondition]
  private var descriptors: MapDescriptors
  private let note: String?
  private let metadata: [(key: MetadataKey, cell: MapCell)]

  init(_ sample: MapSample, _ kind: MapKind, _ header: MapHeader) throws(HealthError) {
    self.kind = kind
    conditions = try sample.settings.conditions.map { (part) throws(HealthError) in
      try MapCondition(holds: part(header))
    }
    note = sample.note
    times = try MapTimes(sample.settings, header)
    descriptors = try MapDescriptors(sample, unit: kind.unit, header)
    metadata = sample.settings.metadata.map { (MetadataKey($0.key), header.find($0.cell)) }
    metadataColumns = metadata.flatMap(\.cell.columns)
  }

  /// Whether the map reads the row.
  func holds(in row: MapRow) throws(CellFault) -> Bool {
    for condition in conditions where !(try condition.holds(row)) { return false }
    return true
  }

  /// Makes the samples of a row.
  ///
  /// - Throws: If a cell does not fit the map. Then no sample was added.
  func append(_ row: MapRow, to output: inout MapOutput) throws(CellFault) {
    guard let note else { return try kind.append(row, self, &output) }
    let count = output.samples.count
    try kind.append(row, self, &output)
    if output.samples.count > count {
      output.notes.append(CellFault(cell: kind.value?.column ?? 0, rule: "map-note", message: note))
    }
  }

  /// Whether the row has no value for a kind that needs one.
  func lacksValue(in row: MapRow) -> Bool { kind.value?.isEmpty(in: row) ?? false }

  var hasFixedType: Bool { descriptors.hasFixedType }

  /// The header of the row's sample.
  ///
  /// - Parameters:
  ///   - start: When it began, if not at the start that the map states.
  ///   - isList: Whether it is the first of a list, whose items state how long each took.
  func header(
    _ row: MapRow, from start: Timestamp? = nil, isList: Bool = false, _ notes: inout [CellFault]
  ) throws(CellFault) -> SampleHeader {
    let given = start.map { MapTimes.Reading(date: $0) }
    guard let start = if let given { given } else { try times.start(of: row) } else {
      throw CellFault(
        cell: times.start?.column ?? 0, rule: "missing-start",
        message: "found nothing, expected the date at which the sample began")
    }
    let end = try times.end(after: start, isList: isList, in: row)
    let created = try times.created(in: row)
    if end.isUncertain {
      notes.append(
        CellFault(
          cell: times.start?.column ?? 0, rule: "uncertain-time",
          message:
            "this local time occurs twice or never because of a clock change; the offset before the change is used"
        ))
    }
    let (descriptor, address) = try descriptors.descriptor(of: row)
    var entries: [MetadataEntry] = []
    for (key, cell) in metadata {
      guard let text = try cell.text(in: row), !text.isEmpty else { continue }
      entries.append(MetadataEntry(key: key, value: text))
    }
    return SampleHeader(
      descriptor: descriptor, start: start.date, end: end.date, created: created,
      deviceAddress: address, metadata: Metadata(entries))
  }
}
