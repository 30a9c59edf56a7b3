import Foundation
import HealthBytes
import HealthConv
import HealthModel
import HealthParquet
import HealthStatistics
import HealthUnits
import Testing

/// Figures in % are what people write, 95.8, in every form of an answer; samples keep HealthKit's fraction.
@Suite struct PercentTests {
  private static let types = QuantityType.all.filter { $0.canonicalUnit == "%" }

  /// An export with two samples of a type, and a number of them that no other figure has.
  private static func export(_ type: QuantityType, _ fractions: [String]) -> String {
    let records = fractions.enumerated().map { index, fraction in
      """
      <Record type="\(type.identifier)" sourceName="Watch" unit="%" startDate="2024-06-01 08:0\(index):00 +0000" \
      endDate="2024-06-01 08:0\(index):00 +0000" value="\(fraction)"/>
      """
    }
    return "<HealthData locale=\"en_GB\">\n\(records.joined(separator: "\n"))\n</HealthData>\n"
  }

  private static func answer(
    _ type: QuantityType, _ fractions: [String], as format: AnswerFormat, _ units: String? = nil,
    locale: String? = nil
  ) throws -> [UInt8] {
    let path = FileManager.default.temporaryDirectory.path + "/percent-\(UUID().uuidString).xml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try export(type, fractions).write(toFile: path, atomically: true, encoding: .utf8)
    var answer = Answer(.statistics, of: [try .open(path)])
    answer.plan.percentiles = [0]
    answer.locale = locale
    if let units { try answer.units.add(units) }
    let sink = BytesSink()
    _ = try answer.write(to: sink, named: "answer", as: format)
    return sink.bytes
  }

  @Test func thereAreSuchTypes() { #expect(Self.types.count > 5) }

  @Test(arguments: types, AnswerFormat.allCases.filter { !$0.isBinary })
  func everyTextHasPercent(_ type: QuantityType, _ format: AnswerFormat) throws {
    let text = String(
      decoding: try Self.answer(type, ["0.125", "0.375"], as: format), as: UTF8.self)
    let words = Set(text.split { !"0123456789.".contains($0) }.map(String.init))
    // Minimum and percentile, average, maximum and latest.
    #expect(words.isSuperset(of: ["12.5", "25", "37.5"]), "\(text)")
    #expect(!words.contains { $0.hasPrefix("0.") }, "\(text)")
  }

  @Test(arguments: types) func parquetHasPercent(_ type: QuantityType) throws {
    let spool = try Spool()
    let bytes = try Self.answer(type, ["0.125", "0.375"], as: .parquet)
    try spool.write(bytes.span)
    let table = try ParquetTableReader(
      try RandomAccessFile(spool), name: "a.parquet", memory: ParquetMemory())
    let columns = ["average": 25, "minimum": 12.5, "maximum": 37.5, "latest": 37.5, "p0": 12.5]
    let readers = columns.keys.compactMap { try? table.open($0, .double) }
    let rows = try table.nextRows()
    #expect(rows == 1)
    #expect(readers.count == columns.count)
    for reader in readers {
      let value = Double(bitPattern: reader.word(0))
      #expect(value == columns[reader.column.name])
    }
  }

  /// All digits of a fraction are those of the figure.
  @Test func digitsAreKept() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20 {
      let digits = Int.random(in: 1...999_999, using: &random)
      let text = String("\(1_000_000 + digits)".dropFirst())
      let csv = try Self.answer(.oxygenSaturation, ["0." + text], as: .csv)
      let row = String(decoding: csv, as: UTF8.self).split(separator: "\n")[1]
      let cells = row.split(separator: ",", omittingEmptySubsequences: false)
      let expected = Double("\(text.prefix(2)).\(text.dropFirst(2))")
      #expect(cells.dropFirst(3).prefix(4).allSatisfy { Double($0) == expected }, "\(row)")
    }
  }

  /// The unit of a plain fraction is `count`.
  @Test func anotherUnitIsNotPercent() throws {
    let csv = try Self.answer(.bodyFatPercentage, ["0.25"], as: .csv, "BodyFatPercentage=count")
    #expect(String(decoding: csv, as: UTF8.self).contains("BodyFatPercentage,count,1,0.25,0.25,"))
  }

  @Test(.enabled(if: UnitPreferences.localeFailure == nil, "needs ICU"))
  func localesHavePercent() throws {
    let text = String(
      decoding: try Self.answer(.oxygenSaturation, ["0.958"], as: .text, locale: "en_US"),
      as: UTF8.self)
    #expect(text.contains(" 95.8%"))
  }

  @Test(arguments: types) func predicatesOfferBothReadings(_ type: QuantityType) throws {
    let name = type.shortName
    for text in [
      "type = \(name) and value > 0.5", "value > 0.5 and type in (HeartRate, \(name))",
      "type like '\(name.dropLast())?' and value between 0.5 and 0.7",
      "type = \(name) and (source = a or not average <= 0.5)",
      "(type = \(name) or type = HeartRate) and latest in (0.5, 2)",
    ] {
      let fault = Self.fault(of: text)
      let message = fault?.message ?? ""
      #expect(message.contains("'0.5 %'") && message.contains("'50 %'"), "\(text): \(message)")
      let place = text.dropFirst((fault?.place.column ?? 1) - 1)
      #expect(place.hasPrefix("0.5"), "\(text)")
    }
    for text in [
      "type = \(name) and value > 50 %", "type = \(name) and value > 0.5 count",
      "type = \(name) and value > 0", "type = \(name) and value > 0.5 '%'",
      "type = HeartRate and value > 60", "value > 0.5",
      "(type = \(name) and value < 90 %) or (type = HeartRate and value > 120)",
      "type = \(name) and metadata.HKMetadataKeyBarometricPressure > 3",
    ] {
      let predicate = try SamplePredicate(parsing: text)
      let again = try SamplePredicate(parsing: predicate.description)
      #expect(again == predicate, "\(text)")
    }
    let named = try SamplePredicate.type(name)
    let compared = try SamplePredicate.value(.greater, 0.5)
    #expect(throws: HealthError.self) { try SamplePredicate.and([named, compared]) }
  }

  private static func fault(of text: String) -> HealthError? {
    do throws(HealthError) {
      _ = try SamplePredicate(parsing: text)
      return nil
    } catch { return error }
  }
}
