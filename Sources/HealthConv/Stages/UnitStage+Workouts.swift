extension UnitStage {
  /// A workout in the target units; `nil` if it has these already.
  func convert(_ workout: Workout) -> Workout? {
    var fields = workout.fields
    convert(&fields, \.durationUnit, to: preferences.timeUnit, \.duration)
    convert(
      &fields, \.totalDistanceUnit, of: workout.activityType.distanceType, \.totalDistance)
    convert(&fields, \.totalEnergyBurnedUnit, of: .activeEnergyBurned, \.totalEnergyBurned)
    convert(&fields.events)
    convert(&fields.statistics)
    for index in fields.activities.indices {
      convert(
        &fields.activities[index], \.durationUnit, to: preferences.timeUnit, \.duration)
      convert(&fields.activities[index].events)
      convert(&fields.activities[index].statistics)
    }
    for index in fields.zoneGroups.indices { convert(&fields.zoneGroups[index]) }
    fields.samples = fields.samples.map { member in
      NestedSample(sample: convert(member.sample) ?? member.sample, membership: member.membership)
    }
    return fields == workout.fields ? nil : Workout(header: workout.header, fields: fields)
  }

  /// An activity summary in the target units; `nil` if it has these already.
  func convert(_ summary: ActivitySummary) -> ActivitySummary? {
    var fields = summary.fields
    convert(
      &fields, \.activeEnergyBurnedUnit, of: .activeEnergyBurned, \.activeEnergyBurned,
      \.activeEnergyBurnedGoal)
    return fields == summary.fields ? nil : ActivitySummary(header: summary.header, fields: fields)
  }

  private func convert(_ events: inout [WorkoutEvent]) {
    for index in events.indices {
      convert(&events[index], \.durationUnit, to: preferences.timeUnit, \.duration)
    }
  }

  private func convert(_ statistics: inout [WorkoutStatistics]) {
    for index in statistics.indices {
      guard let type = statistics[index].type else { continue }
      convert(
        &statistics[index], \.unit, of: QuantityType(type), \.average, \.minimum, \.maximum, \.sum)
    }
  }

  /// The bounds of all zones are in one unit: all are converted or none.
  private func convert(_ group: inout WorkoutZoneGroup) {
    for index in group.zones.indices {
      convert(&group.zones[index], \.durationUnit, to: preferences.timeUnit, \.duration)
    }
    guard let type = group.type, let wanted = preferences.unit(for: QuantityType(type)),
      let conversion = conversion(from: group.unit, to: wanted, of: type)
    else { return }
    var zones = group.zones
    for index in zones.indices {
      guard Self.convert(&zones[index], by: conversion, [\.minimum, \.maximum]) else { return }
    }
    group.zones = zones
    group.unit = wanted.description
  }
}

extension UnitStage {
  /// Converts numbers that are of one type and share a unit.
  private func convert<Fields>(
    _ fields: inout Fields, _ unit: WritableKeyPath<Fields, String?>, of type: QuantityType,
    _ numbers: WritableKeyPath<Fields, Number?>...
  ) {
    guard let wanted = preferences.unit(for: type),
      let conversion = conversion(from: fields[keyPath: unit], to: wanted, of: type.identifier),
      Self.convert(&fields, by: conversion, numbers)
    else { return }
    fields[keyPath: unit] = wanted.description
  }

  /// Converts a time.
  private func convert<Fields>(
    _ fields: inout Fields, _ unit: WritableKeyPath<Fields, String?>, to wanted: HealthUnit?,
    _ number: WritableKeyPath<Fields, Number?>
  ) {
    guard let wanted,
      let conversion = conversion(from: fields[keyPath: unit], to: wanted, of: "duration"),
      Self.convert(&fields, by: conversion, [number])
    else { return }
    fields[keyPath: unit] = wanted.description
  }

  private func conversion(
    from unit: String?, to wanted: HealthUnit, of name: String
  ) -> HealthUnit.Conversion? {
    guard let unit else { return nil }
    do throws(UnitError) {
      return try conversion(from: unit, to: wanted, of: QuantityType(name))
    } catch {
      addFinding(Self.message(name, error))
      return nil
    }
  }

  /// Converts those numbers that there are.
  ///
  /// - Returns: Whether all could be; else none was.
  private static func convert<Fields>(
    _ fields: inout Fields, by conversion: HealthUnit.Conversion,
    _ numbers: [WritableKeyPath<Fields, Number?>]
  ) -> Bool {
    var result = fields
    for path in numbers {
      guard let number = fields[keyPath: path] else { continue }
      guard let converted = number.converted(by: conversion) else { return false }
      result[keyPath: path] = converted
    }
    fields = result
    return true
  }
}

extension WorkoutActivityType {
  fileprivate var distanceType: QuantityType {
    switch self {
    case .cycling, .handCycling: .distanceCycling
    case .swimming: .distanceSwimming
    case .wheelchairWalkPace, .wheelchairRunPace: .distanceWheelchair
    default: .distanceWalkingRunning
    }
  }
}
