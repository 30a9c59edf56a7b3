import HealthBytes
import HealthModel
import HealthStatistics
import Testing

/// Patterns by weekday and hour, and totals of workouts. 2024-06-01 is a Saturday.
@Suite struct PatternTests {
  private static let day = 86_400, hour = 3_600

  private static func pattern(
    _ period: ClockPattern.Period, _ samples: [Sample], _ zone: DayZone = .record
  ) throws -> ClockPattern {
    var plan = StatisticsPlan()
    plan.interval = period == .weekday ? .day : .hour
    plan.zone = zone
    var pattern = ClockPattern(period)
    for row in try Make.rows(plan, samples) { pattern.add(row) }
    return pattern
  }

  @Test func weekdaysAverageDaysWithData() throws {
    // Two Saturdays with 100 and 300 steps, a Monday with 50 in two parts.
    let samples = [
      Make.steps(100, from: 0, to: 60), Make.steps(300, from: 7 * Self.day, to: 7 * Self.day + 60),
      Make.steps(20, from: 2 * Self.day, to: 2 * Self.day + 60),
      Make.steps(30, from: 2 * Self.day + 90, to: 2 * Self.day + 95),
    ]
    let pattern = try Self.pattern(.weekday, samples)
    #expect(pattern.averages == [50, nil, nil, nil, nil, 200, nil])
    #expect(pattern.slots[5].rows == 2)
    #expect(pattern.days == 3)
  }

  /// An hour without steps on a day with steps is 0; an hour without a heart rate is none.
  @Test func hoursAverageDaysWithData() throws {
    let steps = [
      Make.steps(100, from: 8 * Self.hour, to: 8 * Self.hour + 60),
      Make.steps(60, from: Self.day + 9 * Self.hour, to: Self.day + 9 * Self.hour + 60),
    ]
    let pattern = try Self.pattern(.hourOfDay, steps)
    #expect(pattern.averages[8] == 50)
    #expect(pattern.averages[9] == 30)
    #expect(pattern.averages[10] == 0)
    let beats = [(8, "60"), (32, "80"), (33, "100")].map { hour, value in
      Make.quantity(.heartRate, value, from: hour * Self.hour, to: hour * Self.hour)
    }
    let heart = try Self.pattern(.hourOfDay, beats)
    #expect(heart.averages[8] == 70)
    #expect(heart.averages[9] == 100)
    #expect(heart.averages[10] == nil)
    #expect(heart.slots[8].minimum == 60 && heart.slots[8].maximum == 80)
  }

  /// Hours are those of the clock, also on days of 23 and 25 hours.
  @Test func hoursAreThoseOfTheClock() throws {
    let zone = try Zone("Europe/Berlin")
    // 2024-10-27 18:00 in Berlin: 19 hours after midnight.
    let evening = 1_730_048_400 - Int(Make.day)
    let pattern = try Self.pattern(
      .hourOfDay, [Make.steps(10, from: evening, to: evening)], .zone(zone))
    #expect(pattern.slots.firstIndex { $0.rows > 0 } == 18)
  }

  private static func workout(
    _ activity: String, day: Int, minutes: Int, kilometers: Double?
  ) -> WorkoutFigures {
    var fields = Sample.WorkoutFields()
    (fields.duration, fields.durationUnit) = (Number(minutes), "min")
    if let kilometers {
      (fields.totalDistance, fields.totalDistanceUnit) = (Number(kilometers), "km")
    }
    let descriptor = SampleDescriptor(
      type: .workout(WorkoutActivityType("HKWorkoutActivityType" + activity)),
      source: Source(name: "W"))
    let header = SampleHeader(
      descriptor: descriptor, start: Make.time(day * Self.day),
      end: Make.time(day * Self.day + minutes * 60))
    return WorkoutFigures(Workout(header: header, fields: fields))
  }

  @Test func workoutsHaveTotalsAndRecords() throws {
    let workouts = [
      Self.workout("Running", day: 3, minutes: 50, kilometers: 10),
      Self.workout("Running", day: 1, minutes: 25, kilometers: 5),
      Self.workout("Running", day: 2, minutes: 2, kilometers: 0.5),
      Self.workout("Yoga", day: 40, minutes: 60, kilometers: nil),
      Self.workout("Running", day: 31, minutes: 30, kilometers: 10),
    ]
    for workouts in [workouts, workouts.reversed()] {
      var sums = WorkoutSums()
      for workout in workouts { sums.add(workout) }
      #expect(sums.sorted.map(\.group.activity) == ["Running", "Yoga"])
      let running = try #require(sums.sorted.first?.sum)
      #expect(running.count == 4 && running.minutes == 107 && running.distance == 25.5)
      #expect(running.longest?.value == 50 && running.longest?.date == "2024-06-04")
      // Of equal records the first one counts.
      #expect(running.farthest?.value == 10 && running.farthest?.date == "2024-06-04")
      // A short distance sets no record of the pace.
      #expect(running.fastest?.value == 3 && running.fastest?.date == "2024-07-02")
      #expect(sums.sorted.last?.sum.distance == nil)
    }
    var months = WorkoutSums(by: .month)
    for workout in workouts { months.add(workout) }
    #expect(
      months.sorted.map { "\($0.group.period ?? "") \($0.group.activity) \($0.sum.count)" }
        == ["2024-06 Running 3", "2024-07 Running 1", "2024-07 Yoga 1"])
  }

  @Test func valuesAreCountedByRange() {
    var counter = ValueRangeCounter.glucose
    let values = [("69.9", "mg/dL"), ("70", "mg/dL"), ("180", "mg/dL"), ("180.1", "mg/dL")]
    for (value, unit) in values + [("10.5", "mmol<180.1558800000541>/L"), ("5", "kg")] {
      if case .quantity(let sample) = Make.quantity(
        .bloodGlucose, value, from: 0, to: 0, unit: unit)
      {
        counter.add(sample)
      }
    }
    #expect(counter.counts == [1, 2, 2])
    #expect(counter.total == 5)
  }

  /// Values of a meter count only if none is stated to be of a sensor.
  @Test func glucoseOfASensorCountsAlone() {
    func value(_ value: String, _ entries: [(MetadataKey, String)]) -> Sample {
      Make.quantity(
        .bloodGlucose, value, from: 0, to: 0, unit: "mg/dL",
        metadata: Metadata(entries.map { MetadataEntry(key: $0.0, value: $0.1) }))
    }
    let specimen = MetadataKey("specimen")
    let meters = [value("60", [(specimen, "blood")]), value("65", [(.wasUserEntered, "1")])]
    var ranges = GlucoseRanges()
    for case .quantity(let sample) in meters + [value("100", [])] { ranges.add(sample) }
    #expect(ranges.counts == [2, 1, 0] && ranges.leftOut == 0)
    for case .quantity(let sample) in [value("190", [(specimen, "interstitial")])] {
      ranges.add(sample)
    }
    #expect(ranges.counts == [0, 1, 1] && ranges.total == 2 && ranges.leftOut == 2)
  }
}
