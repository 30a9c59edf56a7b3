import HealthBytes
import HealthModel
import HealthStatistics
import HealthStore

/// How much of a sample may be seen.
enum VisiblePart {
  /// Nothing: it is as if the sample did not exist.
  case nothing
  /// The samples that were chosen one by one.
  case chosen
  /// The sample, without figures and nested samples of types that may not be seen, if its start may be seen.
  case parts
  /// The sample with all figures, whenever it began. What is nested in it is decided by itself.
  case figures
  /// The whole sample.
  case everything
}

/// Decides which samples a program may see.
protocol SampleVisibility: Sendable {
  /// How much of the samples of a descriptor may be seen.
  func visible(_ descriptor: SampleDescriptor, kind: SampleKind) -> VisiblePart
  /// Whether samples that begin at an instant may be seen.
  func isVisible(from start: Timestamp, of descriptor: SampleDescriptor, kind: SampleKind) -> Bool
  /// Whether a sample was chosen.
  func isChosen(_ uuid: SampleUUID) -> Bool
  /// Whether a figure of a workout or a summary may be seen, by the identifier of its quantity.
  func allows(figure identifier: String) -> Bool
  /// Whether a correlation may be seen only if one of its members may be.
  var needsMembers: Bool { get }
  /// Whether the rings of a day may be seen with all figures.
  var showsWholeSummaries: Bool { get }
  /// Takes note of a descriptor of samples that are seen.
  func note(_ descriptor: SampleDescriptor)
}

extension SampleVisibility {
  func isChosen(_ uuid: SampleUUID) -> Bool { false }
  var needsMembers: Bool { false }
  var showsWholeSummaries: Bool { false }
  func note(_ descriptor: SampleDescriptor) {}
}

/// Leaves of samples what may be seen.
struct VisibilityFilter<Visibility: SampleVisibility> {
  let visibility: Visibility
  private var table = DescriptorTable<(part: VisiblePart, isNoted: Bool)>()
  /// Nested samples of samples that are not allowed, the next one last.
  private var waiting: [Sample] = []

  init(_ visibility: Visibility) { self.visibility = visibility }

  /// The next of the samples that were read before.
  mutating func takeWaiting() -> Sample? { waiting.popLast() }

  /// The rest of a sample; `nil` if that is nothing, or only nested samples, which wait.
  mutating func filter(_ sample: Sample) -> Sample? {
    guard let allowed = allowed(sample) else {
      waiting = allowedNested(of: sample).reversed()
      return nil
    }
    return allowed
  }

  private mutating func allowed(_ sample: Sample) -> Sample? {
    guard let descriptor = sample.descriptor else { return nil }
    if table.isLarge { _ = table.takeEntries() }
    let kind = sample.kind
    let index = table.index(of: descriptor, kind: kind) { [visibility] in
      (visibility.visible($0, kind: $1), false)
    }
    let part = table[index].part
    if part == .nothing { return nil }
    if part == .chosen, !visibility.isChosen(sample.uuid) { return nil }
    if part == .parts, let start = sample.start,
      !visibility.isVisible(from: start, of: descriptor, kind: kind)
    {
      return nil
    }
    if !table[index].isNoted {
      visibility.note(descriptor)
      table[index].isNoted = true
    }
    if part == .everything { return sample }
    if part == .figures {
      guard sample.canHoldSamples else { return sample }
      var sample = sample
      sample.members = allowed(sample.members)
      return sample
    }
    switch sample {
    case .workout(let workout): return .workout(allowedFigures(of: workout))
    case .activitySummary(let summary):
      return .activitySummary(allowedFigures(of: summary))
    case .correlation:
      var sample = sample
      sample.members = allowed(sample.members)
      return visibility.needsMembers && sample.members.isEmpty ? nil : sample
    default: return sample
    }
  }

  private mutating func allowed(_ members: [NestedSample]) -> [NestedSample] {
    var left: [NestedSample] = []
    for member in members {
      if let sample = allowed(member.sample) {
        left.append(NestedSample(sample: sample, membership: member.membership))
      } else if member.membership == .nestedOnly {
        left += allowedNested(of: member.sample).map { NestedSample(sample: $0) }
      }
    }
    return left
  }

  private mutating func allowedNested(of sample: Sample) -> [Sample] {
    guard sample.canHoldSamples else { return [] }
    return allowed(sample.members.filter { $0.membership == .nestedOnly }).map(\.sample)
  }

  private mutating func allowedFigures(of workout: Workout) -> Workout {
    var fields = workout.fields
    func allowed(_ statistics: [WorkoutStatistics]) -> [WorkoutStatistics] {
      statistics.filter { $0.type.map(visibility.allows(figure:)) ?? false }
    }
    fields.statistics = allowed(fields.statistics)
    fields.zoneGroups.removeAll { !($0.type.map(visibility.allows(figure:)) ?? false) }
    for index in fields.activities.indices {
      fields.activities[index].statistics = allowed(fields.activities[index].statistics)
    }
    if !allowsDistance(of: workout) {
      (fields.totalDistance, fields.totalDistanceUnit) = (nil, nil)
    }
    if !visibility.allows(figure: WorkoutTotals.energyType) {
      (fields.totalEnergyBurned, fields.totalEnergyBurnedUnit) = (nil, nil)
    }
    fields.samples = self.allowed(fields.samples)
    return Workout(header: workout.header, fields: fields)
  }

  /// Whether the total distance may be seen; of an activity without a distance of its own, if any distance may.
  private func allowsDistance(of workout: Workout) -> Bool {
    if let type = WorkoutTotals.distanceTypes[workout.type.identifier] {
      return visibility.allows(figure: type)
    }
    return WorkoutTotals.distanceTypes.values.contains { visibility.allows(figure: $0) }
  }

  private func allowedFigures(of summary: ActivitySummary) -> ActivitySummary {
    if visibility.showsWholeSummaries { return summary }
    var fields = summary.fields
    func allows(_ name: String) -> Bool {
      visibility.allows(figure: "HKQuantityTypeIdentifier\(name)")
    }
    if !allows("ActiveEnergyBurned") {
      (fields.activeEnergyBurned, fields.activeEnergyBurnedGoal) = (nil, nil)
    }
    if !allows("AppleMoveTime") {
      (fields.appleMoveMinutes, fields.appleMoveMinutesGoal) = (nil, nil)
      (fields.appleMoveTime, fields.appleMoveTimeGoal) = (nil, nil)
    }
    if !allows("AppleExerciseTime") {
      (fields.appleExerciseTime, fields.appleExerciseTimeGoal) = (nil, nil)
    }
    if !visibility.allows(figure: "HKCategoryTypeIdentifierAppleStandHour") {
      (fields.appleStandHours, fields.appleStandHoursGoal) = (nil, nil)
    }
    return ActivitySummary(header: summary.header, fields: fields)
  }
}
