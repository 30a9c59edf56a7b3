import HealthModel
import HealthStatistics
import Testing

@Suite struct CategoryDayTests {
  private static func sample(
    _ type: CategoryType, _ value: CategoryValue, from start: Int, to end: Int,
    marked: String? = nil
  ) -> Sample {
    let descriptor = SampleDescriptor(type: .category(type), source: Source(name: "A"))
    let metadata = Metadata(
      marked.map { [MetadataEntry(key: .menstrualCycleStart, value: $0)] } ?? [])
    let header = SampleHeader(
      descriptor: descriptor, start: Make.time(start), end: Make.time(end), metadata: metadata)
    return .category(CategorySample(header: header, value: value))
  }

  private static let day = 86_400

  private static func days(_ samples: [Sample]) throws -> (days: [CategoryDay], skipped: Int) {
    var collector = try CategoryDayCollector { $0.group == "Symptoms" || $0 == .menstrualFlow }
    for sample in samples { try collector.add(sample) }
    var days = try collector.finish()
    var all: [CategoryDay] = []
    while let day = try days.next() { all.append(day) }
    return (all, days.skipped.values.reduce(0, +))
  }

  @Test func samplesCountOnEachDayThatTheyLast() throws {
    let found = try Self.days([
      Self.sample(.headache, .severityMild, from: 22 * 3_600, to: Self.day + 7_200),
      Self.sample(.headache, .severitySevere, from: 9 * 3_600, to: 9 * 3_600),
      // The end is not part of it.
      Self.sample(.headache, .severityNotPresent, from: 2 * Self.day, to: 3 * Self.day),
      Self.sample(.headache, .severityMild, from: 0, to: 400 * Self.day),
      Self.sample(.appleStandHour, .appleStandHourStood, from: 0, to: 3_600),
    ])
    #expect(found.days.map(\.date) == ["2024-06-01", "2024-06-02", "2024-06-03"])
    #expect(found.days.map(\.isPresent) == [true, true, false])
    #expect(found.days[0].counts == [2: 1, 4: 1])
    #expect(found.skipped == 1)
  }

  private static func flow(
    _ day: Int, _ value: CategoryValue = .menstrualFlowMedium, marked: String? = nil
  ) -> Sample {
    sample(.menstrualFlow, value, from: day * Self.day, to: day * Self.day + 60, marked: marked)
  }

  private static func cycles(_ samples: [Sample]) throws -> [String] {
    var finder = MenstrualCycleFinder()
    var cycles: [MenstrualCycle] = []
    for day in try days(samples.shuffled()).days {
      if let cycle = finder.add(day) { cycles.append(cycle) }
    }
    if let latest = finder.finish() { cycles.append(latest) }
    return cycles.map { "\($0.start) \($0.length.map { "\($0)" } ?? "-") \($0.flowDays)" }
  }

  /// A cycle ends where the next one starts; flow between them that is marked as no start belongs to it.
  @Test func cyclesStartWhereTheyAreMarked() throws {
    let samples =
      [Self.flow(0, marked: "1"), Self.flow(0, marked: "0"), Self.flow(1, marked: "0")]
      + [Self.flow(2, .menstrualFlowNone, marked: "0")]
      + [Self.flow(14, .menstrualFlowLight, marked: "0"), Self.flow(28, marked: "1")]
      + [Self.flow(29, marked: "0"), Self.flow(30, marked: "0"), Self.flow(57, marked: "1")]
    #expect(
      try Self.cycles(samples) == ["2024-06-01 28 3", "2024-06-29 29 3", "2024-07-28 - 1"])
  }

  @Test func unmarkedCyclesStartAfterDaysWithoutFlow() throws {
    let samples = [0, 1, 2, 9, 30, 31, 58].map { Self.flow($0) }
    #expect(
      try Self.cycles(samples) == ["2024-06-01 30 4", "2024-07-01 28 2", "2024-07-29 - 1"])
  }

  @Test func flowBeforeTheFirstStartBelongsToNoCycle() throws {
    #expect(
      try Self.cycles([Self.flow(0, marked: "0"), Self.flow(5, marked: "1")]) == ["2024-06-06 - 1"])
    #expect(try Self.cycles([Self.flow(0, .menstrualFlowNone, marked: "1")]).isEmpty)
  }
}
