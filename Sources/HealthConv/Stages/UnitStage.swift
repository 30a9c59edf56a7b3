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

  func take(_ sample: Sample) -> Sample? {
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

  func report(to report: inout Conversion.Report) {
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
