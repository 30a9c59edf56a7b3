public import HealthBytes
public import HealthModel
public import HealthStatistics
public import HealthStore

extension SampleStore {
  /// The statistics of a type over all samples that a predicate matches (`HKStatisticsQuery`).
  ///
  /// - Returns: The statistics; `nil` without samples.
  /// - Throws: `ConversionError` for options that the type does not have, and if the store cannot be read.
  public func statistics(
    of type: QuantityType, options: StatisticsOptions, where predicate: SamplePredicate = .all,
    sources: SourceRule = .priority, priority: [String] = []
  ) throws(ConversionError) -> Statistics? {
    var query = try calculating { () throws(StatisticsError) in
      try StatisticsQuery(
        quantityType: type, options: options, sources: sources, priority: priority)
    }
    try forEachSample(of: type, predicate) { (sample) throws(StatisticsError) in
      try query.add(sample)
    }
    do throws(StatisticsError) { return try query.statistics() } catch {
      throw ConversionError(error)
    }
  }

  /// The statistics of a type over consecutive intervals (`HKStatisticsCollectionQuery`).
  ///
  /// - Parameters:
  ///   - anchor: Where the intervals are anchored.
  ///   - zone: The zone of the clock by which they begin.
  /// - Throws: `ConversionError` for options that the type does not have, and if the store cannot be read.
  public func statisticsCollection(
    of type: QuantityType, options: StatisticsOptions, anchor: CalendarAnchor = .standard,
    interval: CalendarInterval, zone: Zone, where predicate: SamplePredicate = .all,
    sources: SourceRule = .priority, priority: [String] = []
  ) throws(ConversionError) -> StatisticsCollection {
    var query = try calculating { () throws(StatisticsError) in
      try StatisticsCollectionQuery(
        quantityType: type, options: options, anchor: anchor, interval: interval, zone: zone,
        sources: sources, priority: priority)
    }
    try forEachSample(of: type, predicate) { (sample) throws(StatisticsError) in
      try query.add(sample)
    }
    do throws(StatisticsError) { return try query.statisticsCollection() } catch {
      throw ConversionError(error)
    }
  }

  /// The statistics of a type, calculated on a thread of their own.
  public func statistics(
    of type: QuantityType, options: StatisticsOptions, where predicate: SamplePredicate = .all,
    sources: SourceRule = .priority, priority: [String] = []
  ) async throws(ConversionError) -> Statistics? {
    try await onThread { () throws(ConversionError) in
      try self.statistics(
        of: type, options: options, where: predicate, sources: sources, priority: priority)
    }
  }

  /// The statistics of a type over consecutive intervals, calculated on a thread of their own.
  public func statisticsCollection(
    of type: QuantityType, options: StatisticsOptions, anchor: CalendarAnchor = .standard,
    interval: CalendarInterval, zone: Zone, where predicate: SamplePredicate = .all,
    sources: SourceRule = .priority, priority: [String] = []
  ) async throws(ConversionError) -> StatisticsCollection {
    try await onThread { () throws(ConversionError) in
      try self.statisticsCollection(
        of: type, options: options, anchor: anchor, interval: interval, zone: zone,
        where: predicate, sources: sources, priority: priority)
    }
  }

  private func onThread<Result: Sendable>(
    _ call: @escaping @Sendable () throws(ConversionError) -> Result
  ) async throws(ConversionError) -> Result {
    do { return try await BlockingThread().run(call) } catch let error as ConversionError {
      throw error
    } catch { throw ConversionError(StoreError(.failed, name, "\(error)", cause: error)) }
  }

  private func forEachSample(
    of type: QuantityType, _ predicate: SamplePredicate,
    _ body: (borrowing Sample) throws(StatisticsError) -> Void
  ) throws(ConversionError) {
    do throws(StoreError) {
      let wanted = SamplePredicate(
        .and([SamplePredicate.type(identifier: type.identifier).form, predicate.form]))
      let cursor = try samples(SampleQuery(wanted))
      while let sample = try cursor.next() {
        do throws(StatisticsError) { try body(sample) } catch {
          throw StoreError(.failed, name, error.description, cause: error)
        }
      }
    } catch {
      if let cause = error.cause as? StatisticsError { throw ConversionError(cause) }
      throw ConversionError(error)
    }
  }
}
