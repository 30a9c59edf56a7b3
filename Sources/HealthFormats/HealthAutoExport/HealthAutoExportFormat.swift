package import HealthBytes
package import HealthModel

extension Format {
  /// The JSON of the app Health Auto Export, in version 2. It is read by the built-in map of the same name.
  public static let healthAutoExport = Format(
    name: "health-auto-export", title: "JSON of Health Auto Export, metrics and workouts",
    extensions: [], isText: true,
    layouts: [
      Format.Layout("metrics", "one object with metrics and workouts", outputs: [.file])
    ],
    losses: HealthAutoExportLoss.allCases.map(\.loss), confidence: { _ in .no }, makeReader: nil,
    makeWriter: { (output, _) throws(HealthError) in try HealthAutoExportWriter(output) })
}

/// Data that the JSON of Health Auto Export cannot represent, or that its writer leaves out.
enum HealthAutoExportLoss: String, LossKind {
  case samples
  case periods
  case aggregates
  case sources
  case units
  case details
  case workouts
  case times
  case textForms = "text-forms"
  case dataset

  var explanation: String {
    switch self {
    case .samples:
      "samples for which there is no metric; of blood pressure, values outside of a correlation of both"
    case .periods: "ends of quantities: an item of a metric has one date"
    case .aggregates:
      "that a sample is that of a device: items are read as sums, averages or total times of a period, or as copies"
    case .sources:
      "that one of several sources counts where they recorded the same: the sum of the items of a metric counts all"
    case .units: "units that exports do not have: the values are converted"
    case .details:
      "metadata, date of saving, identifiers, devices, versions of sources, sources of workouts, members that are also "
        + "stored separately, beats, unknown attributes"
    case .workouts:
      "details of workouts: units of durations, statistics other than totals and heart rates, events, parts, zones, nested "
        + "samples, and of routes all but their points"
    case .times: "fractions of seconds, and samples before the year 1 or after 9999"
    case .textForms: "the text form of values, numbers and dates; their meaning is unchanged"
    case .dataset: "facts about the dataset and the person"
    }
  }
}

/// Writes samples as the JSON of Health Auto Export: `{"data":{"metrics":[…],"workouts":[…]}}`.
///
/// A metric has all items of a type and a unit, which come in any order: they wait on the disk, sorted by metric. Metrics are
/// in the order of their first items.
package struct HealthAutoExportWriter: SampleWriter, ~Copyable {
  private let sink: any ByteSink
  private var sorter: ExternalSorter?
  private var printer = HealthAutoExportPrinter()
  private var groups: [HealthAutoExportPrinter.Group] = []
  private var numbers: [HealthAutoExportPrinter.Group: Int] = [:]
  private static let workouts = UInt64.max
  private static let flushCount = 1_000
  private static let flushSize = 1 << 20

  /// A writer into an output, which it does not finish.
  public init(_ output: OutputContainer) throws(HealthError) {
    let sorter = try ExternalSorter()
    self.sorter = consume sorter
    sink = try output.open("")
  }

  /// The losses so far.
  public var losses: [Loss.Count] {
    var losses = printer.losses
    losses.add(.sources, printer.sums.ofSeveralSources)
    return losses.list
  }

  /// Receives the facts about the dataset, which the format does not have.
  public mutating func begin(_ dataset: DatasetInfo) throws(HealthError) {
    printer.losses.add(.dataset, ifStatedBy: dataset)
  }

  /// Prints the item of a sample.
  public mutating func write(_ sample: consuming Sample) throws(HealthError) {
    try printer.print(sample)
    if printer.items.count >= Self.flushCount || printer.buffer.count >= Self.flushSize {
      try store()
    }
  }

  /// Moves the printed items to the sorter.
  private mutating func store() throws(HealthError) {
    let local = printer.groups.map { group -> UInt64 in
      if group.metric.isEmpty { return Self.workouts }
      if let number = numbers[group] { return UInt64(number) }
      numbers[group] = groups.count
      groups.append(group)
      return UInt64(groups.count - 1)
    }
    for item in printer.items {
      let key = SortKey(high: local[item.group], low: 0)
      try printer.buffer.withBytes { (bytes) throws(HealthError) in
        try sorter?.add(key, bytes.extracting(item.range))
      }
    }
    printer.removeItems()
  }

  /// Writes all items.
  public mutating func finish() throws(HealthError) {
    try store()
    guard let sorter = sorter.take() else { return }
    var records = try sorter.sorted()
    var buffer = ByteBuffer()
    buffer.append("{\"data\":{\"metrics\":[")
    var last: UInt64?
    while try records.next() {
      let group = records.key.high
      if group == last {
        buffer.append(",\n")
      } else {
        if last != nil { buffer.append("\n]}") }
        if group == Self.workouts {
          buffer.append(last == nil ? "],\"workouts\":[\n" : "\n],\"workouts\":[\n")
        } else {
          buffer.append(last == nil ? "\n" : ",\n")
          buffer.append("{\"name\":")
          buffer.append(json: groups[Int(group)].metric)
          buffer.append(",\"units\":")
          buffer.append(json: groups[Int(group)].units)
          buffer.append(",\"data\":[\n")
        }
        last = group
      }
      records.withBytes { buffer.append($0) }
      if buffer.count >= 1 << 16 { try buffer.flush(to: sink) }
    }
    if last == Self.workouts {
      buffer.append("\n]}}\n")
    } else {
      buffer.append(last == nil ? "],\"workouts\":[]}}\n" : "\n]}\n],\"workouts\":[]}}\n")
    }
    try buffer.flush(to: sink)
    try sink.finish()
  }

  // MARK: Encoders

  /// An encoder of items: none depends on another one.
  public mutating func makeEncoder() -> (any Sample.Encoder)? {
    PrintingEncoder(HealthAutoExportPrinter())
  }

  /// Moves the items of an encoder to the sorter.
  public mutating func append(_ encoder: any Sample.Encoder) throws(HealthError) {
    guard let encoder = encoder as? PrintingEncoder<HealthAutoExportPrinter> else { return }
    try store()
    printer.losses.take(&encoder.printer.losses)
    printer.sums.take(&encoder.printer.sums)
    swap(&printer, &encoder.printer)
    try store()
    swap(&printer, &encoder.printer)
  }
}
