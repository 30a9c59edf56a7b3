import HealthBytes
import HealthFormats
import HealthModel

/// A row of the ledger of a study: a line of JSON. That it is in the ledger is the commit: files of exports that are not
/// in it are those of a killed run.
package struct CohortEntry: Sendable {
  /// What became of an export.
  package enum Status: String, Sendable, CaseIterable {
    /// Its rows are in the tables.
    case ok
    /// It could not be read, or cannot be told from another; no row of it is in the tables.
    case quarantined
    /// Another export of the participant was exported later; its rows are not in the tables.
    case superseded
    /// The participant has withdrawn: a row without an export.
    case withdrawn
    /// The export was removed as if it had never been added: a row with its id only.
    case forgotten
    /// Files of a bucket were joined: a row without an export.
    case compacted
  }

  /// Findings of a rule, without values.
  package struct Finding: Sendable {
    package var rule: String
    package var severity: String
    package var count: Int
  }

  package var status: Status
  /// A hash of the bytes of the export, 16 hexadecimal digits.
  package var export = ""
  package var participant = ""
  package var zone: String?
  package var size = 0
  package var exportDate: String?
  package var samples = 0
  /// The exit status that `convert` would have.
  package var exit = 0
  /// The rule of the error of a quarantined export; no message, which would contain its path.
  package var rule: String?
  package var version = ""
  package var tables: [String] = []
  /// Bytes of the files of ``tables``; empty in a ledger of an earlier version.
  package var tableSizes: [Int] = []
  package var days = CohortCoverage.Days()
  /// Of a compaction: the table, the bucket, the new part and its exports, and the files that it replaces.
  package var part: CohortPart?

  /// What only the tables and the page about a study need: nine tenths of a line.
  package struct Details: Sendable {
    package var findings: [Finding] = []
    package var coverage: [CohortCoverage.TypeRow] = []
  }

  private enum Storage: Sendable {
    case value(Details)
    case line(FollowedFile.Line)
  }

  private var storage = Storage.value(Details())
  /// A hash of the line without the status, if it is in a ledger.
  private(set) var digest: UInt64 = 0

  init(_ status: Status) { self.status = status }

  /// Read from the ledger each time, since those of 100,000 exports are a gigabyte.
  package func details() throws(HealthError) -> Details {
    switch storage {
    case .value(let details): return details
    case .line(let line):
      let bytes = try line.bytes()
      guard let range = Self.range(ofDetails: bytes),
        let value = JSONText(
          parsing: [UInt8(ascii: "{")] + bytes[(range.lowerBound + 1)..<range.upperBound]
            + [UInt8(ascii: "}")])
      else {
        throw HealthError(
          .damaged, "found a line of \(Cohort.ledger) that is not a row of a ledger")
      }
      return Details(value)
    }
  }

  mutating func set(_ details: Details) { storage = .value(details) }

  /// Where in a line the details are, with the comma before them: members of this order, whose names are not followed by such
  /// values elsewhere.
  private static func range(ofDetails line: [UInt8]) -> Range<Int>? {
    func place(of text: StaticString, _ places: some Sequence<Int>) -> Int? {
      places.first { line[$0] == UInt8(ascii: ",") && ByteScan.equal(line.span, at: $0, to: text) }
    }
    guard let end = place(of: ",\"days\":{", line.indices.reversed()),
      let start = place(of: ",\"findings\":[", 0..<end)
    else { return nil }
    return start..<end
  }

  /// Takes the hash of its line.
  mutating func setDigest(ofLine line: Span<UInt8>) {
    let start = ByteScan.firstIndex(of: UInt8(ascii: ","), in: line, from: 0, to: line.count)
    digest = ByteScan.hash64(line, from: start, to: line.count)
  }

  /// Its tables with the bytes of their files, where these are known.
  var files: [(table: String, size: Int?)] {
    tables.indices.map { (tables[$0], $0 < tableSizes.count ? tableSizes[$0] : nil) }
  }

  /// When it was exported, if it states that.
  var date: Timestamp? { exportDate.flatMap { Timestamp($0) } }

  /// Which of two exports of a participant is the later one: the one that was exported later, whose data end later, that has more
  /// samples, that has the greater id.
  var rank: (seconds: Int64, nanoseconds: Int, lastDay: Int, samples: Int, export: String) {
    (
      date?.secondsSince1970 ?? .min, Int(date?.nanoseconds ?? 0), days.last ?? .min, samples,
      export
    )
  }
}

/// A file that holds the rows of several exports.
package struct CohortPart: Sendable {
  package var table: String
  package var bucket: String
  package var name: String
  package var exports: [String]
  package var replaces: [String]
  /// Bytes of the file.
  package var size: Int

  var folder: String { "tables/\(table)/\(bucket)" }
}

extension CohortEntry {
  /// The line of the ledger.
  func line() throws(HealthError) -> String {
    var members: [(String, JSONText)] = [("status", .string(status.rawValue))]
    if !export.isEmpty { members.append(("export_id", .string(export))) }
    if !participant.isEmpty { members.append(("participant", .string(participant))) }
    members += JSONText.optional("zone", zone) + JSONText.optional("exportDate", exportDate)
    if !export.isEmpty, status != .forgotten {
      members += [("size", .number(size)), ("samples", .number(samples)), ("exit", .number(exit))]
      members += JSONText.optional("rule", rule)
      let details = try details()
      members += [
        ("version", .string(version)), ("tables", .array(tables.map { .string($0) })),
        ("tableBytes", .array(tableSizes.map { .number($0) })),
        JSONText.list("findings", details.findings) {
          [
            ("rule", .string($0.rule)), ("severity", .string($0.severity)),
            ("count", .number($0.count)),
          ]
        },
        JSONText.list("coverage", details.coverage, \.members), ("days", .object(days.members)),
      ]
    }
    if let part {
      members += [
        ("table", .string(part.table)), ("bucket", .string(part.bucket)),
        ("part", .string(part.name)), ("bytes", .number(part.size)),
        ("exports", .array(part.exports.map { .string($0) })),
        ("replaces", .array(part.replaces.map { .string($0) })),
      ]
    }
    return JSONText.object(members).line
  }

  /// The row of a line; `nil` for another line.
  init?(line: [UInt8], _ place: FollowedFile.Line) {
    let range = Self.range(ofDetails: line)
    // The other members are read at once.
    let rest = range.map { Array(line[..<$0.lowerBound] + line[$0.upperBound...]) } ?? line
    guard let value = JSONText(parsing: rest),
      let status = value["status"]?.string.flatMap({ Status(rawValue: $0) })
    else { return nil }
    self.init(status)
    func text(_ name: String) -> String? { value[name]?.string }
    func texts(_ name: String) -> [String] { value[name]?.items.compactMap(\.string) ?? [] }
    export = text("export_id") ?? ""
    participant = text("participant") ?? ""
    (zone, exportDate, rule) = (text("zone"), text("exportDate"), text("rule"))
    size = value["size"]?.integer ?? 0
    samples = value["samples"]?.integer ?? 0
    exit = value["exit"]?.integer ?? 0
    version = text("version") ?? ""
    tables = texts("tables")
    tableSizes = value["tableBytes"]?.items.compactMap(\.integer) ?? []
    storage = range == nil ? .value(Details(value)) : .line(place)
    setDigest(ofLine: line.span)
    if let found = value["days"] { days = CohortCoverage.Days(found) }
    if let table = text("table"), let bucket = text("bucket"), let name = text("part") {
      part = CohortPart(
        table: table, bucket: bucket, name: name, exports: texts("exports"),
        replaces: texts("replaces"), size: value["bytes"]?.integer ?? 0)
    }
  }
}

extension CohortEntry.Details {
  fileprivate init(_ value: JSONText) {
    findings = (value["findings"]?.items ?? []).map {
      CohortEntry.Finding(
        rule: $0["rule"]?.string ?? "", severity: $0["severity"]?.string ?? "",
        count: $0["count"]?.integer ?? 0)
    }
    coverage = (value["coverage"]?.items ?? []).map { CohortCoverage.TypeRow($0) }
  }
}

extension JSONText {
  var integer: Int? { if case .number(let number) = self { number } else { nil } }
}
