import HealthConv
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// A folder of files of Health Auto Export and a full export, loaded in any order, have the totals of the export where it covers,
/// and those of the files after it.
@Suite struct InboxTotalsTests {
  private static let hour: Int64 = 3_600
  private static let day: Int64 = 86_400
  private static let begin: Int64 = 1_717_200_000  // 2024-06-01 00:00 UTC
  private static let days: Int64 = 6

  private enum Item {
    case steps(Int)
    case sleep(String)
    case workout(String)
  }

  /// What a phone and a watch recorded.
  private struct Record {
    let item: Item
    let source: String
    let start: Int64
    let end: Int64

    var hour: Int64 { start / InboxTotalsTests.hour }
    /// The day on which its night ends.
    var night: Int64 { (start + 6 * InboxTotalsTests.hour) / InboxTotalsTests.day }
  }

  /// Steps by hour, hours asleep and in bed by night, workouts: everything is added up, so that nothing counts twice.
  private struct Totals {
    var steps: [Int64: Double] = [:]
    var sleep: [Int64: [String: Int64]] = [:]
    var workouts: [Int64] = []

    init(_ samples: [Sample]) {
      for sample in samples {
        guard let header = sample.header else { continue }
        let (start, end) = (header.start.secondsSince1970, header.end.secondsSince1970)
        switch sample {
        case .quantity(let quantity):
          steps[start / InboxTotalsTests.hour, default: 0] += quantity.value
        case .category(let category):
          let night = (start + 6 * InboxTotalsTests.hour) / InboxTotalsTests.day
          let name = category.value?.name ?? ""
          sleep[night, default: [:]][
            name.replacing("HKCategoryValueSleepAnalysis", with: ""), default: 0] +=
            end - start
        case .workout: workouts.append(end - start)
        default: break
        }
      }
      workouts.sort()
    }

    init(_ records: [Record]) {
      for record in records {
        switch record.item {
        case .steps(let count): steps[record.hour, default: 0] += Double(count)
        case .sleep(let stage):
          sleep[record.night, default: [:]][stage, default: 0] += record.end - record.start
        case .workout: workouts.append(record.end - record.start)
        }
      }
      workouts.sort()
    }
  }

  private static func records(_ random: inout FixedRandom) -> [Record] {
    var records: [Record] = []
    for day in 0..<days {
      let midnight = begin + day * Self.day
      for hour in 8..<20 as Range<Int64> {
        for part in 0..<Int64(random.below(4)) {
          let start = midnight + hour * Self.hour + part * 900
          records.append(
            Record(
              item: .steps(1 + random.below(400)), source: ["iPhone", "Watch"][random.below(2)],
              start: start, end: start + 240))
        }
      }
      for hour in [9, 17] as [Int64] where random.below(3) > 0 {
        let start = midnight + hour * Self.hour + Int64(random.below(3_600))
        records.append(
          Record(
            item: .workout(["Running", "Walking"][random.below(2)]), source: "Watch", start: start,
            end: start + 1_200 + Int64(random.below(2_400))))
      }
      var start = midnight + 22 * Self.hour + Int64(random.below(3_600))
      while start < midnight + 29 * Self.hour {
        let end = start + 600 + Int64(random.below(3_000))
        let stage = ["AsleepCore", "AsleepDeep", "AsleepREM", "Awake"][random.below(4)]
        records.append(Record(item: .sleep(stage), source: "Watch", start: start, end: end))
        start = end
      }
    }
    return records
  }

  private static func clock(_ second: Int64) -> String {
    Timestamp(secondsSince1970: second).text(.export).description
  }

  private static func export(_ records: [Record], at date: Int64) -> String {
    let elements = records.filter { $0.end <= date }.map { record in
      let (element, fields) =
        switch record.item {
        case .steps(let count):
          ("Record", "type=\"HKQuantityTypeIdentifierStepCount\" unit=\"count\" value=\"\(count)\"")
        case .sleep(let stage):
          (
            "Record",
            "type=\"HKCategoryTypeIdentifierSleepAnalysis\" value=\"HKCategoryValueSleepAnalysis\(stage)\""
          )
        case .workout(let activity):
          ("Workout", "workoutActivityType=\"HKWorkoutActivityType\(activity)\"")
        }
      return "<\(element) \(fields) sourceName=\"\(record.source)\" sourceVersion=\"10\" "
        + "startDate=\"\(clock(record.start))\" endDate=\"\(clock(record.end))\"/>"
    }
    return "<HealthData><ExportDate value=\"\(clock(date))\"/>\(elements.joined())</HealthData>"
  }

  /// The file of a day: steps by the hour; the night that ends on it, as a whole or by stages; workouts, by names that a map knows
  /// or does not know.
  private static func file(
    of day: Int64, _ records: [Record], hasStages: Bool, isEnglish: Bool
  ) -> String {
    var (hours, nights, workouts): ([String], [String], [String]) = ([], [], [])
    let steps = records.filter {
      if case .steps = $0.item { $0.start / Self.day == day } else { false }
    }
    for (hour, records) in Dictionary(grouping: steps, by: \.hour) {
      let sources = Set(records.map(\.source)).sorted().joined(separator: "|")
      let sum = Totals(records).steps[hour] ?? 0
      hours.append(
        "{\"qty\":\(sum),\"date\":\"\(clock(hour * Self.hour))\",\"source\":\"\(sources)\"}")
    }
    let night = records.filter { if case .sleep = $0.item { $0.night == day } else { false } }
    if hasStages {
      nights = night.map { record in
        guard case .sleep(let stage) = record.item else { return "" }
        return "{\"startDate\":\"\(clock(record.start))\",\"endDate\":\"\(clock(record.end))\","
          + "\"qty\":0.5,\"value\":\"\(stage.replacing("Asleep", with: ""))\",\"source\":\"Watch\"}"
      }
    } else if let first = night.first, let last = night.last {
      let (start, end) = (clock(first.start), clock(last.end))
      nights = [
        "{\"date\":\"\(start)\",\"asleep\":0,\"core\":4,\"sleepStart\":\"\(start)\",\"sleepEnd\":\"\(end)\","
          + "\"inBedStart\":\"\(start)\",\"inBedEnd\":\"\(end)\",\"source\":\"Watch\"}"
      ]
    }
    for record in records where record.start / Self.day == day {
      guard case .workout(let activity) = record.item else { continue }
      workouts.append(
        "{\"id\":\"\(record.start)\",\"name\":\"\(isEnglish ? activity : "Lauf")\",\"duration\":\(record.end - record.start),"
          + "\"start\":\"\(clock(record.start))\",\"end\":\"\(clock(record.end))\"}")
    }
    func metric(_ name: String, _ items: [String]) -> String {
      "{\"name\":\"\(name)\",\"units\":\"count\",\"data\":[\(items.joined(separator: ","))]}"
    }
    return
      "{\"data\":{\"metrics\":[\(metric("step_count", hours)),\(metric("sleep_analysis", nights))],"
      + "\"workouts\":[\(workouts.joined(separator: ","))]}}"
  }

  @Test(arguments: StoreUnderTest.databases, 1...6 as ClosedRange<UInt64>)
  func nothingCountsTwice(_ kind: StoreUnderTest, _ seed: UInt64) throws {
    var random = FixedRandom(seed: seed)
    let records = Self.records(&random)
    let lastDay = Self.begin / Self.day + 3
    let date = lastDay * Self.day + Int64(random.below(Int(Self.day)))
    var nightsByStage: Set<Int64> = []
    var files = ["export.xml": Self.export(records, at: date)]
    for day in Self.begin / Self.day..<Self.begin / Self.day + Self.days {
      let hasStages = random.below(2) == 0
      if hasStages { nightsByStage.insert(day) }
      files["\(day).json"] = Self.file(
        of: day, records, hasStages: hasStages, isEnglish: random.below(2) == 0)
      // What the app had written before it knew all of a day.
      if day < lastDay {
        files["early \(day).json"] = Self.file(
          of: day, records.filter { $0.start % 7 != 0 }, hasStages: random.below(2) == 0,
          isEnglish: random.below(2) == 0)
      }
    }
    let folder = try TestInbox(kind)
    var gone = 0
    for (name, text) in files.sorted(by: { $0.key < $1.key }).shuffled(using: &random) {
      try folder.write(text, name)
      let report = try folder.load {
        $0.reading.map = try CSVMap.named("health-auto-export#json-hours")
      }
      #expect(report.counts == [.loaded: 1])
      gone += report.superseded + report.removed
    }
    #expect(gone > 50)
    let (found, wanted) = (Totals(try folder.samples()), Totals(records))
    #expect(found.workouts == wanted.workouts)
    // The hour of the export, and a night in which it was made, are covered in part.
    for (hour, steps) in wanted.steps where hour != date / Self.hour {
      #expect(found.steps[hour] == steps, "hour \(hour)")
    }
    #expect(Set(found.steps.keys).isSubset(of: wanted.steps.keys))
    for (night, stages) in wanted.sleep
    where night * Self.day + 7 * Self.hour <= date || nightsByStage.contains(night) {
      #expect(found.sleep[night] == stages, "night \(night)")
    }
    #expect(try folder.place.open(.reading).check().isEmpty)
  }
}
