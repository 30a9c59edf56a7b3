import HealthBytes
import HealthModel
import HealthUnits

/// Prints samples as items of metrics, and workouts.
struct HealthAutoExportPrinter: SamplePrinter, ~Copyable {
  /// The items of a metric in a unit. Without a name, workouts.
  struct Group: Hashable {
    let metric: String
    let units: String
  }

  /// Where an item is in the buffer, and in which group.
  struct Item {
    let group: Int
    let range: Range<Int>
  }

  var buffer = ByteBuffer(capacity: 1 << 16)
  var losses = LossCounts<HealthAutoExportLoss>()
  var sums = HealthAutoExportSums()
  private(set) var items: [Item] = []
  private(set) var groups: [Group] = []
  private var numbers: [Group: Int] = [:]
  var cache = DescriptorSlots<HealthAutoExportFragments>()

  /// Removes the items; the groups remain.
  mutating func removeItems() {
    items.removeAll(keepingCapacity: true)
    buffer.removeAll()
  }

  /// Prints a sample, or counts that it is lost.
  mutating func append(_ sample: Sample) {
    guard let header = sample.header, header.start.isKnown, header.end.isKnown else {
      return losses.add(.samples)
    }
    let isInRange = [header.start, header.end].allSatisfy {
      Timestamp.isInRange(seconds: $0.secondsSince1970, offsetMinutes: Int64($0.offsetMinutes))
    }
    guard isInRange else { return losses.add(.times) }
    switch sample {
    case .quantity(let sample): append(sample)
    case .category(let sample): append(sample)
    case .correlation(let sample):
      append(sample)
      for member in sample.otherMembers { append(member) }
    case .workout(let sample): append(sample)
    default: losses.add(.samples)
    }
  }

  /// Adds what was printed since a place as an item.
  mutating func add(from start: Int, _ metric: String, _ units: String) {
    let group = Group(metric: metric, units: units)
    let number = numbers[group] ?? groups.count
    if number == groups.count {
      groups.append(group)
      numbers[group] = number
    }
    items.append(Item(group: number, range: start..<buffer.count))
  }

  mutating func fragments(_ header: SampleHeader, _ kind: SampleKind) -> Int {
    cache.number(of: header.descriptor, kind: kind) {
      HealthAutoExportFragments(header.descriptor)
    }
  }

  // MARK: Metrics

  private static let aggregateKey = MetadataKey("aggregate")
  private static let minimumKey = MetadataKey("minimum")
  private static let maximumKey = MetadataKey("maximum")

  private mutating func append(_ sample: QuantitySample) {
    let header = sample.header
    let index = fragments(header, .quantity)
    guard let metric = cache[index].metric, let number = cache[index].converted(sample.number)
    else { return losses.add(.samples) }
    let start = buffer.count
    let metadata = header.metadata
    var stated = 0
    buffer.append("{")
    if metric.form == .range {
      let minimum = metadata[Self.minimumKey].flatMap { Number($0) }
      let maximum = metadata[Self.maximumKey].flatMap { Number($0) }
      stated += (minimum == nil ? 0 : 1) + (maximum == nil ? 0 : 1)
      member("\"Min\":", minimum ?? number)
      member(",\"Avg\":", number)
      member(",\"Max\":", maximum ?? number)
    } else {
      member("\"qty\":", number)
    }
    if metric.form == .percent,
      number.multiplied(by: Number(digits: 1, exponent: -2))?.description
        != sample.number.description
    {
      losses.add(.textForms)
    }
    buffer.append(",\"date\":")
    append(header.start)
    if !metadata.isEmpty, let text = Self.relation(metric.form, metadata) {
      stated += 1
      buffer.append(utf8: text)
    }
    buffer.append(cache[index].source)
    buffer.append("}")
    add(from: start, metric.name, cache[index].units)
    if metric.form == .sum { sums.add(metric.name, cache[index].source) }
    if cache[index].isConverted { losses.add(.units) }
    if !header.start.isSame(as: header.end) { losses.add(.periods) }
    countDetails(header, index, stated: stated, mark: metric.form.aggregate)
    if !sample.beats.isEmpty { losses.add(.details) }
  }

  /// What a value relates to, as a member with a comma before it; `nil` if the metadata do not state it.
  private static func relation(
    _ form: HealthAutoExportMetrics.Form, _ metadata: Metadata
  ) -> String? {
    switch (form, metadata[.bloodGlucoseMealTime], metadata[.insulinDeliveryReason]) {
    case (.glucose, "0", _): ",\"mealTime\":\"Unspecified\""
    case (.glucose, "1", _): ",\"mealTime\":\"Before Meal\""
    case (.glucose, "2", _): ",\"mealTime\":\"After Meal\""
    case (.insulin, _, "1"): ",\"reason\":\"Basal\""
    case (.insulin, _, "2"): ",\"reason\":\"Bolus\""
    default: nil
    }
  }

  private static let stages = [
    0: "InBed", 1: "Asleep", 2: "Awake", 3: "Core", 4: "Deep", 5: "REM",
  ]

  private mutating func append(_ sample: CategorySample) {
    let header = sample.header
    let index = fragments(header, .category)
    guard let metric = cache[index].metric,
      let seconds = header.end.seconds(since: header.start), seconds >= 0
    else { return losses.add(.samples) }
    let start = buffer.count
    let value: CategoryValue?
    if metric.form == .sleep {
      guard let stage = sample.sleepStage, let text = Self.stages[stage] else {
        return losses.add(.samples)
      }
      value = sample.type.value(numbered: stage)
      buffer.append("{\"startDate\":")
      append(header.start)
      buffer.append(",\"endDate\":")
      append(header.end)
      buffer.append(",\"qty\":")
      buffer.append(json: Number(seconds / 3_600) ?? Number(0))
      buffer.append(",\"value\":\"")
      buffer.append(utf8: text)
      buffer.append("\"")
    } else {
      value = sample.type.value(numbered: 0)
      buffer.append("{\"qty\":")
      buffer.append(json: Number(metric.form == .minutes ? seconds / 60 : seconds) ?? Number(0))
      buffer.append(",\"date\":")
      append(header.start)
      if header.end.spelling != nil { losses.add(.textForms) }
      if header.end.offsetMinutes != header.start.offsetMinutes { losses.add(.times) }
    }
    buffer.append(cache[index].source)
    buffer.append("}")
    add(from: start, metric.name, cache[index].units)
    if value != sample.value { losses.add(.textForms) }
    countDetails(header, index, stated: 0, mark: metric.form.aggregate)
  }

  private mutating func append(_ sample: Correlation) {
    let header = sample.header
    let index = fragments(header, .correlation)
    guard let metric = cache[index].metric, let (systolic, diastolic) = sample.bloodPressure else {
      return losses.add(.samples)
    }
    let start = buffer.count
    buffer.append("{")
    member("\"systolic\":", systolic)
    member(",\"diastolic\":", diastolic)
    buffer.append(",\"date\":")
    append(header.start)
    buffer.append(cache[index].source)
    buffer.append("}")
    add(from: start, metric.name, cache[index].units)
    if !header.start.isSame(as: header.end) { losses.add(.periods) }
    let isPlain =
      sample.hasPlainPressures
      && sample.members.allSatisfy { $0.membership == .nestedOnly }
    if !isPlain { losses.add(.details) }
    countDetails(header, index, stated: 0, mark: metric.form.aggregate)
  }

  // MARK: Parts

  mutating func member(_ name: StaticString, _ number: Number) {
    // Readers of JSON do not keep the sign of zero.
    if !number.isSpelledAsJSON || number.digits == 0 && number.spelling?.text.utf8.first == 45 {
      losses.add(.textForms)
    }
    buffer.append(name)
    buffer.append(json: number)
  }

  mutating func append(_ date: Timestamp) {
    if date.spelling != nil { losses.add(.textForms) }
    if date.nanoseconds != 0 { losses.add(.times) }
    buffer.append("\"")
    buffer.append(
      Timestamp(secondsSince1970: date.secondsSince1970, offsetMinutes: date.offsetMinutes)
        .text(.export))
    buffer.append("\"")
  }

  /// - Parameters:
  ///   - stated: How many entries of the metadata a reader finds.
  ///   - mark: The metadata `aggregate` that it adds.
  mutating func countDetails(
    _ header: SampleHeader, _ index: Int, stated: Int, mark: String
  ) {
    var stated = stated
    if header.metadata[Self.aggregateKey] == mark { stated += 1 } else { losses.add(.aggregates) }
    if cache[index].hasDetails || header.created != nil || header.uuid != nil
      || header.extras != nil || header.deviceAddress != nil
      || header.metadata.entries.count > stated
    {
      losses.add(.details)
    }
  }
}

/// Counts the items of metrics that add up, and notices which of these have several sources.
struct HealthAutoExportSums {
  private struct Metric {
    let source: [UInt8]
    var hasOthers = false
    var count = 0
  }

  private var metrics: [String: Metric] = [:]

  mutating func add(_ name: String, _ source: [UInt8]) {
    add(name, Metric(source: source, count: 1))
  }

  private mutating func add(_ name: String, _ other: Metric) {
    var metric = metrics[name] ?? Metric(source: other.source)
    metric.hasOthers = metric.hasOthers || other.hasOthers || metric.source != other.source
    metric.count += other.count
    metrics[name] = metric
  }

  /// Adds the counts of another printer, and resets them.
  mutating func take(_ other: inout HealthAutoExportSums) {
    for (name, metric) in other.metrics { add(name, metric) }
    other = HealthAutoExportSums()
  }

  /// How many items are of metrics with several sources.
  var ofSeveralSources: Int {
    metrics.values.reduce(0) { $0 + ($1.hasOthers ? $1.count : 0) }
  }
}

extension Timestamp {
  /// The seconds since another date; `nil` for more than 300 years.
  func seconds(since other: Timestamp) -> Double? {
    let seconds = timeInterval(since: other)
    return seconds.magnitude < 1e10 ? seconds : nil
  }
}
