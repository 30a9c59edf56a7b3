import Foundation
import HealthBytes
import HealthFormats
import HealthModel
import HealthParquet
import Testing

@testable import HealthConv

/// A run that is killed at any step leaves a study that reads right, and that the next run completes.
///
/// Instead of killing runs, each step of a change copies the study: a copy is what a kill at that step leaves.
struct CohortKillTests {
  private let folder: TemporaryFolder
  private let study: String
  /// The exports of three participants.
  private let inputs: [Cohort.Input]
  private static let before = ["gone-1": 3, "P2": 5, "P3": 2]

  init() throws {
    folder = try TemporaryFolder()
    study = folder.path + "/study"
    inputs = [
      Cohort.Input(
        try CohortExport.make("a.xml", rates: 3, day: 2, in: folder), participant: "gone-1"),
      Cohort.Input(try CohortExport.make("b.xml", rates: 5, day: 2, in: folder), participant: "P2"),
      Cohort.Input(try CohortExport.make("c.xml", rates: 2, day: 2, in: folder), participant: "P3"),
    ]
    try Cohort.make(study, buckets: 1)
    try Self.add(inputs, to: study)
  }

  private static func add(
    _ inputs: [Cohort.Input], version: String = "1", to study: String,
    onStep: @escaping () -> Void = {}
  ) throws {
    var cohort = try Cohort(study, onStep: onStep)
    var options = Cohort.AddOptions()
    options.version = version
    _ = try cohort.add(inputs, options, onEvent: { _ in })
  }

  private func compact() throws {
    var cohort = try Cohort(study, for: .changing)
    try cohort.compact(mostBytes: 1 << 20) { _, _ in }
  }

  /// The heart rates of each participant that an export of the study has.
  private static func rates(_ study: String) throws -> [String: Int] {
    let cohort = try Cohort(study, for: .reading)
    let output = NSTemporaryDirectory() + "/cohort-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: output) }
    _ = try cohort.export(to: output, participants: nil, tables: ["quantity"])
    return Dictionary(
      grouping: try CohortExport.column("participant", "\(output)/quantity.parquet")
    ) { $0 }.mapValues(\.count)
  }

  /// Makes a change, and checks the study as it is at each step.
  ///
  /// - Parameters:
  ///   - after: The heart rates of each participant after the change.
  ///   - gone: An id that nothing but the line of its withdrawal may contain then.
  private func check(
    _ after: [String: Int], gone: String? = nil,
    _ change: (String, @escaping () -> Void) throws -> Void
  ) throws {
    let before = try Self.rates(study)
    let (study, files) = (study, FileManager.default)
    var states: [String] = []
    let path = folder.path
    try change(study) {
      let state = "\(path)/state-\(states.count)"
      try? files.copyItem(atPath: study, toPath: state)
      states.append(state)
    }
    #expect(states.count > 10)
    for (step, state) in states.enumerated() {
      let comment = Comment(rawValue: "killed at step \(step) of \(states.count)")
      // Nobody is counted twice or lost before the next run, either.
      let read = try Self.rates(state)
      for (id, count) in read {
        #expect(count == before[id] || count == after[id], "\(id) \(comment)")
      }
      for (id, count) in after where before[id] == count { #expect(read[id] == count, comment) }
      do {
        let settled = try Cohort(state, for: .changing)
        #expect(settled.defects().isEmpty, comment)
      }
      try change(state) {}
      #expect(try Self.rates(state) == after, comment)
      try checkFiles(of: state, after, gone: gone, comment)
      try files.removeItem(atPath: state)
    }
    #expect(try Self.rates(study) == after)
    try checkFiles(of: study, after, gone: gone, "in the end")
  }

  private func checkFiles(
    of study: String, _ after: [String: Int], gone: String?, _ comment: Comment
  ) throws {
    let files = FileManager.default
    let expected = Set(try Cohort(study).expectedFiles().keys)
    let all = try files.subpathsOfDirectory(atPath: study).filter {
      !AtomicFolder.isFolder("\(study)/\($0)")
    }
    let others: Set = [
      ".lock", ".tables", "manifest.json", "ledger.jsonl", "exports.parquet",
      "participants.parquet", "coverage.parquet", "findings.parquet",
    ]
    #expect(Set(all) == expected.union(others), comment)
    // Readers that take files by their names count each row once, too.
    var rows: [String: Int] = [:]
    for path in all where path.hasPrefix("tables/quantity/") {
      for id in try CohortExport.column("participant", "\(study)/\(path)") {
        rows[id, default: 0] += 1
      }
    }
    #expect(rows == after, comment)
    let participants = try CohortExport.column("participant", "\(study)/participants.parquet")
    #expect(Set(participants) == Set(after.keys), comment)
    guard let gone else { return }
    for table in ["exports", "coverage"] {
      let ids = try CohortExport.column("participant", "\(study)/\(table).parquet")
      #expect(!ids.contains(gone), comment)
    }
    let lines = try String(contentsOfFile: "\(study)/ledger.jsonl", encoding: .utf8)
      .split(separator: "\n").filter { $0.contains(gone) }
    #expect(lines.allSatisfy { $0.contains("withdrawn") }, comment)
    #expect(lines.count < 2, comment)
  }

  @Test(arguments: [1, 2])
  func compaction(_ rounds: Int) throws {
    // The second joins a part with the file of another export.
    if rounds == 2 {
      try compact()
      let more = try CohortExport.make("d.xml", rates: 4, day: 2, in: folder)
      try Self.add([Cohort.Input(more, participant: "P4")], to: study)
    }
    try check(Self.before.merging(rounds == 2 ? ["P4": 4] : [:]) { $1 }) { study, onStep in
      var cohort = try Cohort(study, for: .changing, onStep: onStep)
      try cohort.compact(mostBytes: 1 << 20) { _, _ in }
    }
  }

  @Test(arguments: [false, true])
  func withdrawal(_ isCompacted: Bool) throws {
    if isCompacted { try compact() }
    try check(["P2": 5, "P3": 2], gone: "gone-1") { study, onStep in
      var cohort = try Cohort(study, for: .changing, onStep: onStep)
      _ = try cohort.withdraw("gone-1")
    }
  }

  @Test(arguments: [false, true])
  func forgetting(_ isCompacted: Bool) throws {
    if isCompacted { try compact() }
    let export = try #require(try Cohort(study).current["gone-1"])
    try check(["P2": 5, "P3": 2], gone: "gone-1") { study, onStep in
      var cohort = try Cohort(study, for: .changing, onStep: onStep)
      if cohort.exports[export] != nil { _ = try cohort.forget(export: export) }
    }
  }

  @Test(arguments: [false, true])
  func adding(_ isCompacted: Bool) throws {
    if isCompacted { try compact() }
    let newer = Cohort.Input(
      try CohortExport.make("new.xml", rates: 6, day: 3, in: folder), participant: "P2")
    try check(["gone-1": 3, "P2": 6, "P3": 2]) { study, onStep in
      try Self.add([newer], to: study, onStep: onStep)
    }
  }

  /// Another version of the program converts exports again.
  @Test func convertingAgain() throws {
    try check(Self.before) { study, onStep in
      try Self.add(inputs, version: "2", to: study, onStep: onStep)
    }
  }

  /// A disk that is full in the middle of a line of the ledger.
  @Test func aTornLineIsNotContinued() throws {
    try compact()
    let cohort = try Cohort(study)
    let stale = try #require(cohort.parts.keys.sorted().first)
    let line = "{\"status\":\"withdrawn\",\"participant\":\"P3\"}\n{\"status\":\"ok\",\"exp"
    let ledger = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(study)/ledger.jsonl"))
    try ledger.seekToEnd()
    try ledger.write(contentsOf: Data(line.utf8))
    try ledger.close()
    #expect(try Cohort(study).defects().stale.contains(stale))
    #expect(try Cohort(study, for: .changing).defects().isEmpty)
    #expect(try Self.rates(study) == ["gone-1": 3, "P2": 5])
  }
}

/// Exports for tests of studies.
enum CohortExport {
  /// An export with some heart rates and a night, exported on a day of June; without a date if there is no day.
  static func make(_ name: String, rates: Int, day: Int?, in folder: TemporaryFolder) throws
    -> String
  {
    var records = ""
    for index in 0..<rates {
      let minute = index < 10 ? "0\(index)" : "\(index)"
      records +=
        "<Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"Watch\" unit=\"count/min\" "
        + "startDate=\"2024-06-01 08:\(minute):00 +0200\" endDate=\"2024-06-01 08:\(minute):00 +0200\" "
        + "value=\"\(60 + index)\"/>\n"
    }
    records +=
      "<Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" sourceName=\"Watch\" "
      + "startDate=\"2024-06-01 00:00:00 +0200\" endDate=\"2024-06-01 07:0\(rates):00 +0200\" "
      + "value=\"HKCategoryValueSleepAnalysisAsleepCore\"/>\n"
    let date = day.map { "<ExportDate value=\"2024-06-0\($0) 09:00:00 +0200\"/>\n" } ?? ""
    return try folder.write(bytes: Array("<HealthData>\(date)\(records)</HealthData>".utf8), name)
  }

  /// The texts of a column of a file of Parquet.
  static func column(_ name: String, _ path: String) throws -> [String] {
    let container = try InputContainer(path)
    let file = try ParquetTableReader(
      try container.openAtAnyPosition(try #require(container.entries.first)), name: path,
      memory: ParquetMemory())
    let column = try #require(try file.open(name, .text))
    var texts: [String] = []
    while true {
      let count = try file.nextRows()
      if count == 0 { return texts }
      for index in 0..<count { texts.append(column.text(index) ?? "") }
    }
  }
}
