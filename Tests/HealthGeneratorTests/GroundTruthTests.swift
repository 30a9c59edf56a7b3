import HealthGenerator
import Testing

/// The ground truth against a count of the bytes, made by other code.
@Suite struct GroundTruthTests {
  static let options: [ExportGenerator.Options] = [
    .init(seed: 1, size: .records(3_000)),
    .init(seed: 7, size: .records(2_500), locale: "de_DE", units: .metric),
    .init(seed: 2, size: .records(40)),
    .init(seed: 3, size: .days(1)),
  ]

  struct Total: Equatable {
    var count = 0
    var sum: Int128 = 0
    var start = Int64.max
    var end = Int64.min
  }

  @Test(arguments: options)
  func `totals of each type are those of the file`(options: ExportGenerator.Options) throws {
    let export = try Export(options)
    for (depth, totals) in [(1, export.truth.records), (2, export.truth.nestedRecords)] {
      var expected: [String: Total] = [:]
      for line in export.tags("Record", depth: depth) {
        let type = try #require(Export.attribute("type", of: line))
        let unit = Export.attribute("unit", of: line) ?? ""
        let key = "\(type) \(unit.replacing("&lt;", with: "<").replacing("&gt;", with: ">"))"
        var total = expected[key] ?? Total()
        total.count += 1
        total.sum += tenthOfNano(try #require(Export.attribute("value", of: line))) ?? 0
        let start = try #require(Export.attribute("startDate", of: line))
        let end = try #require(Export.attribute("endDate", of: line))
        total.start = min(total.start, try #require(seconds(start)))
        total.end = max(total.end, try #require(seconds(end)))
        expected[key] = total
      }
      var actual: [String: Total] = [:]
      for total in totals {
        actual["\(total.type) \(total.unit ?? "")"] = Total(
          count: total.count, sum: total.sum.flatMap { tenthOfNano($0) } ?? 0,
          start: total.start, end: total.end)
      }
      #expect(actual == expected)
    }
  }

  @Test(arguments: options)
  func `elements are those of the file`(options: ExportGenerator.Options) throws {
    let export = try Export(options)
    let body = export.lines.drop { !$0.hasPrefix("<HealthData ") }
    var expected: [String: Int] = [:]
    for line in body {
      let tag = line.drop { $0 == " " }.dropFirst()
      if tag.first != "/" { expected[String(tag.prefix { $0.isLetter }), default: 0] += 1 }
    }
    let actual = export.truth.elements.map { ($0.name, $0.count) }
    #expect(Dictionary(uniqueKeysWithValues: actual) == expected)
    #expect(export.truth.bytes == Int64(export.bytes.count))
  }

  @Test func `sums are exact and exponents count`() throws {
    let export = try Export(.init(size: .records(9_000)))
    let energy = "HKQuantityTypeIdentifierActiveEnergyBurned"
    let values = export.tags("Record", depth: 1).filter { $0.contains(energy) }
      .compactMap { Export.attribute("value", of: $0) }
    #expect(values.contains { $0.hasSuffix("e-05") })
    let total = try #require(export.truth.records.first { $0.type == energy })
    let sum = try #require(total.sum)
    #expect(tenthOfNano(sum) == values.reduce(0) { $0 + (tenthOfNano($1) ?? 0) })
    let approximate = try #require(total.approximateSum)
    #expect(abs(approximate - values.reduce(0) { $0 + (Double($1) ?? 0) }) < 1e-6)
  }

  @Test func `JSON holds the totals and stays the same`() throws {
    let truth = try Export(.init(size: .records(3_000))).truth
    let json = truth.json()
    #expect(json == truth.json())
    #expect(json.hasPrefix("{\n  \"schemaVersion\": 1,\n  \"bytes\": \(truth.bytes),\n"))
    #expect(json.contains("\"MetadataEntry\": \(truth.count(of: "MetadataEntry"))"))
    #expect(json.hasSuffix("  ]\n}\n"))
  }
}
