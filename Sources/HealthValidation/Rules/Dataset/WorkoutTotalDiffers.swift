import HealthModel
import HealthUnits

extension Rule {
  static let workoutTotalDiffers = Rule(
    "workout-total-differs", .dataset, .info,
    title: "workout total differs from the sample of the whole workout",
    explanation: """
      The app that saved a workout has also saved one sample from its start to its end, such as the \
      energy burned, and the two differ. One of them is wrong, or was corrected later without the \
      other. Daily sums use the sample.
      """,
    exceptions: """
      A difference of 1 % is allowed, and if one of the two is a whole number, a difference of \
      less than 1. Where several samples have the workout's source and dates, one \
      equal sample is enough. Sums of the samples during the workout are not compared with it: an \
      export does not state which sources and which pauses the total includes.
      """,
    examples: Examples(
      bad: """
        <Record type="HKQuantityTypeIdentifierActiveEnergyBurned" unit="kcal" sourceName="Runner" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:30:00 +0200" value="310"/>
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Runner" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:30:00 +0200">
        <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:30:00 +0200" \
        sum="355.2" unit="kcal"/></Workout>
        """,
      good: """
        <Record type="HKQuantityTypeIdentifierDistanceCycling" unit="mi" sourceName="Rider" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:30:00 +0200" value="0.834141"/>
        <Workout workoutActivityType="HKWorkoutActivityTypeCycling" totalDistance="1.342420043945312" \
        totalDistanceUnit="km" sourceName="Rider" startDate="2024-06-01 09:00:00 +0200" \
        endDate="2024-06-01 09:30:00 +0200"/>
        """),
    kinds: [.workout]
  ) { WorkoutTotalDiffers() }
}

private struct WorkoutTotalDiffers: RuleCheck {
  /// The key that a sample shares with the workout that it covers: type, source and dates.
  private struct Span: Hashable {
    let series: UInt64
    let start: Int64
    let end: Int64
  }

  private struct Total {
    let value: Double
    let unit: HealthUnit
    let type: QuantityType
    let workout: SampleDescriptor
    let place: Place
    /// Whether a sample agrees; `nil` if no such sample exists.
    var isConfirmed: Bool?
  }

  private var totals: [Span: [Total]] = [:]
  private var count = 0

  /// The most totals that are compared, more than a person has in a lifetime. Further totals are not checked.
  private static let limit = 1 << 16

  mutating func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .workout(let workout) = sample.sample, sample.start < sample.end else { return }
    let fields = workout.fields
    for statistics in fields.statistics {
      guard let type = statistics.type else { continue }
      add(QuantityType(type), statistics.sum, statistics.unit, of: sample)
    }
    add(.activeEnergyBurned, fields.totalEnergyBurned, fields.totalEnergyBurnedUnit, of: sample)
    if let type = Self.distance(of: workout.activityType) {
      add(type, fields.totalDistance, fields.totalDistanceUnit, of: sample)
    }
  }

  private mutating func add(
    _ type: QuantityType, _ number: Number?, _ unitText: String?, of sample: CheckedSample
  ) {
    guard count < Self.limit, let number, let unitText else { return }
    let all = sample.descriptor.replacing(type: .quantity(type), unitText: unitText)
    guard let unit = all.unit else { return }
    let span = Span(
      series: all.seriesHash, start: sample.start.secondsSince1970,
      end: sample.end.secondsSince1970)
    let total = Total(
      value: number.doubleValue, unit: unit, type: type, workout: sample.descriptor,
      place: sample.place)
    totals[span, default: []].append(total)
    count += 1
  }

  /// The type of distance that a workout's total sums up, if it is unambiguous.
  private static func distance(of activity: WorkoutActivityType) -> QuantityType? {
    switch activity {
    case .walking, .running, .hiking: .distanceWalkingRunning
    case .cycling: .distanceCycling
    case .swimming: .distanceSwimming
    default: nil
    }
  }

  var comparesSamples: Bool { true }

  var loneSeries: Set<UInt64> { Set(totals.keys.map(\.series)) }

  mutating func compare(_ entry: TimelineEntry, _ findings: inout Findings) {
    guard !totals.isEmpty, let value = entry.value, let unit = entry.descriptor?.unit else {
      return
    }
    let span = Span(series: entry.series, start: entry.start, end: entry.end)
    guard var found = totals[span] else { return }
    for index in found.indices where found[index].isConfirmed != true {
      guard let converted = try? unit.convert(value, to: found[index].unit) else { continue }
      found[index].isConfirmed = Self.isSame(converted, found[index].value)
    }
    totals[span] = found
  }

  private static func isSame(_ a: Double, _ b: Double) -> Bool {
    let difference = (a - b).magnitude
    return difference <= max(a.magnitude, b.magnitude) / 100
      || difference < 1 && (a == a.rounded() || b == b.rounded())
  }

  mutating func finish(_ findings: inout Findings) {
    let differing = totals.values.joined().filter { $0.isConfirmed == false }
      .sorted {
        ($0.place.byteOffset, $0.type.identifier) < ($1.place.byteOffset, $1.type.identifier)
      }
    for total in differing {
      findings.add(
        "the workout's \(total.type.identifier) differs from that of the sample for the whole workout",
        at: total.place, type: total.workout.type.identifier,
        source: total.workout.sourceName)
    }
    totals = [:]
  }
}
