public import HealthBytes
public import HealthFormats
public import HealthModel

extension SampleStore {
  /// The sources of samples (`HKSourceQuery`).
  ///
  /// - Parameter type: The type of the samples; `nil` for all types.
  /// - Returns: The sources, each in each of its versions, by name and version.
  public func sources(of type: SampleType? = nil) throws(HealthError) -> [Source] {
    let descriptors = try descriptors().map(\.descriptor)
    let sources = descriptors.filter {
      $0.hasSource && (type == nil || $0.type == type)
    }.map(\.source)
    return Set(sources).sorted { ($0.name, $0.version ?? "") < ($1.name, $1.version ?? "") }
  }

  /// Returns the characteristics of the person, such as the date of birth (`HKCharacteristicType`).
  public func characteristics() throws(HealthError) -> [DatasetInfo.Characteristic] {
    try info().characteristics
  }

  /// The activity summaries of a range of days, including the last one (`HKActivitySummaryQuery`).
  public func activitySummaries(
    from first: CalendarDay, through last: CalendarDay
  ) throws(HealthError) -> [ActivitySummary] {
    let days = SamplePredicate(
      .and([
        .kind(.activitySummary), .start(.greaterOrEqual, DateBound(first)),
        .start(.lessOrEqual, DateBound(last)),
      ]))
    return try samples(SampleQuery(days, order: .start)).all().compactMap { sample in
      if case .activitySummary(let summary) = sample { summary } else { nil }
    }
  }

  /// The correlations of a type (`HKCorrelationQuery`).
  ///
  /// - Parameter members: Predicates on members: a correlation needs at least one member for each
  ///   of them.
  public func correlations(
    of type: CorrelationType, where predicate: SamplePredicate = .all,
    members: [SamplePredicate] = []
  ) throws(HealthError) -> [Correlation] {
    var matchers = members.map { SampleMatcher($0) }
    let wanted = SamplePredicate(.and([.type(type.identifier), predicate.form]))
    let cursor = try samples(SampleQuery(wanted, order: .start))
    var correlations: [Correlation] = []
    while let sample = try cursor.next() {
      guard case .correlation(let correlation) = sample else { continue }
      let isWanted = matchers.indices.allSatisfy { index in
        correlation.members.contains { matchers[index].matches($0.sample) }
      }
      if isWanted { correlations.append(correlation) }
    }
    return correlations
  }

  /// The samples that a workout's source measured during its time.
  ///
  /// This is a guess at what belongs to the workout, as exports do not state it: samples of other sources that belong to it
  /// are not found, and what its source measured for another purpose is. Nested content, such as routes, is part of the
  /// workout itself.
  public func samplesOfSource(during workout: Workout) throws(HealthError) -> any SampleCursor {
    let span = SamplePredicate(
      .and([
        .start(.greaterOrEqual, DateBound(workout.start)),
        .end(.lessOrEqual, DateBound(workout.end)),
        .text(.source, .equals(workout.source.name)), .not(.kind(.workout)),
      ]))
    return try samples(SampleQuery(span, order: .start))
  }

  /// The single heartbeats of a heart rate variability (`HKQuantitySeriesSampleQuery`).
  ///
  /// - Returns: The beats; `nil` if there is no such sample, or it is not a quantity.
  public func beats(of key: SampleKey) throws(HealthError) -> [QuantitySample.Beat]? {
    guard case .quantity(let sample) = try sample(key) else { return nil }
    return sample.beats
  }

  /// A series of heartbeats, with times since its start (`HKHeartbeatSeriesQuery`).
  ///
  /// - Returns: The series; `nil` if there is no such sample, or it is of another kind.
  public func heartbeatSeries(_ key: SampleKey) throws(HealthError) -> HeartbeatSeries? {
    guard case .heartbeatSeries(let series) = try sample(key) else { return nil }
    return series
  }
}

extension SampleStore {
  /// All additions and deletions since an anchor, in the order of the changes
  /// (`HKAnchoredObjectQuery`).
  ///
  /// - Parameter anchor: The state to start from; `nil` for all samples.
  /// - Throws: `HealthError`: `.expiredAnchor`, `.foreignAnchor`.
  public func changes(
    since anchor: StoreAnchor?, matching predicate: SamplePredicate = .all
  ) throws(HealthError) -> StoreChanges {
    try changes(since: anchor, matching: predicate, limit: SampleQuery.noLimit)
  }
}

// One sample or several of one kind, without their case of ``HealthModel/Sample``.

extension SampleStore {
  /// Saves a sample, as ``save(_:_:_:)`` does several.
  @discardableResult
  public func save(
    _ sample: some HealthSample, _ mode: SavingMode = .add, _ check: SavingCheck = .rules
  ) throws(HealthError) -> SaveCounts {
    try save([Sample(sample)], mode, check)
  }

  /// Saves samples of one kind, all or none.
  @discardableResult
  public func save(
    _ samples: [some HealthSample], _ mode: SavingMode = .add, _ check: SavingCheck = .rules
  ) throws(HealthError) -> SaveCounts {
    try save(samples.map { Sample($0) }, mode, check)
  }

  /// Deletes a sample, as ``delete(_:)-([Sample])`` does several.
  ///
  /// - Returns: 1, or 0 if it is not stored.
  @discardableResult
  public func delete(_ sample: some HealthSample) throws(HealthError) -> Int {
    try delete([Sample(sample)])
  }

  /// Deletes samples of one kind, as ``delete(_:)-([Sample])`` does.
  @discardableResult
  public func delete(_ samples: [some HealthSample]) throws(HealthError) -> Int {
    try delete(samples.map { Sample($0) })
  }

  /// The stored sample with the UUID of a sample or, if it states none, with its key.
  ///
  /// - Returns: The sample; `nil` if it is not stored.
  public func stored(_ sample: Sample) throws(HealthError) -> Sample? {
    guard let uuid = sample.header?.uuid else { return try self.sample(SampleKey(sample)) }
    let others = try samples(SampleQuery(Self.predicate(near: sample).and(.uuid(uuid))))
    while let stored = try others.next() {
      if stored.header?.uuid == uuid { return stored }
    }
    return nil
  }

  /// Deletes stored samples with the content of the given ones. Each of several equal samples
  /// deletes one stored sample.
  ///
  /// A sample that states a UUID, or was read from the store, deletes that one, unless it was replaced meanwhile.
  ///
  /// - Returns: How many were stored.
  @discardableResult
  public func delete(_ samples: [Sample]) throws(HealthError) -> Int {
    let digester = SampleDigester(.saved)
    var keys: Set<SampleKey> = []
    for sample in samples {
      let digest = digester.total(sample)
      let own = SampleKey(sample)
      func find(_ predicate: SamplePredicate) throws(HealthError) -> Bool {
        let others = try self.samples(SampleQuery(predicate))
        while let stored = try others.next() {
          if stored.id == own.id, digester.total(stored) == digest,
            keys.insert(SampleKey(stored)).inserted
          {
            return true
          }
        }
        return false
      }
      let near = Self.predicate(near: sample)
      if let uuid = sample.header?.uuid, try find(near.and(.uuid(uuid))) { continue }
      if let stored = try self.sample(own), digester.total(stored) == digest,
        keys.insert(own).inserted
      {
        continue
      }
      // A sample that was built in code has no ordinal yet.
      _ = try find(near)
    }
    return try delete(Array(keys))
  }

  /// Selects samples that can have the identity of a sample: those of its type and, where that is a part of it, its start.
  private static func predicate(near sample: Sample) -> SamplePredicate {
    guard let type = sample.sampleType, let start = sample.startDate else {
      return .kind(sample.kind)
    }
    let ofType = SamplePredicate.type(identifier: type.identifier)
    return sample.kind.hasOwnDates ? ofType.and(.start(.equal, start)) : ofType
  }

  /// Samples of a quantity type (`HKSampleQuery`), in memory.
  public func samples(
    of type: QuantityType, where predicate: SamplePredicate = .all,
    order: SampleOrdering = .start, limit: Int = SampleQuery.noLimit
  ) throws(HealthError) -> [QuantitySample] {
    try found(type.identifier, predicate, order, limit).compactMap {
      if case .quantity(let sample) = $0 { sample } else { nil }
    }
  }

  /// Samples of a category type (`HKSampleQuery`), in memory.
  public func samples(
    of type: CategoryType, where predicate: SamplePredicate = .all,
    order: SampleOrdering = .start, limit: Int = SampleQuery.noLimit
  ) throws(HealthError) -> [CategorySample] {
    try found(type.identifier, predicate, order, limit).compactMap {
      if case .category(let sample) = $0 { sample } else { nil }
    }
  }

  /// The workouts of an activity; `nil` for all activities.
  public func workouts(
    of type: WorkoutActivityType? = nil, where predicate: SamplePredicate = .all,
    order: SampleOrdering = .start, limit: Int = SampleQuery.noLimit
  ) throws(HealthError) -> [Workout] {
    try found(type?.identifier, .kind(.workout).and(predicate), order, limit).compactMap {
      if case .workout(let workout) = $0 { workout } else { nil }
    }
  }

  private func found(
    _ type: String?, _ predicate: SamplePredicate, _ order: SampleOrdering, _ limit: Int
  ) throws(HealthError) -> [Sample] {
    let wanted = type.map { SamplePredicate.type(identifier: $0).and(predicate) } ?? predicate
    return try samples(SampleQuery(wanted, order: order, limit: limit)).all()
  }
}

extension SamplePredicate {
  /// The conjunction of two predicates, without the check of units.
  fileprivate func and(_ other: SamplePredicate) -> SamplePredicate {
    SamplePredicate(.and([form, other.form]))
  }
}
