import HealthBytes
import HealthFormats
import HealthModel
import HealthStore

/// The columns that every table of records begins with; the first four as healthkit-to-sqlite orders them.
enum DogsheepRecordColumn {
  static let startDate = 0
  static let endDate = 1
  static let value = 2
  static let unit = 3
  static let sourceName = 4
  static let sourceVersion = 5
  static let device = 6
  static let creationDate = 7

  /// The columns. A value of a category is text and stays so.
  static let all: [DogsheepTable.Column] = [
    .text("startDate"), .text("endDate"), .number("value"), .text("unit"), .text("sourceName"),
    .text("sourceVersion"), .text("device"), .text("creationDate"), .id,
  ]
}

/// Records: quantities and categories, correlations and their members.
extension DogsheepWriter {
  func insert(_ sample: Sample) throws(HealthError) -> (table: DogsheepTable, row: Int64) {
    switch sample {
    case .quantity(let sample):
      let origin = try origin(of: sample.header.descriptor)
      begin(sample.header, origin)
      row.add(DogsheepRecordColumn.value, sample.number)
      return try end(sample.header, origin, sample.beats)
    case .category(let sample):
      let origin = try origin(of: sample.header.descriptor)
      begin(sample.header, origin)
      if let value = sample.value { row.add(DogsheepRecordColumn.value, value.name) }
      return try end(sample.header, origin, [])
    case .correlation(let sample): return try insert(sample)
    case .workout(let sample): return try insert(sample)
    case .unknown(let element): return try insert(element)
    default:
      guard let fields = sample.structured else {
        throw HealthError(.unsupported, database.connection.name, "has no table for \(sample.kind)")
      }
      return try insert(fields, sample.kind)
    }
  }

  @inline(__always)
  private func begin(_ header: SampleHeader, _ origin: DogsheepOrigin) {
    row.begin()
    row.add(DogsheepRecordColumn.startDate, header.start)
    row.add(DogsheepRecordColumn.endDate, header.end)
    if let created = header.created { row.add(DogsheepRecordColumn.creationDate, created) }
    guard let device = origin.device else { return }
    row.append(DogsheepRecordColumn.device) { buffer in
      guard let address = header.deviceAddress else { return buffer.append(utf8: device) }
      buffer.append(origin.beforeAddress)
      buffer.append(hexadecimal: address)
      buffer.append(origin.behindAddress)
    }
  }

  @inline(__always)
  private func end(
    _ header: SampleHeader, _ origin: DogsheepOrigin, _ beats: [QuantitySample.Beat]
  ) throws(HealthError) -> (table: DogsheepTable, row: Int64) {
    if !header.metadata.isEmpty { try add(header.metadata, to: origin.table) }
    if header.extras != nil { try add(header.extras, to: origin.table) }
    if let uuid = header.uuid { try add(uuid, to: origin.table) }
    if !beats.isEmpty {
      row.add(try origin.table.addedColumnIndex(named: "beats")) { $0.list(beats) }
    }
    return (origin.table, try origin.table.insert(row, origin))
  }

  private func insert(
    _ sample: Correlation
  ) throws(HealthError) -> (table: DogsheepTable, row: Int64) {
    let columns: [DogsheepTable.Column] =
      [.id, .text("type")] + DogsheepHeaderColumn.allCases.map { .text($0.rawValue) }
    let table = try table("correlations", columns)
    row.begin()
    row.add(0, sample.header.descriptor.type.identifier)
    try add(sample.header, to: table)
    let number = try table.insert(row)
    for member in sample.members {
      let record = try insertRecord(member)
      let list = try self.table(
        "correlation_members", [.integer("correlation_id")] + Self.memberColumns)
      row.begin()
      row.add(0, number)
      try insert(member, record, into: list)
    }
    return (table, number)
  }

  /// The columns of a nested sample, after that of the sample it is nested in.
  static let memberColumns: [DogsheepTable.Column] = [
    .text("membership"), .text("record_table"), .integer("record_id"), .text("type"),
    .text("startDate"), .text("endDate"), .number("value"), .text("unit"), .text("sourceName"),
    .text("sourceVersion"), .text("device"), .text("creationDate"),
  ]

  /// Adds the record of a nested sample that is not also stored separately.
  func insertRecord(
    _ member: NestedSample
  ) throws(HealthError) -> (table: DogsheepTable, row: Int64)? {
    switch member.sample {
    case .quantity where member.membership == .alsoTopLevel,
      .category where member.membership == .alsoTopLevel:
      nil
    default: try insert(member.sample)
    }
  }

  /// Adds a row with all fields of a nested sample, because it may have no record of its own. The caller has begun the row.
  func insert(
    _ member: NestedSample, _ record: (table: DogsheepTable, row: Int64)?,
    into table: DogsheepTable
  ) throws(HealthError) {
    let header: SampleHeader?
    switch member.sample {
    case .quantity(let sample): header = sample.header
    case .category(let sample): header = sample.header
    default: header = nil
    }
    row.add(1, member.membership.rawValue)
    if let header {
      row.add(4, header.descriptor.type.identifier)
      switch member.sample {
      case .quantity(let sample): row.add(7, sample.number)
      case .category(let sample): row.add(7, sample.value?.name)
      default: break
      }
      try add(header, to: table)
    }
    if let record {
      row.add(2, record.table.name)
      row.add(3, record.row)
    } else if let header {
      let expected = try self.table(ofRecords: header.descriptor.type)
      row.add(2, expected.name)
      noteMembers(of: table, in: expected)
    }
    try table.insert(row)
  }

  private func insert(
    _ element: Element
  ) throws(HealthError) -> (table: DogsheepTable, row: Int64) {
    let table = try table("unknown_elements", [.id, .text("name"), .text("element")])
    row.begin()
    row.add(0, element.name)
    row.add(1) { $0.buffer.append(json: element) }
    return (table, try table.insert(row))
  }
}

/// The columns of the fields that every sample has, in the order of an export.
enum DogsheepHeaderColumn: String, CaseIterable {
  case sourceName, sourceVersion, device, unit, creationDate, startDate, endDate
}

/// Samples of the rarer kinds: a table for each kind.
extension DogsheepWriter {
  /// Adds the row of a sample of a rarer kind.
  func insert(
    _ sample: some FieldSample, _ kind: SampleKind
  ) throws(HealthError) -> (table: DogsheepTable, row: Int64) {
    let fields = Sample.Field.list(of: sample.fields)
    let table = try table(kind, fields)
    row.begin()
    var first = 0
    if kind != .activitySummary {
      row.add(0, sample.header.descriptor.type.identifier)
      first = 1
    }
    row.add(fields, from: first)
    try add(
      sample.header, hasUnit: !kind.hasOwnUnit, hasDates: !sample.hasImpliedDates(kind), to: table)
    return (table, try table.insert(row))
  }

  func table(
    _ kind: SampleKind, _ fields: [Sample.Field]
  ) throws(HealthError) -> DogsheepTable {
    try table(Self.tableName(of: kind), Self.columns(kind, fields))
  }

  private static func columns(
    _ kind: SampleKind, _ fields: [Sample.Field]
  ) -> [DogsheepTable.Column] {
    let columns = fields.compactMap(\.dogsheepColumn)
    // An activity summary has only its fields in an export, and healthkit-to-sqlite has no further columns.
    guard kind != .activitySummary else { return columns }
    let names = DogsheepHeaderColumn.allCases.filter { column in
      switch column {
      case .unit: false
      case .startDate, .endDate: kind.hasOwnDates
      default: true
      }
    }
    return [.id, .text("type")] + columns + names.map { .text($0.rawValue) }
  }

  private static func tableName(of kind: SampleKind) -> String {
    switch kind {
    case .quantity, .category: "records"
    case .correlation: "correlations"
    case .workout: "workouts"
    case .activitySummary: "activity_summary"
    case .audiogram: "audiograms"
    case .visionPrescription: "vision_prescriptions"
    case .clinicalRecord: "clinical_records"
    case .electrocardiogram: "electrocardiograms"
    case .heartbeatSeries: "heartbeat_series"
    case .stateOfMind: "states_of_mind"
    case .scoredAssessment: "scored_assessments"
    case .medicationDose: "medication_doses"
    case .document: "documents"
    case .unknown: "unknown_elements"
    }
  }

  /// Adds what every sample has to the row.
  ///
  /// - Parameter hasUnit: Whether the unit is part of the header; some kinds have it as a field.
  func add(
    _ header: SampleHeader, hasUnit: Bool = true, hasDates: Bool = true, to table: DogsheepTable
  ) throws(HealthError) {
    let descriptor = header.descriptor
    func add(_ column: DogsheepHeaderColumn, _ text: String?) throws(HealthError) {
      if let text { row.add(try table.addedColumnIndex(named: column.rawValue), text) }
    }
    try add(.sourceName, descriptor.sourceName)
    try add(.sourceVersion, descriptor.source.version)
    try add(.device, descriptor.device?.text(address: header.deviceAddress))
    if hasUnit { try add(.unit, descriptor.unitText) }
    try add(.creationDate, header.created?.description)
    if hasDates {
      try add(.startDate, header.start.description)
      try add(.endDate, header.end.description)
    }
    for (name, text) in descriptor.source.columnsBeyondExports {
      row.add(try table.addedColumnIndex(named: name), text)
    }
    try self.add(header.metadata, to: table)
    try self.add(header.extras, to: table)
    if let uuid = header.uuid { try self.add(uuid, to: table) }
  }

  private func add(_ uuid: SampleUUID, to table: DogsheepTable) throws(HealthError) {
    row.add(try table.addedColumnIndex(named: "uuid"), uuid.description)
  }
}
