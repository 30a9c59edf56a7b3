import HealthModel

/// What a night of sleep is made of: what counts of each source and stage, what is hidden or excluded, and why. Lengths are
/// exact, in microseconds.
public struct SleepExplanation: Sendable, Equatable {
  /// How samples count.
  public enum Part: Sendable, Hashable {
    /// They count.
    case counted
    /// They do not count, as a sample counts that another source, or the same one, has at the same time: its text.
    case hidden(by: String)
    /// They do not count for a reason.
    case excluded(Exclusion)
  }

  /// Why samples do not count.
  public enum Exclusion: Sendable, Hashable {
    /// The value or the length is out of range.
    case invalid
    /// The inputs have the sample, or another version of it, once more.
    case repeated

    /// The reason in words.
    public var text: String {
      switch self {
      case .invalid: "the value or the length is out of range"
      case .repeated: Explanation.Exclusion.repeated.text
      }
    }
  }

  /// The samples of one stage and one source of which the same becomes.
  public struct Line: Sendable, Equatable {
    /// The stage, such as `AsleepREM`; `nil` for an unknown value.
    public let stage: String?
    /// Whether the stage is a part of the time asleep.
    public let isAsleep: Bool
    /// How they count.
    public let part: Part
    /// The source: its name, and where that does not tell sources apart, what it is.
    public let source: String
    /// How many samples have some time here.
    public let samples: Int
    /// Their time.
    public let microseconds: Int64
  }

  /// Stage by stage, as HealthKit numbers them; in each, what counts, what is hidden, and what is excluded.
  public let lines: [Line]

  package init(_ lines: [Line]) { self.lines = lines }

  /// The time of the lines that are wanted.
  public func microseconds(where isWanted: (Line) -> Bool) -> Int64 {
    lines.reduce(0) { $0 + (isWanted($1) ? $1.microseconds : 0) }
  }

  // MARK: Calculating

  /// Samples that are in no night. The source is the number of an entry.
  struct Excluded: Hashable {
    let reason: Exclusion
    let source: Int
    let stage: SleepStage?
  }

  /// Some samples and their time.
  struct Amount: Equatable {
    var samples = 0
    var microseconds: Int64 = 0

    mutating func add(_ length: Int64) {
      samples += 1
      microseconds += length
    }
  }

  private enum Fate: Hashable {
    case counted
    case hidden(by: Int)
    case excluded(Exclusion)

    var order: Int {
      switch self {
      case .counted: 0
      case .hidden: 1
      case .excluded: 2
      }
    }
  }

  private struct Key: Hashable {
    let stage: SleepStage?
    let fate: Fate
    let source: Int
  }

  /// Explains a night.
  ///
  /// - Parameters:
  ///   - segments: All samples of the night.
  ///   - ranks: The rank of each source.
  ///   - texts: The text of each source.
  ///   - excluded: Samples that are in no night.
  /// - Throws: `HealthError`: `.overlap`.
  init(
    _ segments: [SleepSegment], ranks: [Int], texts: [String], _ excluded: [Excluded: Amount]
  ) throws(HealthError) {
    var amounts: [Key: Amount] = [:]
    for (key, amount) in excluded {
      amounts[Key(stage: key.stage, fate: .excluded(key.reason), source: key.source)] = amount
    }
    for timeline in [
      segments.filter { $0.stage == .inBed }, segments.filter { $0.stage != .inBed },
    ] {
      try Self.sweep(timeline, ranks, &amounts)
    }
    func order(_ key: Key) -> [Int] {
      let other = if case .hidden(let other) = key.fate { ranks[other] } else { 0 }
      return [key.stage?.rawValue ?? .max, key.fate.order, ranks[key.source], other]
    }
    lines = amounts.sorted { order($0.key).lexicographicallyPrecedes(order($1.key)) }
      .map { key, amount in
        let part: Part =
          switch key.fate {
          case .counted: .counted
          case .hidden(let other): .hidden(by: texts[other])
          case .excluded(let reason): .excluded(reason)
          }
        return Line(
          stage: key.stage?.name, isAsleep: key.stage?.isAsleep ?? false, part: part,
          source: texts[key.source], samples: amount.samples, microseconds: amount.microseconds)
      }
  }

  /// Adds how the samples of one timeline count: between two times at which any begins or ends, one counts.
  private static func sweep(
    _ segments: [SleepSegment], _ ranks: [Int], _ amounts: inout [Key: Amount]
  ) throws(HealthError) {
    let sorted = segments.sorted { $0.time.lowerBound < $1.time.lowerBound }
    let edges = Set(sorted.flatMap { [$0.time.lowerBound, $0.time.upperBound] }).sorted()
    var open: [(segment: SleepSegment, fates: [Fate])] = []
    var next = 0
    for (start, end) in zip(edges, edges.dropFirst()) {
      open.removeAll { $0.segment.time.upperBound <= start }
      while next < sorted.count, sorted[next].time.lowerBound <= start {
        open.append((sorted[next], []))
        next += 1
      }
      guard open.count <= CoverageSweep.mostOpen else {
        throw HealthError(
          .overlap, "more than \(CoverageSweep.mostOpen) samples of sleep overlap at one time")
      }
      let best = open.indices.min { a, b in
        let (first, second) = (open[a].segment, open[b].segment)
        return (ranks[first.source], first.stage.order, a)
          < (ranks[second.source], second.stage.order, b)
      }
      guard let best else { continue }
      let winner = open[best].segment.source
      for index in open.indices {
        let fate = index == best ? Fate.counted : .hidden(by: winner)
        let segment = open[index].segment
        let key = Key(stage: segment.stage, fate: fate, source: segment.source)
        amounts[key, default: Amount()].microseconds += end - start
        guard !open[index].fates.contains(fate) else { continue }
        open[index].fates.append(fate)
        amounts[key, default: Amount()].samples += 1
      }
    }
  }
}

extension SleepStage {
  /// The name of the value, such as `AsleepREM`.
  fileprivate var name: String? {
    CategoryType.sleepAnalysis.value(numbered: rawValue)?.shortName
  }
}
