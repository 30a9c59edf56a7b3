public import HealthModel
public import HealthStatistics
public import HealthStore

extension SampleStore {
  /// The quantities of the samples of a type that match a predicate, one by one (`HKQuantitySeriesSampleQuery`).
  ///
  /// A series is one sample: the predicate is about its time and its sum or average as a whole, and all its quantities are
  /// found or none. A sample of no series is a series of one quantity.
  ///
  /// - Complexity: The samples of the type are read twice, and the time of each series once more for a predicate or its
  ///   sample. Memory grows with the number of series, not of quantities.
  public func seriesQuery(
    of type: QuantityType, where predicate: SamplePredicate = .all,
    options: QuantitySeries.QueryOptions = []
  ) throws(HealthError) -> QuantitySeries.Cursor {
    try QuantitySeries.Cursor(self, type, predicate, options)
  }

  /// The same, read on a thread of its own while the quantities are used.
  ///
  /// ```swift
  /// for try await one in store.seriesResults(of: .heartRate) { … }
  /// ```
  public func seriesResults(
    of type: QuantityType, where predicate: SamplePredicate = .all,
    options: QuantitySeries.QueryOptions = []
  ) -> QuantitySeries.Results {
    QuantitySeries.Results(store: self, type: type, predicate: predicate, options: options)
  }

  /// The quantities of a series, in memory.
  ///
  /// - Parameter sample: The series as a whole, as a query has found it.
  package func quantities(of sample: QuantitySample) throws(HealthError) -> [QuantitySample] {
    let cursor = try samplesOfSeries(sample.type, from: sample.start, to: sample.end)
    var found: [QuantitySample] = []
    while let quantity = try cursor.nextQuantity() {
      if QuantitySeries.uuid(of: quantity) == sample.header.uuid { found.append(quantity) }
    }
    return found
  }

  /// The quantities of all series of a type that begin in a time, by their start.
  fileprivate func samplesOfSeries(
    _ type: QuantityType, from first: Timestamp, to last: Timestamp
  ) throws(HealthError) -> any SampleCursor {
    let wanted = SamplePredicate(
      .and([
        .type(type.identifier), QuantitySeries.hasSeries.form,
        .start(.greaterOrEqual, DateBound(first)), .start(.lessOrEqual, DateBound(last)),
      ]))
    return try samples(SampleQuery(wanted, order: .start))
  }
}

extension QuantitySeries {
  /// What a query of series returns, and in which order.
  public struct QueryOptions: OptionSet, Sendable {
    /// The bits, one for each option.
    public let rawValue: Int

    /// Options by their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Each quantity comes with its sample.
    public static let includeSample = QueryOptions(rawValue: 1)
    /// The quantities of one sample come together, samples by their start. Otherwise all quantities come by their start.
    public static let orderBySample = QueryOptions(rawValue: 2)
    /// Only samples that name a series.
    static let onlySeries = QueryOptions(rawValue: 4)
  }

  /// One quantity that a query of series found.
  public struct Measurement: Sendable {
    /// The stored quantity, with its time.
    public let quantity: QuantitySample
    /// Its sample, if that was requested: for a quantity of a series, the series as a whole.
    public let sample: QuantitySample?
    /// The series that has it; `nil` for a sample of no series.
    public let series: SampleUUID?
    /// Whether it is the last quantity of its sample.
    public let isLast: Bool
  }

  /// Supplies the quantities of a query of series. One thread at a time may use it.
  ///
  /// If the store is changed between the start of the query and the end, a series can lack a quantity or its end.
  public final class Cursor {
    private struct Found {
      let series: QuantitySeries
      let start: Timestamp
      var lastStart: Timestamp
      var left = 0
      var isWanted = true
      var sample: QuantitySample?
    }

    private let store: any SampleStore
    private let options: QueryOptions
    private var matcher: SampleMatcher
    private var found: [SampleUUID: Found] = [:]
    /// Samples by their start, each once.
    private let samples: any SampleCursor
    private var sample: QuantitySample?
    /// Ordered by sample: the series that have not begun, the next one last, and the one whose quantities are read.
    private var waiting: [Found] = []
    private var open: (series: SampleUUID, samples: any SampleCursor)?

    init(
      _ store: any SampleStore, _ type: QuantityType, _ predicate: SamplePredicate,
      _ options: QueryOptions
    ) throws(HealthError) {
      (self.store, self.options) = (store, options)
      var matcher = SampleMatcher(predicate)
      let ofType = SamplePredicate.Form.type(type.identifier)
      var found = try Self.series(store, ofType)
      if predicate != .all || options.contains(.includeSample) {
        for (uuid, series) in found {
          let sample = try Self.whole(series, store)
          found[uuid]?.sample = sample
          // A series without a sample is read as samples of no series.
          if let sample {
            found[uuid]?.isWanted = matcher.matches(.quantity(sample))
          } else {
            found[uuid] = nil
          }
        }
      }
      let form: SamplePredicate.Form =
        options.contains(.onlySeries)
        ? hasSeries.form
        : found.isEmpty ? predicate.form : .or([predicate.form, hasSeries.form])
      samples = try store.samples(
        SampleQuery(SamplePredicate(.and([ofType, form])), order: .start))
      (self.matcher, self.found) = (matcher, found)
      if options.contains(.orderBySample) {
        waiting = found.values.filter(\.isWanted).sorted {
          ($1.start, $1.series.uuid) < ($0.start, $0.series.uuid)
        }
      }
      sample = try samples.nextQuantity()
    }

    /// The next quantity; `nil` at the end and after it.
    public func next() throws(HealthError) -> Measurement? {
      while true {
        if let (series, samples) = open {
          guard let next = try samples.nextQuantity() else {
            open = nil
            continue
          }
          if QuantitySeries.uuid(of: next) == series { return measurement(next, of: series) }
          continue
        }
        if let first = waiting.last, sample.map({ first.start <= $0.start }) ?? true {
          waiting.removeLast()
          open = (first.series.uuid, try Self.samples(of: first, store))
          continue
        }
        guard let next = sample else { return nil }
        sample = try samples.nextQuantity()
        if let series = QuantitySeries.uuid(of: next), let known = found[series] {
          if known.isWanted, !options.contains(.orderBySample) {
            return measurement(next, of: series)
          }
        } else if matcher.matches(.quantity(next)) {
          return Measurement(
            quantity: next, sample: options.contains(.includeSample) ? next : nil, series: nil,
            isLast: true)
        }
      }
    }

    private func measurement(_ quantity: QuantitySample, of series: SampleUUID) -> Measurement {
      found[series]?.left -= 1
      let known = found[series]
      let isLast = known?.left == 0
      if isLast { open = nil }
      return Measurement(
        quantity: quantity, sample: options.contains(.includeSample) ? known?.sample : nil,
        series: series, isLast: isLast)
    }

    /// The series of a type without their quantities. Those with units that do not fit are no series.
    private static func series(
      _ store: any SampleStore, _ ofType: SamplePredicate.Form
    ) throws(HealthError) -> [SampleUUID: Found] {
      var found: [SampleUUID: Found] = [:]
      var others: Set<SampleUUID> = []
      let members = try store.samples(
        SampleQuery(SamplePredicate(.and([ofType, hasSeries.form])), order: .start))
      while let member = try members.nextQuantity() {
        guard let uuid = QuantitySeries.uuid(of: member), !others.contains(uuid) else { continue }
        if found[uuid] == nil {
          found[uuid] = QuantitySeries(of: member).map {
            Found(series: $0, start: member.start, lastStart: member.start)
          }
        }
        if found[uuid]?.series.entry(of: member) == nil {
          found[uuid] = nil
          others.insert(uuid)
        }
        found[uuid]?.lastStart = member.start
        found[uuid]?.left += 1
      }
      return found
    }

    private static func samples(
      of found: Found, _ store: any SampleStore
    ) throws(HealthError) -> any SampleCursor {
      try store.samplesOfSeries(found.series.quantityType, from: found.start, to: found.lastStart)
    }

    /// A series as one sample; `nil` if it has no sum or average.
    private static func whole(
      _ found: Found, _ store: any SampleStore
    ) throws(HealthError) -> QuantitySample? {
      var total: Total
      do { total = try Total(found.series) } catch { return nil }
      let members = try samples(of: found, store)
      while let member = try members.nextQuantity() {
        guard QuantitySeries.uuid(of: member) == found.series.uuid,
          let entry = found.series.entry(of: member)
        else { continue }
        try total.add(entry)
      }
      return try total.sample()
    }
  }

  /// The quantities of a query of series, in the state of the store at the first of them.
  public struct Results: AsyncSequence, Sendable {
    /// A quantity.
    public typealias Element = Measurement

    let store: any SampleStore
    let type: QuantityType
    let predicate: SamplePredicate
    let options: QueryOptions

    /// Begins to read. The thread that reads ends with the iterator.
    public func makeAsyncIterator() -> Iterator {
      let query = self
      return Iterator(
        batches: BatchIterator {
          let cursor = try query.store.seriesQuery(
            of: query.type, where: query.predicate, options: query.options)
          return { try cursor.next() }
        })
    }

    /// Reads quantities in batches.
    public struct Iterator: AsyncIteratorProtocol {
      var batches: BatchIterator<Measurement>

      /// The next quantity; `nil` at the end, and when the task is cancelled.
      public mutating func next() async throws -> Measurement? { try await batches.next() }
    }
  }
}

extension SampleCursor {
  fileprivate func nextQuantity() throws(HealthError) -> QuantitySample? {
    while let sample = try next() {
      if case .quantity(let quantity) = sample { return quantity }
    }
    return nil
  }
}
