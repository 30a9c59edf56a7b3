import HealthModel
import HealthStatistics
import HealthTesting
import Testing

/// Whether samples come in the order of time or not decides how they are sorted, and nothing else.
@Suite struct InputOrderTests {
  /// A sample with what the arrangements order it by.
  private struct Item {
    let type: Int
    let source: Int
    let start: Int
    let sample: Sample
  }

  private static let types: [QuantityType] = [.stepCount, .heartRate, .activeEnergyBurned]
  private static let sources = ["Watch", "iPhone", "App"]

  /// Samples of three types and sources, many more of each than a batch of the sorter has, in no order.
  private static let items: [Item] = {
    var numbers = FixedRandom(seed: 3)
    return (0..<1_800).map { _ in
      let type = Int.random(in: 0..<types.count, using: &numbers)
      let source = Int.random(in: 0..<sources.count, using: &numbers)
      let start = Int.random(in: 0..<400_000, using: &numbers)
      let length = [0, 0, 60, 333, 5_000].randomElement(using: &numbers) ?? 0
      let sample = Make.quantity(
        types[type], "\(Int.random(in: 1...9_999, using: &numbers))e-2", from: start,
        to: start + length, sources[source], offset: start > 200_000 ? 60 : 0)
      return Item(type: type, source: source, start: start, sample: sample)
    }
  }()

  enum Arrangement: CaseIterable {
    case byTime, byType, byTypeAndSource, typesInBlocks, mostlyByType, outlierFirst, reversed,
      sourcesReversed
  }

  private static func arranged(_ arrangement: Arrangement) -> [Sample] {
    var numbers = FixedRandom(seed: 5)
    let items = items.sorted { $0.start < $1.start }
    func ordered(_ key: (Item) -> Int) -> [Item] {
      items.enumerated().sorted { (key($0.1), $0.0) < (key($1.1), $1.0) }.map(\.element)
    }
    let order: [Item]
    switch arrangement {
    case .byTime: order = items
    case .byType: order = ordered(\.type)
    case .byTypeAndSource: order = ordered { $0.type * 10 + $0.source }
    case .typesInBlocks: order = ordered { $0.start / 50_000 * 10 + $0.type }
    case .mostlyByType:
      var most = ordered(\.type)
      for _ in 0..<60 {
        most.insert(
          most.remove(at: Int.random(in: 0..<most.count, using: &numbers)),
          at: Int.random(in: 0..<most.count, using: &numbers))
      }
      order = most
    case .outlierFirst: order = ordered(\.type).suffix(1) + ordered(\.type).dropLast()
    case .reversed: order = items.reversed()
    case .sourcesReversed: order = ordered { $0.type * 10 + $0.source }.reversed()
    }
    return order.map(\.sample)
  }

  /// The duration is counted by one of the clocks.
  @Test func samplesThatBeginTogetherOnSeveralClocks() throws {
    let samples = zip([0, 600, -300], ["Watch", "App", "App"]).map { offset, source in
      Make.quantity(.heartRate, "60", from: 80_000, to: 80_600, source, offset: Int16(offset))
    }
    var plan = StatisticsPlan()
    (plan.sources, plan.interval) = (.priority, .day)
    plan.options.insert(.duration)
    let expected = try Make.rows(plan, samples)
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      #expect(try Make.rows(plan, order.map { samples[$0] }) == expected, "\(order)")
    }
  }

  @Test(arguments: SourceRule.allCases, [nil, CalendarInterval.hour, .day, .month])
  func rowsAreTheSame(_ rule: SourceRule, _ interval: CalendarInterval?) throws {
    var plan = StatisticsPlan()
    (plan.sources, plan.interval) = (rule, interval)
    plan.options.insert(.duration)
    let expected = try Make.rows(plan, Self.items.map(\.sample))
    #expect(expected.count >= (rule == .separate ? 9 : 3))
    for arrangement in Arrangement.allCases {
      #expect(try Make.rows(plan, Self.arranged(arrangement)) == expected, "\(arrangement)")
    }
  }
}
