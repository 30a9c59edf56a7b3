import HealthModel

/// Makes samples of the records of an activity, one record at a time.
extension FITReader {
  /// Returns the samples of the next record, or the workout after the last.
  mutating func emitRecord() throws(HealthError) {
    guard let record = try cursor?.next() else {
      if !isDivided { partSpan = records.span }
      activity.recordSpan = partSpan
      deliver(activity)
      reportDropped()
      var next = FITActivity()
      next.place = activity.place
      (next.sport, next.offset, next.offsetIsKnown) = (
        activity.sport, activity.offset, activity.offsetIsKnown
      )
      activity = next
      records = FITRecordList(limit: recordLimit)
      cursor = nil
      locations = []
      return
    }
    let isLocated = record.isLocated
    if isLocated, locations.count >= recordLimit { divide(before: record) }
    partSpan =
      partSpan.map {
        min($0.lowerBound, record.time)...max($0.upperBound, record.time)
      } ?? record.time...record.time
    let sport = activity.activity(at: record.time)
    if measured != sport {
      measured = sport
      measurements = FITMeasurement.all(of: sport)
      let measured = Set(measurements.map(\.field))
      unmeasured = FITRecordField.measured.filter { !measured.contains($0) }
      if RouteActivity.distance(of: sport) == nil { unmeasured.append(.distance) }
    }
    for field in unmeasured where record[field] != nil {
      if !isLocated || !FITExtras.fields.contains(field) { drop("values of records") }
    }
    let time = FITTime(record.time).timestamp(activity.offset)
    for measurement in measurements {
      guard let value = record[measurement.field] else { continue }
      deliver(
        quantity(
          measurement.type, measurement.unit, Number(digits: value, exponent: measurement.exponent),
          time, time), place: activity.place)
    }
    if var location = record.location(activity.offset) {
      location.extras = extras.extras(of: record, sport)
      locations.append(location)
    } else if let speed = record[.speed], let type = FITMeasurement.speed(of: sport) {
      deliver(
        quantity(type, "m/s", Number(digits: speed, exponent: -3), time, time),
        place: activity.place)
    }
    emitDistance(record, sport, time)
  }

  /// Returns the distance since the record before, since a record has the distance since the start.
  private mutating func emitDistance(
    _ record: FITRecord, _ sport: WorkoutActivityType, _ time: Timestamp
  ) {
    guard let meters = record[.distance] else { return }
    defer { lastDistance = (record.time, meters) }
    guard let last = counter(before: record, meters), let type = RouteActivity.distance(of: sport),
      meters > last.meters, record.time >= last.time
    else { return }
    if let session = activity.session(at: record.time) {
      partMeters[session.start, default: 0] &+= meters &- last.meters
    }
    deliver(
      quantity(
        type, "m", Number(digits: meters - last.meters, exponent: -2),
        FITTime(last.time).timestamp(activity.offset), time), place: activity.place)
  }

  /// What the distance counted before a record: as the record before has it, or 0 at the start of the session, unless its
  /// first value cannot have been covered since.
  private func counter(before record: FITRecord, _ meters: Int64) -> (time: Int64, meters: Int64)? {
    let session = activity.session(at: record.time)
    if let last = lastDistance {
      // The next sport of several may count anew.
      guard meters < last.meters, let session, session.start >= last.time else { return last }
    }
    let start = min(record.time, session?.start ?? activity.started ?? record.time)
    let passed = (record.time &- start) &* 1_000_000_000
    guard meters <= session?.stated ?? .max,
      RouteDistances.isPlausible(Double(meters) / 100, nanoseconds: passed)
    else { return lastDistance }
    return (start, 0)
  }
}
