import Foundation
import HealthModel

/// An export of a person with gaps of years, and with every measurement that a report has a section for.
enum YearsExport {
  /// The days of data: some in 2016, some in 2020, and the months before May 2025.
  static let spans = [(2016, 3, 40), (2020, 11, 50), (2024, 9, 240)]

  static var bytes: [UInt8] {
    var lines: [String] = []
    for (year, month, count) in spans {
      let first = Civil(year: year, month: month, day: 2, secondOfDay: 0).secondsSince1970 / 86_400
      for place in 0..<count { lines += day(Int(first) + place, place) }
    }
    let export = """
      <HealthData locale="en_DE"><ExportDate value="2025-05-01 09:00:00 +0000"/>
      <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-06-05" \
      HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>
      \(lines.joined(separator: "\n"))
      </HealthData>
      """
    return Array(export.utf8)
  }

  private static func day(_ day: Int, _ place: Int) -> [String] {
    func time(_ hour: Int) -> String {
      let civil = Civil(secondsSince1970: Int64(day) * 86_400 + Int64(hour) * 3_600)
      let date = Timestamp(secondsSince1970: civil.secondsSince1970).text(.export).description
      return date
    }
    func record(
      _ type: String, _ unit: String?, _ value: String, _ hour: Int, _ length: Int = 0,
      _ metadata: String = ""
    ) -> String {
      let kind = unit == nil ? "HKCategoryTypeIdentifier" : "HKQuantityTypeIdentifier"
      return """
        <Record type="\(kind)\(type)" sourceName="Watch"\(unit.map { " unit=\"\($0)\"" } ?? "") \
        startDate="\(time(hour))" endDate="\(time(hour + length))" value="\(value)">\(metadata)</Record>
        """
    }
    let wave = place * 7 % 20
    var lines = [
      record("StepCount", "count", "\(4_000 + wave * 300)", 8, 1),
      record("ActiveEnergyBurned", "kcal", "\(300 + wave * 10)", 8, 1),
      record("HeartRate", "count/min", "\(60 + wave)", 9),
      record("HeartRate", "count/min", "\(50 + wave)", 3),
      record("RestingHeartRate", "count/min", "\(52 + wave / 4)", 20),
      record("HeartRateVariabilitySDNN", "ms", "\(40 + wave)", 4),
      record("OxygenSaturation", "%", "0.9\(4 + wave % 5)8", 4),
      record("RespiratoryRate", "count/min", "1\(3 + wave % 3).5", 4),
      record("AppleSleepingWristTemperature", "degC", "35.\(wave % 10)", 1, 5),
      record("BodyTemperature", "degC", "36.\(wave % 10)", 9),
      record("VO2Max", "mL/min·kg", "4\(wave % 3).2", 18),
      record("BodyMass", "kg", "7\(wave % 4).5", 7),
      record("BloodGlucose", "mg/dL", "\(60 + wave * 8)", 12),
      record("SleepAnalysis", nil, "HKCategoryValueSleepAnalysisAsleepCore", 0, 6),
    ]
    if place % 10 == 0 {
      // Every fifth states more than the records add up to.
      let stated = 300 + wave * 10 + (place % 50 == 0 ? 20 : 0)
      lines.append(
        """
        <ActivitySummary dateComponents="\(time(0).prefix(10))" activeEnergyBurned="\(stated)" activeEnergyBurnedGoal="400" \
        activeEnergyBurnedUnit="kcal" appleExerciseTime="30" appleExerciseTimeGoal="30" appleStandHours="9" appleStandHoursGoal="12"/>
        """)
    }
    if place % 28 < 5 {
      let isStart = place % 28 == 0
      lines.append(
        record(
          "MenstrualFlow", nil, "HKCategoryValueVaginalBleedingMedium", 8, 1,
          "<MetadataEntry key=\"HKMenstrualCycleStart\" value=\"\(isStart ? 1 : 0)\"/>"))
    }
    if place % 9 == 0 {
      lines.append(record("Headache", nil, "HKCategoryValueSeverityModerate", 10, 2))
    }
    if place % 2 == 0 {
      let members =
        record("BloodPressureSystolic", "mmHg", "\(118 + wave)", 7)
        + record("BloodPressureDiastolic", "mmHg", "\(70 + wave)", 7)
      lines.append(
        members + """
          <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Watch" \
          startDate="\(time(7))" endDate="\(time(7))">\(members)</Correlation>
          """)
    }
    if place % 6 == 0 {
      lines.append(
        """
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="\(30 + wave)" durationUnit="min" \
        totalDistance="5" totalDistanceUnit="km" sourceName="Watch" startDate="\(time(17))" endDate="\(time(18))"/>
        """)
    }
    return lines
  }
}
