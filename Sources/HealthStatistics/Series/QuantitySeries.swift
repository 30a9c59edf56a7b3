public import HealthModel
import HealthUnits

/// Quantities that were measured one after another and belong to one sample (`HKQuantitySeriesSampleBuilder`).
///
/// Exports write one record for each quantity or none; the series is for applications that measure.
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
  /// The quantities by their starts.
  public private(set) var entries: [Entry] = []

  /// A series without quantities.
  ///
  /// - Throws: `HealthError`: `.mismatch` if the unit does not fit the type.
  public init(
    quantityType: QuantityType, unit: String, source: Source? = nil
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
  }

  /// Inserts a quantity, at its place in time.
  public mutating func insert(_ value: Number, at start: Timestamp, until end: Timestamp? = nil) {
    let entry = Entry(value: value, start: start, end: max(start, end ?? start))
    let place = entries.lastIndex { $0.start <= start }.map { $0 + 1 } ?? 0
    entries.insert(entry, at: place)
  }

  /// The statistics of the quantities; `nil` without quantities.
  ///
  /// - Throws: `HealthError`: `.mismatch` for options that the type does not have.
  public func statistics(_ options: StatisticsOptions) throws(HealthError) -> Statistics? {
    var query = try StatisticsQuery(quantityType: quantityType, options: options)
    for sample in samples { try query.add(sample) }
    return try query.statistics()
  }

  /// The quantities as samples.
  public var samples: [Sample] {
    let descriptor = SampleDescriptor(
      type: .quantity(quantityType), unitText: unit, source: source)
    return entries.map { entry in
      .quantity(
        QuantitySample(
          header: SampleHeader(descriptor: descriptor, start: entry.start, end: entry.end),
          number: entry.value))
    }
  }

  /// The one sample that the series is as a whole: from its first start to its last end, with its sum or its average, as the
  /// type adds up or not; `nil` without quantities.
  ///
  /// - Throws: `HealthError` if it cannot be calculated.
  public func sample() throws(HealthError) -> QuantitySample? {
    let isCumulative = quantityType.aggregationStyle == .cumulative
    let statistics = try statistics(isCumulative ? .cumulativeSum : .discreteAverage)
    let quantity = isCumulative ? statistics?.sumQuantity() : statistics?.averageQuantity()
    guard let quantity, let first = entries.first, let value = Number(quantity.value) else {
      return nil
    }
    let descriptor = SampleDescriptor(
      type: .quantity(quantityType), unitText: "\(quantity.unit)", source: source)
    let end = entries.reduce(first.end) { max($0, $1.end) }
    return QuantitySample(
      header: SampleHeader(descriptor: descriptor, start: first.start, end: end), number: value)
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
