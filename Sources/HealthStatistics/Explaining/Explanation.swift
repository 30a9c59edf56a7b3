import HealthBytes
import HealthModel

/// The samples behind one row of statistics: what each source adds, and what is hidden or excluded, and why.
///
/// The counted lines add up exactly to the row; with the hidden and excluded ones, to the sum of all samples.
public struct Explanation: Sendable {
  /// Whether and why samples count.
  public enum Part: Sendable, Hashable {
    /// They are in the sum of the row.
    case counted
    /// They do not count, because samples of this other source cover the same time.
    case hidden(by: String)
    /// They do not count for the given reason.
    case excluded(Exclusion)
    /// The part of samples across an edge of the row that is in the rows before and after it.
    case beyondEdges
  }

  /// Why samples do not count.
  public enum Exclusion: Sendable, Hashable, CaseIterable {
    /// The unit, the value, the length or the date of the sample excludes it from all statistics.
    case unit, value, length, date
    /// The inputs have the sample, or another version of it, once more.
    case repeated

    init(_ reason: ExcludedSamples.Reason) {
      self =
        switch reason {
        case .unit: .unit
        case .value: .value
        case .length: .length
        case .date: .date
        }
    }

    /// The reason in words.
    public var text: String {
      switch self {
      case .unit: ExcludedSamples.Reason.unit.text
      case .value: ExcludedSamples.Reason.value.text
      case .length: ExcludedSamples.Reason.length.text
      case .date: ExcludedSamples.Reason.date.text
      case .repeated: "the inputs contain the sample, or another version of it, more than once"
      }
    }
  }

  /// The samples of one source that are treated in the same way.
  public struct Line: Sendable, Equatable {
    /// Whether and why they count.
    public let part: Part
    /// The name of the source, followed by its class if several sources have this name.
    public let source: String
    /// The name of the source.
    package let name: String
    /// The number of samples that contribute. A sample that is hidden for a part of its time is in two lines.
    public let samples: Int
    /// The sum of their values in the row, in the unit of the type; 0 where no value can be read.
    public let sum: ExactDecimal

    /// The same line, hidden by another source.
    package func hidden(by other: String) -> Line {
      Line(part: .hidden(by: other), source: source, name: name, samples: samples, sum: sum)
    }
  }

  /// The type, and the unit of the sums.
  public let type: StatisticsType
  /// What counts first, then what is hidden and excluded; in each, by the priority of sources.
  public let lines: [Line]
  /// The number of samples that contribute to the row.
  public let samples: Int

  /// The sum of all lines except those beyond the edges: the sum of all samples of all sources.
  public var plainSum: ExactDecimal { sum { $0 != .beyondEdges } }

  /// The sum of the lines whose part satisfies a condition.
  public func sum(where isWanted: (Part) -> Bool) -> ExactDecimal {
    var sum = Int128(0)
    for line in lines where isWanted(line.part) { sum.addSaturating(line.sum.units) }
    return ExactDecimal(scaled: sum)
  }
}

/// The name of a row in a table by intervals: the text of its first column, or a date in the row.
public struct RowName: Sendable, Equatable {
  /// The interval that the form of the text implies; `nil` for `all`.
  public let interval: CalendarInterval?
  /// The text that names it.
  public let text: String
  /// A time in the row.
  private let limit: RowLimits.Limit

  /// The row that a text names; `nil` if it names none.
  ///
  /// - Parameter text: `all`, `2024`, `2024-Q1`, `2024-03`, `2024-03-05`, `2024-03-05T13:00` or `2024-03-05T13:00+01:00`.
  public init?(_ text: String) {
    self.text = text
    if text == "all" {
      (interval, limit) = (nil, .day(0))
      return
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts[0].utf8.count == 4, parts[0].utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
    func day(_ date: String) -> RowLimits.Limit? {
      Timestamp(date + "T00:00:00Z").map { .day($0.secondsSince1970.floorDivided(by: 86_400)) }
    }
    func month(of quarter: Substring) -> String? {
      ["Q1": "01", "Q2": "04", "Q3": "07", "Q4": "10"][quarter.uppercased()]
    }
    let found: (CalendarInterval, RowLimits.Limit?) =
      switch (parts.count, parts.last?.utf8.count ?? 0) {
      case (1, 4): (.year, day(text + "-01-01"))
      case (2, 2):
        if let month = month(of: parts[1]) {
          (.quarter, day("\(parts[0])-\(month)-01"))
        } else {
          (.month, day(text + "-01"))
        }
      case (3, 2): (.day, day(text))
      default: (.hour, Self.time(text))
      }
    guard let limit = found.1 else { return nil }
    (interval, self.limit) = (found.0, limit)
  }

  /// Parses a local time or an instant, with or without seconds.
  private static func time(_ text: String) -> RowLimits.Limit? {
    guard text.utf8.count >= 16 else { return nil }
    let (minute, rest) = (text.prefix(16), text.dropFirst(16))
    let whole = rest.first == ":" ? text : minute + ":00" + rest
    func microseconds(_ time: Timestamp) -> Int64 { time.secondsSince1970 &* 1_000_000 }
    if let instant = Timestamp(whole) { return .instant(microseconds(instant)) }
    return Timestamp(whole + "Z").map { .clock(microseconds($0)) }
  }

  /// Whether the text names a time of day.
  public var isTime: Bool { if case .day = limit { false } else { true } }

  /// The limits of the row in a table of intervals.
  ///
  /// - Parameter interval: The length of the intervals; shorter than a day only if ``isTime``.
  package func limits(_ interval: CalendarInterval, _ anchor: CalendarAnchor) -> RowLimits? {
    switch limit {
    case .day(let day):
      guard !interval.isWithinDay, let zone = try? Zone("UTC") else { return nil }
      let days = CalendarGrid(zone: zone, interval: interval, anchor: anchor, isOnly: true)
        .days(ofIntervalWith: day)
      return RowLimits(since: .day(days.lowerBound), until: .day(days.upperBound))
    case .clock(let time):
      return RowLimits(since: .clock(time), until: .clock(time + 1))
    case .instant(let time):
      return RowLimits(since: .instant(time), until: .instant(time + 1))
    }
  }
}
