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

  /// What happened; `nil` if that is not stated.
  public var eventType: WorkoutEventType? { type.map { WorkoutEventType($0) } }
}

extension StructuredSample where Fields == Sample.WorkoutFields {
  /// Makes a workout that satisfies the rules, as do the samples in it. Its duration is the time from start to end without
  /// the pauses.
  ///
  /// - Parameters:
  ///   - events: Pauses, laps, segments, markers, in order.
  ///   - samples: The samples that belong to it, which are not also at top level.
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    activityType: WorkoutActivityType, start: Timestamp, end: Timestamp, events: [WorkoutEvent],
    samples: [Sample] = [], source: Source? = nil, device: Device? = nil,
    metadata: Metadata = Metadata(),
    allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    var fields = Sample.WorkoutFields()
    fields.events = events
    fields.samples = samples.map { NestedSample(sample: $0) }
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
    (fields.duration, fields.durationUnit) = (Number(seconds / 60), "min")
    try self.init(
      activityType: activityType, fields: fields, start: start, end: end, source: source,
      device: device, metadata: metadata, allowing: allowance)
  }

  /// Pauses, laps, segments, markers.
  public var workoutEvents: [WorkoutEvent] { fields.events }
}
