import Foundation
import HealthBytes
import HealthFormats
import HealthModel
import Testing

@testable import HealthConv

/// Several runs that add exports to one study, in any order and at the same time.
struct CohortRunTests {
  private let folder: TemporaryFolder
  private let study: String

  init() throws {
    folder = try TemporaryFolder()
    study = folder.path + "/study"
    try Cohort.make(study, buckets: 2)
  }

  private func input(_ name: String, _ participant: String, rates: Int, day: Int? = 2) throws
    -> Cohort.Input
  {
    Cohort.Input(
      try CohortExport.make(name, rates: rates, day: day, in: folder), participant: participant)
  }

  @discardableResult
  private func add(
    _ inputs: [Cohort.Input], to study: String? = nil, jobs: Int = 1, writesTables: Bool = true,
    release: Release? = nil, onEvent: (Cohort.Event) -> Void = { _ in }
  ) throws -> Cohort.Added {
    var cohort = try Cohort(study ?? self.study)
    var options = Cohort.AddOptions()
    (options.version, options.jobs) = ("1", jobs)
    (options.writesTables, options.release) = (writesTables, release)
    return try cohort.add(inputs, options, onEvent: onEvent)
  }

  /// How many samples the export has that is current.
  private func samples(_ study: String) throws -> Int? {
    let cohort = try Cohort(study)
    #expect(cohort.defects().isEmpty)
    return cohort.current["P1"].flatMap { cohort.exports[$0] }?.samples
  }

  // MARK: The later one

  @Test(arguments: [false, true], [1, 4])
  func ofOneDateTheSameExportStays(_ keepsHistory: Bool, _ jobs: Int) throws {
    let inputs = try (1...5).map { try input("\($0).xml", "P1", rates: $0) }
    for (number, order) in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 4, 0, 3, 1]].enumerated() {
      for together in [false, true] {
        let other = folder.path + "/\(number)-\(together)"
        try Cohort.make(other, buckets: 1, keepsHistory: keepsHistory)
        let ordered = order.map { inputs[$0] }
        for some in together ? [ordered] : ordered.map({ [$0] }) {
          try add(some, to: other, jobs: jobs)
        }
        // Five heart rates and a night.
        #expect(try samples(other) == 6, "\(order)")
      }
    }
  }

  @Test func whatDecidesIsTheDateThenTheLastDayThenTheSamplesThenTheID() {
    func entry(_ date: String?, _ lastDay: Int, _ samples: Int, _ id: String) -> CohortEntry {
      var entry = CohortEntry(.ok)
      (entry.exportDate, entry.samples, entry.export) = (date, samples, id)
      entry.days.last = lastDay
      return entry
    }
    let ascending = [
      entry(nil, 9, 9, "z"), entry("2024-06-01 09:00:00 +0200", 9, 9, "z"),
      entry("2024-06-01 09:00:00 +0000", 1, 9, "z"), entry("2024-06-01 11:00:00 +0200", 2, 8, "z"),
      entry("2024-06-01 09:00:00 +0000", 2, 9, "a"), entry("2024-06-01 09:00:00 +0000", 2, 9, "b"),
    ]
    for (older, newer) in zip(ascending, ascending.dropFirst()) {
      #expect(older.rank < newer.rank && !(newer.rank < older.rank), "\(newer.export)")
    }
  }

  /// Which of two exports without a date is added does not depend on threads: the larger one.
  @Test(arguments: 0..<3) func withoutADateTheFirstOfARunStays(_ round: Int) throws {
    let inputs = try (1...6).map { try input("\($0).xml", "P1", rates: $0, day: nil) }
    let added = try add(inputs.shuffled(), jobs: 4)
    #expect(added.ok == 1 && added.quarantined == 5)
    #expect(try samples(study) == 7)
  }

  // MARK: Several runs

  @Test func runsAddExportsAtTheSameTime() throws {
    let inputs = try (1...12).map { try input("\($0).xml", "P\($0 % 6)", rates: $0) }
    let counts = Monitor([Cohort.Added]())
    let failures = Monitor([String]())
    ParallelThreads.run(4) { number in
      do {
        let added = try add(number % 2 == 0 ? inputs : inputs.reversed(), jobs: 2)
        counts.withLock { $0.append(added) }
      } catch { failures.withLock { $0.append("\(error)") } }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(counts.withLock { $0.map(\.count) } == [12, 12, 12, 12])
    let cohort = try Cohort(study)
    // Each export is committed by one run.
    #expect(counts.withLock { $0.reduce(0) { $0 + $1.ok + $1.superseded } } == 12)
    #expect(cohort.defects().isEmpty)
    let ids = cohort.current.values.compactMap { cohort.exports[$0]?.samples }
    #expect(ids.sorted() == [8, 9, 10, 11, 12, 13])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: study).allSatisfy {
        !$0.hasPrefix(".add-")
      })
  }

  /// What another program changes during a run is respected.
  @Test func aWithdrawalDuringARunWins() throws {
    let inputs = [try input("a.xml", "P1", rates: 3), try input("b.xml", "P2", rates: 2)]
    try add([inputs[1]])
    let newer = try input("c.xml", "P2", rates: 1, day: 3)
    let error = #expect(throws: HealthError.self) {
      try add([inputs[0], newer]) { event in
        guard event.input.participant == "P1" else { return }
        do {
          var other = try Cohort(study, for: .changing)
          _ = try other.withdraw("P2")
        } catch { Issue.record(error) }
      }
    }
    #expect(error?.code == .usage)
    #expect(try Cohort(study, for: .changing).defects().isEmpty)
    let cohort = try Cohort(study)
    #expect(Set(cohort.current.keys) == ["P1"])
    #expect(cohort.exports.count == 1)
  }

  @Test func whatAnotherRunAddedMeanwhileIsKnown() throws {
    let inputs = [try input("a.xml", "P1", rates: 3), try input("b.xml", "P2", rates: 2)]
    var nested: Cohort.Added?
    let added = try add(inputs) { event in
      if event.input.participant == "P1" { nested = try? add([inputs[1]]) }
    }
    #expect(nested?.ok == 1)
    #expect(added.ok == 1 && added.skipped == 1)
    #expect(try Cohort(study).defects().isEmpty)
  }

  /// The folder of a run that lives stays, that of one that was killed does not, and is what `check` states.
  @Test func foldersOfKilledRunsAreRemoved() throws {
    let live = try StudyFolder(study).makeOwnFolder(Cohort.adding)
    try FileManager.default.createDirectory(
      atPath: study + "/.add-7/0", withIntermediateDirectories: true)
    #expect(try Cohort(study).defects().orphans == [".add-7"])
    try add([input("a.xml", "P1", rates: 3)])
    let names = try FileManager.default.contentsOfDirectory(atPath: study)
    #expect(names.filter { $0.hasPrefix(".add-") } == [live.name])
    // The tables are those of the last run.
    #expect(try !Cohort(study).defects().outdated.isEmpty)
    _ = live
  }

  /// A program that another thread starts has the lock's file open, too, until it runs.
  @Test func aLockEndsWithItsHolder() throws {
    let first = StudyFolder(study)
    try first.hold()
    let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let path = URL(fileURLWithPath: study).resolvingSymlinksInPath().path + "/.lock"
    let number = try #require(
      numbers.first {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
      }.flatMap { Int32($0) })
    let copy = dup(number)
    defer { close(copy) }
    #expect(throws: HealthError.self) { try StudyFolder(study).hold() }
    first.release()
    try StudyFolder(study).hold()
  }

  @Test func tablesAreLeftToALaterRun() throws {
    try add([input("a.xml", "P1", rates: 3)], writesTables: false)
    #expect(try Cohort(study).defects().outdated.count == 4)
    try add([])
    #expect(try Cohort(study).defects().isEmpty)
    #expect(try CohortExport.column("participant", study + "/participants.parquet") == ["P1"])
  }

  // MARK: Policies

  private func release(_ key: UInt8, _ profile: Policy.Profile = .research) -> Release {
    var policy = Policy(profile)
    (policy.key, policy.hash) = (PolicyKey(bytes: Array(repeating: key, count: 32)), "text")
    policy.settings.participants = .hmac
    return Release(policy)
  }

  /// A study with a policy has what `convert` writes with it, and nothing of it names the participant.
  @Test func aPolicyIsAppliedToWhatIsWritten() throws {
    let inputs = [
      try input("a.xml", "Participant-1", rates: 3), try input("b.xml", "Participant-2", rates: 2),
    ]
    let given = folder.path + "/given"
    let release = release(1)
    try Cohort.make(given, buckets: 1, release: release)
    var ids: [String] = []
    let added = try add(inputs, to: given, release: release) { ids.append($0.input.id) }
    #expect(added.ok == 2)
    #expect(try add(inputs, to: given, release: self.release(1)).skipped == 2)
    let cohort = try Cohort(given)
    #expect(Set(cohort.current.keys) == Set(ids))
    for input in inputs {
      let info = try Dataset.open(input.path).participant(input.participant).releasing(
        self.release(1)
      ).info
      let id = try #require(info.participant)
      let entry = try #require(cohort.current[id].flatMap { cohort.exports[$0] })
      #expect(entry.exportDate == info.exportDate?.description)
      #expect(entry.exportDate?.hasPrefix("2024-06") == false)
    }
    for name in try FileManager.default.subpathsOfDirectory(atPath: given) {
      let data = FileManager.default.contents(atPath: "\(given)/\(name)") ?? Data()
      #expect(data.range(of: Data("Participant-".utf8)) == nil, "\(name)")
    }
    // What was not given by the same policy and key is not mixed with it.
    for (path, other) in [(given, self.release(2)), (given, nil), (study, release)] {
      let error = #expect(throws: HealthError.self) { try add(inputs, to: path, release: other) }
      #expect(error?.code == .usage)
    }
  }

  @Test func policiesThatNeedAllExportsAreRefused() throws {
    let inputs = [try input("a.xml", "P1", rates: 3)]
    let all = folder.path + "/all"
    let days = release(1, .dayNumbers)
    try Cohort.make(all, keepsHistory: true, release: days)
    #expect(throws: HealthError.self) { try add(inputs, to: all, release: days) }
    var policy = release(1).policy
    policy.minimum = 2
    let few = folder.path + "/few"
    try Cohort.make(few, release: Release(policy))
    #expect(throws: HealthError.self) { try add(inputs, to: few, release: Release(policy)) }
    let more = try input("b.xml", "P2", rates: 2)
    #expect(try add(inputs + [more], to: few, release: Release(policy)).ok == 2)
  }
}
