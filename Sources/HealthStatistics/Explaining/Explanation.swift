import HealthModel

/// What one row of statistics is made of: what counts of each source, what is hidden or excluded, and why.
///
/// What counts is exactly the sum in the row; with what is hidden and excluded, it is exactly the sum of all samples.
public struct Explanation: Sendable {
  /// What becomes of samples.
  public enum Part: Sendable, Hashable {
    /// They count.
    case counted
    /// They do not count, as a sample of another source lasts at the same time: its text.
    case hidden(by: String)
    /// They do not count for a reason.
    case excluded(Exclusion)
    /// What samples over an edge of the row have in the rows before and after: not a part of this one.
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
    /// What becomes of them.
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

  /// The sum of all lines but those beyond the edges: what all samples of all sources add up to.
  public var plainSum: ExactDecimal { sum { $0 != .beyondEdges } }

  /// The sum of the lines with some parts.
  public func sum(where isWanted: (Part) -> Bool) -> ExactDecimal {
    var sum = Int128(0)
    for line in lines where isWanted(line.part) { sum.addSaturating(line.sum.units) }
    return ExactDecimal(units: sum)
  }
}
