import Foundation
import HealthBytes
import HealthConv
import HealthModel
import HealthStatistics
import Testing

/// Values that no person has count like all others, and a note states how many there are.
@Suite struct ImpossibleValueTests {
  private static let types = QuantityType.all.filter { $0.possibleValues != nil }

  private static func notes(_ type: QuantityType, _ values: [Double]) throws -> [String] {
    let records = values.enumerated().map { index, value in
      """
      <Record type="\(type.identifier)" sourceName="App" unit="\(type.canonicalUnit ?? "")" \
      startDate="2024-06-01 08:00:0\(index) +0000" endDate="2024-06-01 08:00:0\(index) +0000" value="\(value)"/>
      """
    }
    let path = FileManager.default.temporaryDirectory.path + "/impossible-\(UUID().uuidString).xml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "<HealthData locale=\"en_GB\">\(records.joined())</HealthData>".write(
      toFile: path, atomically: true, encoding: .utf8)
    return try Answer(.statistics, of: [.open(path)])
      .write(to: BytesSink(), named: "a", as: .csv).notes
  }

  @Test(arguments: types) func areCountedInANote(_ type: QuantityType) throws {
    let range = try #require(type.possibleValues)
    let (least, most) = (range.lowerBound, range.upperBound)
    let good = [least, most].filter(\.isFinite)
    #expect(try Self.notes(type, good) == [])
    let bad = [least.isFinite ? [least - 1] : [], most.isFinite ? [most * 2 + 1] : []].flatMap(
      \.self)
    let notes = try Self.notes(type, good + bad)
    #expect(notes.count == 1)
    let count = bad.count == 1 ? "1 sample of" : "\(bad.count) samples of"
    #expect(notes.first?.hasPrefix("\(count) \(type.shortName) count") == true, "\(notes)")
  }
}
