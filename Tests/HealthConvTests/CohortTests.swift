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
  private func export(_ name: String, rates: Int, day: Int) throws -> String {
    var records = ""
    for index in 0..<rates {
      let minute = index < 10 ? "0\(index)" : "\(index)"
      records +=
        "<Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"Watch\" unit=\"count/min\" "
        + "startDate=\"2024-06-01 08:\(minute):00 +0200\" endDate=\"2024-06-01 08:\(minute):00 +0200\" "
        + "value=\"\(60 + index)\"/>\n"
    }
    return try folder.write(
      bytes: Array(
        "<HealthData><ExportDate value=\"2024-06-0\(day) 09:00:00 +0200\"/>\n\(records)</HealthData>"
          .utf8), name)
  }

  private func add(
    _ inputs: [(String, String)], retries: Bool = false
  ) throws -> Cohort.Added {
    var cohort = try Cohort(study, for: .changing)
    var options = Cohort.AddOptions()
    (options.version, options.retries, options.jobs) = ("1", retries, 2)
    return try cohort.add(
      inputs.map { Cohort.Input($0.0, participant: $0.1) }, options, onEvent: { _, _, _ in })
  }

  /// The heart rates of each participant in the tables.
  private func rates() throws -> [String: Int] {
    var counts: [String: Int] = [:]
    let cohort = try Cohort(study)
    let ids = Set(cohort.exports.values.map(\.participant))
    for file in cohort.files() where file.hasPrefix("tables/quantity/") {
      for id in ids {
        let rows = try ParquetParts.copy(
          "quantity", from: ["\(study)/\(file)"], to: BytesSink(), where: { p, _ in p == id })
        if rows > 0 { counts[id, default: 0] += rows }
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

  @Test func oneProcessAtATime() throws {
    let first = try Cohort(study, for: .changing)
    #expect(throws: HealthError.self) { _ = try Cohort(study, for: .changing) }
    _ = first.buckets
  }
}
