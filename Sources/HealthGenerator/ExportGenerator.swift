public import HealthBytes

/// Makes the Apple Health export of a person who does not exist.
///
/// For demonstrations, bug reports and measurements by people who may not share their own data: it
/// has the shape, the order, the text forms and the irregularities of a real export, in any size,
/// with its ground truth. The numbers look like those of a person, and totals are those of the records; they have no medical
/// meaning.
///
/// ```swift
/// let generator = ExportGenerator(.init(seed: 1, size: .days(365)))
/// let truth = try generator.writeArchive(to: sink)
/// ```
///
/// Each record is a function of seed, type and index, hence the same options give the same bytes,
/// and memory does not grow with the size.
public struct ExportGenerator: Sendable {
  /// What the export shall be like.
  public let options: Options

  /// A generator of one export.
  public init(_ options: Options) {
    self.options = options
  }

  /// Writes the main file alone, `export.xml`.
  ///
  /// - Parameter sink: takes the bytes, and is finished
  /// - Complexity: O(size), in constant memory
  public func writeXML(to sink: any ByteSink) throws(ByteError) -> GroundTruth {
    let truth = try writeXML(plan(), to: sink)
    try sink.finish()
    return truth
  }

  /// What to write: how many records the size comes to.
  func plan() throws(ByteError) -> Plan {
    switch options.size {
    case .records(let count):
      return Plan(options, records: min(max(count, 0), 1_000_000_000))
    case .days(let count):
      let days = min(max(count, 1), 36_525)
      return Plan(options, records: days * Plan.recordsADay, days: days)
    case .bytes(let bytes):
      // Counted from a small export of the same kind: 300 bytes are less than any record takes.
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

  func writeXML(_ plan: Plan, to sink: any ByteSink) throws(ByteError) -> GroundTruth {
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

/// Counts bytes and keeps none.
private final class CountingSink: ByteSink {
  private(set) var count: Int64 = 0

  func write(_ bytes: Span<UInt8>) throws(ByteError) {
    count += Int64(bytes.count)
  }

  func finish() throws(ByteError) {}
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
