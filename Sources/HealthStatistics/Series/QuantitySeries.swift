public import HealthModel
public import HealthUnits

/// Quantities that were measured one after another and belong to one sample (`HKQuantitySeriesSampleBuilder`).
///
/// Exports write one record for each quantity or none; the series is for applications that measure. Formats and stores have a
/// sample for each quantity (``samples``), so that statistics count them; its metadata have the UUID of the series.
public struct QuantitySeries: Sendable {
  /// One quantity of a series.
  public struct Entry: Sendable, Equatable {
    /// The quantity, in the unit of the series.
    public let value: Number
    /// When it was measured, or began to be.
    public let start: Timestamp
    /// When it ended; for an instant the same as the start.
    public let end: Timestamp
  }

  /// The type of the quantities.
  public let quantityType: QuantityType
  /// Their unit, as text.
  public let unit: String
  /// The source that measured them.
  public let source: Source?
  /// What measured them.
  public let device: Device?
  /// The metadata of each quantity, without that which names the series.
  public let metadata: Metadata
  /// What distinguishes it from other series.
  public let uuid: SampleUUID
  /// The quantities by their starts.
  public private(set) var entries: [Entry] = []

  /// A series without quantities.
  ///
  /// - Throws: `HealthError`: `.mismatch` if the unit does not fit the type.
  public init(
    quantityType: QuantityType, unit: String, source: Source? = nil, device: Device? = nil,
    metadata: Metadata = Metadata()
  ) throws(HealthError) {
    try self.init(quantityType, unit, source, device, metadata, .random())
  }

  /// A series without quantities.
  ///
  /// - Throws: `HealthError`: `.mismatch` if the unit does not fit the type.
  public init(
    quantityType: QuantityType, unit: HealthUnit, source: Source? = nil, device: Device? = nil,
    metadata: Metadata = Metadata()
  ) throws(HealthError) {
    try self.init(quantityType, unit.description, source, device, metadata, .random())
  }

  private init(
    _ quantityType: QuantityType, _ unit: String, _ source: Source?, _ device: Device?,
    _ metadata: Metadata, _ uuid: SampleUUID
  ) throws(HealthError) {
    let own = try? HealthUnit(unit, of: quantityType)
    let canonical = quantityType.canonicalUnit.flatMap { try? HealthUnit($0) }
    guard let own, canonical.map({ $0.isCompatible(with: own) }) ?? true else {
      throw HealthError(
        .mismatch,
        "'\(unit)' is not a unit of \(quantityType.shortName), expected one such as "
          + "'\(quantityType.canonicalUnit ?? "")'")
    }
    (self.quantityType, self.unit, self.source) = (quantityType, unit, source)
    (self.device, self.metadata, self.uuid) = (device, metadata, uuid)
  }

  /// Inserts a quantity, at its place in time.
  public mutating func insert(_ value: Number, at start: Timestamp, until end: Timestamp? = nil) {
    let entry = Entry(value: value, start: start, end: max(start, end ?? start))
    let place = entries.lastIndex { $0.start <= start }.map { $0 + 1 } ?? 0
    entries.insert(entry, at: place)
  }

  /// Inserts a quantity, at its place in time.
  ///
  /// - Throws: `HealthError`: `.mismatch` if its unit does not fit that of the series.
  public mutating func insert(
    _ quantity: Quantity, at start: Timestamp, until end: Timestamp? = nil
  ) throws(HealthError) {
    let value: Double
    do { value = try quantity.value(in: HealthUnit(unit, of: quantityType)) } catch {
      throw HealthError(.mismatch, "\(error)", cause: error)
    }
    guard let number = Number(value) else {
      throw HealthError(.mismatch, "a quantity of a series has to be a number")
    }
    insert(number, at: start, until: end)
  }

  /// The statistics of the quantities; `nil` without quantities.
  ///
  /// - Throws: `HealthError`: `.mismatch` for options that the type does not have.
  public func statistics(_ options: StatisticsOptions) throws(HealthError) -> Statistics? {
    var query = try StatisticsQuery(quantityType: quantityType, options: options)
    for sample in samples { try query.add(sample) }
    return try query.statistics()
  }

  /// The quantities as samples, with the metadata of the series and one that names it.
  public var samples: [Sample] {
    let descriptor = descriptor(unit)
    var metadata = metadata
    metadata.entries.append(MetadataEntry(key: Self.key, value: "\(uuid)"))
    return entries.map { entry in
      .quantity(
        QuantitySample(
          header: SampleHeader(
            descriptor: descriptor, start: entry.start, end: entry.end, metadata: metadata),
          number: entry.value))
    }
  }

  private func descriptor(_ unit: String) -> SampleDescriptor {
    SampleDescriptor(
      type: .quantity(quantityType), unitText: unit, source: source, device: device)
  }

  /// The one sample that the series is as a whole: from its first start to its last end, with its sum or its average, as the
  /// type adds up or not; `nil` without quantities.
  ///
  /// - Throws: `HealthError` if it cannot be calculated.
  public func sample() throws(HealthError) -> QuantitySample? {
    var total = try Total(self)
    for entry in entries { try total.add(entry) }
    return try total.sample()
  }

  /// Calculates the sample of a series from its quantities, one by one: memory does not grow with their number.
  package struct Total: ~Copyable {
    private let series: QuantitySeries
    private let isCumulative: Bool
    private var query: StatisticsQuery
    private var span: (start: Timestamp, end: Timestamp)?

    /// - Throws: `HealthError`: `.mismatch` for a type without such a figure.
    package init(_ series: QuantitySeries) throws(HealthError) {
      isCumulative = series.quantityType.aggregationStyle == .cumulative
      query = try StatisticsQuery(
        quantityType: series.quantityType,
        options: isCumulative ? .cumulativeSum : .discreteAverage)
      self.series = series
    }

    package mutating func add(_ entry: Entry) throws(HealthError) {
      let last = span.map { max($0.end, entry.end) } ?? entry.end
      span = (min(span?.start ?? entry.start, entry.start), last)
      let header = SampleHeader(
        descriptor: series.descriptor(series.unit), start: entry.start, end: entry.end,
        metadata: series.metadata)
      try query.add(.quantity(QuantitySample(header: header, number: entry.value)))
    }

    package consuming func sample() throws(HealthError) -> QuantitySample? {
      let (series, isCumulative, span) = (series, isCumulative, span)
      let statistics = try query.statistics()
      let quantity = isCumulative ? statistics?.sumQuantity() : statistics?.averageQuantity()
      guard let quantity, let span, let value = Number(quantity.value) else { return nil }
      return QuantitySample(
        header: SampleHeader(
          descriptor: series.descriptor("\(quantity.unit)"), start: span.start, end: span.end,
          metadata: series.metadata, uuid: series.uuid), number: value)
    }
  }

  /// Calls a function with the quantities of several series by their starts, as one (`HKQuantitySeriesSampleQuery`).
  ///
  /// - Parameters:
  ///   - series: The series; of quantities that start together, those of the first series come first.
  ///   - body: Gets the quantity, the index of its series, and whether it is the last of all.
  public static func enumerate(
    _ series: [QuantitySeries], _ body: (Entry, _ series: Int, _ isLast: Bool) -> Void
  ) {
    var places = [Int](repeating: 0, count: series.count)
    var left = series.reduce(0) { $0 + $1.entries.count }
    while left > 0 {
      var next: Int?
      for index in series.indices where places[index] < series[index].entries.count {
        let start = series[index].entries[places[index]].start
        if next.map({ start < series[$0].entries[places[$0]].start }) ?? true { next = index }
      }
      guard let next else { return }
      left -= 1
      body(series[next].entries[places[next]], next, left == 0)
      places[next] += 1
    }
  }
}

// MARK: Aggregates

extension QuantitySeries {
  /// How many quantities it has.
  public var count: Int { entries.count }
  /// The sum; `nil` for a type that does not add up, and without quantities.
  public var sumQuantity: Quantity? { try? statistics(.cumulativeSum)?.sumQuantity() }
  /// The average; `nil` for a type that adds up, and without quantities.
  public var averageQuantity: Quantity? { try? statistics(.discreteAverage)?.averageQuantity() }
  /// The least; `nil` for a type that adds up, and without quantities.
  public var minimumQuantity: Quantity? { try? statistics(.discreteMin)?.minimumQuantity() }
  /// The greatest; `nil` for a type that adds up, and without quantities.
  public var maximumQuantity: Quantity? { try? statistics(.discreteMax)?.maximumQuantity() }
  /// The one that begins last; `nil` without quantities.
  public var mostRecentQuantity: Quantity? {
    guard let last = entries.last, let unit = try? HealthUnit(unit, of: quantityType) else {
      return nil
    }
    return Quantity(last.value.doubleValue, unit)
  }
}

// MARK: Samples of series

extension QuantitySeries {
  /// The key of the metadata that name the series of a quantity.
  package static let key = MetadataKey("series")

  /// The samples that name a series, those of one series together, by the start of its first.
  package static func members(of samples: [QuantitySample]) -> [[QuantitySample]] {
    var places: [String: Int] = [:]
    var series: [[QuantitySample]] = []
    for sample in samples.sorted(by: { $0.start < $1.start }) {
      guard let name = sample.metadata[key] else { continue }
      // Texts of other programs can be the same for several types.
      let place = places["\(sample.type) \(name)", default: series.count]
      if place == series.count { series.append([]) }
      places["\(sample.type) \(name)"] = place
      series[place].append(sample)
    }
    return series
  }

  /// The series that a sample names; `nil` if it names none by a UUID.
  package static func uuid(of sample: QuantitySample) -> SampleUUID? {
    sample.metadata[key].flatMap { SampleUUID($0) }
  }

  /// The series of a sample without its quantities; `nil` if it names none by a UUID, and for a unit that does not fit.
  package init?(of sample: QuantitySample) {
    guard let uuid = Self.uuid(of: sample) else { return nil }
    var metadata = sample.metadata
    metadata.entries.removeAll { $0.key == Self.key }
    guard
      let empty = try? QuantitySeries(
        sample.type, sample.unit ?? "", sample.header.descriptor.hasSource ? sample.source : nil,
        sample.device, metadata, uuid)
    else { return nil }
    self = empty
  }

  /// The quantity that a sample is in the series; `nil` if its unit does not fit.
  package func entry(of sample: QuantitySample) -> Entry? {
    let value =
      sample.unit == unit ? sample.number : Number((try? sample.value(in: unit)) ?? .nan)
    return value.map {
      Entry(value: $0, start: sample.start, end: max(sample.start, sample.end))
    }
  }

  /// The series of samples that all name it; `nil` if they name none by a UUID, and for units that do not fit.
  package init?(_ samples: [QuantitySample]) {
    guard let first = samples.first else { return nil }
    self.init(of: first)
    for sample in samples {
      guard let entry = entry(of: sample) else { return nil }
      insert(entry.value, at: entry.start, until: entry.end)
    }
  }

  /// The series that samples name, by the start of the first quantity of each. Samples of no series are left out.
  public static func all(in samples: [QuantitySample]) -> [QuantitySeries] {
    members(of: samples).compactMap { QuantitySeries($0) }
  }
}

/// The course of a series of intervals.
///
/// The intervals have numbers that rise by 1 from each to the next one; those without data are left out.
package struct SeriesFigures: Sendable {
  /// The course at one interval.
  package struct Course: Sendable, Equatable {
    /// The figure of the interval directly before this one; `nil` without data in it.
    package var before: Double?
    /// The figure less the one before.
    package var difference: Double?
    /// The difference in percent of the figure before, without its sign; `nil` if that is 0.
    package var percent: Double?
    /// The mean of the figures of the last intervals, this one included; those without data do not count. `nil` as long as
    /// the series is shorter than that.
    package var movingAverage: Double?
    /// The straight line through all figures of the series, by least squares, at this interval; `nil` for fewer than two.
    package var trend: Double?
    /// How much that line rises from an interval to the next one.
    package var slope: Double?
  }

  private var figures: [(index: Int64, value: Double)] = []

  package init() {}

  /// Adds the figure of an interval, after those of earlier ones.
  package mutating func add(_ value: Double, at index: Int64) { figures.append((index, value)) }

  /// The course at each interval.
  ///
  /// - Parameter window: How many intervals a moving average is over.
  package func courses(window: Int = 1) -> [Course] {
    guard let first = figures.first else { return [] }
    let count = Double(figures.count)
    // Small numbers, so that squares lose no digits.
    let places = figures.map { Double($0.index - first.index) }
    let place = places.reduce(0, +) / count
    let mean = figures.reduce(0) { $0 + $1.value } / count
    let squares = places.reduce(0) { $0 + ($1 - place) * ($1 - place) }
    let products = zip(places, figures).reduce(0) { $0 + ($1.0 - place) * ($1.1.value - mean) }
    let slope = squares > 0 ? products / squares : nil
    var start = 0
    return figures.indices.map { current in
      let (index, value) = figures[current]
      var course = Course()
      if current > 0, figures[current - 1].index == index - 1 {
        let before = figures[current - 1].value
        (course.before, course.difference) = (before, value - before)
        course.percent = before == 0 ? nil : (value - before) / before.magnitude * 100
      }
      while figures[start].index <= index - Int64(window) { start += 1 }
      if index - first.index >= Int64(window) - 1 {
        let last = figures[start...current]
        course.movingAverage = last.reduce(0) { $0 + $1.value } / Double(last.count)
      }
      if let slope {
        (course.slope, course.trend) = (slope, mean + slope * (places[current] - place))
      }
      return course
    }
  }
}
