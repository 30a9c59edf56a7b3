import HealthBytes
import HealthModel
import HealthStore

/// Finds what differs between two datasets, and keeps it on the disk.
struct DifferenceFinder: ~Copyable {
  /// How many samples of each type are the same.
  private var same: [Int]
  private var differences: ExternalSorter
  private var buffer = ByteBuffer(capacity: 256)

  /// - Parameter same: How many samples of the first types are known to be the same.
  init(types: Int, same: [Int] = []) throws(HealthError) {
    self.same = same + Array(repeating: 0, count: max(0, types - same.count))
    differences = try ExternalSorter(memory: 1 << 23)
  }

  /// Compares all samples.
  ///
  /// - Parameter old: The entries of the first dataset, in the order of an ``IdentityJoin``.
  mutating func compare(
    _ old: consuming SortedRecords, with new: consuming SortedRecords
  ) throws(HealthError) {
    var join = try IdentityJoin(
      MatchedRecords<ComparisonEntry>(old), MatchedRecords<ComparisonEntry>(new))
    while let outcome = try join.next() {
      switch outcome {
      case .same: same[join.old.withBytes { ComparisonEntry.type(of: $0) }] += 1
      case .changed(let old, let new): try add(.changed, new, from: old)
      case .gone(let entry): try add(.gone, entry, from: nil)
      case .new(let entry): try add(.new, entry, from: nil)
      case .repeated, .alike: break
      }
    }
  }

  /// Reports what differs.
  ///
  /// - Parameter onDifference: Receives every difference, in the order of time.
  consuming func report(
    _ types: [TypeTable.Entry], _ onDifference: (Comparison.Difference) -> Void
  ) throws(HealthError) -> [Comparison.Report.TypeCount] {
    var reporter = DifferenceReporter(types, same: same)
    try reporter.report(try differences.sorted(), onDifference)
    return reporter.counts
  }

  private mutating func add(
    _ change: Comparison.Difference.Change, _ entry: ComparisonEntry, from old: ComparisonEntry?
  ) throws(HealthError) {
    buffer.removeAll()
    FoundDifference(
      change: change, parts: old?.changes(to: entry) ?? 0, oldValue: old?.value ?? "", entry: entry
    ).write(to: &buffer)
    let key = SortKey(entry.start)
    try buffer.withBytes { (bytes) throws(HealthError) in try differences.add(key, bytes) }
  }
}

/// A difference as a record on the disk, to be reported in order of start.
struct FoundDifference {
  var change: Comparison.Difference.Change
  /// The parts that differ, a bit for each.
  var parts: UInt32
  /// The value in the first dataset, if both have the sample.
  var oldValue: String
  /// The sample as in the second dataset, or as in the first if the second lacks it.
  var entry: ComparisonEntry

  private static let changes: [Comparison.Difference.Change] = [.gone, .new, .changed]

  func write(to buffer: inout ByteBuffer) {
    buffer.append(UInt8(truncatingIfNeeded: Self.changes.firstIndex(of: change) ?? 0))
    buffer.append(word: UInt64(parts), count: 4)
    buffer.append(word: UInt64(oldValue.utf8.count), count: 2)
    buffer.append(utf8: oldValue)
    entry.write(to: &buffer)
  }
}

extension FoundDifference {
  /// Reads the record that `write` has written.
  init(_ bytes: Span<UInt8>) {
    change = Self.changes[Int(bytes[0])]
    parts = UInt32(bytes.word(at: 1, count: 4))
    let end = 7 + Int(bytes.word(at: 5, count: 2))
    oldValue = String(decoding: (7..<end).map { bytes[$0] }, as: UTF8.self)
    entry = ComparisonEntry(bytes.extracting(end..<bytes.count))
  }
}

extension DatasetInfo {
  /// Facts that differ in another dataset.
  func differences(from other: DatasetInfo, _ fidelity: Fidelity) -> [Comparison.DatasetDifference]
  {
    var found: [Comparison.DatasetDifference] = []
    func compare(_ name: String, _ old: String?, _ new: String?, isExpected: Bool = false) {
      guard old.map({ Array($0.utf8) }) != new.map({ Array($0.utf8) }) else { return }
      let isExpected = isExpected && fidelity == .meaning
      found.append(.init(name: name, isExpected: isExpected, old: old, new: new))
    }
    if fidelity > .meaning || exportDate != other.exportDate {
      compare(
        "exportDate", exportDate?.description, other.exportDate?.description, isExpected: true)
    }
    compare("exportVersion", exportVersion, other.exportVersion, isExpected: true)
    compare("locale", locale, other.locale)
    if fidelity == .exact { compare("path", path, other.path) }
    let (old, new) = (characteristics, other.characteristics)
    for type in (old + new).map(\.type.identifier).uniqued() {
      let text = { (all: [DatasetInfo.Characteristic]) -> String? in
        let values = all.filter { $0.type.identifier == type }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: "\n")
      }
      compare(type, text(old), text(new))
    }
    if fidelity > .meaning {
      let names = { (all: [DatasetInfo.Characteristic]) in
        all.map(\.type.identifier).joined(separator: " ")
      }
      if found.isEmpty { compare("characteristics", names(old), names(new)) }
      let text = { (all: [Element.Attribute]) -> String? in
        all.isEmpty ? nil : all.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: " ")
      }
      compare("attributes", text(attributes), text(other.attributes))
    }
    compare("participant", participant, other.participant)
    for id in (participants + other.participants).compactMap(\.participant).uniqued() {
      let facts = { (all: [DatasetInfo]) in all.first { $0.participant == id } }
      guard let old = facts(participants), let new = facts(other.participants) else {
        compare(
          "participant \(id)", facts(participants).map { _ in id },
          facts(other.participants).map { _ in id })
        continue
      }
      found += old.differences(from: new, fidelity).map {
        .init(name: "\($0.name) of \(id)", isExpected: $0.isExpected, old: $0.old, new: $0.new)
      }
    }
    return found
  }
}

extension [String] {
  /// Each text once, in the order of the first of each.
  fileprivate func uniqued() -> [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}

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
  ) throws(HealthError) {
    var start: SortKey?
    while try records.next() {
      if records.key != start || found.count >= Self.limit { report(onDifference) }
      start = records.key
      found.append(records.withBytes { FoundDifference($0) })
    }
    report(onDifference)
  }

  /// Reports the differences of one start. A sample that is gone and a new one are one that has changed, if they are the
  /// only ones of their type and source: then they are the same thing with another value.
  private mutating func report(_ onDifference: (Comparison.Difference) -> Void) {
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

/// The names of the parts of samples, by kind.
struct PartNames {
  private var fields: [SampleKind: [String]] = [:]

  /// The names of some parts.
  ///
  /// - Returns: The names, in the order of the parts; `content` where it is not known which they are.
  mutating func names(_ parts: UInt32, _ kind: SampleKind) -> [String] {
    if parts == 0 { return ["content"] }
    let first = SampleDigest.Part.fields.rawValue
    return (0..<SampleDigest.count).filter { parts & 1 &<< UInt32($0) != 0 }.map { index in
      if index < first { return SampleDigest.Part(rawValue: index).map { "\($0)" } ?? "" }
      let names =
        fields[kind] ?? kind.fields.map { Sample.Field.list(of: $0).map(\.name) } ?? []
      fields[kind] = names
      return index - first < names.count ? names[index - first] : "fields"
    }
  }
}
