import HealthModel

/// How a row of one file becomes a sample: a rule of a map with the places of its columns, and what is kept
/// from row to row.
final class PlannedSample {
  enum Kind {
    case value(PlannedCell)
    case correlation([PlannedSample])
    case workout(PlannedWorkout)
    case activitySummary([(name: String, cell: PlannedCell)])
  }

  /// A row is read only where a column has, or has not, one of some texts.
  struct Condition {
    let cell: PlannedCell
    let texts: [String]
    let isNegated: Bool

    func holds(in row: MapRow) throws(CellFault) -> Bool {
      texts.contains(try cell.text(in: row) ?? "") != isNegated
    }
  }

  let kind: Kind
  let isList: Bool
  let conditions: [Condition]
  var times: PlannedTimes
  private var descriptors: PlannedDescriptors
  private let metadata: [(key: MetadataKey, cell: PlannedCell)]
  private var values = TextCache<CategoryValue?>()
  /// Findings of a row that was read.
  private(set) var notes: [CellFault] = []

  init(
    kind: Kind, isList: Bool, conditions: [Condition], times: PlannedTimes,
    descriptors: PlannedDescriptors, metadata: [(key: MetadataKey, cell: PlannedCell)]
  ) {
    self.kind = kind
    self.isList = isList
    self.conditions = conditions
    self.times = times
    self.descriptors = descriptors
    self.metadata = metadata
    metadataColumns = metadata.flatMap(\.cell.columns)
  }

  /// Whether the map reads the row.
  func holds(in row: MapRow) throws(CellFault) -> Bool {
    for condition in conditions where !(try condition.holds(in: row)) { return false }
    return true
  }

  /// The columns that only its metadata has of a row.
  let metadataColumns: [Int]

  /// Takes what is worth saying of the row.
  func takeNotes() -> [CellFault] {
    defer { notes = [] }
    return notes
  }

  /// Makes the samples of a row.
  ///
  /// - Parameter samples: Gets them: none where the cell is empty of the value, several of a list.
  /// - Throws: If a cell does not fit the map. Then nothing was added.
  func append(_ row: MapRow, to samples: inout [Sample]) throws(CellFault) {
    switch kind {
    case .value(let cell):
      guard !cell.isEmpty(in: row) || !descriptors.hasFixedType else { return }
      let header = try header(row)
      if isList {
        try appendList(cell, header, row, to: &samples)
      } else {
        samples.append(try sample(cell, header, row))
      }
    case .correlation(let members):
      let present = members.count { !$0.isEmpty(in: row) }
      guard present > 0 else { return }
      samples.append(try correlation(members, row, isWhole: present == members.count))
    case .workout(let workout):
      samples.append(
        .workout(Workout(header: try header(row), fields: try workout.fields(in: row))))
    case .activitySummary(let cells): samples.append(try summary(cells, row))
    }
  }

  private func isEmpty(in row: MapRow) -> Bool {
    if case .value(let cell) = kind { cell.isEmpty(in: row) } else { false }
  }

  // MARK: Headers

  private func header(_ row: MapRow) throws(CellFault) -> SampleHeader {
    guard let cell = times.start, let start = try times.date(cell, in: row) else {
      throw CellFault(
        cell: times.start?.column ?? 0, rule: "missing-start",
        message: "found nothing, expected the date at which the sample began")
    }
    return try self.header(row, from: start)
  }

  private func header(
    _ row: MapRow, from start: PlannedTimes.Reading
  ) throws(CellFault) -> SampleHeader {
    var (end, isUncertain) = (start.date, start.isUncertain)
    if let cell = times.end {
      if let found = try times.date(cell, in: row) {
        end = found.date
        isUncertain = isUncertain || found.isUncertain
      }
    } else if !isList, let cell = times.lasts {
      end = try self.end(cell, after: start.date, row)
    }
    var created: Timestamp?
    if let cell = times.created { created = try times.date(cell, in: row)?.date }
    if isUncertain {
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
      guard let text = try cell.text(in: row) else { continue }
      entries.append(MetadataEntry(key: key, value: text))
    }
    return SampleHeader(
      descriptor: descriptor, start: start.date, end: end, created: created,
      deviceAddress: address, metadata: Metadata(entries))
  }

  private func end(
    _ cell: PlannedCell, after start: Timestamp, _ row: MapRow
  ) throws(CellFault) -> Timestamp {
    if case .clock(let isHoursFirst) = times.length {
      guard let text = try cell.text(in: row) else { return start }
      guard let seconds = ClockLength.seconds(text, isHoursFirst: isHoursFirst) else {
        throw CellFault(
          cell: cell.column, rule: "malformed-number",
          message: "found text that is not a duration")
      }
      return try times.date(nanoseconds: seconds * 1_000_000_000, after: start, cell)
    }
    guard let count = try cell.number(in: row) else { return start }
    return try times.date(count, after: start, cell, in: row)
  }

  // MARK: Values

  func sample(
    _ cell: PlannedCell, _ header: SampleHeader, _ row: MapRow
  ) throws(CellFault) -> Sample {
    guard case .category(let type) = header.descriptor.type else {
      guard let number = try cell.number(in: row) else {
        throw CellFault(
          cell: cell.column, rule: "missing-value", message: "found nothing, expected a number")
      }
      return .quantity(QuantitySample(header: header, number: number))
    }
    func value(_ text: String) -> CategoryValue { type.value(named: text) ?? CategoryValue(text) }
    guard case .column(let index) = cell.content, let range = row.range(index),
      !row.cells[index].hasQuotes
    else {
      return .category(
        CategorySample(header: header, value: try cell.text(in: row).map { value($0) }))
    }
    // Kept by their bytes: there are few of them.
    let known = values.value(range, in: row.bytes.span) {
      (try? cell.text(in: row)).map { value($0) }
    }
    guard let known else { throw PlannedCell.unknownValue(cell.column) }
    return .category(CategorySample(header: header, value: known))
  }

  private func correlation(
    _ members: [PlannedSample], _ row: MapRow, isWhole: Bool
  ) throws(CellFault) -> Sample {
    let header = try header(row)
    var samples: [Sample] = []
    for member in members { try member.append(row, to: &samples) }
    notes += members.flatMap { $0.takeNotes() }
    if !isWhole {
      let missing = members.first { $0.isEmpty(in: row) }
      let cell = if case .value(let cell) = missing?.kind { cell.column } else { 0 }
      throw CellFault(
        cell: cell, rule: "missing-value",
        message: "found nothing, expected a number: other values of this row depend on it")
    }
    return .correlation(
      Correlation(
        header: header,
        members: samples.map { NestedSample(sample: $0) }
      ))
  }

  private func summary(
    _ cells: [(name: String, cell: PlannedCell)], _ row: MapRow
  ) throws(CellFault) -> Sample {
    var assignment = FieldAssignment()
    for (name, cell) in cells {
      guard let text = try cell.text(in: row) else { continue }
      assignment.texts[name] = text
      if let number = try? cell.number(in: row) { assignment.numbers[name] = number }
    }
    var fields = Sample.ActivitySummaryFields()
    fields.visit(&assignment)
    guard times.start == nil else {
      var header = try header(row)
      fields.dateComponents = header.start.dayText
      if let day = fields.impliedDate { (header.start, header.end) = (day, day) }
      return .activitySummary(ActivitySummary(header: header, fields: fields))
    }
    guard let day = fields.impliedDate else {
      let cell = cells.first { $0.name == "dateComponents" }?.cell
      throw CellFault(
        cell: cell?.column ?? 0, rule: "malformed-date",
        message: "found text that is not a day, expected one such as 2024-06-01")
    }
    let header = try header(row, from: PlannedTimes.Reading(date: day))
    return .activitySummary(ActivitySummary(header: header, fields: fields))
  }
}
