public import HealthBytes

/// Makes the Apple Health export of a person who does not exist.
///
/// It is intended for demonstrations, bug reports and measurements by people who may not share
/// their own data. The export has the structure, the order, the text forms and the irregularities
/// of a real export, in any size, and comes with its ground truth. The numbers resemble those of a
/// person, and totals match the records; they have no medical meaning.
///
/// ```swift
/// let generator = ExportGenerator(.init(seed: 1, size: .days(365)))
/// let truth = try generator.writeArchive(to: sink)
/// ```
///
/// Each record depends only on seed, type and index. The same options therefore give the same
/// bytes, and memory does not grow with the size.
public struct ExportGenerator: Sendable {
  /// The options of the export.
  public let options: Options

  /// A generator of one export.
  public init(_ options: Options) {
    self.options = options
  }

  /// Writes the main file alone, `export.xml`.
  ///
  /// - Parameter sink: Receives the bytes, and is finished at the end.
  /// - Complexity: O(size), in constant memory
  public func writeXML(to sink: any ByteSink) throws(HealthError) -> GroundTruth {
    let truth = try writeXML(plan(), to: sink)
    try sink.finish()
    return truth
  }

  /// The plan of what to write, with the number of records that gives the requested size.
  func plan() throws(HealthError) -> Plan {
    switch options.size {
    case .records(let count):
      return Plan(options, records: min(max(count, 0), 1_000_000_000))
    case .days(let count):
      let days = min(max(count, 1), 36_525)
      return Plan(options, records: days * Plan.recordsADay, days: days)
    case .bytes(let bytes):
      // Estimated from a small export of the same kind. No record is shorter than 300 bytes.
      let goal = min(max(bytes, 0), 300_000_000_000)
      let trial = Plan(options, records: Int(min(goal / 300, 20_000)))
      let counter = CountingSink()
      _ = try writeXML(trial, to: counter)
      let records = trial.recordCounts.reduce(0, +)
      let declaration = Int64(DocumentType.text(isBroken: false).utf8.count)
      let ratio =
        Double(max(0, goal - declaration)) / Double(max(1, counter.count - declaration))
      return Plan(options, records: Int(Double(records) * ratio))
    }
  }

  func writeXML(_ plan: Plan, to sink: any ByteSink) throws(HealthError) -> GroundTruth {
    var document = ExportDocument(to: sink, offset: plan.offset)
    document.writeHeader(plan)
    let runs = zip(Series.all, plan.recordCounts).map { series, count in
      RecordRun(series, count: count, plan: plan)
    }
    for run in runs { try run.write(to: &document) }
    let planting = PlantedDefects(plan)
    planting.writeRecords(to: &document)
    try Correlations.bloodPressure(runs, plan).write(to: &document)
    try Correlations.food(runs, plan).write(to: &document)
    try Workouts(plan, runs).write(to: &document)
    planting.writeWorkout(to: &document)
    try ActivitySummaries(plan: plan).write(to: &document)
    let rarities = RareSamples(plan: plan)
    try rarities.writeClinicalRecords(to: &document)
    rarities.writeAudiograms(to: &document)
    rarities.writePrescription(to: &document)
    document.writeEnd(isTruncated: options.defects.contains(.truncated))
    try document.output.flush()
    return GroundTruth(document)
  }
}

/// Counts bytes and discards them.
private final class CountingSink: ByteSink {
  private(set) var count: Int64 = 0

  func write(_ bytes: Span<UInt8>) throws(HealthError) {
    count += Int64(bytes.count)
  }

  func finish() throws(HealthError) {}
}

extension ExportDocument {
  fileprivate mutating func writeHeader(_ plan: Plan) {
    output.bytes.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    output.bytes.append(
      utf8: DocumentType.text(isBroken: plan.options.defects.contains(.brokenDocumentType)))
    begin(.healthData)
    attribute("locale", text: plan.options.locale)
    endOpening()
    begin(.exportDate)
    attribute("value", date: plan.exportDate)
    endEmpty()
    begin(.me)
    attribute("HKCharacteristicTypeIdentifierDateOfBirth", text: plan.person.birth.description)
    attribute(
      "HKCharacteristicTypeIdentifierBiologicalSex", text: "HKBiologicalSex\(plan.person.sex)")
    attribute(
      "HKCharacteristicTypeIdentifierBloodType", text: "HKBloodType\(plan.person.bloodType)")
    attribute(
      "HKCharacteristicTypeIdentifierFitzpatrickSkinType",
      text: "HKFitzpatrickSkinType\(plan.person.skinType)")
    attribute("HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse", "None")
    endEmpty()
  }

  fileprivate mutating func writeEnd(isTruncated: Bool) {
    if isTruncated {
      output.bytes.append(" <Record type=\"HKQuantityTypeIdentifierStep")
    } else {
      close(.healthData)
    }
  }
}

extension ExportGenerator {
  /// Writes the whole archive, `export.zip`: the main file and, according to the options, routes,
  /// electrocardiograms, clinical records and the clinical document.
  ///
  /// - Parameter sink: Receives the bytes, and is finished at the end.
  /// - Complexity: O(size), in constant memory
  public func writeArchive(to sink: any ByteSink) throws(HealthError) -> GroundTruth {
    let plan = try plan()
    let archive = ArchiveWriter(sink, plan: plan)
    var truth = try writeXML(plan, to: archive.file(options.fileName))
    if options.contents.contains(.clinicalDocument) {
      try ClinicalDocument(plan: plan).write(to: archive.file("export_cda.xml"))
    }
    if options.contents.contains(.routes) {
      for index in 0..<plan.workouts {
        let workout = Workout(index, plan: plan)
        guard workout.hasRoute else { continue }
        let file = try archive.file("workout-routes/\(workout.routeName).gpx")
        truth.routePoints += try Route(workout, plan: plan).write(to: file)
      }
    }
    if options.contents.contains(.electrocardiograms) {
      for index in 0..<plan.electrocardiograms {
        let electrocardiogram = Electrocardiogram(index, plan: plan)
        let file = try archive.file("electrocardiograms/\(electrocardiogram.fileName)")
        truth.electrocardiograms += 1
        truth.electrocardiogramVoltages += try electrocardiogram.write(to: file)
      }
    }
    if options.contents.contains(.clinicalRecords) {
      for index in 0..<plan.clinicalRecords {
        let record = ClinicalRecord(index, plan: plan)
        var output = Output(to: try archive.file("clinical-records/\(record.fileName)"))
        output.bytes.append(utf8: record.json)
        try output.flush()
      }
    }
    try archive.finish()
    return truth
  }
}

/// The archive that is being written. As a sink, it receives the bytes of the file that was begun
/// last.
private final class ArchiveWriter: ByteSink {
  private let zip: ZipWriter
  private let modified: ZipTimestamp

  init(_ sink: any ByteSink, plan: Plan) {
    zip = ZipWriter(sink)
    modified = ZipTimestamp(plan)
  }

  /// Begins a file in the folder of the export, and completes the file before it.
  func file(_ path: String) throws(HealthError) -> any ByteSink {
    try zip.beginEntry(name: "apple_health_export/" + path, modified: modified)
    return self
  }

  func write(_ bytes: Span<UInt8>) throws(HealthError) {
    try zip.write(bytes)
  }

  func finish() throws(HealthError) {
    try zip.finish()
  }
}

extension ZipTimestamp {
  /// The moment of export.
  fileprivate init(_ plan: Plan) {
    let local = plan.exportDate + plan.offset
    let day = floorDivide(local, 86_400)
    let date = CivilDate(daysSince1970: day)
    let second = local - day * 86_400
    self.init(
      year: date.year, month: date.month, day: date.day, hour: second / 3600,
      minute: second / 60 % 60, second: second % 60)
  }
}
