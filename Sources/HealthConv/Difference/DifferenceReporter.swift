import HealthStore

/// Reports differences in the order of time and counts them.
struct DifferenceReporter {
  private(set) var counts: [Comparison.Report.TypeCount]
  private var names = PartNames()
  private let types: [TypeTable.Entry]
  // The differences of one start.
  private var found: [FoundDifference] = []

  /// How many differences of one start are looked at together.
  private static let limit = 1 << 12

  /// A reporter without differences.
  ///
  /// - Parameter same: How many samples of each are the same.
  init(_ types: [TypeTable.Entry], same: [Int]) {
    self.types = types
    counts = zip(types, same).map { type, same in
      .init(kind: type.kind, identifier: type.identifier, same: same)
    }
  }

  mutating func report(
    _ records: consuming SortedRecords, _ onDifference: (Comparison.Difference) -> Void
  ) throws(ByteError) {
    var start: SortKey?
    while try records.next() {
      if records.key != start || found.count >= Self.limit { settle(onDifference) }
      start = records.key
      found.append(records.withBytes { FoundDifference($0) })
    }
    settle(onDifference)
  }

  /// Reports the differences of one start. A sample that is gone and a new one are one that has changed, if they are the
  /// only ones of their type and source: then they are the same thing with another value.
  private mutating func settle(_ onDifference: (Comparison.Difference) -> Void) {
    struct TypeAndSource: Hashable {
      let type: Int
      let source: UInt32
    }
    var changes: [TypeAndSource: (gone: [Int], new: [Int])] = [:]
    let source = SampleDigest.Part.source.rawValue
    for (index, difference) in found.enumerated()
    where difference.change != .changed && difference.entry.start != nil {
      let key = TypeAndSource(type: difference.entry.type, source: difference.entry.parts[source])
      if difference.change == .gone {
        changes[key, default: ([], [])].gone.append(index)
      } else {
        changes[key, default: ([], [])].new.append(index)
      }
    }
    var isReported = found.map { _ in true }
    for (gone, new) in changes.values where gone.count == 1 && new.count == 1 {
      let (old, index) = (gone[0], new[0])
      isReported[old] = false
      found[index].change = .changed
      found[index].parts = found[old].entry.changes(to: found[index].entry)
      found[index].oldValue = found[old].entry.value
    }
    for (index, difference) in found.enumerated() where isReported[index] {
      count(difference)
      onDifference(self.difference(difference))
    }
    found.removeAll(keepingCapacity: true)
  }

  private mutating func count(_ found: FoundDifference) {
    switch found.change {
    case .gone: counts[found.entry.type].gone += 1
    case .new: counts[found.entry.type].new += 1
    case .changed: counts[found.entry.type].changed += 1
    }
  }

  private mutating func difference(_ found: FoundDifference) -> Comparison.Difference {
    let type = types[found.entry.type]
    let isOld = found.change == .gone
    let shown = { (text: String) in text.isEmpty ? nil : text }
    return Comparison.Difference(
      change: found.change, kind: type.kind, type: type.identifier, start: found.entry.start,
      parts: found.change == .changed ? names.names(found.parts, type.kind) : [],
      oldValue: shown(isOld ? found.entry.value : found.oldValue),
      newValue: isOld ? nil : shown(found.entry.value))
  }
}
