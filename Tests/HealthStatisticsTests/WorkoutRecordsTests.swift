import HealthModel
import HealthStatistics
import HealthTesting
import Testing

/// Figures of workouts from the records in their time. Times are whole seconds, so that a calculation second by second is
/// exact.
@Suite struct WorkoutRecordsTests {
  private struct Plan {
    let start: Int
    let end: Int
    let pauses: [Range<Int>]
    let source: String

    var workout: Workout {
      var fields = Sample.WorkoutFields()
      for pause in pauses {
        for (type, second) in [("Pause", pause.lowerBound), ("Resume", pause.upperBound)] {
          var event = WorkoutEvent()
          (event.type, event.date) = ("HKWorkoutEventType\(type)", Make.time(second))
          fields.events.append(event)
        }
      }
      return Workout(
        header: SampleHeader(
          descriptor: SampleDescriptor(type: .workout(.running), source: Make.source(source)),
          start: Make.time(start), end: Make.time(end)), fields: fields)
    }

    /// Whether a record of an instant is the last before the end or before a pause.
    func isLast(_ record: Record) -> Bool {
      record.start == record.end
        && (record.start == end || pauses.contains { $0.lowerBound == record.start })
    }

    func isActive(_ second: Int) -> Bool {
      start..<end ~= second && !pauses.contains { $0.contains(second) }
    }

    /// The active seconds before a second.
    func active(_ second: Int) -> Int { (start..<max(start, second)).count(where: isActive) }
  }

  private struct Record {
    let type: QuantityType
    let start: Int
    let end: Int
    let value: Int
    let source: String

    var sample: Sample { Make.quantity(type, "\(value)", from: start, to: end, source) }
  }

  private static let sources = ["Anna’s Watch", "iPhone", "Belt", "Run App"]

  private static func plans(_ random: inout FixedRandom) -> [Plan] {
    (0..<6).map { _ in
      let start = Int.random(in: 0..<3_000, using: &random)
      let end = start + Int.random(in: 60..<900, using: &random)
      var pauses: [Range<Int>] = []
      var time = start
      while Bool.random(using: &random), pauses.count < 4 {
        let from = time + Int.random(in: 1..<90, using: &random)
        time = from + Int.random(in: 1..<120, using: &random)
        if time < end { pauses.append(from..<time) }
      }
      return Plan(
        start: start, end: end, pauses: pauses, source: sources.randomElement(using: &random) ?? "")
    }
  }

  private static func records(_ random: inout FixedRandom) -> [Record] {
    var records: [Record] = []
    // No two begin together: what such records weigh is defined elsewhere.
    for second in 0..<4_000 where Int.random(in: 0..<20, using: &random) == 0 {
      let length = Int.random(in: 0..<4, using: &random) == 0 ? 3 : 0
      records.append(
        Record(
          type: .heartRate, start: second, end: second + length,
          value: .random(in: 50..<190, using: &random),
          source: sources.randomElement(using: &random) ?? ""))
    }
    for type in [QuantityType.distanceWalkingRunning, .activeEnergyBurned, .distanceCycling] {
      for source in sources.prefix(3) {
        var time = Int.random(in: 0..<200, using: &random)
        while time < 4_000 {
          let end = time + Int.random(in: 1..<120, using: &random)
          records.append(
            Record(
              type: type, start: time, end: end, value: .random(in: 1..<50, using: &random),
              source: source))
          time = end + Int.random(in: 0..<100, using: &random)
        }
      }
    }
    return records
  }

  /// Second by second: of the records that last in it, those of the best source count.
  private static func sum(_ type: QuantityType, _ plan: Plan, _ records: [Record]) -> Double {
    let order = [plan.source] + ["Anna’s Watch", "iPhone", "Belt", "Run App"]
    let records = records.filter { $0.type == type }
    return (plan.start..<plan.end).filter(plan.isActive).reduce(0) { sum, second in
      let open = records.filter { $0.start..<$0.end ~= second }
      let best = open.compactMap { order.firstIndex(of: $0.source) }.min()
      return open.reduce(sum) { sum, record in
        order.firstIndex(of: record.source) == best
          ? sum + Double(record.value) / Double(record.end - record.start) : sum
      }
    }
  }

  private static func heartRate(
    _ plan: Plan, _ records: [Record]
  ) -> (average: Double?, maximum: Double?) {
    let values = records.filter {
      $0.type == .heartRate && (plan.isActive($0.start) || plan.isLast($0))
    }
    .sorted { $0.start < $1.start }
    .map { (start: plan.active($0.start), end: plan.active($0.end), value: Double($0.value)) }
    var weights = values.map { Double($0.end - $0.start) }
    for index in values.indices.dropFirst() {
      let last = values.prefix(index).map(\.end).max() ?? 0
      let half = min(Double(max(0, values[index].start - last)) / 2, 300)
      weights[index] += half
      weights[index - 1] += half
    }
    let whole = weights.reduce(0, +)
    let sum = zip(weights, values).reduce(0) { $0 + $1.0 * $1.1.value }
    let plain = values.reduce(0) { $0 + $1.value } / Double(max(1, values.count))
    return values.isEmpty
      ? (nil, nil) : (whole > 0 ? sum / whole : plain, values.map(\.value).max())
  }

  private static func completed(
    _ workouts: [Workout], _ samples: [Sample]
  ) throws -> (workouts: [WorkoutFigures], skipped: Int) {
    let figures = workouts.map { WorkoutFigures($0) }
    var records = try WorkoutRecords(figures, priority: [])
    // The same records, if the workouts are known only after them.
    var log = try WorkoutRecordLog()
    for sample in samples {
      try records.add(sample)
      try log.add(sample)
    }
    let found = try records.finish()
    let logged = try log.completed(figures, priority: [])
    #expect(logged.workouts == found.workouts)
    #expect(logged.skipped == found.skipped)
    return found
  }

  private static func isNear(_ a: Double?, _ b: Double?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return abs(a - b) < 1e-9 * max(1, abs(b))
  }

  @Test(arguments: 0..<25)
  func figuresAreThoseOfADirectCalculation(_ seed: Int) throws {
    var random = FixedRandom(seed: UInt64(seed))
    // The default order of sources is watch, phone, others by name: that of `sources`.
    let (plans, records) = (Self.plans(&random), Self.records(&random))
    let samples = records.map(\.sample).shuffled(using: &random)
    let found = try Self.completed(plans.map(\.workout), samples)
    #expect(found.skipped == 0)
    for (plan, figures) in zip(plans, found.workouts) {
      let distance = Self.sum(.distanceWalkingRunning, plan, records)
      #expect(Self.isNear(figures.distance ?? 0, distance), "seed \(seed)")
      #expect(Self.isNear(figures.energy ?? 0, Self.sum(.activeEnergyBurned, plan, records)))
      let heart = Self.heartRate(plan, records)
      #expect(Self.isNear(figures.averageHeartRate, heart.average), "seed \(seed)")
      #expect(figures.maximumHeartRate == heart.maximum)
    }
    // The order of the records does not matter.
    let again = try Self.completed(
      plans.map(\.workout), records.map(\.sample).shuffled(using: &random))
    #expect(again.workouts == found.workouts)
  }

  @Test func whatAWorkoutStatesIsNotReplaced() throws {
    var fields = Sample.WorkoutFields()
    (fields.totalDistance, fields.totalDistanceUnit) = (Number(3), "km")
    var statistics = WorkoutStatistics()
    statistics.type = "HKQuantityTypeIdentifierHeartRate"
    (statistics.average, statistics.unit) = (Number(120), "count/min")
    fields.statistics = [statistics]
    let workout = Workout(
      header: SampleHeader(
        descriptor: SampleDescriptor(type: .workout(.running), source: Source(name: "A")),
        start: Make.time(0), end: Make.time(600)), fields: fields)
    let found = try Self.completed(
      [workout],
      [
        Make.quantity(.heartRate, "99", from: 10, to: 10),
        Make.quantity(.distanceWalkingRunning, "1", from: 0, to: 60),
        // In another unit, and half of it before the workout.
        Make.quantity(.activeEnergyBurned, "836.8", from: -60, to: 60, unit: "kJ"),
      ]
    ).workouts[0]
    #expect(found.distance == 3)
    #expect(found.averageHeartRate == 120)
    #expect(found.maximumHeartRate == nil)
    #expect(found.energy == 100)
    #expect(found.fromRecords == [.energy])
  }

  /// A heart rate of 0 was not measured.
  @Test func heartRatesOf0AreThoseOfRecords() throws {
    var statistics = WorkoutStatistics()
    statistics.type = QuantityType.heartRate.identifier
    (statistics.average, statistics.maximum) = (Number(0), Number(0))
    statistics.unit = "count/min"
    var fields = Sample.WorkoutFields()
    fields.statistics = [statistics]
    let workout = Workout(
      header: SampleHeader(
        descriptor: SampleDescriptor(type: .workout(.running), source: Source(name: "A")),
        start: Make.time(0), end: Make.time(600)), fields: fields)
    let found = try Self.completed(
      [workout], [Make.quantity(.heartRate, "99", from: 10, to: 10)]
    ).workouts[0]
    #expect(found.averageHeartRate == 99 && found.maximumHeartRate == 99)
  }

  private static func aggregate(_ mark: String) -> Metadata {
    Metadata([MetadataEntry(key: MetadataKey("aggregate"), value: mark)])
  }

  /// The sum of a day says nothing about an hour of it, nor does that of a period that is not stated.
  @Test func totalsOfLongerPeriodsAreNotDistributed() throws {
    let plan = Plan(start: 3_600, end: 10_800, pauses: [], source: "A")
    func figures(_ samples: [Sample]) throws -> WorkoutFigures {
      try Self.completed([plan.workout], samples).workouts[0]
    }
    func energy(_ start: Int, _ end: Int, _ aggregate: String? = nil) -> Sample {
      Make.quantity(
        .activeEnergyBurned, "480", from: start, to: end,
        metadata: aggregate.map(Self.aggregate) ?? Metadata())
    }
    func rate(_ start: Int, _ end: Int) -> Sample {
      Make.quantity(
        .heartRate, "99", from: start, to: end, metadata: Self.aggregate("average"))
    }
    #expect(try figures([energy(0, 86_400)]).energy == nil)
    #expect(try figures([energy(0, 7_200)]).energy == nil)
    #expect(try figures([energy(9_000, 12_601)]).energy == nil)
    // Apple's records last an hour at most.
    #expect(try figures([energy(9_000, 12_600)]).energy == 240)
    #expect(try figures([energy(3_600, 10_800)]).energy == 480)
    #expect(try figures([energy(4_000, 4_000, "sum")]).energy == nil)
    #expect(try figures([energy(4_000, 4_060, "sum")]).energy == nil)
    #expect(try figures([energy(4_000, 4_060, "part")]).energy == 480)
    #expect(
      try figures([
        Make.quantity(.distanceWalkingRunning, "12", from: 0, to: 86_400),
        Make.quantity(
          .distanceWalkingRunning, "12", from: 4_000, to: 4_000,
          metadata: Self.aggregate("sum")),
      ]).distance == nil)
    #expect(try figures([rate(4_000, 4_000)]).averageHeartRate == nil)
    #expect(try figures([rate(4_000, 7_600)]).averageHeartRate == nil)
    #expect(try figures([rate(4_000, 4_060)]).averageHeartRate == 99)
  }

  /// Strength training has no distance: steps to the next machine are not its distance.
  @Test func anActivityWithoutADistanceGetsNone() throws {
    let workout = Workout(
      header: SampleHeader(
        descriptor: SampleDescriptor(
          type: .workout(.functionalStrengthTraining), source: Source(name: "A")),
        start: Make.time(0), end: Make.time(600)), fields: Sample.WorkoutFields())
    let walked = Make.quantity(.distanceWalkingRunning, "1", from: 0, to: 60)
    #expect(try Self.completed([workout], [walked]).workouts[0].distance == nil)
  }

  @Test func workoutsAtOneTimeAreBounded() throws {
    let plan = Plan(start: 0, end: 60, pauses: [], source: "A")
    let beat = Make.quantity(.heartRate, "99", from: 10, to: 10)
    let found = try Self.completed(Array(repeating: plan.workout, count: 20), [beat])
    #expect(found.skipped == 4)
    #expect(found.workouts.count { $0.averageHeartRate == 99 } == 16)
  }
}
