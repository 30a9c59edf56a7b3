package import HealthBytes
package import HealthModel

/// Writes a file for each type, as the program `applehealthdata` of Test-Driven Data Analysis does
/// (https://github.com/tdda/applehealthdata), for the scripts that people have written for those.
///
/// Its columns are attributes of the export, its dates and numbers are written as there, texts are quoted, and in these
/// a backslash precedes a quote or a backslash.
package struct TDDAWriter: SampleWriter, ~Copyable {
  private let files: CSVFiles
  private var row = ByteBuffer(capacity: 1 << 10)
  private var counts = [Int](repeating: 0, count: CSVTableLoss.allCases.count)

  private static let recordColumns = [
    "sourceName", "sourceVersion", "device", "type", "unit", "creationDate", "startDate",
    "endDate", "value",
  ]
  private static let workoutColumns = [
    "sourceName", "sourceVersion", "device", "creationDate", "startDate", "endDate",
    "workoutActivityType", "duration", "durationUnit", "totalDistance", "totalDistanceUnit",
    "totalEnergyBurned", "totalEnergyBurnedUnit",
  ]
  private static let summaryColumns = [
    "dateComponents", "activeEnergyBurned", "activeEnergyBurnedGoal", "activeEnergyBurnedUnit",
    "appleExerciseTime", "appleExerciseTimeGoal", "appleStandHours", "appleStandHoursGoal",
  ]

  /// A writer into a folder or an archive, which it does not finish.
  public init(output: OutputContainer) {
    files = CSVFiles(output)
  }

  /// Writes nothing: the files contain no facts about the dataset.
  public mutating func begin(_ dataset: DatasetInfo) throws(HealthError) {
    if dataset != DatasetInfo() { countLoss(.dataset) }
  }

  /// Writes the row of a sample.
  public mutating func write(_ sample: Sample) throws(HealthError) {
    switch sample {
    case .quantity(let sample):
      if !sample.beats.isEmpty { countLoss(.parts) }
      try record(sample.header, sample.number.description)
    case .category(let sample): try record(sample.header, sample.value?.name)
    case .workout(let sample): try workout(sample)
    case .activitySummary(let sample): try summary(sample)
    case .unknown: countLoss(.unknown)
    default: countLoss(.kinds)
    }
  }

  /// Ends the files.
  public mutating func finish() throws(HealthError) {
    try files.finish()
  }

  /// The losses so far.
  public var losses: [Loss.Count] {
    CSVTableLoss.allCases.map { Loss.Count(loss: $0.loss, count: counts[$0.rawValue]) }
  }

  private mutating func countLoss(_ loss: CSVTableLoss) {
    counts[loss.rawValue] += 1
  }

  private mutating func record(_ header: SampleHeader, _ value: String?) throws(HealthError) {
    let type = Self.shortName(header.descriptor.type.identifier)
    origin(header)
    text(type)
    text(header.descriptor.unitText)
    dates(header)
    plain(value)
    try end(type, Self.recordColumns)
  }

  private mutating func workout(_ sample: Workout) throws(HealthError) {
    let (header, fields) = (sample.header, sample.fields)
    origin(header)
    dates(header)
    text(header.descriptor.type.identifier)
    plain(fields.duration?.description)
    text(fields.durationUnit)
    plain(fields.totalDistance?.description)
    text(fields.totalDistanceUnit)
    plain(fields.totalEnergyBurned?.description)
    text(fields.totalEnergyBurnedUnit)
    var inside = CSVTableFields()
    inside.add(Sample.Field.list(of: fields))
    if inside.hasParts { countLoss(.parts) }
    try end("Workout", Self.workoutColumns)
  }

  private mutating func summary(_ sample: ActivitySummary) throws(HealthError) {
    let fields = sample.fields
    plain(fields.dateComponents)
    plain(fields.activeEnergyBurned?.description)
    plain(fields.activeEnergyBurnedGoal?.description)
    text(fields.activeEnergyBurnedUnit)
    text(fields.appleExerciseTime?.description)
    text(fields.appleExerciseTimeGoal?.description)
    plain(fields.appleStandHours?.description)
    plain(fields.appleStandHoursGoal?.description)
    let others = [
      fields.appleMoveMinutes, fields.appleMoveMinutesGoal, fields.appleMoveTime,
      fields.appleMoveTimeGoal,
    ]
    if others.contains(where: { $0 != nil }) { countLoss(.columns) }
    try end("ActivitySummary", Self.summaryColumns)
  }

  // MARK: Cells

  private mutating func origin(_ header: SampleHeader) {
    let descriptor = header.descriptor
    // A version without a source is not read into the header, and has its column all the same.
    let kept = header.extras?.attributes.filter { $0.name == "sourceVersion" } ?? []
    text(descriptor.sourceName)
    text(descriptor.source.version ?? kept.first?.value)
    text(descriptor.device?.text(address: header.deviceAddress))
    if !header.metadata.isEmpty { countLoss(.columns) }
    let isWritten = kept.count == 1 && descriptor.source.version == nil
    if let extras = header.extras, !isWritten || extras != Extras(attributes: kept) {
      countLoss(.extras)
    } else if header.uuid != nil {
      countLoss(.extras)
    }
    if descriptor.source.productType != nil || descriptor.source.operatingSystemVersion != nil {
      countLoss(.origins)
    }
  }

  private mutating func dates(_ header: SampleHeader) {
    plain(header.created?.description)
    plain(header.start.description)
    plain(header.end.description)
  }

  private mutating func plain(_ value: String?) {
    if let value { row.append(utf8: value) }
    row.append(UInt8(ascii: ","))
  }

  private mutating func text(_ value: String?) {
    if let value {
      row.append(UInt8(ascii: "\""))
      for byte in value.utf8 {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
          row.append(UInt8(ascii: "\\"))
        }
        row.append(byte)
      }
      row.append(UInt8(ascii: "\""))
    }
    row.append(UInt8(ascii: ","))
  }

  private mutating func end(_ name: String, _ columns: [String]) throws(HealthError) {
    row.truncate(to: row.count - 1)
    row.append(UInt8(ascii: "\n"))
    let file = try files.file(named: name) { buffer in
      buffer.append(header: columns, CSVDialect())
    }
    try file.append(&row)
  }

  /// The part after `TypeIdentifier`, if the name contains that and begins with `HK`.
  private static func shortName(_ identifier: String) -> String {
    guard identifier.hasPrefix("HK") else { return identifier }
    let bytes = Array(identifier.utf8)
    let word = Array("TypeIdentifier".utf8)
    var at = bytes.count - word.count - 1
    while at >= 2 {
      if bytes[at..<(at + word.count)].elementsEqual(word) {
        return String(decoding: bytes[(at + word.count)...], as: UTF8.self)
      }
      at -= 1
    }
    return identifier
  }
}
