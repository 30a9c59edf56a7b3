import Foundation
import HealthBytes
import HealthConv
import HealthFormats
import HealthGenerator
import HealthModel
import HealthParquet
import HealthStatistics
import HealthTesting
import Testing

/// Rows of tables that are left out by the column `nested`, as `Schemas/parquet.md` describes, add up to what `stats`
/// calculates of the same input.
@Suite struct NestedRowTests {
  /// How many samples of a type there are, and their sum.
  private struct Sum: Equatable {
    var count = 0
    var value = 0.0
  }

  private static let type = "HKQuantityTypeIdentifierDietaryEnergyConsumed"

  /// Makes samples that are nested in random ways: in correlations, in workouts and in correlations of workouts, also at top
  /// level or not.
  private struct Nesting {
    var random: FixedRandom
    var time: Int64 = 1_700_000_000
    var samples: [Sample] = []

    mutating func energy() -> Sample {
      time += 60
      let start = Timestamp(secondsSince1970: time, offsetMinutes: 60)
      let header = SampleHeader(
        descriptor: SampleDescriptor(
          type: .quantity(QuantityType(NestedRowTests.type)), unitText: "kcal",
          source: Source(name: "App")),
        start: start, end: start)
      return .quantity(QuantitySample(header: header, number: Number(1 + random.below(1_000))))
    }

    mutating func nested(_ sample: Sample) -> NestedSample {
      if random.below(2) == 0 { return NestedSample(sample: sample) }
      samples.append(sample)
      return NestedSample(sample: sample, membership: .alsoTopLevel)
    }

    func holder(_ kind: SampleKind, _ members: [NestedSample]) -> Sample {
      var holder = MarkedSamples.kinds.first { $0.kind == kind } ?? MarkedSamples.kinds[0]
      holder.members = members
      return holder
    }

    mutating func add() {
      let (first, second) = (energy(), energy())
      switch random.below(4) {
      case 0: samples.append(first)
      case 1: samples.append(holder(.correlation, [nested(first), nested(second)]))
      case 2: samples.append(holder(.workout, [nested(first)]))
      default:
        let inner = holder(.correlation, [nested(first), nested(second)])
        samples.append(holder(.workout, [nested(inner), nested(energy())]))
      }
    }
  }

  private static func expected(_ dataset: Dataset) throws -> Sum {
    var answer = Answer(.statistics, of: [dataset])
    answer.plan.sources = .none
    answer.plan.options = .cumulativeSum
    answer.selection.types = [try TypePattern(type)]
    let sink = BytesSink()
    _ = try answer.write(to: sink, named: "answer", as: .csv)
    let lines = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n")
    let header = lines[0].split(separator: ",", omittingEmptySubsequences: false)
    let row = lines[1].split(separator: ",", omittingEmptySubsequences: false)
    let count = try #require(header.firstIndex(of: "count"))
    let sum = try #require(header.firstIndex(of: "sum"))
    return Sum(count: Int(row[count]) ?? 0, value: Double(row[sum]) ?? 0)
  }

  private static func counts(_ nested: String) -> Bool { nested.isEmpty || nested == "nestedOnly" }

  private static func sumOfCSV(_ path: String) throws -> Sum {
    let text = String(decoding: try Fixtures.bytes("\(path)/quantity.csv"), as: UTF8.self)
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let columns = Dictionary(uniqueKeysWithValues: lines[0].enumerated().map { ($1, $0) })
    var sum = Sum()
    for cells in lines.dropFirst() where cells.count >= 9 && cells[columns["type"] ?? 0] == type {
      guard counts(cells[columns["nested"] ?? 0]) else { continue }
      sum.count += 1
      sum.value += Double(cells[columns["value"] ?? 0]) ?? .nan
    }
    return sum
  }

  private static func sumOfParquet(_ path: String) throws -> Sum {
    let spool = try Spool()
    let bytes = try Fixtures.bytes("\(path)/quantity.parquet")
    try spool.write(bytes.span)
    let table = try ParquetTableReader(
      try RandomAccessFile(spool), name: "quantity.parquet", memory: ParquetMemory())
    var columns: [ParquetColumnReader] = []
    for (name, kind) in [("type", .text), ("nested", .text), ("value", .double)]
      as [(String, ParquetColumn.Kind)]
    {
      columns.append(try #require(try table.open(name, kind)))
    }
    var sum = Sum()
    while case let count = try table.nextRows(), count > 0 {
      for row in 0..<count where columns[0].text(row) == type {
        if columns[1].hasValue(row), !counts(columns[1].text(row) ?? "?") { continue }
        sum.count += 1
        sum.value += Double(bitPattern: columns[2].word(row))
      }
    }
    return sum
  }

  private static func check(_ bytes: [UInt8], named name: String) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/nested-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (input, csv, parquet) = ("\(folder)/\(name)", "\(folder)/csv", "\(folder)/parquet")
    try Data(bytes).write(to: URL(fileURLWithPath: input))
    _ = try Conversion(of: .open(input), to: .csvDataset).run(toFile: csv)
    _ = try Conversion(of: .open(input), to: .parquet).run(toFile: parquet)
    let expected = try expected(.open(input))
    #expect(expected.count > 0)
    for (name, found) in [("csv", try sumOfCSV(csv)), ("parquet", try sumOfParquet(parquet))] {
      #expect(found.count == expected.count, "\(name)")
      #expect(abs(found.value - expected.value) < 1e-6 * expected.value, "\(name)")
    }
    #expect(try Self.expected(.open(csv)) == expected)
    #expect(try Self.expected(.open(parquet)) == expected)
  }

  private static func lines(_ samples: [Sample]) throws -> [UInt8] {
    let sink = BytesSink()
    var writer = JSONLinesWriter(sink: sink)
    try writer.begin(DatasetInfo())
    for sample in samples { try writer.write(sample) }
    try writer.finish()
    return sink.bytes
  }

  @Test(arguments: 0..<12)
  func rowsOfRandomNestingsAddUp(_ seed: Int) throws {
    var nesting = Nesting(random: FixedRandom(seed: UInt64(seed)))
    for _ in 0..<40 { nesting.add() }
    try Self.check(try Self.lines(nesting.samples), named: "in.jsonl")
  }

  @Test(arguments: [1, 2, 3])
  func rowsOfExportsAddUp(_ seed: Int) throws {
    let sink = BytesSink()
    _ = try ExportGenerator(.init(seed: UInt64(seed), size: .records(3_000))).writeXML(to: sink)
    try Self.check(sink.bytes, named: "export.xml")
  }
}
