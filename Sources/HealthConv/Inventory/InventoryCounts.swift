import HealthBytes
import HealthModel
import HealthStatistics
import HealthStore

/// The counts an inventory is made of, while it is made.
struct InventoryCounts {
  private struct Extent {
    var count = 0
    var nested = 0
    private var first: Timestamp?
    private var last: Timestamp?
    /// The seconds of these. Most samples are between them, and then no date is copied.
    private var seconds: (first: Int64, last: Int64) = (.max, .min)
    /// The latest start and its offset.
    private var lastSecond = Int64.min
    private var lastOffset: Int16 = 0

    /// `nil` where no sample has a date.
    var dates: (first: Timestamp, last: Timestamp, lastStart: Timestamp)? {
      guard let first, let last else { return nil }
      return (
        first, last, Timestamp(secondsSince1970: lastSecond, offsetMinutes: lastOffset)
      )
    }

    @inline(__always)
    mutating func add(_ start: Timestamp, _ end: Timestamp, isNested: Bool) {
      count(isNested: isNested)
      if start.secondsSince1970 > lastSecond {
        (lastSecond, lastOffset) = (start.secondsSince1970, start.offsetMinutes)
      }
      if start.secondsSince1970 <= seconds.first, first.map({ start < $0 }) ?? true {
        (first, seconds.first) = (start, start.secondsSince1970)
      }
      if end.secondsSince1970 >= seconds.last, last.map({ end > $0 }) ?? true {
        (last, seconds.last) = (end, end.secondsSince1970)
      }
    }

    mutating func count(isNested: Bool) {
      count += 1
      if isNested { nested += 1 }
    }
  }

  /// How many nested samples there are.
  private(set) var nestedCount = 0
  private var table = DescriptorTable<Extent>()
  private var types = TypeTotals<Inventory.TypeEntry>()
  private var offsets: [Int16: Int] = [:]
  /// The offset of the samples just before, of which there are `run`: nearly always that of all.
  private var offset: Int16 = 0
  private var run = 0

  mutating func add(_ sample: borrowing Sample, unknownElements: inout Inventory.NameCounts) {
    count(sample, isNested: false, &unknownElements)
    guard sample.canHoldSamples else { return }
    // None is taken, so that all are shown.
    _ = (copy sample).nestedSamples { nested in
      nestedCount += 1
      count(nested, isNested: true, &unknownElements)
      return false
    }
  }

  @inline(__always)
  private mutating func count(
    _ sample: borrowing Sample, isNested: Bool, _ unknownElements: inout Inventory.NameCounts
  ) {
    switch sample {
    // The header of quantities and categories, the most frequent kinds, is not copied.
    case .quantity(let sample): return count(sample.header, .quantity, isNested: isNested)
    case .category(let sample): return count(sample.header, .category, isNested: isNested)
    default: break
    }
    guard let descriptor = sample.descriptor else {
      if case .unknown(let element) = copy sample { unknownElements.add(element.name, count: 1) }
      return
    }
    let kind = sample.kind
    let index = table.index(of: descriptor, kind: kind) { _, _ in Extent() }
    guard let start = sample.start, let end = sample.end else {
      return table[index].count(isNested: isNested)
    }
    table[index].add(start, end, isNested: isNested)
    guard kind.hasOwnDates else { return }
    if start.offsetMinutes != offset { countRun(start.offsetMinutes) }
    run += 1
  }

  @inline(never)
  private mutating func count(_ header: SampleHeader, _ kind: SampleKind, isNested: Bool) {
    let index = table.index(of: header.descriptor, kind: kind) { _, _ in Extent() }
    table[index].add(header.start, header.end, isNested: isNested)
    if header.start.offsetMinutes != offset { countRun(header.start.offsetMinutes) }
    run += 1
  }

  private mutating func countRun(_ next: Int16) {
    offsets[offset, default: 0] += run
    (offset, run) = (next, 0)
  }

  /// Keeps memory bounded; must be called after every sample.
  @inline(__always)
  mutating func flushIfLarge() {
    if table.isLarge { moveCountsToTotals() }
  }

  private mutating func moveCountsToTotals() {
    for entry in table.takeEntries() {
      types.update(entry.kind, entry.descriptor.type.identifier) { kind, identifier in
        .init(kind: kind, identifier: identifier)
      } change: { type in
        type.nested += entry.value.nested
        type.add(entry.value.count, entry.value.dates, entry.descriptor)
      }
    }
  }

  /// The types, the largest first, and the offsets.
  mutating func totals() -> (types: [Inventory.TypeEntry], offsets: Inventory.NameCounts) {
    moveCountsToTotals()
    countRun(0)
    var names = Inventory.NameCounts()
    for (minutes, count) in offsets.sorted(by: { $0.value > $1.value }) where count > 0 {
      names.add(Self.text(offsetMinutes: Int(minutes)), count: count)
    }
    let types = types.values.sorted {
      ($1.count, $0.identifier, $0.kind.rawValue) < ($0.count, $1.identifier, $1.kind.rawValue)
    }
    return (types, names)
  }

  static func text(offsetMinutes: Int) -> String {
    let minutes = abs(offsetMinutes)
    let sign = offsetMinutes < 0 ? "-" : "+"
    return "\(sign)\((minutes / 60).twoDigits):\((minutes % 60).twoDigits)"
  }
}

extension Inventory.TypeEntry {
  fileprivate mutating func add(
    _ count: Int, _ dates: (first: Timestamp, last: Timestamp, lastStart: Timestamp)?,
    _ descriptor: SampleDescriptor
  ) {
    self.count += count
    if let (first, last, lastStart) = dates {
      self.first = self.first.map { min($0, first) } ?? first
      self.last = self.last.map { max($0, last) } ?? last
      self.lastStart = self.lastStart.map { max($0, lastStart) } ?? lastStart
    }
    if let unit = descriptor.unitText { units.add(unit, count: count) }
    if descriptor.hasSource {
      sources.add(descriptor.source.name, count: count)
      sourceKinds.insert(SourceClass(descriptor))
    }
  }
}

/// Something summed up for each type. Types beyond some thousand are summed up together, by kind, under the
/// identifier `…`: an input must not fill the memory with names.
struct TypeTotals<Total> {
  private var totals: [TypeTable.Entry: Total] = [:]

  /// The totals, in no order.
  var values: [Total] { Array(totals.values) }

  mutating func update(
    _ kind: SampleKind, _ identifier: String, make: (SampleKind, String) -> Total,
    change: (inout Total) -> Void
  ) {
    var type = TypeTable.Entry(kind, identifier)
    if totals[type] == nil, totals.count >= TypeTable.limit { type = .others(kind) }
    change(&totals[type, default: make(type.kind, type.identifier)])
  }
}

/// The types met, numbered: records on the disk contain the number of a type.
///
/// Types beyond some thousand share one number for each kind, under the identifier `…`: an input must not fill
/// the memory with names.
struct TypeTable {
  struct Entry: Hashable {
    let kind: SampleKind
    let identifier: String

    /// The type of a sample; one for all of the kind if its name is too long to be listed.
    init(_ kind: SampleKind, _ identifier: String) {
      self.kind = kind
      self.identifier = identifier.utf8.count <= Limits.nameBytes.value ? identifier : Self.others
    }

    /// All types of a kind that are not listed separately.
    static func others(_ kind: SampleKind) -> Entry { Entry(kind, others) }

    private static let others = "…"
  }

  /// The types, in the order of their first.
  private(set) var entries: [Entry] = []
  private var indices: [Entry: Int] = [:]
  private var cache = DescriptorTable<Int>()

  /// How many types are listed.
  static let limit = 4_096

  /// The number of a sample's type.
  mutating func index(of sample: borrowing Sample) -> Int {
    guard let descriptor = sample.descriptor else {
      if case .unknown(let element) = copy sample { return index(of: .unknown, element.name) }
      return index(of: sample.kind, "")
    }
    let slot = cache.index(of: descriptor, kind: sample.kind) { _, _ in -1 }
    if cache[slot] < 0 { cache[slot] = index(of: sample.kind, descriptor.type.identifier) }
    let index = cache[slot]
    if cache.isLarge { _ = cache.takeEntries() }
    return index
  }

  private mutating func index(of kind: SampleKind, _ identifier: String) -> Int {
    var entry = Entry(kind, identifier)
    if entries.count >= Self.limit, indices[entry] == nil { entry = .others(kind) }
    if let index = indices[entry] { return index }
    entries.append(entry)
    indices[entry] = entries.count - 1
    return entries.count - 1
  }
}
