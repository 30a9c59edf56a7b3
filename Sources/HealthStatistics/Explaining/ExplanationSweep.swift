// `--explain` calculates one row with these limits once more (`StatisticsPlan.explainsRow`): `ExplanationSweep`
// notes which source hides which, independently of `CoverageSweep`, and `ExplanationLedger` adds up each part; a
// test requires that they are the row and what all samples add up to.

import HealthBytes
import HealthModel

/// Reads the samples of one series by their starts, and records which source hides which in a row.
///
/// It states what ``CoverageSweep`` counts, but is a calculation of its own: between two times at which any sample begins or
/// ends, of the samples that last then, those of the source with the highest priority count.
struct ExplanationSweep {
  private struct Open {
    let entry: TimedValue
    let rank: Int
    /// What was recorded of it for the row.
    var value: Int128 = 0
    var parts: [ExplanationLedger.Part] = []
    var isInRow = false
  }

  private let type: Int
  private let rows: [(first: Int64, end: Int64)]
  private let span: (first: Int64, end: Int64)
  private var open: [Open] = []
  private var momentary: [Open] = []
  /// Until when the open ones are noted.
  private var time = Int64.min

  /// - Parameter rows: The time of the row on each clock.
  init(type: Int, rows: [(first: Int64, end: Int64)]) {
    (self.type, self.rows) = (type, rows)
    span = (
      rows.reduce(.max) { min($0, $1.first) }, rows.reduce(.min) { max($0, $1.end) }
    )
  }

  mutating func add(
    _ entry: TimedValue, rank: Int, to ledger: inout ExplanationLedger
  ) throws(HealthError) {
    // Samples that lie outside of the row hide nothing in it.
    guard entry.start < span.end, entry.end > span.first || entry.start >= span.first else {
      return
    }
    if entry.start > time {
      settleMomentary(&ledger)
      advance(to: entry.start, &ledger)
    }
    guard open.count + momentary.count < 2 * CoverageSweep.mostOpen else {
      throw HealthError(
        .overlap, "more than \(CoverageSweep.mostOpen) samples of one type overlap at one time")
    }
    let sample = Open(entry: entry, rank: rank)
    if entry.end > entry.start { open.append(sample) } else { momentary.append(sample) }
  }

  mutating func finish(_ ledger: inout ExplanationLedger) {
    settleMomentary(&ledger)
    advance(to: .max, &ledger)
  }

  /// Records the parts of the open samples until a time.
  private mutating func advance(
    to end: Int64, _ ledger: inout ExplanationLedger
  ) {
    while let next = open.map(\.entry.end).min() {
      let edge = min(next, end)
      if let best = open.min(by: { $0.rank < $1.rank }) {
        for index in open.indices {
          record(index, from: time, to: edge, best: best, &ledger)
        }
      }
      time = edge
      guard next <= end else { return }
      for sample in open where sample.entry.end == next && sample.isInRow {
        let (entry, row) = (sample.entry, rows[sample.entry.clock])
        ledger.countSample(of: type)
        if entry.start < row.first || entry.end > row.end {
          ledger.add(entry.value - sample.value, .beyondEdges, of: type, entry.source)
        }
      }
      open.removeAll { $0.entry.end == next }
    }
    time = end
  }

  private mutating func record(
    _ index: Int, from start: Int64, to end: Int64, best: Open, _ ledger: inout ExplanationLedger
  ) {
    let (entry, row) = (open[index].entry, rows[open[index].entry.clock])
    let (first, last) = (max(start, entry.start, row.first), min(end, row.end))
    guard first < last else { return }
    let value = entry.spread.part(from: first, to: last)
    let part: ExplanationLedger.Part =
      open[index].rank == best.rank ? .counted : .hidden(by: best.entry.source)
    let isNew = !open[index].parts.contains(part)
    if isNew { open[index].parts.append(part) }
    open[index].isInRow = true
    open[index].value.addSaturating(value)
    ledger.add(value, part, of: type, entry.source, isNewSample: isNew)
  }

  private mutating func settleMomentary(
    _ ledger: inout ExplanationLedger
  ) {
    defer { momentary.removeAll(keepingCapacity: true) }
    guard let best = (open + momentary).min(by: { $0.rank < $1.rank }) else { return }
    for sample in momentary {
      let row = rows[sample.entry.clock]
      guard sample.entry.start >= row.first, sample.entry.start < row.end else { continue }
      ledger.countSample(of: type)
      ledger.add(
        sample.entry.value, sample.rank == best.rank ? .counted : .hidden(by: best.entry.source),
        of: type, sample.entry.source)
    }
  }
}

/// How the samples of a row count, for its explanation. Sources are numbers of a ``SourceTable``.
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
  /// - Parameters:
  ///   - time: The instant whose row it belongs to if it is not shared out.
  ///   - row: The time of the row on the clock of the sample.
  mutating func add(
    _ entry: TimedValue, _ part: Part, of type: Int, isShared: Bool, at time: Int64,
    in row: (first: Int64, end: Int64)
  ) {
    guard isShared, entry.end > entry.start else {
      guard time >= row.first, time < row.end else { return }
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
            sum: ExactDecimal(scaled: line.sum))
        }, samples: samples[type] ?? 0)
    }
  }
}

extension TimedValue {
  var spread: SpreadValue { SpreadValue(value: value, start: start, end: end) }
}
