import HealthModel
import HealthTesting

/// Samples that hold others, of every shape.
struct NestedSamples {
  private var dice: FixedRandom
  private var second: Int64 = 0

  init(seed: UInt64) { dice = FixedRandom(seed: seed) }

  /// Samples at top level, no two of one identity.
  mutating func samples(_ count: Int) -> [Sample] {
    var all: [Sample] = []
    while all.count < count {
      let sample = sample(depth: 3)
      all.append(sample)
      // What claims to be at top level is there.
      all += Self.separate(sample)
    }
    return all
  }

  /// The members at any depth that claim to be at top level.
  private static func separate(_ sample: Sample) -> [Sample] {
    sample.members.flatMap { member in
      (member.membership == .alsoTopLevel ? [member.sample] : []) + separate(member.sample)
    }
  }

  mutating func sample(depth: Int) -> Sample {
    second += 1
    switch depth > 0 ? Int.random(in: 0..<6, using: &dice) : 0 {
    case 1, 2:
      let members = (0..<Int.random(in: 0...4, using: &dice)).map { _ in nested(depth: depth - 1) }
      return .correlation(
        Correlation(
          header: header(
            .correlation(
              [CorrelationType.food, .bloodPressure].randomElement(using: &dice) ?? .food)),
          members: members))
    case 3:
      var fields = Sample.WorkoutFields()
      fields.duration = Number(5)
      fields.samples = (0..<Int.random(in: 0...3, using: &dice)).map { _ in nested(depth: depth - 1)
      }
      return .workout(Workout(header: header(.workout(.running)), fields: fields))
    case 4:
      return .category(
        CategorySample(header: header(.category(.sleepAnalysis)), value: .sleepAnalysisInBed))
    default:
      let types: [(QuantityType, String)] = [
        (.heartRate, "count/min"), (.dietaryEnergyConsumed, "kcal"),
        (.bloodPressureSystolic, "mmHg"), (.workoutEffortScore, "appleEffortScore"),
      ]
      let (type, unit) = types.randomElement(using: &dice) ?? (.heartRate, "count/min")
      return .quantity(
        QuantitySample(
          header: header(.quantity(type), unit),
          number: Number(Int.random(in: 50..<150, using: &dice))))
    }
  }

  private mutating func nested(depth: Int) -> NestedSample {
    NestedSample(
      sample: sample(depth: depth),
      membership: Bool.random(using: &dice) ? .alsoTopLevel : .nestedOnly)
  }

  private mutating func header(_ type: SampleType, _ unit: String? = nil) -> SampleHeader {
    let start = Timestamp(
      secondsSince1970: 1_700_000_000 + second * 7 % 2_000, nanoseconds: Int32(second) * 1_000,
      offsetMinutes: Int16.random(in: -2...2, using: &dice) * 60)
    let source = ["Watch", "Phone", "Scale"].randomElement(using: &dice) ?? "Watch"
    return SampleHeader(
      descriptor: SampleDescriptor(type: type, unitText: unit, source: Source(name: source)),
      start: start,
      end: start.advanced(byNanoseconds: Int64.random(in: 0...9, using: &dice) * 60_000_000_000))
  }
}

extension Sample {
  /// What a query finds in it, written down once more: what matches, or what is found in what it holds.
  func found(_ isMatch: (Sample) -> Bool) -> [Sample] {
    if isMatch(self) { return [self] }
    return members.flatMap { $0.membership == .alsoTopLevel ? [] : $0.sample.found(isMatch) }
  }

  /// The sample, and all nested ones that are stored nowhere else.
  var everyOne: [Sample] {
    [self] + members.flatMap { $0.membership == .alsoTopLevel ? [] : $0.sample.everyOne }
  }
}
