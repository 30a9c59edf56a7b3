import HealthBytes
import HealthConv
import HealthModel
import HealthStatistics
import HealthStore
import HealthTesting
import Testing

extension SameWorkoutTests {
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
        "2024-06-01T08:00:03+02:00/2024-06-01T06:30:03+00:00 \(second.id) Strava 1/2"
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
      #expect(report.notes.contains { $0.contains("several sources or forms") })
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

  /// The list of a service and its account export, given together or in one folder, have one workout.
  @Test func statisticsCountFormsOfOneServiceOnce() throws {
    let folder = try TemporaryFolder()
    let list = Self.workout("Site", at: 0)
    let export = Self.workout("Site", at: 1, identifier: "17")
    let a = try folder.write([.workout(list)], "a.jsonl")
    let b = try folder.write([.workout(export)], "b.jsonl")
    let both = try folder.write([.workout(list), .workout(export)], "both.jsonl")
    for paths in [[a, b], [b, a], [both]] {
      let (rows, report) = try Self.rows(paths)
      #expect(rows.count == 1, "\(paths)")
      #expect(report.notes.contains { $0.contains("several sources or forms") })
    }
  }
}
