public import HealthBytes
public import HealthModel
public import HealthStatistics
public import HealthStore

extension SampleStore {
  /// The statistics of a type over all samples that a predicate matches (`HKStatisticsQuery`).
  ///
  /// - Returns: The statistics; `nil` without samples.
  /// - Throws: `HealthError` for options that the type does not have, if the store cannot be read, and for one of several
  ///   participants.
  public func statistics(
    of type: QuantityType, options: StatisticsOptions, where predicate: SamplePredicate = .all,
    sources: SourceRule = .priority, priority: [String] = []
  ) throws(HealthError) -> Statistics? {
    var query = try StatisticsQuery(
      quantityType: type, options: options, sources: sources, priority: priority)
    try forEachSample(of: type, predicate) { (sample) throws(HealthError) in
      try query.add(sample)
    }
    return try query.statistics()
  }

  /// The statistics of a type over consecutive intervals (`HKStatisticsCollectionQuery`).
  ///
  /// - Parameters:
  ///   - anchor: Where the intervals are anchored.
  ///   - zone: The zone of the clock by which they begin.
  /// - Throws: `HealthError` for options that the type does not have, if the store cannot be read, and for one of several
  ///   participants.
  public func statisticsCollection(
    of type: QuantityType, options: StatisticsOptions, anchor: CalendarAnchor = .standard,
    interval: CalendarInterval, zone: Zone, where predicate: SamplePredicate = .all,
    sources: SourceRule = .priority, priority: [String] = []
  ) throws(HealthError) -> StatisticsCollection {
    var query = try StatisticsCollectionQuery(
      quantityType: type, options: options, anchor: anchor, interval: interval, zone: zone,
      sources: sources, priority: priority)
    try forEachSample(of: type, predicate) { (sample) throws(HealthError) in
      try query.add(sample)
    }
    return try query.statisticsCollection()
  }

  /// The statistics of a type, calculated on a thread of their own.
  public func statistics(
    of type: QuantityType, options: StatisticsOptions, where predicate: SamplePredicate = .all,
    sources: SourceRule = .priority, priority: [String] = []
  ) async throws(HealthError) -> Statistics? {
    try await onThread { () throws(HealthError) in
      try self.statistics(
        of: type, options: options, where: predicate, sources: sources, priority: priority)
    }
  }

  /// The statistics of a type over consecutive intervals, calculated on a thread of their own.
  public func statisticsCollection(
    of type: QuantityType, options: StatisticsOptions, anchor: CalendarAnchor = .standard,
    interval: CalendarInterval, zone: Zone, where predicate: SamplePredicate = .all,
    sources: SourceRule = .priority, priority: [String] = []
  ) async throws(HealthError) -> StatisticsCollection {
    try await onThread { () throws(HealthError) in
      try self.statisticsCollection(
        of: type, options: options, anchor: anchor, interval: interval, zone: zone,
        where: predicate, sources: sources, priority: priority)
    }
  }

  /// The series of quantities that match a predicate as a whole, each with all its quantities, in memory.
  /// ``seriesQuery(of:where:options:)`` reads one quantity after another, and samples of no series, too.
  public func quantitySeries(
    of type: QuantityType, where predicate: SamplePredicate = .all
  ) throws(HealthError) -> [QuantitySeries] {
    try quantitySeriesMembers(of: type, where: predicate).compactMap { QuantitySeries($0) }
  }

  /// The quantities of the series of a type that match a predicate, those of one series together.
  package func quantitySeriesMembers(
    of type: QuantityType, where predicate: SamplePredicate = .all
  ) throws(HealthError) -> [[QuantitySample]] {
    let cursor = try seriesQuery(
      of: type, where: predicate, options: [.orderBySample, .onlySeries])
    var series: [[QuantitySample]] = []
    var isOpen = false
    while let one = try cursor.next() {
      guard QuantitySeries.uuid(of: one.quantity) != nil else { continue }
      if !isOpen { series.append([]) }
      series[series.count - 1].append(one.quantity)
      isOpen = !one.isLast
    }
    return series
  }

  /// The same, read on a thread of its own.
  public func quantitySeries(
    of type: QuantityType, where predicate: SamplePredicate = .all
  ) async throws(HealthError) -> [QuantitySeries] {
    try await onThread { () throws(HealthError) in
      try self.quantitySeries(of: type, where: predicate)
    }
  }

  /// Refuses a store of several participants, whose samples would be added up.
  package func checkOneParticipant() throws(HealthError) {
    guard try info().participantIDs.count < 2 else {
      throw HealthError(
        .usage, "'\(name)' has several participants, and statistics are about one",
        remedy: .selectParticipant)
    }
  }

  private func onThread<Result: Sendable>(
    _ call: @escaping @Sendable () throws(HealthError) -> Result
  ) async throws(HealthError) -> Result {
    do { return try await BlockingThread().run(call) } catch let error as HealthError {
      throw error
    } catch { throw HealthError(.failed, name, "\(error)", cause: error) }
  }

  private func forEachSample(
    of type: QuantityType, _ predicate: SamplePredicate,
    _ body: (borrowing Sample) throws(HealthError) -> Void
  ) throws(HealthError) {
    let wanted = SamplePredicate(
      .and([SamplePredicate.type(identifier: type.identifier).form, predicate.form]))
    try checkOneParticipant()
    let cursor = try samples(SampleQuery(wanted))
    while let sample = try cursor.next() { try body(sample) }
  }
}

extension QuantitySeries {
  /// The samples that name one series.
  package static func quantities(of series: SampleUUID) -> SamplePredicate {
    SamplePredicate(.metadata(key: key.identifier, .text(.equals("\(series)"))))
  }

  /// The samples that name a series.
  package static let hasSeries = SamplePredicate(
    .metadata(key: key.identifier, .text(.exists)))
}
