import HealthBytes
import HealthModel

/// What one row of statistics is made of: what counts of each source, what is hidden or excluded, and why.
///
/// What counts is exactly the sum in the row; with what is hidden and excluded, it is exactly the sum of all samples.
public struct Explanation: Sendable {
  /// How samples count.
  public enum Part: Sendable, Hashable {
    /// They count.
    case counted
    /// They do not count, as a sample of another source lasts at the same time: its text.
    case hidden(by: String)
    /// They do not count for a reason.
    case excluded(Exclusion)
    /// The amount in the rows before and after, of samples that cross an edge of this row.
    case beyondEdges
  }

  /// Why samples do not count.
  public enum Exclusion: Sendable, Hashable, CaseIterable {
    /// They are in no statistic.
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
      case .repeated: "the inputs have the sample, or another version of it, once more"
      }
    }
  }

  /// The samples of one source of which the same becomes.
  public struct Line: Sendable, Equatable {
    /// How they count.
    public let part: Part
    /// The source: its name, and where that does not tell sources apart, what it is.
    public let source: String
    /// The name of the source.
    package let name: String
    /// How many samples have something here. A sample that is hidden for a part of its time is in two lines.
    public let samples: Int
    /// The sum of their values in the row, in the unit of the type; 0 where no value can be read.
    public let sum: ExactDecimal

    /// The line, if another source hides it.
    package func hidden(by other: String) -> Line {
      Line(part: .hidden(by: other), source: source, name: name, samples: samples, sum: sum)
    }
  }

  /// The type, and the unit of the sums.
  public let type: StatisticsType
  /// What counts first, then what is hidden and excluded; in each, by the priority of sources.
  public let lines: [Line]
  /// How many samples have something in the row.
  public let samples: Int

  /// The sum of all lines except those beyond the edges: the sum of all samples of all sources.
  public var plainSum: ExactDecimal { sum { $0 != .beyondEdges } }

  /// The sum of the lines with some parts.
  public func sum(where isWanted: (Part) -> Bool) -> ExactDecimal {
    var sum = Int128(0)
    for line in lines where isWanted(line.part) { sum.addSaturating(line.sum.units) }
    return ExactDecimal(scaled: sum)
  }
}

/// The name of one row of a table that has a row for each interval: what its first column shows, or a date in it.
public struct RowName: Sendable, Equatable {
  /// The interval that the text has by itself; `nil` for the one row of all time.
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

  /// A time on a clock or an instant, with or without seconds.
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
  /// - Parameter interval: The length of the intervals; not `nil`, and of hours only if ``isTime``.
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
