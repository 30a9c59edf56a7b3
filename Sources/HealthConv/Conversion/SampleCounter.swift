/// Counts samples by type, and decides once for each descriptor whether they are wanted.
struct SampleCounter {
  private struct Count {
    let isSelected: Bool
    var read = 0
    var written = 0
  }

  private let selection: Selection
  private let hasDates: Bool
  private var table = DescriptorTable<Count>()
  private var totals = TypeTotals<ConversionReport.TypeCount>()

  init(_ selection: Selection) {
    self.selection = selection
    hasDates = selection.hasDates
  }

  /// Counts a sample.
  ///
  /// - Returns: Whether it is wanted.
  @inline(__always)
  mutating func admit(_ sample: borrowing Sample) -> Bool {
    guard let descriptor = sample.descriptor else { return admitUnknown(sample) }
    let index = table.index(of: descriptor, kind: sample.kind) { descriptor, kind in
      Count(isSelected: selection.selects(descriptor, kind: kind))
    }
    table[index].read &+= 1
    guard table[index].isSelected else { return false }
    if hasDates, let start = sample.start, !selection.selects(start: start) { return false }
    table[index].written &+= 1
    return true
  }

  @inline(never)
  private mutating func admitUnknown(_ sample: borrowing Sample) -> Bool {
    guard case .unknown(let element) = copy sample else { return true }
    let isSelected = selection.selects(element)
    add(.unknown, element.name, read: 1, written: isSelected ? 1 : 0)
    return isSelected
  }

  /// Keeps memory bounded; to be called after every sample.
  @inline(__always)
  mutating func settle() {
    if table.isLarge { takeStock() }
  }

  private mutating func takeStock() {
    for entry in table.takeEntries() {
      add(
        entry.kind, entry.descriptor.type.identifier, read: entry.value.read,
        written: entry.value.written)
    }
  }

  /// The counts by type, the largest first.
  mutating func counts() -> [ConversionReport.TypeCount] {
    takeStock()
    return totals.values.sorted {
      ($1.read, $0.identifier, $0.kind.rawValue) < ($0.read, $1.identifier, $1.kind.rawValue)
    }
  }

  private mutating func add(_ kind: SampleKind, _ identifier: String, read: Int, written: Int) {
    totals.update(kind, identifier) { kind, identifier in
      .init(kind: kind, identifier: identifier, read: 0, written: 0)
    } change: { count in
      count.read += read
      count.written += written
    }
  }
}
