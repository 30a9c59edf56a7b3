import HealthModel

/// Makes samples of the records of an activity, one record at a time.
extension FITReader {
  /// Returns the samples of a record, or the workout after the last.
  mutating func emitRecord(_ index: Int) {
    guard index < activity.records.count else {
      if let workout = activity.workout(origin.source, origin.device) {
        deliver(.workout(workout), place: activity.place)
      }
      reportDropped()
      var next = FITActivity()
      next.place = activity.place
      (next.sport, next.offset, next.offsetIsKnown) = (
        activity.sport, activity.offset, activity.offsetIsKnown
      )
      if let held = heldRecord.take() { next.records.append(held) }
      activity = next
      cursor = nil
      return
    }
    cursor = index + 1
    let record = activity.records[index]
    let sport = activity.activity(at: record.time)
    if measured != sport {
      measured = sport
      measurements = FITMeasurement.all(of: sport)
      let measured = Set(measurements.map(\.field))
      unmeasured = FITRecordField.measured.filter { !measured.contains($0) }
      if RouteActivity.distance(of: sport) == nil { unmeasured.append(.distance) }
    }
    let isLocated = record.isLocated
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
    if !isLocated, let speed = record[.speed],
      let type = FITMeasurement.speed(of: sport)
    {
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
    guard let last = lastDistance, let type = RouteActivity.distance(of: sport),
      meters > last.meters, record.time >= last.time
    else { return }
    deliver(
      quantity(
        type, "m", Number(digits: meters - last.meters, exponent: -2),
        FITTime(last.time).timestamp(activity.offset), time), place: activity.place)
  }
}
