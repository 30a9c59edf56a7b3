// Correlation members are matched by identity and sync version to the records at top level. Only types that can be
// members are remembered, eight bytes each (sixteen with a sync identifier), up to a million; beyond that members
// are reported as nested only, with a finding. So are members that precede the record at top level. What counts
// samples (`stats`, `report`, `mcp`, `info`, `query --count`) must not depend on the order, nor on what other
// programs state in JSON Lines and tables: `MemberLinks` compares the nested-only samples of a reading with later
// ones at top level on the disk, and if some are the same, the dataset is read again with the right memberships. An
// input without nested-only samples costs nothing. Conversions have the memberships of the reader; where a selection
// makes rows of nested samples, `NestedCopies` holds the rows back from the first of them on, and drops those that are
// also at top level.

import HealthBytes
import HealthModel

/// Which nested samples of a dataset are also at top level although the reader gave them as nested only: it does so where
/// they come first, and other files may state it wrongly. Stores search for these samples themselves.
///
/// The first reading searches. If it finds some, or cannot be certain that it saw all that are at top level, what was
/// calculated of it is wrong (``finishSearch()``), and the dataset has to be read again: with ``NestedSample/Membership`` as stores
/// have it, in any order of the samples. Samples are compared on the disk, and only where some are nested only.
final class MemberLinks: Sendable {
  fileprivate enum State {
    /// The types known to be nested in some samples.
    case searching(Set<SampleType>)
    case found(CopyPlaces)
    case none
  }

  private struct Content {
    var state: State
    var search: MemberLinker?
  }

  private let content: Monitor<Content>
  /// Whether the reader gives a nested sample of a type that exports nest as such if it is at top level before.
  private let isOfExport: Bool

  /// In other formats, samples at top level of the types that exports nest are searched for from the first one on, so that one
  /// reading is enough.
  init(isOfExport: Bool) {
    self.isOfExport = isOfExport
    content = Monitor(Content(state: .searching(isOfExport ? [] : CopySearch.nestable)))
  }

  /// Begins a reading of the dataset; `nil` if all memberships are right.
  func begin() throws(HealthError) -> MemberLinker? {
    do {
      return try content.withLock { content in
        switch content.state {
        case .none: return nil
        case .found(let places): return MemberLinker(linking: try places.makeReader())
        case .searching(let types):
          let search = MemberLinker(searching: types, isOfExport: isOfExport)
          content.search = search
          return search
        }
      }
    } catch let error as HealthError { throw error } catch { return nil }
  }

  /// Ends the search of the last reading.
  ///
  /// - Returns: Whether the dataset has to be read again.
  func finishSearch() throws(HealthError) -> Bool {
    guard let search = content.withLock({ $0.search.take() }) else { return false }
    let state = try search.finish()
    content.withLock { $0.state = state }
    if case .none = state { return false }
    return true
  }
}

/// Searches during one reading for nested samples that are also at top level, or marks those that were found.
final class MemberLinker {
  private let search: CopySearch?
  /// The memberships to set; `nil` while they are searched for.
  private var links: CopyPlaces.Reader?
  private let isOfExport: Bool
  /// Whether no sample at top level can have been missed.
  private var isComplete = true
  private var samples = 0
  /// How many samples came that can hold others.
  private var holders: UInt64 = 0
  /// Whether samples of a descriptor are compared.
  private var descriptors = DescriptorTable<Bool>()
  private var comparesAny = false
  /// Why the disk could not be used, until the end.
  private var error: HealthError?

  /// The reader of exports remembers as many samples at top level.
  private static let remembered = 1_000_000

  fileprivate init(searching types: Set<SampleType>, isOfExport: Bool) {
    search = CopySearch(types)
    (comparesAny, self.isOfExport) = (!types.isEmpty, isOfExport)
  }

  fileprivate init(linking links: CopyPlaces.Reader) {
    (search, isOfExport, self.links) = (nil, false, links)
  }

  /// Whether memberships are right, so that findings about them are not.
  var isLinking: Bool { links != nil }

  /// The sample, with the memberships that are known.
  @inline(__always)
  func taken(_ sample: Sample) -> Sample {
    samples &+= 1
    if sample.canHoldSamples { return takenHolder(sample) }
    if comparesAny, let index = descriptors.index(of: sample) ?? slowIndex(of: sample),
      descriptors[index]
    {
      search?.add(sample)
    }
    return sample
  }

  @inline(never)
  private func slowIndex(of sample: Sample) -> Int? {
    guard let header = sample.header else { return nil }
    if descriptors.isLarge { _ = descriptors.takeEntries() }
    return descriptors.index(of: header.descriptor, kind: sample.kind) { _, _ in
      search?.types.contains(header.descriptor.type) ?? false
    }
  }

  @inline(never)
  private func takenHolder(_ sample: Sample) -> Sample {
    search?.add(sample)
    let number = holders
    holders += 1
    if sample.members.isEmpty { return sample }
    var index: UInt64 = 0
    if let search {
      self.search(sample.members, in: number, &index, search)
      return sample
    }
    do throws(HealthError) {
      guard error == nil, let places = try links?.places(in: number), !places.isEmpty else {
        return sample
      }
      var linked = sample
      linked.members = Self.linked(sample.members, places, &index)
      return linked
    } catch {
      self.error = error
      return sample
    }
  }

  /// Adds the samples that are nested only. Those nested in one that is also at top level come with that.
  private func search(
    _ members: [NestedSample], in holder: UInt64, _ index: inout UInt64, _ search: CopySearch
  ) {
    for member in members {
      if member.membership == .nestedOnly,
        search.add(nested: member.sample, at: SortKey(high: holder, low: index))
      {
        comparesAny = true
        _ = descriptors.takeEntries()
        if samples > 1, !isRemembered(member.sample) { isComplete = false }
      }
      index += 1
      self.search(member.sample.members, in: holder, &index, search)
    }
  }

  private func isRemembered(_ sample: Sample) -> Bool {
    guard isOfExport, samples <= Self.remembered, let type = sample.descriptor?.type else {
      return false
    }
    return CopySearch.nestable.contains(type)
  }

  /// What is known after the reading.
  fileprivate func finish() throws(HealthError) -> MemberLinks.State {
    if let error { throw error }
    if !isComplete, let search { return .searching(search.types) }
    return try search?.found().map { .found($0) } ?? .none
  }

  /// The nested samples, those with the numbers marked as also at top level.
  private static func linked(
    _ members: [NestedSample], _ indexes: Set<UInt64>, _ index: inout UInt64
  ) -> [NestedSample] {
    var linked = members
    for position in linked.indices {
      if indexes.contains(index) { linked[position].membership = .alsoTopLevel }
      index += 1
      let inner = linked[position].sample.members
      if !inner.isEmpty { linked[position].sample.members = self.linked(inner, indexes, &index) }
    }
    return linked
  }
}
