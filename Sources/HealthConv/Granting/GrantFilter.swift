/// Leaves of samples what a grant allows.
struct GrantFilter {
  let grant: Grant
  private var table = DescriptorTable<(isAllowed: Bool, isLabeled: Bool)>()
  /// Nested samples of samples that are not allowed, the next one last.
  private var waiting: [Sample] = []

  init(_ grant: Grant) { self.grant = grant }

  /// The next sample that is left of what was read before.
  mutating func takeWaiting() -> Sample? { waiting.popLast() }

  /// The rest of a sample; `nil` if that is nothing, or only nested samples, which wait.
  mutating func filter(_ sample: Sample) -> Sample? {
    guard let allowed = allowed(sample) else {
      waiting = allowedNested(of: sample).reversed()
      return nil
    }
    return allowed
  }

  /// The person is not part of a dataset with a grant.
  static func filter(_ info: DatasetInfo) -> DatasetInfo {
    var filtered = DatasetInfo()
    (filtered.exportDate, filtered.exportVersion) = (info.exportDate, info.exportVersion)
    filtered.locale = info.locale
    return filtered
  }

  private mutating func allowed(_ sample: Sample) -> Sample? {
    guard let descriptor = sample.descriptor else { return nil }
    if table.isLarge { _ = table.takeEntries() }
    let index = table.index(of: descriptor, kind: sample.kind) { [grant] in
      (grant.allows($0, kind: $1), false)
    }
    guard table[index].isAllowed else { return nil }
    if let start = sample.start, !grant.selection.selects(start: start) { return nil }
    if !table[index].isLabeled {
      grant.labels.add(descriptor)
      table[index].isLabeled = true
    }
    if !grant.isRestricted, grant.permissions.contains(.names) { return sample }
    switch sample {
    case .workout(let workout): return .workout(allowedFigures(of: workout))
    case .activitySummary(let summary): return .activitySummary(allowedFigures(of: summary))
    case .correlation:
      var sample = sample
      sample.members = allowed(sample.members)
      return sample
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
      statistics.filter { $0.type.map(grant.allows(figure:)) ?? false }
    }
    fields.statistics = allowed(fields.statistics)
    fields.zoneGroups.removeAll { !($0.type.map(grant.allows(figure:)) ?? false) }
    for index in fields.activities.indices {
      fields.activities[index].statistics = allowed(fields.activities[index].statistics)
    }
    if !allowsDistance(of: workout) {
      (fields.totalDistance, fields.totalDistanceUnit) = (nil, nil)
    }
    if !grant.allows(figure: WorkoutTotals.energyType) {
      (fields.totalEnergyBurned, fields.totalEnergyBurnedUnit) = (nil, nil)
    }
    fields.samples = self.allowed(fields.samples)
    return Workout(header: workout.header, fields: fields)
  }

  /// Whether the total distance may be seen; of an activity without a distance of its own, if any distance may.
  private func allowsDistance(of workout: Workout) -> Bool {
    if let type = WorkoutTotals.distanceTypes[workout.type.identifier] {
      return grant.allows(figure: type)
    }
    return WorkoutTotals.distanceTypes.values.contains { grant.allows(figure: $0) }
  }

  private func allowedFigures(of summary: ActivitySummary) -> ActivitySummary {
    var fields = summary.fields
    func allows(_ name: String) -> Bool { grant.allows(figure: "HKQuantityTypeIdentifier\(name)") }
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
    if !grant.allows(figure: "HKCategoryTypeIdentifierAppleStandHour") {
      (fields.appleStandHours, fields.appleStandHoursGoal) = (nil, nil)
    }
    return ActivitySummary(header: summary.header, fields: fields)
  }
}
