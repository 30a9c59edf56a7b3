import HealthModel

extension WorkoutEvent {
  /// An event of a workout.
  ///
  /// - Parameter duration: How long it took, in seconds, if it is not a moment.
  public init(
    type: WorkoutEventType, date: Timestamp, duration: Double? = nil,
    metadata: Metadata = Metadata()
  ) {
    self.init()
    self.type = type.identifier
    self.date = date
    self.metadata = metadata
    if let duration { (self.duration, durationUnit) = (Number(duration), "s") }
  }

  /// The kind of event; `nil` if it is not stated.
  public var eventType: WorkoutEventType? { type.map { WorkoutEventType($0) } }
}

extension StructuredSample where Fields == Sample.WorkoutFields {
  /// Makes a workout that satisfies the rules, as do the samples in it. Its duration is the time from start to end without
  /// the pauses.
  ///
  /// - Parameters:
  ///   - events: Pauses, laps, segments, markers, in order.
  ///   - samples: The samples that belong to it, which are not also at top level.
  ///   - totalEnergyBurned: The active energy.
  ///   - totalDistance: The distance.
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    activityType: WorkoutActivityType, start: Timestamp, end: Timestamp, events: [WorkoutEvent],
    samples: [Sample] = [], totalEnergyBurned: Quantity? = nil, totalDistance: Quantity? = nil,
    source: Source? = nil, device: Device? = nil,
    metadata: Metadata = Metadata(),
    allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    var fields = Self.fields(start: start, end: end, events: events)
    fields.samples = samples.map { NestedSample(sample: $0) }
    fields.setTotals(energy: totalEnergyBurned, distance: totalDistance)
    try self.init(
      activityType: activityType, fields: fields, start: start, end: end, source: source,
      device: device, metadata: metadata, allowing: allowance)
  }

  /// Events, and the time from start to end without the pauses among them as the duration.
  package static func fields(
    start: Timestamp, end: Timestamp, events: [WorkoutEvent]
  ) -> Sample.WorkoutFields {
    var seconds = end.timeInterval(since: start)
    var pause: Timestamp?
    for event in events {
      guard let date = event.date else { continue }
      switch event.eventType {
      case .pause, .motionPaused: pause = pause ?? date
      case .resume, .motionResumed:
        if let begin = pause { seconds -= date.timeInterval(since: begin) }
        pause = nil
      default: break
      }
    }
    if let pause { seconds -= end.timeInterval(since: pause) }
    var fields = Sample.WorkoutFields()
    fields.events = events
    (fields.duration, fields.durationUnit) = (Number(seconds / 60), "min")
    return fields
  }

  /// Pauses, laps, segments, markers.
  public var workoutEvents: [WorkoutEvent] { fields.events }
}

extension StructuredSample where Fields == Sample.WorkoutFields {
  /// How long it took without its pauses, in seconds; `nil` if it states none.
  public var duration: Double? {
    guard let number = fields.duration?.doubleValue,
      let unit = try? HealthUnit(fields.durationUnit ?? "min")
    else { return nil }
    return try? Quantity(number, unit).value(in: .second)
  }

  /// The distance, as ``distance`` has it.
  public var totalDistance: Quantity? { Self.quantity(distance) }

  /// The active energy, as ``energyBurned`` has it.
  public var totalEnergyBurned: Quantity? { Self.quantity(energyBurned) }

  /// The statistics of a type, as exports state them since iOS 16; `nil` if there are none.
  public func statistics(for type: QuantityType) -> WorkoutStatistics? {
    fields.statistics.first { $0.type == type.identifier }
  }

  private static func quantity(_ total: (number: Number, unit: String?)?) -> Quantity? {
    guard let total, let unit = try? HealthUnit(total.unit ?? "") else { return nil }
    return Quantity(total.number.doubleValue, unit)
  }
}

extension Sample.WorkoutFields {
  /// Sets those totals that are not `nil`.
  package mutating func setTotals(energy: Quantity?, distance: Quantity?) {
    if let energy {
      totalEnergyBurned = Number(energy.value)
      totalEnergyBurnedUnit = energy.unit.description
    }
    if let distance {
      totalDistance = Number(distance.value)
      totalDistanceUnit = distance.unit.description
    }
  }
}

extension WorkoutStatistics {
  /// The sum.
  public var sumQuantity: Quantity? { quantity(sum) }
  /// The average.
  public var averageQuantity: Quantity? { quantity(average) }
  /// The least value.
  public var minimumQuantity: Quantity? { quantity(minimum) }
  /// The greatest value.
  public var maximumQuantity: Quantity? { quantity(maximum) }

  private func quantity(_ number: Number?) -> Quantity? {
    guard let number, let unit = try? HealthUnit(unit ?? "") else { return nil }
    return Quantity(number.doubleValue, unit)
  }
}
