import HealthBytes
import HealthModel

/// What becomes of the samples of a row that is explained. Sources are numbers of a ``SourceTable``.
struct ExplanationLedger {
  enum Part: Hashable {
    case counted
    case hidden(by: Int)
    case excluded(Explanation.Exclusion)
    case beyondEdges

    /// The order of lines.
    fileprivate var order: Int {
      switch self {
      case .counted: 0
      case .hidden: 1
      case .excluded: 2
      case .beyondEdges: 3
      }
    }
  }

  private struct Key: Hashable {
    let type: Int
    let part: Part
    let source: Int
  }

  private struct Line {
    var samples = 0
    var sum: Int128 = 0
  }

  private var lines: [Key: Line] = [:]
  private var samples: [Int: Int] = [:]
  /// Whether there are more lines than fit, so that some are missing.
  private(set) var isFull = false

  /// More lines than people read; some 100 bytes each.
  static let mostLines = 1 << 16

  /// Adds to a line.
  mutating func add(
    _ value: Int128, _ part: Part, of type: Int, _ source: Int, isNewSample: Bool = true
  ) {
    let key = Key(type: type, part: part, source: source)
    isFull = isFull || lines.count >= Self.mostLines && lines[key] == nil
    if isFull { return }
    lines[key, default: Line()].sum.addSaturating(value)
    if isNewSample { lines[key, default: Line()].samples += 1 }
  }

  /// Counts a sample that has something in the row.
  mutating func countSample(of type: Int) { samples[type, default: 0] += 1 }

  /// Adds a sample whose parts do not depend on other samples.
  ///
  /// - Parameter row: The time of the row on the clock of the sample.
  mutating func add(
    _ entry: TimelineEntry, _ part: Part, of type: Int, isShared: Bool,
    in row: (first: Int64, end: Int64)
  ) {
    guard isShared, entry.end > entry.start else {
      guard entry.start >= row.first, entry.start < row.end else { return }
      countSample(of: type)
      return add(entry.value, part, of: type, entry.source)
    }
    let (first, last) = (max(entry.start, row.first), min(entry.end, row.end))
    guard first < last else { return }
    let value = entry.spread.part(from: first, to: last)
    countSample(of: type)
    add(value, part, of: type, entry.source)
    if first > entry.start || last < entry.end {
      add(entry.value - value, .beyondEdges, of: type, entry.source)
    }
  }

  /// The explanation of each type, by the numbers of types.
  ///
  /// - Parameters:
  ///   - ranks: The rank of each source.
  ///   - texts: The text of each source.
  ///   - names: The name of each source.
  func explanations(
    _ types: [StatisticsType], ranks: [Int], texts: [String], names: [String]
  ) -> [Explanation] {
    func order(_ key: Key) -> (Int, Int, Int) {
      let other = if case .hidden(let other) = key.part { ranks[other] } else { 0 }
      return (key.part.order, ranks[key.source], other)
    }
    return Dictionary(grouping: lines, by: \.key.type).sorted { $0.key < $1.key }.map {
      type, lines in
      let sorted = lines.sorted { order($0.key) < order($1.key) }
      return Explanation(
        type: types[type],
        lines: sorted.map { key, line in
          let part: Explanation.Part =
            switch key.part {
            case .counted: .counted
            case .hidden(let other): .hidden(by: texts[other])
            case .excluded(let reason): .excluded(reason)
            case .beyondEdges: .beyondEdges
            }
          return Explanation.Line(
            part: part, source: texts[key.source], name: names[key.source], samples: line.samples,
            sum: ExactDecimal(units: line.sum))
        }, samples: samples[type] ?? 0)
    }
  }
}

extension TimelineEntry {
  var spread: SpreadValue { SpreadValue(value: value, start: start, end: end) }
}
