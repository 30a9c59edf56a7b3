package import HealthBytes
package import HealthModel

/// Writes samples as points of InfluxDB's line protocol: `HeartRate,source=Watch,unit=count/min value=61,end=…i …`.
///
/// The measurement is the type; source, device, participant and unit are tags, since a point replaces another of the same
/// tags and time. So is the value of a category, as `category`: being in bed and asleep often start at the same time.
/// The time is the start in nanoseconds; the end is a field.
package struct InfluxWriter: SampleWriter, ~Copyable {
  private let sink: any ByteSink
  private var buffer = ByteBuffer(capacity: 1 << 17)
  private var counts = [Int](repeating: 0, count: InfluxLoss.allCases.count)
  /// The series of the latest descriptors, and when the last sample of each began.
  private var series = DescriptorTable<Series>()
  private static let flushSize = 1 << 16

  /// Measurement and tags, as all samples of a descriptor have them.
  private struct Series {
    let measurement: [UInt8]
    let tags: [UInt8]
    let isChanged: Bool
    var lastStart: Int64?
    /// The categories of the samples with that start.
    var categories: [String?] = []

    /// - Returns: Whether a sample with this start and category came before, if samples come in the order of their starts.
    mutating func isRepeated(_ start: Int64, _ category: String?) -> Bool {
      if lastStart != start { (lastStart, categories) = (start, []) }
      if categories.contains(category) { return true }
      categories.append(category)
      return false
    }
  }

  /// A writer into an output, which it does not finish.
  public init(_ output: OutputContainer) throws(HealthError) { sink = try output.open("") }

  /// The losses so far.
  public var losses: [Loss.Count] {
    InfluxLoss.allCases.map { Loss.Count(loss: $0.loss, count: counts[$0.rawValue]) }
  }

  /// Receives the facts about the dataset, which points do not have.
  public mutating func begin(_ dataset: DatasetInfo) throws(HealthError) {
    if dataset != DatasetInfo() { count(.dataset) }
  }

  /// Writes the points of a sample.
  public mutating func write(_ sample: Sample) throws(HealthError) {
    switch sample {
    case .quantity(let quantity):
      if !quantity.beats.isEmpty { count(.details) }
      try point(quantity.header) { buffer in
        // A percent of HealthKit is a fraction; databases and dashboards count to 100.
        let isPercent = quantity.header.descriptor.unitText == "%"
        buffer.append("value=")
        buffer.append(
          json: isPercent ? quantity.number.percentage ?? quantity.number : quantity.number)
      }
    case .category(let category):
      let value = category.value?.shortName ?? ""
      try point(category.header, category: value) { buffer in
        buffer.append("value=")
        Self.append(value, to: &buffer)
      }
    case .workout(let workout):
      if workout.fields != Sample.WorkoutFields.totals(of: workout.fields) { count(.details) }
      try point(workout.header) { buffer in Self.append(workout, to: &buffer) }
    case .correlation(let correlation):
      count(.details)
      for member in correlation.members where member.membership == .nestedOnly {
        try write(member.sample)
      }
    default: count(.samples)
    }
    if buffer.count >= Self.flushSize { try buffer.flush(to: sink) }
  }

  /// Writes the rest.
  public mutating func finish() throws(HealthError) {
    try buffer.flush(to: sink)
    try sink.finish()
  }

  private mutating func count(_ loss: InfluxLoss) { counts[loss.rawValue] += 1 }

  // MARK: Points

  private mutating func point(
    _ header: SampleHeader, category: String? = nil, _ fields: (inout ByteBuffer) -> Void
  ) throws(HealthError) {
    guard header.start.isKnown, let start = Self.nanoseconds(header.start),
      let end = Self.nanoseconds(header.end)
    else { return count(.times) }
    if header.start.offsetMinutes != 0 { count(.times) }
    if series.isLarge { _ = series.takeEntries() }
    let index = series.index(of: header.descriptor, kind: .quantity) { descriptor, _ in
      Self.series(descriptor)
    }
    let tag = category.map { Self.tag("category", $0) }
    if series[index].isChanged || tag?.isChanged == true { count(.texts) }
    if series[index].isRepeated(start, category) { count(.points) }
    let descriptor = header.descriptor
    let hasDetails =
      !header.metadata.isEmpty || header.created != nil || header.extras != nil
      || header.uuid != nil
      || descriptor.source != Source(name: descriptor.source.name)
      || descriptor.device.map { $0 != Self.device(named: $0.name) } ?? false
    if hasDetails { count(.details) }
    buffer.append(series[index].measurement)
    if let tag { buffer.append(tag.text) }
    buffer.append(series[index].tags)
    buffer.append(UInt8(ascii: " "))
    fields(&buffer)
    if end != start {
      buffer.append(",end=")
      buffer.append(decimal: end)
      buffer.append(UInt8(ascii: "i"))
    }
    buffer.append(UInt8(ascii: " "))
    buffer.append(decimal: start)
    buffer.append(UInt8(ascii: "\n"))
  }

  private static func device(named name: String?) -> Device {
    var device = Device()
    device.name = name
    return device
  }

  /// Nanoseconds since 1970; `nil` if 64 bits do not hold them.
  private static func nanoseconds(_ date: Timestamp) -> Int64? {
    let (seconds, isBeyond) = date.secondsSince1970.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isOver) = seconds.addingReportingOverflow(Int64(date.nanoseconds))
    return isBeyond || isOver ? nil : sum
  }

  private static func append(_ workout: Workout, to buffer: inout ByteBuffer) {
    buffer.append("value=")
    append(workout.activityType.shortName, to: &buffer)
    let (duration, unit) = workout.activeDuration
    let figures: [(StaticString, (number: Number, unit: String?)?, String)] = [
      (",duration_s=", duration.map { ($0, unit) }, "s"),
      (",distance_m=", workout.distance, "m"), (",energy_kcal=", workout.energyBurned, "kcal"),
    ]
    for (name, figure, unit) in figures {
      guard let number = figure.flatMap({ $0.number.converted($0.unit, to: unit) }) else {
        continue
      }
      buffer.append(name)
      buffer.append(json: number)
    }
  }

  /// Appends a text as the value of a field.
  private static func append(_ text: String, to buffer: inout ByteBuffer) {
    buffer.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        buffer.append(UInt8(ascii: "\\"))
      }
      buffer.append(byte)
    }
    buffer.append(UInt8(ascii: "\""))
  }

  // MARK: Series

  private static func series(_ descriptor: SampleDescriptor) -> Series {
    let isWorkout = if case .workout = descriptor.type { true } else { false }
    let measurement = escaped(isWorkout ? "Workout" : descriptor.type.shortName, ", ")
    let tags = [
      ("device", descriptor.device?.name), ("participant", descriptor.participant),
      ("source", descriptor.hasSource ? descriptor.source.name : nil),
      ("unit", descriptor.unitText),
    ].map { tag($0, $1 ?? "") }
    return Series(
      measurement: measurement.text, tags: tags.flatMap(\.text),
      isChanged: measurement.isChanged || tags.contains(where: \.isChanged))
  }

  /// A tag; none if its value is empty, which the protocol does not allow.
  private static func tag(_ name: String, _ value: String) -> (text: [UInt8], isChanged: Bool) {
    let (text, isChanged) = escaped(value, ",= ")
    return (text.isEmpty ? [] : Array(",\(name)=".utf8) + text, isChanged)
  }

  private static func escaped(
    _ text: String, _ special: String
  ) -> (text: [UInt8], isChanged: Bool) {
    var isChanged = false
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte == 10 || byte == 13 {
        isChanged = true
        bytes += [UInt8(ascii: "\\"), 32]
        continue
      }
      if special.utf8.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    // It would escape what follows.
    while bytes.last == UInt8(ascii: "\\") {
      isChanged = true
      bytes.removeLast()
    }
    return (bytes, isChanged)
  }
}

extension Sample.WorkoutFields {
  /// What a point has of a workout.
  fileprivate static func totals(of fields: Sample.WorkoutFields) -> Sample.WorkoutFields {
    var totals = Sample.WorkoutFields()
    (totals.duration, totals.durationUnit) = (fields.duration, fields.durationUnit)
    (totals.totalDistance, totals.totalDistanceUnit) = (
      fields.totalDistance, fields.totalDistanceUnit
    )
    (totals.totalEnergyBurned, totals.totalEnergyBurnedUnit) = (
      fields.totalEnergyBurned, fields.totalEnergyBurnedUnit
    )
    return totals
  }
}

/// What InfluxDB's line protocol cannot represent.
enum InfluxLoss: Int, CaseIterable {
  case samples, points, details, texts, times, dataset

  /// The loss as the format declares it.
  var loss: Loss {
    switch self {
    case .samples:
      Loss(
        "samples", "samples other than quantities, categories, workouts and members of correlations"
      )
    case .points:
      Loss(
        "points",
        "samples that follow one of the same type, category, source, device, unit and start: a database keeps the last"
      )
    case .details:
      Loss(
        "details",
        "metadata, date of saving, versions, details of devices, identifiers, lists in samples")
    case .texts: Loss("texts", "line ends in names, and backslashes at their end")
    case .times: Loss("times", "UTC offsets, and samples before 1678 or after 2261")
    case .dataset: Loss("dataset", "facts about the dataset and the person")
    }
  }
}

extension Format {
  /// The line protocol of InfluxDB, which other time series databases read as well.
  public static let influx = Format(
    name: "influx", title: "InfluxDB line protocol, a point per sample", extensions: ["lp"],
    isText: true,
    layouts: [Format.Layout("points", "a line for each sample", outputs: [.file])],
    losses: InfluxLoss.allCases.map(\.loss), confidence: { _ in .no }, makeReader: nil,
    makeWriter: { (output, _) throws(HealthError) in try InfluxWriter(output) })
}
