import Foundation
import HealthBytes
import HealthConv
import HealthStatistics
import Testing

@testable import HealthReport

/// The sections of measurements, patterns and records, and the page for a doctor, on data with gaps of years.
@Suite struct SectionTests {
  private static let sections = [
    "Overview", "Blood pressure", "Blood glucose", "Heart rate variability", "Blood oxygen",
    "Respiratory rate", "VO₂ max", "Temperature", "Weight", "Cycle", "Symptoms", "Patterns",
    "Records", "Agreement with the device", "Months",
  ]

  private static func headings(_ page: String) -> [String] {
    page.components(separatedBy: "<h2").dropFirst().map { part in
      String(part.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" })
    }
  }

  @Test func measurementsHaveSections() throws {
    let page = try ReportFolder(YearsExport.bytes).report()
    #expect(Array(Self.headings(page).prefix(Self.sections.count)) == Self.sections)
    // 2020-11 to 2024-09 have no data, but a place.
    #expect(page.contains(">2018</text>") && page.contains(">2022</text>"))
    #expect(!page.contains("June 2021"))
    // A reading counts once, although its members are at top level as well.
    #expect(page.contains("<dt>Readings</dt><dd>165</dd>"))
    // The years without data are no cycle.
    #expect(page.contains("<dt>Average length</dt><dd>28.0 days</dd>"))
    #expect(page.contains("<dd>28–28 days</dd>"))
    #expect(page.contains("<th scope=\"row\">Headache</th>"))
    #expect(page.contains("moderate 38"))
  }

  /// The totals of the device are compared as `--answer agreement` compares them; those without records are not.
  @Test func totalsOfTheDeviceAreCompared() throws {
    let folder = try ReportFolder(YearsExport.bytes)
    let page = try folder.report()
    let section = try #require(page.components(separatedBy: "id=\"agreement\"").last)
    let days = YearsExport.spans.map { ($0.2 + 9) / 10 }.reduce(0, +)
    let off = YearsExport.spans.map { ($0.2 + 49) / 50 }.reduce(0, +)
    #expect(
      section.contains(
        "<th scope=\"row\">Active energy</th><td>\(days)</td><td>\(days - off)</td><td>78.8 %</td>")
    )
    #expect(
      section.contains("Active energy</td><td>320 kcal</td><td>300 kcal</td><td>−20 kcal</td>"))
    #expect(!section.contains("Exercise") && !section.contains("Stand hours"))
    let sink = BytesSink()
    _ = try Answer(.agreement, of: [try .open(folder.export)]).write(to: sink, named: "", as: .csv)
    let rows = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").dropFirst()
    let own = rows.filter { $0.contains(",active_energy,") }
    #expect(own.count == days && own.count { $0.contains(",yes,") } == days - off)
  }

  /// A section appears if the data have values for it.
  @Test func noDataNoSection() throws {
    let bytes = """
      <HealthData locale="en_US"><Record type="HKQuantityTypeIdentifierOxygenSaturation" sourceName="W" unit="%" \
      startDate="2024-06-01 08:00:00 +0000" endDate="2024-06-01 08:00:00 +0000" value="0.958"/></HealthData>
      """
    let page = try ReportFolder(Array(bytes.utf8)).report()
    #expect(Self.headings(page).prefix(3) == ["Overview", "Blood oxygen", "June 2024"])
    #expect(page.contains("<dd>95.8 %</dd>"))
    #expect(!page.contains("0.958"))
  }

  @Test func glucoseHasTheUnitOfTheRegion() throws {
    let folder = try ReportFolder(YearsExport.bytes)
    #expect(try folder.report(units: ["GB"]).contains("Blood glucose (mmol/L)"))
    #expect(try folder.report().contains("Blood glucose (mg/dL)"))
  }

  /// The averages of the page are those of its days.
  @Test func patternsAreAveragesOfDays() throws {
    let page = try ReportFolder(YearsExport.bytes).report()
    let section = try #require(page.components(separatedBy: "id=\"patterns\"").last)
    // All steps are in the hour from 8:00, on each day.
    let steps = (0..<3).flatMap { span in
      (0..<YearsExport.spans[span].2).map { 4_000 + $0 * 7 % 20 * 300 }
    }
    let average = Int((Double(steps.reduce(0, +)) / Double(steps.count)).rounded())
    #expect(section.contains("<th scope=\"row\">08:00</th><td>\(average.grouped)</td>"))
    #expect(section.contains("<th scope=\"row\">09:00</th><td>0</td>"))
    #expect(section.contains("<th scope=\"row\">Monday</th>"))
  }

  @Test func aDoctorGetsOnePageOfTables() throws {
    let folder = try ReportFolder(YearsExport.bytes)
    let page = try folder.report(for: .doctor)
    #expect(!page.contains("<svg") && !page.contains("class=\"month"))
    for text in [
      "Age: 44 (born 1980-06-05)", "Sex: female", "Period: 2016-03-02 to 2025-04-29",
      "Systolic blood pressure (mmHg)", "Before noon", "No value is marked as entered by hand",
      "the longest gap has",
    ] { #expect(page.contains(text), "\(text)") }
    #expect(page.utf8.count < 40_000)
    let empty = try ReportFolder(Array("<HealthData locale=\"en_US\"></HealthData>".utf8))
    #expect(try empty.report(for: .doctor).contains("Age: not stated in the export"))
  }

  @Test func agesAreThoseOfTheDay() {
    typealias Page = ReportPage
    #expect(Page.age(bornOn: "1980-06-05", on: "2024-06-04") == 43)
    #expect(Page.age(bornOn: "1980-06-05", on: "2024-06-05") == 44)
    #expect(Page.age(bornOn: "2030-01-01", on: "2024-06-05") == nil)
    #expect(Page.age(bornOn: "", on: "2024-06-05") == nil)
  }
}
