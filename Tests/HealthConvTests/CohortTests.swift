import Foundation
import HealthBytes
import HealthFormats
import HealthModel
import Testing

@testable import HealthConv

/// What a study promises: each export once, nothing of a killed run, nothing of someone who has withdrawn.
struct CohortTests {
  private let folder: TemporaryFolder
  private let study: String

  init() throws {
    folder = try TemporaryFolder()
    study = folder.path + "/study"
    try Cohort.make(study, buckets: 2, keepsHistory: false)
  }

  /// An export with some heart rates, exported on a day of June.
  private func export(_ name: String, rates: Int, day: Int?) throws -> String {
    try CohortExport.make(name, rates: rates, day: day, in: folder)
  }

  private func add(
    _ inputs: [(String, String)], retries: Bool = false
  ) throws -> Cohort.Added {
    var cohort = try Cohort(study)
    var options = Cohort.AddOptions()
    (options.version, options.retries, options.jobs) = ("1", retries, 2)
    return try cohort.add(
      inputs.map { Cohort.Input($0.0, participant: $0.1) }, options, onEvent: { _ in })
  }

  /// The heart rates of each participant in the tables.
  private func rates() throws -> [String: Int] {
    var counts: [String: Int] = [:]
    let cohort = try Cohort(study)
    for file in cohort.files() where file.hasPrefix("tables/quantity/") {
      for id in try CohortExport.column("participant", "\(study)/\(file)") {
        counts[id, default: 0] += 1
      }
    }
    return counts
  }

  @Test func exportsAreAddedOnce() throws {
    let inputs = [
      (try export("a.xml", rates: 3, day: 2), "P1"), (try export("b.xml", rates: 5, day: 2), "P2"),
    ]
    #expect(try add(inputs).ok == 2)
    #expect(try add(inputs).skipped == 2)
    #expect(try rates() == ["P1": 3, "P2": 5])
    #expect(try Cohort(study).defects().isEmpty)
  }

  @Test(arguments: [false, true])
  func theNewestExportReplaces(_ isCompacted: Bool) throws {
    let old = try export("old.xml", rates: 3, day: 2)
    _ = try add([(old, "P1"), (export("b.xml", rates: 5, day: 2), "P2")])
    if isCompacted {
      var cohort = try Cohort(study, for: .changing)
      try cohort.compact(mostBytes: 1 << 20) { _, _ in }
    }
    #expect(try add([(export("new.xml", rates: 4, day: 3), "P1")]).ok == 1)
    #expect(try rates() == ["P1": 4, "P2": 5])
    // An older one changes nothing.
    #expect(try add([(export("older.xml", rates: 2, day: 1), "P1")]).superseded == 1)
    #expect(try rates() == ["P1": 4, "P2": 5])
    #expect(try Cohort(study).defects().isEmpty)
  }

  @Test func damagedExportsAreQuarantined() throws {
    let bad = try folder.write(bytes: Array("<HealthData><Record ".utf8), "bad.xml")
    let inputs = [(bad, "P1"), (try export("b.xml", rates: 5, day: 2), "P2")]
    let added = try add(inputs)
    #expect(added.ok == 1 && added.quarantined == 1)
    #expect(try Cohort(study).status().quarantined.map(\.participant) == ["P1"])
    #expect(try rates() == ["P2": 5])
    #expect(try add(inputs).skipped == 2)
    #expect(try add(inputs, retries: true).quarantined == 1)
    // One export cannot be of two participants.
    #expect(try add([(inputs[1].0, "P3")]).quarantined == 1)
    #expect(try rates() == ["P2": 5])
  }

  /// What a killed run leaves: files without a line, a line without its end, a part with its hidden name.
  @Test func whatAKilledRunLeavesIsSettled() throws {
    _ = try add([
      (export("a.xml", rates: 3, day: 2), "P1"), (export("b.xml", rates: 5, day: 2), "P2"),
    ])
    let file = try #require(try Cohort(study).files().first)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(study)/\(file)"))
    let orphan = (file as NSString).deletingLastPathComponent + "/0123456789abcdef.parquet"
    try bytes.write(to: URL(fileURLWithPath: "\(study)/\(orphan)"))
    let ledger = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(study)/ledger.jsonl"))
    try ledger.seekToEnd()
    try ledger.write(contentsOf: Data("{\"status\":\"ok\"".utf8))
    try ledger.close()
    #expect(try Cohort(study).defects().orphans == [orphan])
    let settled = try Cohort(study, for: .changing)
    #expect(settled.defects().isEmpty)
    #expect(try rates() == ["P1": 3, "P2": 5])
  }

  @Test(arguments: [false, true])
  func whoWithdrawsIsGone(_ isCompacted: Bool) throws {
    let inputs = [
      (try export("a.xml", rates: 3, day: 2), "withdrawn-1"),
      (try export("b.xml", rates: 5, day: 2), "P2"),
    ]
    _ = try add(inputs)
    do {
      var cohort = try Cohort(study, for: .changing)
      if isCompacted { try cohort.compact(mostBytes: 1 << 20) { _, _ in } }
      #expect(try cohort.withdraw("withdrawn-1") == 1)
      #expect(throws: HealthError.self) { try cohort.withdraw("P9") }
    }
    #expect(try rates() == ["P2": 5])
    #expect(try Cohort(study).defects().isEmpty)
    #expect(throws: HealthError.self) { try add(inputs) }
    // Nothing but the line of the withdrawal names the participant.
    for name in try FileManager.default.subpathsOfDirectory(atPath: study) {
      guard let data = FileManager.default.contents(atPath: "\(study)/\(name)") else { continue }
      let lines = data.split(separator: 10).filter { $0.range(of: Data("withdrawn-1".utf8)) != nil }
      #expect(lines.count == (name == "ledger.jsonl" ? 1 : 0), "\(name)")
    }
  }

  /// The same bytes under several names are one export, whichever thread comes first.
  @Test(arguments: [["P1", "P1", "P1", "P1"], ["P1", "P2", "P1", "P2"]], 0..<3)
  func sameBytesAreOneExport(_ participants: [String], _ round: Int) throws {
    let names = try participants.indices.map {
      try export("same-\($0).xml", rates: 9, day: 2)
    }
    let inputs = Array(zip(names, participants))
    let added = try add(inputs)
    #expect(added.ok == 1)
    #expect(added.quarantined == (participants.contains("P2") ? 1 : 0))
    #expect(added.skipped == (participants.contains("P2") ? 2 : 3))
    #expect(try rates() == ["P1": 9])
    #expect(try add(inputs).skipped == 4)
    #expect(try Cohort(study).defects().isEmpty)
  }

  /// Unreadable exports of equal bytes have a row for each participant.
  @Test func unreadableExportsOfEqualBytesAreOfEach() throws {
    let inputs = try ["P1", "P2", "P3"].map {
      (try folder.write(bytes: [], "\($0).zip"), $0)
    }
    #expect(try add(inputs).quarantined == 3)
    let quarantined = try Cohort(study).status().quarantined
    #expect(quarantined.map(\.participant).sorted() == ["P1", "P2", "P3"])
    #expect(try add(inputs).skipped == 3)
  }

  /// What is not the fault of an export does not quarantine it.
  @Test func errorsOfTheDiskEndTheRun() throws {
    let inputs = [(try export("a.xml", rates: 3, day: 2), "P1")]
    do {
      var cohort = try Cohort(study, for: .changing)
      // No folder can be made in a file.
      _ = try folder.write(bytes: [1], "study/tables")
      #expect(throws: HealthError.self) {
        _ = try cohort.add(
          inputs.map { Cohort.Input($0.0, participant: $0.1) }, Cohort.AddOptions(),
          onEvent: { _ in })
      }
      #expect(cohort.exports.isEmpty)
    }
    try FileManager.default.removeItem(atPath: study + "/tables")
    #expect(try add(inputs).ok == 1)
    #expect(try rates() == ["P1": 3])
  }

  /// Data stay where another version of the program cannot read the export again.
  @Test func aFailureDoesNotReplaceData() throws {
    let path = try export("a.xml", rates: 3, day: 2)
    _ = try add([(path, "P1")])
    let row = try #require(try Cohort(study).exports.values.first)
    var cohort = try Cohort(study, for: .changing)
    var failed = CohortEntry(.quarantined)
    (failed.export, failed.participant, failed.rule) = (row.export, "P1", "unreadable-input")
    try cohort.commit(failed)
    let isStored = cohort.isStored(row.export)
    #expect(isStored)
    #expect(cohort.defects().isEmpty)
  }

  /// Findings and coverage stay in the ledger, and are read when they are needed, also from one that was replaced.
  @Test func detailsAreReadWhenTheyAreNeeded() throws {
    _ = try add([(export("a.xml", rates: 3, day: 2), "P1")])
    let entry = try #require(try Cohort(study).exports.values.first)
    let ledger = URL(fileURLWithPath: study + "/ledger.jsonl")
    let text = try String(contentsOf: ledger, encoding: .utf8)
    let damaged = text.replacingOccurrences(of: "\"coverage\":[", with: "\"coverage\":[,")
    #expect(damaged != text)
    try Data(damaged.utf8).write(to: ledger, options: .atomic)
    #expect(try entry.details().coverage.map(\.count) == [1, 3])
    let other = try #require(try Cohort(study).exports.values.first)
    #expect(other.samples == 4 && other.days.count == entry.days.count)
    #expect(throws: HealthError.self) { try other.details() }
    #expect(throws: HealthError.self) { try Cohort(study).writePage(to: BytesSink()) }
  }

  @Test(arguments: [false, true], [false, true])
  func whatIsLostIsAddedAgain(_ isCompacted: Bool, _ isTruncated: Bool) throws {
    let inputs = [
      (try export("a.xml", rates: 3, day: 2), "P1"), (try export("b.xml", rates: 5, day: 2), "P2"),
    ]
    try FileManager.default.removeItem(atPath: study)
    try Cohort.make(study, buckets: 1)
    _ = try add(inputs)
    if isCompacted {
      var cohort = try Cohort(study, for: .changing)
      try cohort.compact(mostBytes: 1 << 20) { _, _ in }
    }
    let file = try #require(try Cohort(study).files().first { $0.contains("/quantity/") })
    if isTruncated {
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(study)/\(file)"))
      try handle.truncate(atOffset: 100)
      try handle.close()
    } else {
      try FileManager.default.removeItem(atPath: "\(study)/\(file)")
    }
    let defects = try Cohort(study).defects()
    #expect(defects.missing == (isTruncated ? [] : [file]))
    #expect(defects.incomplete == (isTruncated ? [file] : []))
    let error = #expect(throws: HealthError.self) {
      _ = try Cohort(study, for: .reading).export(
        to: folder.path + "/out", participants: nil, tables: nil)
    }
    #expect(error?.code == .damaged)
    #expect(try add(inputs).ok == (isCompacted ? 2 : 1))
    #expect(try rates() == ["P1": 3, "P2": 5])
    #expect(try Cohort(study).defects().isEmpty)
  }

  /// Of all exports of a participant the newest is current, in any order.
  @Test(arguments: [["old", "new", "none"], ["new", "old", "none"], ["none", "new", "old"]])
  func theNewestIsCurrent(_ order: [String]) throws {
    let all = folder.path + "/all"
    try Cohort.make(all, buckets: 1, keepsHistory: true)
    for name in order {
      let (rates, day): (Int, Int?) =
        switch name {
        case "old": (2, 1)
        case "new": (4, 3)
        default: (9, nil)
        }
      var cohort = try Cohort(all, for: .changing)
      let path = try export("\(name).xml", rates: rates, day: day)
      let added = try cohort.add(
        [Cohort.Input(path, participant: "P1")], Cohort.AddOptions(), onEvent: { _ in })
      #expect(added.ok == 1)
    }
    let cohort = try Cohort(all)
    #expect(cohort.current["P1"].flatMap { cohort.exports[$0] }?.days.count == 1)
    #expect(cohort.current["P1"].flatMap { cohort.exports[$0] }?.samples == 5)
  }

  /// Which of two exports is later is not known if one has no date: neither is dropped without a word.
  @Test(arguments: [[2, nil], [nil, 2], [nil, nil]] as [[Int?]])
  func exportsWithoutADateReplaceNothing(_ days: [Int?]) throws {
    #expect(try add([(export("first.xml", rates: 3, day: days[0]), "P1")]).ok == 1)
    #expect(try add([(export("second.xml", rates: 4, day: days[1]), "P1")]).quarantined == 1)
    #expect(try Cohort(study).status().quarantined.map(\.rule) == ["export-without-date"])
    #expect(try rates() == ["P1": 3])
  }

  /// An export that was added as another participant's can be corrected.
  @Test func mistakesInTheMapAreCorrected() throws {
    let path = try export("a.xml", rates: 3, day: 2)
    _ = try add([(path, "P2")])
    #expect(try add([(path, "P1")]).quarantined == 1)
    #expect(try add([(path, "P1")]).skipped == 1)
    do {
      var cohort = try Cohort(study, for: .changing)
      let export = try #require(cohort.current["P2"])
      #expect(try cohort.forget(export: export) == "P2")
      #expect(throws: HealthError.self) { try cohort.forget(export: export) }
    }
    #expect(try add([(path, "P1")]).ok == 1)
    #expect(try rates() == ["P1": 3])
    #expect(try Cohort(study).status().quarantined.isEmpty)
    #expect(try add([(export("b.xml", rates: 5, day: 2), "P2")]).ok == 1)
  }

  @Test func zonesOfTheMapAreThoseOfDatesWithout() throws {
    let text =
      #"{"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"8867-4"}]},"#
      + #""effectiveDateTime":"2024-06-01T23:30:00","valueQuantity":{"value":61,"unit":"/min","#
      + #""system":"http://unitsofmeasure.org","code":"/min"}}"#
    let path = try folder.write(bytes: Array(text.utf8), "a.ndjson")
    #expect(try add([(path, "P1")]).quarantined == 1)
    var cohort = try Cohort(study, for: .changing)
    var options = Cohort.AddOptions()
    options.retries = true
    let added = try cohort.add(
      [Cohort.Input(path, participant: "P1", zone: "America/New_York")], options,
      onEvent: { _ in })
    #expect(added.ok == 1)
    #expect(cohort.exports.values.first?.days.first?.dayText == "2024-06-01")
  }

  @Test func wrongArgumentsChangeNothing() throws {
    #expect(throws: HealthError.self) { try Cohort.make(study, buckets: 3) }
    #expect(throws: HealthError.self) { try Cohort.make(study, keepsHistory: true) }
    try Cohort.make(study, buckets: 2, keepsHistory: false)
    let inputs = [(try export("a.xml", rates: 3, day: 2), "P1"), (folder.path + "/none.zip", "P2")]
    let error = #expect(throws: HealthError.self) { try add(inputs) }
    #expect(error?.code == .notFound)
    #expect(try Cohort(study).exports.isEmpty)
  }

  /// Readers exclude those who change the study, not each other.
  @Test func readersAndWritersExcludeEachOther() throws {
    do {
      let first = try Cohort(study, for: .reading)
      let second = try Cohort(study, for: .reading)
      #expect(throws: HealthError.self) { _ = try Cohort(study, for: .changing) }
      let buckets = [first.buckets, second.buckets]
      #expect(buckets == [2, 2])
    }
    let writer = try Cohort(study, for: .changing)
    #expect(throws: HealthError.self) { _ = try Cohort(study, for: .reading) }
    _ = writer.buckets
  }

  @Test func oneProcessAtATime() throws {
    let first = try Cohort(study, for: .changing)
    #expect(throws: HealthError.self) { _ = try Cohort(study, for: .changing) }
    _ = first.buckets
  }
}
