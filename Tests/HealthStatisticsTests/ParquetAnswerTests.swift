import Foundation
import HealthBytes
import HealthConv
import HealthGenerator
import HealthParquet
import HealthStatistics
import HealthTesting
import Testing

/// An answer as Parquet has the columns and values of the same answer as JSON Lines.
@Suite struct ParquetAnswerTests {
  /// A value of a line. Not by `JSONSerialization`, which does not return the nearest number.
  private enum Value: Decodable, Equatable {
    case number(Double)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
  }

  /// An answer about a generated export, as JSON Lines and as Parquet.
  private static func written(_ kind: Answer.Kind) throws -> (lines: [UInt8], parquet: [UInt8]) {
    let path = FileManager.default.temporaryDirectory.path + "/answer-\(UUID().uuidString).xml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let export = BytesSink()
    _ = try ExportGenerator(.init(seed: 5, size: .days(4), end: 1_712_160_000, units: .metric))
      .writeXML(to: export)
    try Data(export.bytes).write(to: URL(fileURLWithPath: path))
    var answer = Answer(kind, of: [try .open(path)])
    answer.plan.interval = .day
    answer.plan.percentiles = [50]
    func bytes(_ format: AnswerFormat) throws -> [UInt8] {
      let sink = BytesSink()
      _ = try answer.write(to: sink, named: "answer", as: format)
      return sink.bytes
    }
    return (try bytes(.jsonl), try bytes(.parquet))
  }

  private static func table(_ parquet: [UInt8]) throws -> ParquetTableReader {
    let spool = try Spool()
    try spool.write(parquet.span)
    return try ParquetTableReader(
      try RandomAccessFile(spool), name: "answer.parquet", memory: ParquetMemory())
  }

  @Test(arguments: [Answer.Kind.statistics, .sleep, .workouts, .summary, .activity])
  func valuesAreThoseOfJSONLines(_ kind: Answer.Kind) throws {
    let (lines, parquet) = try Self.written(kind)
    let objects = try lines.split(separator: 10).map {
      try JSONDecoder().decode([String: Value].self, from: Data($0))
    }
    try #require(!objects.isEmpty)
    let table = try Self.table(parquet)
    let names = table.columns
    #expect(Set(objects.flatMap(\.keys)).isSubset(of: names))
    let readers = try names.map { name in
      let kinds: [ParquetColumn.Kind] = [.text, .double, .int64]
      return try #require(kinds.lazy.compactMap { try? table.open(name, $0) }.first)
    }
    var (row, count) = (-1, 0)
    for object in objects {
      row += 1
      if row == count { (row, count) = (0, try table.nextRows()) }
      try #require(row < count)
      for (name, reader) in zip(names, readers) {
        var value: Value?
        if reader.hasValue(row) {
          let word = reader.word(row)
          value =
            switch reader.column.kind {
            case .text: .text(try #require(reader.text(row)))
            case .double: .number(Double(bitPattern: word))
            default: .number(Double(Int64(bitPattern: word)))
            }
        }
        #expect(value == object[name], "\(name)")
      }
    }
    #expect(try table.nextRows() == 0)
  }

  @Test(arguments: [Answer.Kind.statistics, .sleep, .workouts, .summary, .activity])
  func pyarrowReadsTheSame(_ kind: Answer.Kind) throws {
    guard Python.has("pyarrow") else {
      print("skipped: python3 has no pyarrow")
      return
    }
    let (lines, parquet) = try Self.written(kind)
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(lines).write(to: folder.appending(path: "answer.jsonl"))
    try Data(parquet).write(to: folder.appending(path: "answer.parquet"))
    let run = try Python.run(
      """
      import json, sys, pyarrow.parquet as p
      rows = p.read_table(sys.argv[1] + "/answer.parquet").to_pylist()
      rows = [{k: v for k, v in row.items() if v is not None} for row in rows]
      lines = [json.loads(line) for line in open(sys.argv[1] + "/answer.jsonl")]
      assert len(rows) > 0 and rows == lines, (rows[:2], lines[:2])
      print("same")
      """, [folder.path(percentEncoded: false)])
    #expect(run.output == "same\n")
  }

  /// A file without rows is a file all the same.
  @Test func anAnswerWithoutRowsHasColumns() throws {
    let path = FileManager.default.temporaryDirectory.path + "/answer-\(UUID().uuidString).xml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "<HealthData locale=\"en_US\"></HealthData>".write(
      toFile: path, atomically: true, encoding: .utf8)
    let sink = BytesSink()
    _ = try Answer(.sleep, of: [try .open(path)]).write(to: sink, named: "answer", as: .parquet)
    let table = try Self.table(sink.bytes)
    #expect(table.columns.prefix(4) == ["night", "start", "end", "in_bed_min"])
    #expect(try table.nextRows() == 0)
  }
}
