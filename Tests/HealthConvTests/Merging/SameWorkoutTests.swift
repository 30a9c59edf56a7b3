import HealthBytes
import HealthConv
import HealthModel
import HealthStatistics
import HealthStore
import HealthTesting
import Testing

/// A workout that several sources tell is written once, and counts once, whatever comes first.
@Suite struct SameWorkoutTests {
  private static let base = MarkedSamples.date("2024-06-01 08:00:00 +0200")

  private static func workout(
    _ source: String, at second: Int64, for length: Int64 = 1_800,
    _ activity: WorkoutActivityType = .running, participant: String? = nil,
    _ change: (inout Sample.WorkoutFields) -> Void = { _ in }
  ) -> Workout {
    var fields = Sample.WorkoutFields()
    change(&fields)
    let start = base.shifted(by: second)
    return Workout(
      header: SampleHeader(
        descriptor: SampleDescriptor(
          type: .workout(activity), source: Source(name: source), participant: participant),
        start: start, end: start.shifted(by: length)), fields: fields)
  }

  private static func statistics(_ type: String, sum: String) -> WorkoutStatistics {
    var statistics = WorkoutStatistics()
    (statistics.type, statistics.sum, statistics.unit) = (
      "HKQuantityTypeIdentifier\(type)", Number(sum), "km"
    )
    return statistics
  }

  private static func route(_ source: String) -> WorkoutRoute {
    var location = RouteLocation()
    (location.date, location.latitude, location.longitude) = (base, Number("1"), Number("2"))
    var route = WorkoutRoute()
    (route.sourceName, route.ownLocations) = (source, [location, location])
    return route
  }

  private static func merge(
    _ paths: [String], _ change: (inout Merge) -> Void = { _ in }
  ) throws -> (bytes: [UInt8], report: Merge.Report) {
    let sink = BytesSink()
    var merge = Merge(of: try paths.map { try Dataset.open($0) }, to: .jsonLines)
    merge.allowsNewSources = true
    change(&merge)
    let report = try merge.run(into: OutputContainer(file: sink), name: "memory")
    return (sink.bytes, report)
  }

  private static func workouts(_ bytes: [UInt8]) throws -> [Workout] {
    let folder = try TemporaryFolder()
    var samples = try Dataset.open(folder.write(bytes: bytes, "read.jsonl")).samples()
    var found: [Workout] = []
    while let sample = try samples.next() {
      if case .workout(let workout) = sample { found.append(workout) }
    }
    return found
  }

  /// The identities that a workout stands for.
  private static func identities(_ workout: Workout) -> Set<String> {
    let links = workout.metadata.values(of: .sameWorkout)
    return Set(links.map { String($0.split(separator: " ")[1]) } + ["\(workout.id)"])
  }

  private static func merged(_ datasets: [[Workout]]) throws -> [Workout] {
    let folder = try TemporaryFolder()
    let paths = try datasets.enumerated().map {
      try folder.write($1.map { .workout($0) }, "\($0).jsonl")
    }
    return try workouts(merge(paths).bytes)
  }

  // MARK: The rule

  @Test(arguments: [
    // Seconds between the starts, lengths, whether they are the same.
    (0, 1_800, 1_800, true), (60, 1_800, 1_800, true), (61, 1_800, 1_800, false),
    (-60, 1_800, 1_700, true), (0, 1_000, 501, true), (0, 1_000, 500, false),
    (30, 40, 40, false), (10, 40, 40, true), (0, 0, 0, false), (0, 1_000, -5, false),
  ])
  func pairsAreTheSameByTime(_ gap: Int64, _ first: Int64, _ second: Int64, _ isSame: Bool) throws {
    let pair = [
      Self.workout("A", at: 0, for: first), Self.workout("B", at: gap, for: second),
    ]
    for order in [pair, pair.reversed()] {
      #expect(try Self.merged([[order[0]], [order[1]]]).count == (isSame ? 1 : 2))
      #expect(try Self.merged([order]).count == (isSame ? 1 : 2))
    }
  }

  @Test func otherActivitiesSourcesAndPeopleAreKept() throws {
    let one = Self.workout("A", at: 0)
    let others = [
      Self.workout("B", at: 0, .walking), Self.workout("A", at: 5),
    ]
    for other in others {
      #expect(try Self.merged([[one], [other]]).count == 2)
    }
    let folder = try TemporaryFolder()
    let paths = try ["A", "B"].map { name in
      var info = DatasetInfo()
      info.participant = name
      let workout = Self.workout(name, at: 0, participant: name)
      return try folder.write([.workout(workout)], "\(name).jsonl", info)
    }
    #expect(try Self.merge(paths).report.written == 2)
  }

  /// Two that are no pair are one group by a third, also if it was left out before.
  @Test func chainsAreOneGroup() throws {
    let chain = [Self.workout("A", at: 0), Self.workout("B", at: 50), Self.workout("C", at: 100)]
    #expect(try Self.merged([[chain[0]], [chain[2]]]).count == 2)
    #expect(try Self.merged(chain.map { [$0] }).count == 1)
    let first = try Self.merged([[chain[0]], [chain[1]]])
    #expect(first.count == 1)
    #expect(
      try Self.merged([first, [chain[2]]]).map(Self.identities) == [Set(chain.map { "\($0.id)" })])
    #expect(try Self.merged([[chain[2]], first]).count == 1)
  }

  // MARK: Any order and division

  /// Workouts of some real ones, each told by some sources, with one statistic that only they have.
  private static func told(_ random: inout FixedRandom, events: Int) -> [Workout] {
    var all: [Workout] = []
    for event in 0..<events {
      let start = Int64(event) * 3_600
      for source in ["Watch", "Bike computer", "App", "Site"] where Bool.random(using: &random) {
        all.append(
          workout(
            source, at: start + .random(in: -40...40, using: &random),
            for: .random(in: 1_500...2_000, using: &random)
          ) {
            $0.duration = Number(Int.random(in: 20...30, using: &random))
            $0.durationUnit = "min"
            $0.statistics = [
              statistics("Only\(source.filter { $0 != " " })", sum: "\(event)"),
              statistics("Common", sum: "\(Int.random(in: 0...3, using: &random))"),
            ]
            if Bool.random(using: &random) { $0.routes = [route(source)] }
          })
      }
    }
    return all
  }

  @Test(arguments: 0..<20)
  func groupsDoNotDependOnOrderAndDivision(_ seed: UInt64) throws {
    var random = FixedRandom(seed: seed)
    let all = Self.told(&random, events: 6)
    let folder = try TemporaryFolder()
    var expected: Set<Set<String>>?
    var types: [Set<String>: Set<String>] = [:]
    for trial in 0..<6 {
      // A part of the datasets may be merged first, some workouts are in two datasets.
      let count = Int.random(in: 1...4, using: &random)
      var datasets = [[Workout]](repeating: [], count: count)
      for workout in all.shuffled(using: &random) {
        let place = Int.random(in: 0..<count, using: &random)
        datasets[place].append(workout)
        let second = Int.random(in: 0..<count, using: &random)
        if second != place, Int.random(in: 0..<4, using: &random) == 0 {
          datasets[second].append(workout)
        }
      }
      var paths = try datasets.enumerated().map {
        try folder.write($1.map { .workout($0) }, "\(trial)-\($0).jsonl")
      }
      while paths.count > 2, Bool.random(using: &random) {
        let part = Int.random(in: 0..<(paths.count - 1), using: &random)
        let merged = try Self.merge(Array(paths[part...(part + 1)])).bytes
        let path = try folder.write(bytes: merged, "\(trial)-part-\(paths.count).jsonl")
        paths.replaceSubrange(part...(part + 1), with: [path])
      }
      let (bytes, report) = try Self.merge(paths)
      let kept = try Self.workouts(bytes)
      #expect(report.written == kept.count)
      let groups = Set(kept.map(Self.identities))
      #expect(groups.count == kept.count)
      if let expected { #expect(groups == expected) }
      expected = groups
      for workout in kept {
        let identities = Self.identities(workout)
        // It is the workout of the first dataset that has one.
        let first = datasets.first { $0.contains { identities.contains("\($0.id)") } }
        #expect(first?.contains { $0.id == workout.id } == true)
        let found = Set(workout.fields.statistics.compactMap(\.type))
        #expect(found.count == workout.fields.statistics.count)
        if let known = types[identities] { #expect(known == found) }
        types[identities] = found
        let hasRoute = all.contains {
          identities.contains("\($0.id)") && !$0.fields.routes.isEmpty
        }
        #expect(workout.fields.routes.count == (hasRoute ? 1 : 0))
      }
      // Merging the result again changes nothing.
      let result = try folder.write(bytes: bytes, "result.jsonl")
      #expect(try Self.merge([result]).bytes == bytes)
      #expect(try Self.merge([result] + paths).bytes == bytes)
      let again = try Self.merge(paths.reversed() + [result])
      #expect(Set(try Self.workouts(again.bytes).map(Self.identities)) == groups)
    }
  }

  // MARK: What is taken, linked and lost

  @Test func theOthersCompleteIt() throws {
    let first = Self.workout("Watch", at: 0) {
      $0.statistics = [Self.statistics("DistanceWalkingRunning", sum: "5")]
    }
    let second = Self.workout("Strava 1/2", at: 3) {
      $0.statistics = [
        Self.statistics("DistanceWalkingRunning", sum: "5.1"), Self.statistics("Power", sum: "2"),
      ]
      $0.routes = [Self.route("Strava")]
    }
    let folder = try TemporaryFolder()
    let paths = [
      try folder.write([.workout(first), MarkedSamples.quantity("70")], "a.jsonl"),
      try folder.write([MarkedSamples.quantity("71"), .workout(second)], "b.jsonl"),
    ]
    let (bytes, report) = try Self.merge(paths)
    let kept = try #require(try Self.workouts(bytes).first)
    #expect(report.written == 3)
    #expect((report.sameWorkouts, report.sameWorkoutsLeftOut) == (1, 1))
    #expect(kept.id == first.id)
    #expect(kept.fields.routes == second.fields.routes)
    #expect(kept.fields.statistics == [first.fields.statistics[0], second.fields.statistics[1]])
    #expect(
      kept.metadata.values(of: .sameWorkout) == [
        "2024-06-01T06:00:03+00:00/2024-06-01T06:30:03+00:00 \(second.id) Strava 1/2"
      ])
    #expect(report.losses.map(\.loss.name) == ["same-workout-figures"])
    #expect(report.losses.map(\.count) == [1])
    let last = try Self.merge(paths) { $0.preference = .last }
    let other = try #require(try Self.workouts(last.bytes).first)
    #expect(other.id == second.id && other.fields.statistics == second.fields.statistics)
    let all = try Self.merge(paths) { $0.mergesSameWorkouts = false }
    #expect(try Self.workouts(all.bytes).map(\.id) == [first.id, second.id])
    #expect(all.report.losses.isEmpty && all.report.sameWorkouts == 0)
  }

  /// A dataset that has the workout as it was before it was completed loses nothing, in any order.
  @Test func anEarlierVersionLosesNothing() throws {
    let first = Self.workout("Watch", at: 0)
    let second = Self.workout("Strava", at: 3) { $0.routes = [Self.route("Strava")] }
    let merged = try Self.merged([[first], [second]])
    for datasets in [[[first], merged], [merged, [first]]] {
      let result = try Self.merged(datasets)
      #expect(result.map(Self.identities) == merged.map(Self.identities))
      #expect(result.map(\.fields) == merged.map(\.fields))
    }
  }

  /// Hostile or not: memory and time are bounded, and none is lost.
  @Test func manyAtOneTime() throws {
    let crowd = (0..<3_000).map { Self.workout("S\($0)", at: Int64($0 % 60)) }
    let kept = try Self.merged([crowd])
    #expect(kept.count == 3)
    #expect(kept.reduce(0) { $0 + Self.identities($1).count } == 3_000)
  }

  // MARK: Statistics

  private static func rows(
    _ paths: [String], _ change: (inout Answer) -> Void = { _ in }
  ) throws -> (rows: [String], report: Answer.Report) {
    var answer = Answer(.workouts, of: try paths.map { try Dataset.open($0) })
    change(&answer)
    let sink = BytesSink()
    let report = try answer.write(to: sink, named: "memory", as: .csv)
    let lines = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n")
    return (lines.filter { !$0.hasPrefix("#") }.dropFirst().map(String.init), report)
  }

  @Test func statisticsCountOnceByPriority() throws {
    let folder = try TemporaryFolder()
    let app = Self.workout("App", at: 0) {
      $0.statistics = [Self.statistics("DistanceWalkingRunning", sum: "5")]
    }
    let site = Self.workout("Site", at: 20) {
      $0.statistics = [Self.statistics("DistanceWalkingRunning", sum: "6")]
    }
    let a = try folder.write([.workout(app)], "a.jsonl")
    let b = try folder.write([.workout(site)], "b.jsonl")
    let both = try folder.write([.workout(site), .workout(app)], "both.jsonl")
    let store = folder.path + "/both.db"
    _ = try Conversion(of: try .open(both), to: .sqlite).run(toFile: store)
    for paths in [[a, b], [b, a], [both], [store], [store, a]] {
      let (rows, report) = try Self.rows(paths)
      #expect(rows.count == 1 && rows[0].contains("App"), "\(paths)")
      #expect(report.notes.contains { $0.contains("several sources") })
      let preferred = try Self.rows(paths) { $0.plan.priority = ["site"] }.rows
      #expect(preferred.count == 1 && preferred[0].contains("Site"))
      #expect(try Self.rows(paths) { $0.plan.sources = .none }.rows.count == 2)
      var sums = Answer(.workouts, of: try paths.map { try Dataset.open($0) })
      sums.workoutGrouping = .activity
      let sink = BytesSink()
      _ = try sums.write(to: sink, named: "memory", as: .csv)
      #expect(String(decoding: sink.bytes, as: UTF8.self).contains("Running,1,"))
    }
  }
}
