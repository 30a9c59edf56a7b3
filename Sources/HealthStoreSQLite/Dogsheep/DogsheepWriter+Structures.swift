import HealthBytes
import HealthFormats
import HealthModel
import HealthStore

/// The columns of what every sample has, in the order of an export.
enum DogsheepHeaderColumn: String, CaseIterable {
  case sourceName, sourceVersion, device, unit, creationDate, startDate, endDate
}

/// Samples of the seldom kinds: a table for each kind.
extension DogsheepWriter {
  /// Adds the row of a sample of a seldom kind.
  func insert(
    _ sample: some FieldSample, _ kind: SampleKind
  ) throws(StoreError) -> (table: DogsheepTable, row: Int64) {
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
  ) throws(StoreError) -> DogsheepTable {
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
  /// - Parameter hasUnit: Whether the unit is not a field's.
  func add(
    _ header: SampleHeader, hasUnit: Bool = true, hasDates: Bool = true, to table: DogsheepTable
  ) throws(StoreError) {
    let descriptor = header.descriptor
    func add(_ column: DogsheepHeaderColumn, _ text: String?) throws(StoreError) {
      if let text { row.add(try table.placeOfOwn(column.rawValue), text) }
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
      row.add(try table.placeOfOwn(name), text)
    }
    try self.add(header.metadata, to: table)
    try self.add(header.extras, to: table)
  }
}
