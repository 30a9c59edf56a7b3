import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthStatistics
import HealthTesting
import Testing

/// The parts of every explanation add up exactly.
@Suite struct ExplanationTests {
  private static let sources = ["Watch", "iPhone", "App", "Other app", "Zzz"]
  private static let zones = ["Europe/Berlin", "America/New_York", "Asia/Kolkata"]

  private static func metadata(_ random: inout FixedRandom) -> Metadata {
    var entries: [MetadataEntry] = []
    if random.below(3) == 0 {
      entries.append(MetadataEntry(key: .timeZone, value: zones[random.below(zones.count)]))
    }
    if random.below(6) == 0 { entries.append(MetadataEntry(key: .wasUserEntered, value: "1")) }
    return Metadata(entries)
  }

  /// Samples of four days: overlapping, momentary, over edges, longer than anything, of other units, of impossible sizes.
  private static func steps(_ random: inout FixedRandom) -> [Sample] {
    (0..<120).map { _ in
      let start = random.below(4 * 86_400)
      let lengths = [0, 1, 7, 60, 599, 3_600, 10_000, 100_000, 90_000_000]
      let (value, unit): (String, String?) =
        switch random.below(20) {
        case 0: ("1e17", nil)
        case 1: ("3", "kg")
        case 2: ("-5", nil)
        default: ("\(random.below(1_000)).\(random.below(1_000))", nil)
        }
      return Make.quantity(
        .stepCount, value, from: start, to: start + lengths[random.below(lengths.count)],
        sources[random.below(sources.count)], unit: unit, offset: Int16(random.below(3) * 60),
        metadata: metadata(&random))
    }
  }

  private static func plan(_ random: inout FixedRandom) throws -> StatisticsPlan {
    var plan = StatisticsPlan()
    plan.interval = [.hour, .day, .week, CalendarInterval(.hour, count: 6)][random.below(4)]
    plan.sources = SourceRule.allCases[random.below(4)]
    if random.below(2) == 0 { plan.priority = [sources[random.below(5)], "app"] }
    switch random.below(3) {
    case 0: plan.zone = .record
    case 1: plan.zone = .zone(try Zone(zones[random.below(3)]))
    default: plan.zone = .home(try Zone(zones[random.below(3)]))
    }
    if random.below(2) == 0 { plan.anchor = CalendarAnchor(secondsSince1970: 978_307_200 + 14_400) }
    return plan
  }

  /// What counts is the row, and with what does not count it is the row of a plan that adds up everything.
  @Test(arguments: 1...24) func partsOfSumsAddUp(_ seed: Int) throws {
    var random = FixedRandom(seed: UInt64(seed))
    let samples = Self.steps(&random)
    let plan = try Self.plan(&random)
    var all = plan
    all.sources = .none
    let plain = Dictionary(
      uniqueKeysWithValues: try Make.rows(all, samples).map { ($0.index, $0) })
    let rows = Dictionary(grouping: try Make.rows(plan, samples), by: \.index)
    #expect(rows.count > 1)
    var (hidden, excluded, shared) = (0, 0, 0)
    // Where clocks are put back, two rows of hours can have one name.
    let names = Dictionary(grouping: rows.values.compactMap { $0[0].interval }, by: \.self)
    var tested = 0
    for (index, rows) in rows.sorted(by: { $0.key < $1.key }) {
      let label = try #require(rows[0].interval)
      // A long sample has many rows alike.
      guard names[label]?.count == 1, tested < 40 || random.below(200) == 0 else { continue }
      tested += 1
      let name = try #require(RowName(label))
      var row = plan
      row.explainsRow = true
      let interval = try #require(plan.interval)
      row.limits = try #require(name.limits(interval, plan.anchor))
      var collector = try StatisticsCollector(row)
      for sample in samples { try collector.add(sample) }
      var explained = try collector.finish()
      let explanation = try #require(explained.summary.explanations.first, "\(label)")
      let first = try explained.next()
      let again = try #require(first)
      #expect(
        again.sum == rows[0].sum,
        "\(label)  by \(plan.interval ?? .day) in \(plan.zone.name) is another row alone")
      let counted = explanation.sum { $0 == .counted }
      switch plan.sources {
      case .priority, .none: #expect(counted == rows[0].sum, "\(label)")
      case .max, .separate:
        for row in rows {
          let own = explanation.lines.filter { $0.part == .counted && $0.name == row.source }
          #expect(own.reduce(0) { $0 + $1.sum.units } == row.sum?.units, "\(label)")
        }
      }
      let left = explanation.sum { if case .excluded = $0 { true } else { false } }
      let sum = try #require(plain[index]?.sum)
      #expect(explanation.plainSum.units == sum.units + left.units, "\(label)")
      let parts = explanation.lines.map(\.part)
      hidden += parts.count { if case .hidden = $0 { true } else { false } }
      excluded += parts.count { if case .excluded = $0 { true } else { false } }
      shared += parts.count { $0 == .beyondEdges }
      #expect(explanation.lines.allSatisfy { $0.samples > 0 && $0.samples <= explanation.samples })
    }
    #expect(excluded > 0 && shared > 0)
    #expect((hidden > 0) == (plan.sources == .priority))
  }

  /// What counts of each stage is the time of the night, and with what is hidden it is the time of all samples.
  @Test(arguments: 1...24) func partsOfNightsAddUp(_ seed: Int) throws {
    var random = FixedRandom(seed: UInt64(seed))
    let stages: [CategoryValue] = [
      .sleepAnalysisInBed, .sleepAnalysisAwake, .sleepAnalysisAsleepCore,
      .sleepAnalysisAsleepDeep, .sleepAnalysisAsleepREM, .sleepAnalysisAsleepUnspecified,
    ]
    var samples: [Sample] = []
    for night in 0..<3 {
      for _ in 0..<40 {
        let start = night * 86_400 + 75_000 + random.below(30_000)
        samples.append(
          Make.sleep(
            stages[random.below(6)], from: start, to: start + random.below(9_000),
            Self.sources[random.below(5)], metadata: Self.metadata(&random)))
      }
    }
    let zone = DayZone.zone(try Zone(Self.zones[random.below(3)]))
    func nights(_ limits: RowLimits, explains: Bool) throws -> [SleepNight] {
      var collector = try SleepCollector(
        zone: zone, priority: ["other"], limits: limits, explains: explains)
      for sample in samples { try collector.add(sample) }
      var nights = try collector.finish()
      var all: [SleepNight] = []
      while let night = try nights.next() { all.append(night) }
      return all
    }
    let whole = try nights(RowLimits(), explains: false)
    #expect(whole.count >= 3)
    var total: Int64 = 0
    for night in whole {
      let limits = try #require(RowName(night.date)?.limits(.day, .standard))
      let explained = try nights(limits, explains: true)
      let row = try #require(explained.first)
      #expect(row.asleep == night.asleep && row.inBed == night.inBed && row.rem == night.rem)
      let explanation = try #require(row.explanation)
      func seconds(_ stage: String?) -> Double {
        Double(
          explanation.microseconds {
            $0.part == .counted && (stage == nil ? $0.isAsleep : $0.stage == stage)
          }) / 1e6
      }
      #expect(seconds(nil) == night.asleep ?? 0)
      #expect(seconds("InBed") == night.inBed ?? 0)
      #expect(seconds("AsleepREM") == night.rem ?? 0)
      #expect(seconds("AsleepDeep") == night.deep ?? 0)
      #expect(seconds("AsleepCore") == night.core ?? 0)
      #expect(seconds("Awake") == night.awake ?? 0)
      #expect(seconds("AsleepUnspecified") == night.unspecified ?? 0)
      #expect(explanation.lines.contains { if case .hidden = $0.part { true } else { false } })
      total += explanation.microseconds { _ in true }
    }
    let plain = samples.compactMap(\.header).reduce(0.0) {
      $0 + $1.end.timeInterval(since: $1.start)
    }
    #expect(Double(total) / 1e6 == plain)
  }

  /// Samples that two inputs have in common, and lower versions, are excluded with their value.
  @Test func repeatedSamplesAreExcluded() throws {
    func line(_ value: Int, _ version: Int?, hour: Int) -> String {
      let metadata =
        version.map {
          ",\"metadata\":{\"HKMetadataKeySyncIdentifier\":\"s\",\"HKMetadataKeySyncVersion\":\"\($0)\"}"
        } ?? ""
      return
        "{\"kind\":\"quantity\",\"type\":\"HKQuantityTypeIdentifierStepCount\",\"source\":{\"name\":\"App\"},\"unit\":\"count\",\"start\":\"2024-06-01T0\(hour):00:00Z\",\"end\":\"2024-06-01T0\(hour):30:00Z\",\"value\":\(value)\(metadata)}\n"
    }
    func explained(_ texts: [String]) throws -> JSONText {
      var answer = Answer(
        .statistics,
        of: try texts.map { try .open(bytes: Array($0.utf8), named: "part.jsonl") })
      answer.plan.zone = .record
      answer.explanation = RowName("2024-06-01")
      let sink = BytesSink()
      _ = try answer.write(to: sink, named: "", as: .json)
      return try #require(JSONText(parsing: sink.bytes.filter { $0 != UInt8(ascii: "\n") }))
    }
    for texts in [
      [line(500, 1, hour: 8) + line(523, 2, hour: 8) + line(7, nil, hour: 9)],
      [line(500, 1, hour: 8) + line(523, 2, hour: 8), line(7, nil, hour: 9)],
    ] {
      let text = try explained(texts).line
      #expect(text.contains("\"part\":\"excluded\""), "\(text)")
      #expect(text.contains("\"sum\":500"), "\(text)")
      #expect(text.contains("\"part\":\"plain\",\"samples\":3,\"sum\":1030"), "\(text)")
      #expect(text.contains("\"part\":\"answer\",\"sum\":530"), "\(text)")
    }
    let common = line(523, nil, hour: 8)
    let text = try explained([common, common + line(7, nil, hour: 9)]).line
    #expect(text.contains("\"part\":\"plain\",\"samples\":3,\"sum\":1053"), "\(text)")
    #expect(text.contains("\"part\":\"answer\",\"sum\":530"), "\(text)")
  }

  @Test(
    arguments: [
      ("2024", "year"), ("2024-Q3", "quarter"), ("2024-03", "month"), ("2024-03-05", "day"),
      ("2024-03-05T13:00", "hour"), ("2024-03-05 13:30:10", "hour"),
      ("2024-03-05T13:00+01:00", "hour"), ("all", nil),
    ] as [(String, String?)])
  func rowsHaveNames(_ text: String, _ interval: String?) throws {
    #expect(try #require(RowName(text), "\(text)").interval?.description == interval)
  }

  @Test(
    arguments: [
      "", "-", "2024-", "24", "2024-13", "2024-Q5", "2024-3-5", "2024-02-30", "2024-03-05T",
      "March",
      "2024-03-05T25:00", "2024-03-05T13", "٢٠٢٤", "ALL", "2024-03-05T13:00:00:00",
    ])
  func otherTextsNameNoRow(_ text: String) { #expect(RowName(text) == nil) }
}
