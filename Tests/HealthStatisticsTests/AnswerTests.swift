import Foundation
import HealthBytes
import HealthConv
import HealthStatistics
import Testing

/// Answers about whole datasets.
@Suite struct AnswerTests {
  private static func sums(_ xml: String, _ condition: String) throws -> [String: String] {
    let path = FileManager.default.temporaryDirectory.path + "/answer-\(UUID().uuidString).xml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try xml.write(toFile: path, atomically: true, encoding: .utf8)
    var answer = Answer(.statistics, of: [try .open(path)])
    answer.selection.predicate = try SamplePredicate(parsing: condition)
    let sink = BytesSink()
    _ = try answer.write(to: sink, named: "answer", as: .csv)
    let rows = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").dropFirst()
    return Dictionary(
      uniqueKeysWithValues: rows.map { row in
        let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return (cells[0], "\(cells[2]) \(cells[3])")
      })
  }

  /// A food of a meal that is not at top level as well counts once, and so does one that is.
  @Test func nestedSamplesCountOnce() throws {
    func record(_ type: String, _ value: Int) -> String {
      """
      <Record type="HKQuantityTypeIdentifierDietary\(type)" sourceName="Food" unit="g" \
      startDate="2024-06-01 07:00:00 +0200" endDate="2024-06-01 07:00:00 +0200" value="\(value)"/>
      """
    }
    let xml = """
      <HealthData locale="en_US"><ExportDate value="2024-06-02 09:00:00 +0200"/>
      \(record("Protein", 7))
      <Correlation type="HKCorrelationTypeIdentifierFood" sourceName="Food" \
      startDate="2024-06-01 07:00:00 +0200" endDate="2024-06-01 07:00:00 +0200">
      \(record("Carbohydrates", 30))\(record("Protein", 7))
      </Correlation></HealthData>
      """
    #expect(
      try Self.sums(xml, "type like 'Dietary*'") == [
        "DietaryCarbohydrates": "1 30", "DietaryProtein": "1 7",
      ])
  }
}
