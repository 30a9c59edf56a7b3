package import HealthBytes
package import HealthModel
import HealthUnits

/// The tables of `Schemas/open-mhealth`.
struct OpenMHealthSchemas: Sendable {
  /// What is written of a type of quantity.
  struct Row: Sendable {
    let schema: OpenMHealthSchema
    /// The member with the value.
    let member: String
    /// HealthKit's units with those of the schema. Values in other units are converted to the first.
    let units: [(own: String, schema: String)]
    /// Whether an instant is written as an interval, too.
    let needsInterval: Bool
    /// Members that all data points have, as JSON, each with a comma before it.
    let members: String
    /// Whether another type has the same schema and members.
    var isShared = false
    /// What states the same as metadata.
    var metadata: [(key: MetadataKey, value: String, json: String)] = []
  }

  static let shared = OpenMHealthSchemas()

  let rows: [String: Row]

  private init() {
    var rows: [String: Row] = [:]
    for cells in TabSeparated.rows(PackageResources.open_mhealth_tsv, count: 7) {
      rows[cells[0]] = Row(
        schema: OpenMHealthSchema(name: cells[1], version: cells[2]), member: cells[3],
        units: cells[4].split(separator: ";").map { text in
          let parts = text.split(separator: "=").map(String.init)
          return (own: parts[0], schema: parts[parts.count - 1])
        },
        needsInterval: cells[5] == "interval",
        members: cells[6].split(separator: ";").map { text in
          let parts = text.split(separator: "=")
          return ",\"\(parts[0])\":\"\(parts[parts.count - 1])\""
        }.joined())
    }
    for (type, row) in rows {
      let same = rows.values.count {
        $0.schema.name == row.schema.name && $0.members == row.members
      }
      rows[type]?.isShared = same > 1
    }
    for cells in TabSeparated.rows(PackageResources.open_mhealth_metadata_tsv, count: 5) {
      rows[cells[0]]?.metadata.append(
        (key: MetadataKey(cells[1]), value: cells[2], json: ",\"\(cells[3])\":\"\(cells[4])\""))
    }
    self.rows = rows
  }
}

/// A schema in the namespace `omh`.
struct OpenMHealthSchema: Sendable {
  let name: String
  let version: String

  static let bloodPressure = OpenMHealthSchema(name: "blood-pressure", version: "4.0")
  static let workout = OpenMHealthSchema(name: "physical-activity", version: "1.2")
  static let sleep = OpenMHealthSchema(name: "sleep-duration", version: "2.0")
  static let beats = OpenMHealthSchema(name: "rr-interval", version: "1.0")
}

/// The parts that all data points of a descriptor have in common.
struct OpenMHealthFragments {
  /// What is written of quantities of the type; `nil` if no schema describes them.
  let row: OpenMHealthSchemas.Row?
  /// Schema and source, up to the brace that closes the source.
  let header: [UInt8]
  let hasSource: Bool
  /// The participant, as a member.
  let user: [UInt8]
  /// The member of a quantity up to its number, and what follows the number.
  let value: [UInt8]
  let unit: [UInt8]
  /// Whether the origin has more than the name of a source.
  let hasDetails: Bool
  private let conversion: HealthUnit.Conversion?
  let isPercent: Bool

  init(_ descriptor: SampleDescriptor, _ kind: SampleKind) {
    let type = descriptor.type.identifier
    row = kind == .quantity ? OpenMHealthSchemas.shared.rows[type] : nil
    let schema: OpenMHealthSchema =
      switch kind {
      case .quantity: row?.schema ?? OpenMHealthSchema(name: "", version: "")
      case .category: .sleep
      case .correlation: .bloodPressure
      case .heartbeatSeries: .beats
      default: .workout
      }
    var text =
      ",\"schema_id\":{\"namespace\":\"omh\",\"name\":\"\(schema.name)\",\"version\":\"\(schema.version)\"}"
    let source = descriptor.sourceName
    hasSource = source != nil
    if let source {
      text += ",\"acquisition_provenance\":{\"source_name\":" + ByteBuffer.json(source)
    }
    header = Array(text.utf8)
    user = Array((descriptor.participant.map { ",\"user_id\":" + ByteBuffer.json($0) } ?? "").utf8)
    hasDetails =
      descriptor.device != nil || kind == .workout && descriptor.unitText != nil
      || descriptor.hasSource && descriptor.source != Source(name: descriptor.source.name)
    let known = row?.units.first { $0.own == descriptor.unitText } ?? row?.units.first
    value = Array("\"\(row?.member ?? "")\":{\"value\":".utf8)
    unit = Array(",\"unit\":\"\(known?.schema ?? "")\"}".utf8)
    isPercent = known?.schema == "%"
    var conversion: HealthUnit.Conversion?
    if let known, let own = descriptor.unit,
      let target = try? HealthUnit(known.own, of: QuantityType(type))
    {
      conversion = try? own.conversion(to: target)
    }
    self.conversion = conversion
  }

  /// A number in the unit that is written; `nil` if the unit of the sample is not one of the quantity.
  func converted(_ number: Number) -> Number? {
    guard let conversion, let number = number.converted(by: conversion) else { return nil }
    return isPercent ? number.percentage : number
  }
}

extension Format {
  /// Data points of Open mHealth.
  public static let openMHealth = Format(
    name: "open-mhealth", title: "Open mHealth data points", extensions: [], isText: true,
    layouts: [
      Format.Layout("data-points", "a data point in each line", outputs: [.file]),
      Format.Layout("array", "one JSON array of data points", outputs: [.file]),
    ],
    losses: OpenMHealthLoss.allCases.map(\.loss), confidence: { _ in .no }, makeReader: nil,
    makeWriter: { (output, options) throws(HealthError) in
      try OpenMHealthWriter(output, options)
    })
}

/// What the schemas of Open mHealth cannot hold, or this format does not write.
enum OpenMHealthLoss: String, LossKind {
  case samples
  case types
  case stages
  case workouts
  case details
  case dates
  case textForms = "text-forms"
  case dataset

  var explanation: String {
    switch self {
    case .samples:
      "samples that no schema describes; of blood pressure, single values outside of a correlation of both"
    case .types: "the type of samples whose schema is that of several types: speeds"
    case .stages: "the stages of time asleep"
    case .workouts:
      "details of workouts: duration, statistics, events, parts, routes, zones and nested samples"
    case .details:
      "metadata without a member, devices, versions of sources, beats, unknown attributes, and the source of members"
    case .dates:
      "samples that end before they start, and samples before the year 1 or after 9999"
    case .textForms: "the text form of numbers and dates; their values are unchanged"
    case .dataset: "facts about the dataset and the person"
    }
  }
}

/// Writes samples as data points of Open mHealth: a header with id, schema and source, and a body with value and time.
package struct OpenMHealthWriter: SampleWriter, ~Copyable {
  private let sink: any ByteSink
  private let isArray: Bool
  private var isFirst = true
  private var printer: OpenMHealthPrinter
  private static let flushSize = 1 << 16

  /// A writer into an output, which it does not finish.
  public init(_ output: OutputContainer, _ options: WriteOptions) throws(HealthError) {
    sink = try output.open("")
    isArray = options.layout == "array"
    printer = OpenMHealthPrinter(isArray: isArray)
  }

  /// The losses so far.
  public var losses: [Loss.Count] { printer.losses.list }

  /// Receives the facts about the dataset, of which data points have only the participant.
  public mutating func begin(_ dataset: DatasetInfo) throws(HealthError) {
    printer.losses.add(.dataset, ifStatedBy: dataset)
  }

  /// Writes the data points of a sample.
  public mutating func write(_ sample: consuming Sample) throws(HealthError) {
    try printer.print(sample)
    if printer.buffer.count >= Self.flushSize { try flush() }
  }

  /// Writes the rest.
  public mutating func finish() throws(HealthError) {
    try flush()
    if isArray { try sink.write(Array((isFirst ? "[]\n" : "\n]\n").utf8).span) }
    try sink.finish()
  }

  private mutating func flush() throws(HealthError) {
    guard !printer.buffer.isEmpty else { return }
    if isArray, isFirst {
      // Each data point has a comma before it.
      printer.buffer.removeFirst(1)
      try sink.write(Array("[".utf8).span)
    }
    isFirst = false
    try printer.buffer.flush(to: sink)
  }

  // MARK: Encoders

  /// An encoder of data points: none depends on another one.
  public mutating func makeEncoder() -> (any Sample.Encoder)? {
    PrintingEncoder(OpenMHealthPrinter(isArray: isArray))
  }

  /// Writes the data points of an encoder.
  public mutating func append(_ encoder: any Sample.Encoder) throws(HealthError) {
    guard let encoder = encoder as? PrintingEncoder<OpenMHealthPrinter> else { return }
    try flush()
    printer.losses.take(&encoder.printer.losses)
    swap(&printer.buffer, &encoder.printer.buffer)
    try flush()
    swap(&printer.buffer, &encoder.printer.buffer)
  }
}
