import HealthBytes
import HealthConv
import HealthModel
import HealthStatistics
import HealthStore
import HealthTesting
import Testing

/// A workout that several sources recorded is written once, and counts once, whatever comes first.
@Suite struct SameWorkoutTests {
  static let base = MarkedSamples.date("2024-06-01 08:00:00 +0200")

  static func workout(
    _ source: String, at second: Int64, for length: Int64 = 1_800,
    _ activity: WorkoutActivityType = .running, participant: String? = nil, offset: Int16 = 120,
    identifier: String? = nil, version: String? = nil,
    _ change: (inout Sample.WorkoutFields) -> Void = { _ in }
  ) -> Workout {
    var fields = Sample.WorkoutFields()
    change(&fields)
    let start = Timestamp(
      secondsSince1970: base.secondsSince1970 + second, offsetMinutes: offset)
    return Workout(
      header: SampleHeader(
        descriptor: SampleDescriptor(
          type: .workout(activity), source: Source(name: source, version: version),
          participant: participant),
        start: start, end: start.shifted(by: length),
        metadata: Metadata(
          identifier.map { [MetadataEntry(key: .externalUUID, value: $0)] } ?? [])), fields: fields)
  }

  static func statistics(_ type: String, sum: String) -> WorkoutStatistics {
    var statistics = WorkoutStatistics()
    (statistics.type, statistics.sum, statistics.unit) = (
      "HKQuantityTypeIdentifier\(type)", Number(sum), "km"
    )
    return statistics
  }

  static func route(_ source: String) -> WorkoutRoute {
    var location = RouteLocation()
    (location.date, location.latitude, location.longitude) = (base, Number("1"), Number("2"))
    var route = WorkoutRoute()
    (route.sourceName, route.ownLocations) = (source, [location, location])
    return route
  }

  static func merge(
    _ paths: [String], _ change: (inout Merge) -> Void = { _ in }
  ) throws -> (bytes: [UInt8], report: Merge.Report) {
    let sink = BytesSink()
    var merge = Merge(of: try paths.map { try Dataset.open($0) }, to: .jsonLines)
    merge.allowsNewSources = true
    change(&merge)
    let report = try merge.run(into: OutputContainer(file: sink), name: "memory")
    return (sink.bytes, report)
  }

  static func workouts(_ bytes: [UInt8]) throws -> [Workout] {
    let folder = try TemporaryFolder()
    var samples = try Dataset.open(folder.write(bytes: bytes, "read.jsonl")).samples()
    var found: [Workout] = []
    while let sample = try samples.next() {
      if case .workout(let workout) = sample { found.append(workout) }
    }
    return found
  }

  /// The identities that a workout stands for.
  static func identities(_ workout: Workout) -> Set<String> {
    let entries = workout.metadata.values(of: .sameWorkout)
    #expect(entries.count < 2)
    let links = entries.flatMap { $0.split(separator: "\n") }
    return Set(links.map { String($0.split(separator: " ")[1]) } + ["\(workout.id)"])
  }

  static func merged(_ datasets: [[Workout]]) throws -> [Workout] {
    let folder = try TemporaryFolder()
    let paths = try datasets.enumerated().map {
      try folder.write($1.map { .workout($0) }, "\($0).jsonl")
    }
    return try workouts(merge(paths).bytes)
  }

  /// Workouts that differ by a UTC offset are written, and counted once each; those of one dataset are not.
  @Test(
    arguments: [
      (3_600, 1_800, 1), (-3_600, 1_800, 1), (19_800, 1_800, 1), (900, 1_803, 1),
      (50_400, 1_800, 1), (54_000, 1_800, 0), (3_000, 1_800, 0), (3_600, 1_810, 0),
      (0, 1_800, 0), (40, 1_800, 0),
    ] as [(Int64, Int64, Int)])
  func workoutsOfAnotherClockAreCounted(_ shift: Int64, _ length: Int64, _ count: Int) throws {
    let folder = try TemporaryFolder()
    let (own, other) = (
      Self.workout("Strava", at: 0), Self.workout("Strava", at: shift, for: length)
    )
    let paths = [
      try folder.write([.workout(own)], "a.jsonl"), try folder.write([.workout(other)], "b.jsonl"),
    ]
    for order in [paths, paths.reversed()] {
      #expect(try Self.merge(order).report.shiftedWorkouts == count)
    }
    let both = try folder.write([.workout(own), .workout(other)], "c.jsonl")
    #expect(try Self.merge([both]).report.shiftedWorkouts == 0)
    #expect(try Self.merge([both] + paths).report.shiftedWorkouts == 0)
  }

  // MARK: The rule

  @Test(arguments: [
    // Seconds between the starts, lengths, whether they are the same.
    (0, 1_800, 1_800, true), (60, 1_800, 1_800, true), (61, 1_800, 1_800, false),
    (-60, 1_800, 1_700, true), (0, 1_000, 501, true), (0, 1_000, 500, false),
    (30, 40, 40, false), (10, 40, 40, true), (0, 0, 0, false), (0, 1_000, -5, false),
    (3_600, 1_800, 1_800, false), (-3_600, 9_000, 9_000, false), (10, 1_800, 7_200, false),
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

  /// Whatever its source, a copy that states no figures does not hide one that does.
  @Test(arguments: [false, true])
  func copiesWithFiguresAreKept(_ isReversed: Bool) throws {
    let copies = [
      Self.workout("A", at: 0, for: 1_900),
      Self.workout("B", at: 0) {
        $0.statistics = [Self.statistics("DistanceWalkingRunning", sum: "5")]
      },
    ]
    for names in [["A", "B"], ["B", "A"]] {
      let named = zip(copies, names).map { copy, name in
        Self.workout(
          name, at: 0, for: copy.header.end.secondsSince1970 - copy.header.start.secondsSince1970
        ) { $0 = copy.fields }
      }
      let kept = try Self.merged((isReversed ? named.reversed() : named).map { [$0] })
      #expect(kept.map(\.fields.statistics.count) == [1])
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

  /// A file that states no activity may have the workout of any; the activity that is known is written.
  @Test(
    arguments: [
      // Seconds between the starts and between the ends, whether they are the same.
      (0, 0, true), (60, -60, true), (61, 0, false), (0, 61, false), (0, -61, false),
    ] as [(Int64, Int64, Bool)])
  func anActivityThatIsNotStatedMatches(_ start: Int64, _ end: Int64, _ isSame: Bool) throws {
    let run = Self.workout("A", at: 0)
    let unstated = Self.workout("B", at: start, for: 1_800 + end - start, .other)
    for pair in [[run, unstated], [unstated, run]] {
      let merged = try Self.merged(pair.map { [$0] })
      #expect(merged.count == (isSame ? 1 : 2))
      if isSame { #expect(merged.first?.activityType == .running) }
      // Merging it again changes nothing.
      if isSame { #expect(try Self.merged([merged, [unstated]]).count == 1) }
    }
  }

  /// Of two activities that match, none is chosen.
  @Test func anActivityThatIsNotStatedMatchesOne() throws {
    let workouts = [
      Self.workout("A", at: 0), Self.workout("B", at: 5, .other),
      Self.workout("C", at: 9, .walking),
    ]
    #expect(try Self.merged(workouts.map { [$0] }).count == 3)
    #expect(try Self.merged(workouts.reversed().map { [$0] }).count == 3)
    let single = [Self.workout("A", at: 0), Self.workout("A", at: 9, for: 1_791, .other)]
    #expect(try Self.merged([single]).count == 2)
  }

  /// A source has its workouts in files of several formats, which round times differently. Those of Health have a version.
  @Test(
    arguments: [
      // Seconds between the starts and between the ends, version, activity, whether they are the same.
      (0, 0, nil, .running, true), (2, -2, nil, .running, true), (0, 0, nil, .other, true),
      (3, 0, nil, .running, false), (0, 3, nil, .running, false), (0, 0, "1", .running, false),
      (0, 0, nil, .walking, false),
    ] as [(Int64, Int64, String?, WorkoutActivityType, Bool)])
  func filesOfOneSourceAreTheSame(
    _ start: Int64, _ end: Int64, _ version: String?, _ activity: WorkoutActivityType,
    _ isSame: Bool
  ) throws {
    let pair = [
      Self.workout("Watch", at: 0, version: version) {
        $0.statistics = [Self.statistics("DistanceWalkingRunning", sum: "5")]
      }, Self.workout("Watch", at: start, for: 1_800 + end - start, activity, version: version),
    ]
    for order in [pair, pair.reversed()] {
      #expect(try Self.merged([order]).count == (isSame ? 1 : 2))
    }
  }

  /// Programs that store days only let workouts begin at midnight.
  @Test func workoutsAtMidnightStayApart() throws {
    let pair = [Self.workout("A", at: -28_800), Self.workout("A", at: -28_800, for: 1_801)]
    #expect(try Self.merged([pair]).count == 2)
  }

  /// A service has its workouts as a list without identifiers, and as an export with them.
  @Test(
    arguments: [
      // Seconds between the starts and between the ends, identifiers, whether they are the same.
      (0, 0, ["a", nil], true), (40, -60, [nil, "a"], true), (0, 61, ["a", nil], false),
      (61, 0, ["a", nil], false), (5, 5, [nil, nil], false), (5, 5, ["a", "b"], false),
    ] as [(Int64, Int64, [String?], Bool)])
  func formsOfOneServiceAreTheSame(
    _ start: Int64, _ end: Int64, _ identifiers: [String?], _ isSame: Bool
  ) throws {
    let pair = [
      Self.workout("Site", at: 0, identifier: identifiers[0]),
      Self.workout("Site", at: start, for: 1_800 + end - start, identifier: identifiers[1]),
    ]
    let count = isSame ? 1 : 2
    for order in [pair, pair.reversed()] {
      let merged = try Self.merged([[order[0]], [order[1]]])
      #expect(merged.count == count)
      #expect(try Self.merged([order]).count == count)
      #expect(try Self.merged([merged, [order[1]]]).count == count)
    }
  }

  @Test func offsetsDoNotMatter() throws {
    let pair = [Self.workout("A", at: 0, offset: -300), Self.workout("B", at: 20, offset: 345)]
    #expect(try Self.merged(pair.map { [$0] }).map(\.id) == [pair[0].id])
    // The same time on two clocks is another time.
    let clocks = [Self.workout("A", at: 0), Self.workout("B", at: 3_600, offset: 60)]
    #expect(try Self.merged(clocks.map { [$0] }).count == 2)
  }

  @Test func workoutsInSuccessionStayApart() throws {
    let sources = ["Watch", "Garmin", "Strava"]
    let datasets = sources.enumerated().map { index, source in
      (0..<4).map { Self.workout(source, at: Int64(55 * $0 + index), for: 50) }
    }
    let kept = try Self.merged(datasets)
    #expect(kept.map(\.id) == datasets[0].map(\.id))
    #expect(
      kept.map(Self.identities)
        == (0..<4).map { number in Set(datasets.map { "\($0[number].id)" }) })
  }

  /// The parts of a triathlon are of one workout; a service that has the swim only has another one.
  @Test func severalActivities() throws {
    func parts(_ source: String, at second: Int64) -> Workout {
      Self.workout(source, at: second, .swimBikeRun) {
        $0.activities = ["1", "2"].map {
          var activity = WorkoutActivity()
          activity.uuid = $0
          return activity
        }
      }
    }
    let whole = Self.workout("Strava", at: 9, .swimBikeRun)
    let swim = Self.workout("App", at: 0, .swimming)
    let kept = try Self.merged([[whole], [parts("Watch", at: 0), swim], [parts("Garmin", at: 4)]])
    #expect(kept.map(\.id) == [swim.id, whole.id])
    #expect(kept.map(\.fields.activities.count) == [0, 2])
  }

  /// A service that received an activity has the samples of its device: it is no device that was renamed.
  @Test func activitiesHaveTheSamplesOfADevice() throws {
    let folder = try TemporaryFolder()
    let times = (10..<30).map { "2024-06-01T06:00:\($0)Z" }
    let points = times.map {
      """
      <trkpt lat="52.5" lon="13.4"><time>\($0)</time><extensions><TrackPointExtension \
      xmlns="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"><hr>\($0.dropLast().suffix(2))</hr>\
      </TrackPointExtension></extensions></trkpt>
      """
    }
    let text =
      """
      <gpx version="1.1" creator="Site" xmlns="http://www.topografix.com/GPX/1/1"><trk><type>running</type><trkseg>\
      \(points.joined())</trkseg></trk></gpx>
      """
    let site = try folder.write(bytes: Array(text.utf8), "site.gpx")
    let copy = folder.path + "/site.jsonl"
    _ = try Conversion(of: .open(site), to: .jsonLines).run(toFile: copy)
    var samples = try Dataset.open(copy).samples()
    var watch: [Sample] = []
    while let sample = try samples.next() {
      watch.append(sample.renamingSource(to: "Watch") { _ in true })
    }
    #expect(watch.count == 21)
    let device = try folder.write(watch, "watch.jsonl")
    let report = try Self.merge([device, site]) { $0.allowsNewSources = false }.report
    #expect((report.written, report.sameWorkouts) == (41, 1))
    #expect(throws: HealthError.self) {
      try Self.merge([device, copy]) { $0.allowsNewSources = false }
    }
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

  /// Workouts of some real ones, each recorded by some sources, with one statistic that only they have.
  static func recorded(_ random: inout FixedRandom, events: Int) -> [Workout] {
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
    let all = Self.recorded(&random, events: 6)
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
      for path in paths { #expect(try Self.merge([result, path]).bytes == bytes) }
      let again = try Self.merge(paths.reversed() + [result])
      #expect(Set(try Self.workouts(again.bytes).map(Self.identities)) == groups)
    }
  }
}
