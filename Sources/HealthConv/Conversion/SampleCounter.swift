import HealthModel
import HealthStore

/// Counts samples by type, and decides once for each descriptor whether they are selected.
struct SampleCounter {
  private struct Count {
    let isSelected: Bool
    /// Whether the samples may be nested in others, too.
    let isCompared: Bool
    var read = 0
    var written = 0
  }

  private let selection: Selection
  private let hasDates: Bool
  private let isLast: Bool
  private var table = DescriptorTable<Count>()
  private var matcher: SampleMatcher?
  /// Receives every descriptor.
  private let unmet: UnmetConditions?
  private var totals = TypeTotals<Conversion.Report.TypeCount>()
  /// The selected nested samples of the last sample that was not selected itself, in reverse order.
  private var nested: [Sample] = []
  /// Finds nested samples that are also at top level.
  private let nestedCopies: NestedCopies?

  /// A counter without samples.
  ///
  /// - Parameters:
  ///   - isLast: Whether all selected samples are written; otherwise `countWritten` receives those that are.
  ///   - nestedCopies: Receives the samples at top level whose types it compares.
  init(
    _ selection: Selection, isLast: Bool = true, unmet: UnmetConditions? = nil,
    nestedCopies: NestedCopies? = nil
  ) {
    self.selection = selection
    self.nestedCopies = nestedCopies
    self.unmet = unmet
    self.isLast = isLast
    hasDates = selection.hasDates
    if selection.predicate != .all { matcher = SampleMatcher(selection.predicate) }
  }

  /// Counts a sample.
  ///
  /// - Returns: Whether the sample is selected. If not, ``takeNested()`` returns the selected
  ///   samples nested in it.
  @inline(__always)
  mutating func admit(_ sample: borrowing Sample) -> Bool {
    if admitAlone(sample) { return true }
    if sample.canHoldSamples { selectNested(copy sample) }
    return false
  }

  @inline(__always)
  private mutating func admitAlone(_ sample: borrowing Sample) -> Bool {
    guard let index = table.index(of: sample) ?? slowIndex(of: sample) else {
      return admitUnknown(sample)
    }
    table[index].read &+= 1
    if table[index].isCompared { nestedCopies?.search.add(copy sample) }
    guard table[index].isSelected else { return false }
    if hasDates, let start = sample.start, !selection.selects(start: start) { return false }
    if matcher != nil, matcher?.matches(sample) == false { return false }
    if isLast { table[index].written &+= 1 }
    return true
  }

  @inline(never)
  private mutating func slowIndex(of sample: borrowing Sample) -> Int? {
    guard let descriptor = sample.descriptor else { return nil }
    return table.index(of: descriptor, kind: sample.kind) {
      [unmet, selection, nestedCopies] descriptor, kind in
      unmet?.note(descriptor, kind: kind)
      return Count(
        isSelected: selection.selects(descriptor, kind: kind),
        isCompared: nestedCopies?.search.types.contains(descriptor.type) ?? false)
    }
  }

  /// The table's index of a selected sample that was nested or that a stage changed.
  private mutating func index(
    ofSelected sample: borrowing Sample, _ descriptor: SampleDescriptor
  ) -> Int {
    table.index(of: descriptor, kind: sample.kind) { [nestedCopies] _, _ in
      Count(
        isSelected: true, isCompared: nestedCopies?.search.types.contains(descriptor.type) ?? false)
    }
  }

  /// Removes and returns the next selected nested sample, which is already counted; `nil` after the
  /// last. Call it until it returns `nil` before the next sample is read.
  @inline(__always)
  mutating func takeNested() -> Sample? { nested.popLast() }

  @inline(never)
  private mutating func selectNested(_ sample: Sample) {
    let found = sample.nestedSamples { nested in
      if case .unknown(let element) = nested {
        unmet?.note(element)
      } else if let descriptor = nested.descriptor {
        unmet?.note(descriptor, kind: nested.kind)
      }
      return selects(nested)
    }
    for sample in found {
      if case .unknown(let element) = sample {
        add(.unknown, element.name, read: 1, written: isLast ? 1 : 0)
      } else if let descriptor = sample.descriptor {
        let index = index(ofSelected: sample, descriptor)
        table[index].read &+= 1
        if isLast { table[index].written &+= 1 }
      }
    }
    nested = found.reversed()
  }

  /// Whether a sample is selected, without counting it.
  private mutating func selects(_ sample: Sample) -> Bool {
    let isSelected =
      if case .unknown(let element) = sample {
        selection.selects(element)
      } else if let header = sample.header {
        selection.selects(header.descriptor, kind: sample.kind)
          && (!hasDates || selection.selects(start: header.start))
      } else {
        false
      }
    return isSelected && matcher?.matches(sample) != false
  }

  /// A selected sample, in which nested samples whose copies at top level are not selected become
  /// `nestedOnly`: otherwise they would not be counted at all.
  mutating func relinked(_ sample: Sample) -> Sample {
    guard !selection.isEmpty, sample.canHoldSamples else { return sample }
    var members = sample.members
    var isChanged = false
    for (index, member) in members.enumerated()
    where member.membership == .alsoTopLevel && !selects(member.sample) {
      members[index].membership = .nestedOnly
      isChanged = true
    }
    if !isChanged { return sample }
    var sample = sample
    sample.members = members
    return sample
  }

  /// Counts a sample that left the stages after the selection.
  mutating func countWritten(_ sample: borrowing Sample) {
    guard let descriptor = sample.descriptor else {
      if case .unknown(let element) = copy sample {
        add(.unknown, element.name, read: 0, written: 1)
      }
      return
    }
    let index = index(ofSelected: sample, descriptor)
    table[index].written &+= 1
    flushIfLarge()
  }

  @inline(never)
  private mutating func admitUnknown(_ sample: borrowing Sample) -> Bool {
    guard case .unknown(let element) = copy sample else { return true }
    unmet?.note(element)
    let isSelected = selection.selects(element) && matcher?.matches(sample) != false
    add(.unknown, element.name, read: 1, written: isSelected && isLast ? 1 : 0)
    return isSelected
  }

  /// Discards the decisions about descriptors, so that each is decided again. Counts are preserved.
  mutating func forget() { moveCountsToTotals() }

  /// Keeps memory bounded; must be called after every sample.
  @inline(__always)
  mutating func flushIfLarge() {
    if table.isLarge { moveCountsToTotals() }
  }

  private mutating func moveCountsToTotals() {
    for entry in table.takeEntries() {
      add(
        entry.kind, entry.descriptor.type.identifier, read: entry.value.read,
        written: entry.value.written)
    }
  }

  /// The counts by type, the largest first.
  mutating func counts() -> [Conversion.Report.TypeCount] {
    moveCountsToTotals()
    for dropped in nestedCopies?.dropped ?? [] {
      add(
        dropped.kind, dropped.identifier, read: -dropped.read, written: isLast ? -dropped.read : 0)
    }
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
