import Foundation
import HealthConv
import Testing

/// The units of a report, and workouts whose figures are those of records.
@Suite struct FigureTests {
  private static let export = """
    <HealthData locale="en_US"><ExportDate value="2024-06-02 09:00:00 +0000"/>
    \(record("BodyMass", "kg", 70, "08:00:00", "08:00:00"))\(record("DistanceCycling", "km", 1, "08:00:00", "08:01:00"))
    \(record("DistanceWalkingRunning", "km", 3.218688, "09:00:00", "09:20:00"))
    \(record("ActiveEnergyBurned", "kcal", 150, "09:00:00", "09:20:00"))
    \(record("HeartRate", "count/min", 120, "09:05:00", "09:05:00"))
    \(record("HeartRate", "count/min", 140, "09:15:00", "09:15:00"))
    <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="20" durationUnit="min" sourceName="Watch" \
    startDate="2024-06-01 09:00:00 +0000" endDate="2024-06-01 09:20:00 +0000">
     <MetadataEntry key="HKElevationAscended" value="3048 cm"/>
    </Workout>
    </HealthData>
    """

  private static func record(
    _ type: String, _ unit: String, _ value: Double, _ start: String, _ end: String
  ) -> String {
    """
    <Record type="HKQuantityTypeIdentifier\(type)" sourceName="Watch" unit="\(unit)" \
    startDate="2024-06-01 \(start) +0000" endDate="2024-06-01 \(end) +0000" value="\(value)"/>

    """
  }

  @Test func workoutsAreCompletedByRecords() throws {
    let page = try ReportFolder(Array(Self.export.utf8)).report()
    #expect(
      page.contains(
        "<p>3.22 km · 6:13 min/km · 150 kcal · 130 beats/min · 30 m up · distance, energy, heart rate from the records in its time</p>"
      ))
  }

  @Test func figuresHaveTheUnitsOfARegion() throws {
    let folder = try ReportFolder(Array(Self.export.utf8))
    let american = try folder.report(units: ["US"])
    #expect(
      american.contains("<p>2.00 mi · 10:00 min/mi · 150 kcal · 130 beats/min · 100 ft up · "))
    #expect(american.contains("<dt>Weight</dt><dd>154.3 lb</dd>"))
    #expect(american.contains("<dt>Distance</dt><dd>2.0 mi</dd>"))
    #expect(american.contains("Distance (mi)") && american.contains("Weight (lb)"))
    #expect(!american.contains(" km") && !american.contains(" kg"))
    let british = try folder.report(units: ["GB", "ActiveEnergyBurned=kJ"])
    #expect(british.contains("<dt>Weight</dt><dd>11.0 st</dd>"))
    #expect(british.contains("<dt>Active energy a day</dt><dd>628 kJ</dd>"))
    #expect(british.contains(" · 30 m up"))
  }

  private static let missing: Comment? = UnitPreferences.localeFailure.map { Comment(rawValue: $0) }

  @Test(.enabled(if: missing == nil, "\(missing ?? "")"))
  func aLocaleHasItsOwnNumbersUnitsAndMonths() throws {
    let folder = try ReportFolder(Array(Self.export.utf8))
    let british = try folder.report(locale: "en_GB")
    #expect(british.contains("<html lang=\"en-GB\">"))
    #expect(british.contains("<dt>Weight</dt><dd>11 st 0 lb</dd>"))
    #expect(british.contains("<td>11 st 0 lb</td>"))
    #expect(british.contains("<h2 id=\"t2024-06\">June 2024</h2>"))
    let german = try folder.report(locale: "de_DE")
    // The words of the page are English.
    #expect(german.contains("<html lang=\"en\">"))
    #expect(german.contains("<h2 lang=\"de-DE\" id=\"t2024-06\">Juni 2024</h2>"))
    #expect(german.contains("<dt>Weight</dt><dd>70,0 kg</dd>"))
    #expect(german.contains("<p>3,22 km · 6:13 min/km · 150 kcal · 130 beats/min · 30 m up"))
    for units in ["metric", "as-is"] {
      let american = try folder.report(units: [units], locale: "en_US")
      #expect(american.contains("<dt>Weight</dt><dd>70.0 kg</dd>"))
    }
    let persian = try folder.report(locale: "fa_IR")
    #expect(persian.contains("<h2 lang=\"fa-IR\" id=\"t2024-06\">ژوئن ۲۰۲۴</h2>"))
  }
}
