internal import HealthBytes

/// The workouts with their nested content.
struct Workouts {
  let plan: Plan
  private let watch: SourceForm
  private let route: SourceForm
  private let app = SourceForm(.trainer, version: Origin.trainer.versions[0])
  private let runs: [RecordRun]

  init(_ plan: Plan, _ runs: [RecordRun]) {
    self.plan = plan
    let types = [
      "ActiveEnergyBurned", "DistanceWalkingRunning", "DistanceCycling",
    ].map { "HKQuantityTypeIdentifier" + $0 }
    self.runs = runs.filter { types.contains($0.series.type) }
    let origin = Origin.watch.owned(by: plan.person)
    watch = SourceForm(origin, version: origin.versions[0])
    route = SourceForm(origin, version: origin.versions[0], hasDevice: false)
  }

  func write(to document: inout ExportDocument) throws(HealthError) {
    for index in 0..<plan.workouts {
      write(Workout(index, plan: plan), to: &document)
      try document.output.flushIfLarge()
    }
  }

  private func write(_ workout: Workout, to document: inout ExportDocument) {
    var random = workout.random
    let energy = energy(of: workout)
    let moment = Moment(created: workout.end + 8, start: workout.start, end: workout.end)
    document.begin(.workout)
    document.attribute("workoutActivityType", workout.activityType)
    document.duration(workout.end - workout.start - workout.pause, &random)
    if workout.kind == .imported, let distance = workout.distance {
      document.attribute("totalDistance", length(of: workout, distance.type, distance.unit))
      document.attribute("totalDistanceUnit", text: distance.unit.name(in: plan.options.units))
      document.attribute("totalEnergyBurned", energy)
      document.attribute(
        "totalEnergyBurnedUnit", text: HealthUnit.energy.name(in: plan.options.units))
      document.append(app, pointer: 0, at: moment)
      return document.endEmpty()
    }
    document.append(watch, pointer: random.next(), at: moment)
    document.endOpening()
    metadata(of: workout, to: &document)
    events(of: workout, to: &document, &random)
    if workout.kind == .triathlon { activities(of: workout, energy, to: &document, &random) }
    statistics(of: workout, energy, to: &document, &random)
    zones(of: workout, to: &document, &random)
    if workout.hasRoute { writeRoute(of: workout, to: &document, &random) }
    effort(of: workout, to: &document, &random)
    // A workout with activities has the metadata twice.
    if workout.kind == .triathlon { metadata(of: workout, to: &document) }
    document.close(.workout)
  }

  /// The energy of the records in the time of a workout, or a usual one if there are hardly any.
  private func energy(of workout: Workout) -> Decimal {
    let active = Double(workout.end - workout.start - workout.pause)
    let sum = sum(of: "HKQuantityTypeIdentifierActiveEnergyBurned", workout, preferring: 0)
    return Decimal(Int((sum ?? active * 0.13) * 1_000), places: 3)
  }

  /// The distance of the records in the time of a workout, or a usual one if there are hardly any.
  private func length(
    of workout: Workout, _ type: StaticString, _ unit: HealthUnit
  ) -> Decimal {
    if let sum = sum(of: type.description, workout, preferring: 1) {
      let places = plan.options.units == .us ? unit.usPlaces : unit.places
      return Decimal(Int(sum * Double(Decimal.power(places))), places: places)
    }
    let active = workout.end - workout.start - workout.pause
    // In hundred-thousandths of a kilometer for a second, or meters.
    let significand =
      switch workout.kind {
      case .swimming: active * 6 / 10
      case .cycling, .triathlon: active * 560
      case .running: active * 270
      case .walking, .imported, .strength: active * 140
      }
    return unit.decimal(significand, in: plan.options.units)
  }

  private func sum(of type: String, _ workout: Workout, preferring author: Int) -> Double? {
    let run = runs.first { $0.series.type == type }
    return run?.sum(in: workout, preferring: author).flatMap { $0 > 0 ? $0 : nil }
  }

  private func metadata(of workout: Workout, to document: inout ExportDocument) {
    var random = Random(
      seed: plan.seed, stream: 0x6D65_7461, index: workout.index)
    document.metadata("HKIndoorWorkout", workout.kind == .strength ? "1" : "0")
    document.metadata("HKTimeZone", plan.zone.name)
    document.metadata(
      "HKAverageMETs", Decimal(random.within(20_000...109_999), places: 4), unit: "kcal/hr·kg")
    guard workout.kind != .strength else { return }
    document.metadata(
      "HKWeatherTemperature", Decimal(random.within(380_000...799_999), places: 4), unit: "degF")
    document.metadata("HKWeatherHumidity", Decimal(random.within(31...94) * 100), unit: "%")
    if workout.kind == .swimming {
      document.metadata("HKSwimmingLocationType", "1")
      document.metadata("HKLapLength", plan.options.units == .us ? "25 yd" : "25 m")
    } else {
      document.metadata(
        "HKElevationAscended", Decimal(random.within(0...18_000)), unit: "cm")
    }
  }

  private func events(
    of workout: Workout, to document: inout ExportDocument, _ random: inout Random
  ) {
    event("HKWorkoutEventTypePause", at: workout.pauseStart, to: &document)
    event("HKWorkoutEventTypeResume", at: workout.pauseStart + workout.pause, to: &document)
    let laps = workout.kind == .swimming ? 20 : 3
    let step = (workout.end - workout.start) / laps
    for lap in 0..<laps {
      document.begin(.workoutEvent)
      document.attribute(
        "type", workout.kind == .swimming ? "HKWorkoutEventTypeLap" : "HKWorkoutEventTypeSegment")
      document.attribute("date", date: workout.start + lap * step)
      document.duration(step, &random)
      guard workout.kind == .swimming else {
        document.endEmpty()
        continue
      }
      document.endOpening()
      document.metadata("HKSwimmingStrokeStyle", random.once(in: 4) ? "4" : "2")
      document.metadata("HKSWOLFScore", Decimal(random.within(38...61)))
      document.close(.workoutEvent)
    }
  }

  private func event(
    _ type: StaticString, at date: Int, to document: inout ExportDocument
  ) {
    document.begin(.workoutEvent)
    document.attribute("type", type)
    document.attribute("date", date: date)
    document.endEmpty()
  }

  private func activities(
    of workout: Workout, _ energy: Decimal, to document: inout ExportDocument,
    _ random: inout Random
  ) {
    let step = (workout.end - workout.start) / 3
    for part in 0..<3 {
      let start = workout.start + part * step
      document.begin(.workoutActivity)
      document.attribute("uuid", text: random.uuid())
      document.attribute("startDate", date: start)
      document.attribute("endDate", date: start + step)
      document.duration(step, &random)
      document.endOpening()
      event("HKWorkoutEventTypeMarker", at: start + step / 2, to: &document)
      document.statistics(
        "HKQuantityTypeIdentifierActiveEnergyBurned", from: start, to: start + step,
        sum: Decimal(energy.significand / 3, places: 3), unit: energyUnit)
      document.metadata("WOIntervalStepKeyPath", Decimal(part))
      document.close(.workoutActivity)
    }
  }

  private func statistics(
    of workout: Workout, _ energy: Decimal, to document: inout ExportDocument,
    _ random: inout Random
  ) {
    document.statistics(
      "HKQuantityTypeIdentifierActiveEnergyBurned", from: workout.start, to: workout.end,
      sum: energy, unit: energyUnit)
    document.statistics(
      "HKQuantityTypeIdentifierBasalEnergyBurned", from: workout.start, to: workout.end,
      sum: Decimal((workout.end - workout.start) * random.within(17...20), places: 3),
      unit: energyUnit)
    if let distance = workout.distance {
      document.statistics(
        distance.type, from: workout.start, to: workout.end,
        sum: length(of: workout, distance.type, distance.unit),
        unit: distance.unit.name(in: plan.options.units))
    }
    document.beginStatistics(
      "HKQuantityTypeIdentifierHeartRate", from: workout.start, to: workout.end)
    let rate = workout.kind == .running ? 145_000 : 138_000
    document.attribute("average", Decimal(rate + random.within(-3_000...3_000), places: 3))
    document.attribute("minimum", Decimal(random.within(100...107)))
    document.attribute("maximum", Decimal(rate / 1_000 + random.within(12...24)))
    document.attribute("unit", "count/min")
    document.endEmpty()
  }

  private var energyUnit: String { HealthUnit.energy.name(in: plan.options.units) }

  private func zones(
    of workout: Workout, to document: inout ExportDocument, _ random: inout Random
  ) {
    let bounds = [122, 135, 149, 162]
    document.begin(.workoutZoneGroup)
    document.attribute("type", "HKQuantityTypeIdentifierHeartRate")
    document.attribute("source", "system")
    document.attribute("unit", "count/min")
    document.endOpening()
    for zone in 0...bounds.count {
      document.begin(.workoutZone)
      if zone > 0 { document.attribute("minimum", Decimal(bounds[zone - 1])) }
      if zone < bounds.count { document.attribute("maximum", Decimal(bounds[zone])) }
      document.duration((workout.end - workout.start) / 5, &random)
      document.endEmpty()
    }
    document.close(.workoutZoneGroup)
  }

  private func writeRoute(
    of workout: Workout, to document: inout ExportDocument, _ random: inout Random
  ) {
    let moment = Moment(
      created: workout.end + 2_400, start: workout.start + 3, end: workout.end)
    document.begin(.workoutRoute)
    document.append(route, pointer: 0, at: moment)
    document.endOpening()
    document.metadata(key: "HKMetadataKeySyncIdentifier", text: random.uuid())
    document.metadata("HKMetadataKeySyncVersion", "2")
    document.begin(.fileReference)
    document.attribute("path", text: "/workout-routes/\(workout.routeName).gpx")
    document.endEmpty()
    document.close(.workoutRoute)
  }

  /// The effort of a workout: a record that occurs only in it.
  private func effort(
    of workout: Workout, to document: inout ExportDocument, _ random: inout Random
  ) {
    let isRated = random.once(in: 2)
    let type =
      "HKQuantityTypeIdentifier" + (isRated ? "WorkoutEffortScore" : "EstimatedWorkoutEffortScore")
    let origin = (isRated ? Origin.phone : .watch).owned(by: plan.person)
    let form = SourceForm(
      record: type, origin, version: origin.versions[0], unit: "appleEffortScore")
    let moment = Moment(created: workout.end + 60, start: workout.start, end: workout.end)
    let value = Decimal(random.within(1...10))
    document.count(.record)
    document.indent()
    document.append(form, pointer: random.next(), at: moment)
    document.attribute("value", value)
    document.endEmpty()
    var total = TypeTotals.Entry(type: type, unit: "appleEffortScore")
    total.add(value, from: moment.start, to: moment.end)
    document.nestedTotals.add(total)
  }
}
