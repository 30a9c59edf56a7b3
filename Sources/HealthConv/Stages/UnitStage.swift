import HealthBytes
package import HealthLocale
import HealthModel

/// Converts quantities to the target units, anywhere in a sample.
///
/// It converts every number with a unit field and a known type: quantity samples, nested or not; totals, statistics,
/// zones and times of workouts; the energy of activity summaries. Metadata are text and are not converted.
final class UnitStage: SampleStage {
  /// What is done to the samples of a descriptor.
  private enum Plan {
    case keep
    case convert(SampleDescriptor, HealthUnit.Conversion)
    case refuse(String)
  }

  let preferences: UnitPreferences
  private var table = DescriptorTable<Plan>()
  private var stageFindings: [StageFinding] = []
  private var converted = 0
  private var changedIdentities = 0

  init(_ preferences: UnitPreferences) {
    self.preferences = preferences
  }

  func process(_ sample: Sample) -> Sample? {
    if table.isLarge { _ = table.takeEntries() }
    let result = convert(sample)
    if let result {
      converted += 1
      if result.id != sample.id { changedIdentities += 1 }
    }
    return result ?? sample
  }

  func takeStageFindings() -> [StageFinding] {
    defer { stageFindings = [] }
    return stageFindings
  }

  func add(to report: inout Conversion.Report) {
    report.samplesConverted = converted
    report.identitiesChanged = changedIdentities
  }

  /// The sample in the target units; `nil` if it has these already.
  func convert(_ sample: Sample) -> Sample? {
    switch sample {
    case .quantity(let quantity): convert(quantity).map { .quantity($0) }
    case .correlation(let correlation): convert(correlation).map { .correlation($0) }
    case .workout(let workout): convert(workout).map { .workout($0) }
    case .activitySummary(let summary): convert(summary).map { .activitySummary($0) }
    default: nil
    }
  }

  private func convert(_ sample: QuantitySample) -> QuantitySample? {
    let index = table.index(of: sample.header.descriptor, kind: .quantity) { descriptor, _ in
      plan(for: descriptor)
    }
    switch table[index] {
    case .keep: return nil
    case .refuse(let message):
      addFinding(message)
      return nil
    case .convert(let descriptor, let conversion):
      guard let number = sample.number.converted(by: conversion) else { return nil }
      var header = sample.header
      header.descriptor = descriptor
      return QuantitySample(header: header, number: number, beats: sample.beats)
    }
  }

  private func convert(_ correlation: Correlation) -> Correlation? {
    let members = correlation.members.map { member in
      convert(member.sample).map { NestedSample(sample: $0, membership: member.membership) }
    }
    guard members.contains(where: { $0 != nil }) else { return nil }
    return Correlation(
      header: correlation.header,
      members: zip(members, correlation.members).map { $0 ?? $1 })
  }

  private func plan(for descriptor: SampleDescriptor) -> Plan {
    guard case .quantity(let type) = descriptor.type, let wanted = preferences.unit(for: type),
      let text = descriptor.unitText
    else { return .keep }
    do throws(UnitError) {
      guard let conversion = try conversion(from: text, to: wanted, of: type) else {
        return .keep
      }
      return .convert(
        descriptor.replacing(type: descriptor.type, unitText: wanted.description), conversion)
    } catch {
      return .refuse(Self.message(descriptor.type.identifier, error))
    }
  }

  /// The way from a unit's text to a unit; `nil` if it is that unit.
  func conversion(
    from text: String, to wanted: HealthUnit, of type: QuantityType
  ) throws(UnitError) -> HealthUnit.Conversion? {
    let unit = try HealthUnit(text, of: type)
    return unit == wanted ? nil : try unit.conversion(to: wanted)
  }

  static func message(_ identifier: String, _ error: UnitError) -> String {
    "\(identifier) keeps its unit: \(error)"
  }

  func addFinding(_ message: String) {
    stageFindings.append(StageFinding(rule: "unit-kept", severity: .warning, message: message))
  }
}

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

extension LocaleFormat {
  /// The format of a locale.
  ///
  /// - Parameters:
  ///   - name: The locale; `nil` for none.
  ///   - units: If none were chosen, not even `as-is`, those of the region of the locale replace them.
  static func open(
    _ name: String?, choosing units: inout UnitPreferences
  ) throws(HealthError) -> LocaleFormat? {
    guard let name else { return nil }
    return try open(named: name, choosing: &units)
  }

  /// The format of a locale, and its units.
  package static func open(
    named name: String, choosing units: inout UnitPreferences
  ) throws(HealthError) -> LocaleFormat {
    do throws(LocaleError) {
      let format = try LocaleFormat(name)
      // A region such as 419, Latin America, has no units of its own.
      if units.isEmpty, !units.isChosen, let region = format.region { try? units.add(region) }
      return format
    } catch {
      throw HealthError(
        error == .noLibrary ? .unsupported : .usage, error.description, cause: error)
    }
  }
}

/// The mark before the decimals of numbers in tables for spreadsheet programs.
package enum DecimalMark {
  /// Whether it is a comma in the locale of the environment (`LC_ALL`, `LC_NUMERIC`, `LANG`).
  ///
  /// - Returns: Why it is not known, next to `false`; `nil` if it is known, or the environment has no locale.
  package static func isCommaInEnvironment() -> (isComma: Bool, failure: String?) {
    let name = ["LC_ALL", "LC_NUMERIC", "LANG"].lazy.compactMap { Environment[$0] }
      .first { !$0.isEmpty }
    guard let name, let language = name.split(whereSeparator: { "._@".contains($0) }).first,
      !["C", "POSIX"].contains(language)
    else { return (false, nil) }
    do throws(LocaleError) {
      return (try LocaleFormat(name).hasDecimalComma, nil)
    } catch { return (false, error.description) }
  }
}

extension UnitPreferences {
  /// Why values cannot be formatted for any locale on this system; `nil` if they can.
  package static var localeFailure: String? {
    do throws(LocaleError) {
      try LocaleFormat.check()
      return nil
    } catch { return error.description }
  }
}
