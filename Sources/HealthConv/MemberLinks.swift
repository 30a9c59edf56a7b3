import HealthBytes
import HealthModel

/// Which nested samples of a dataset are also at top level although the reader gave them as nested only: it does so where
/// they come first, and other files may state it wrongly. Stores search for these samples themselves.
///
/// The first reading searches. If it finds some, or cannot be certain that it saw all that are at top level, what was
/// calculated of it is wrong (``settle()``), and the dataset has to be read again: with ``NestedSample/Membership`` as stores
/// have it, in any order of the samples. Samples are compared on the disk, and only where some are nested only.
final class MemberLinks: Sendable {
  fileprivate enum State {
    /// The types that are nested in some samples, as far as they are known.
    case searching(Set<SampleType>)
    case found(Spool)
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
  fileprivate init(isOfExport: Bool) {
    self.isOfExport = isOfExport
    content = Monitor(Content(state: .searching(isOfExport ? [] : Self.nestable)))
  }

  private static let nestable = Set(
    QuantityType.all.filter(\.canBeNested).map { SampleType.quantity($0) })

  /// Begins a reading of the dataset; `nil` if all memberships are right.
  fileprivate func begin() throws(ByteError) -> MemberLinker? {
    do {
      return try content.withLock { content in
        switch content.state {
        case .none: return nil
        case .found(let spool): return MemberLinker(links: try LinkList(spool))
        case .searching(let types):
          let search = MemberLinker(searching: types, isOfExport: isOfExport)
          content.search = search
          return search
        }
      }
    } catch let error as ByteError { throw error } catch { return nil }
  }

  /// Ends the search of the last reading.
  ///
  /// - Returns: Whether the dataset has to be read again.
  fileprivate func settle() throws(ByteError) -> Bool {
    guard let search = content.withLock({ $0.search.take() }) else { return false }
    let state = try search.finish()
    content.withLock { $0.state = state }
    if case .none = state { return false }
    return true
  }
}

extension Dataset {
  /// The same dataset, of which each nested sample that is also at top level is marked as such once ``settleMembers()`` is
  /// `false`. It is read more than once.
  func linkingMembers() throws(ConversionError) -> Dataset {
    if isStore || memberLinks != nil { return self }
    var dataset = isStream ? try rereadable() : self
    dataset.memberLinks = MemberLinks(isOfExport: format.name == Format.appleHealth.name)
    return dataset
  }

  /// Ends the search for nested samples that are also at top level, after the dataset was read.
  ///
  /// - Returns: Whether it has to be read again, because memberships were wrong.
  func settleMembers() throws(ConversionError) -> Bool {
    try onDisk { () throws(ByteError) in try memberLinks?.settle() ?? false }
  }

  /// What sets memberships during a reading.
  func makeMemberLinker() throws(FormatError) -> MemberLinker? {
    do throws(ByteError) { return try memberLinks?.begin() } catch {
      throw FormatError(error, place: Place(file: name))
    }
  }
}

extension [Dataset] {
  /// Ends the search for nested samples that are also at top level, of all datasets.
  func settleMembers() throws(ConversionError) -> Bool {
    var isAgain = false
    for dataset in self { if try dataset.settleMembers() { isAgain = true } }
    return isAgain
  }
}

/// Searches during one reading for nested samples that are also at top level, or marks those that were found.
final class MemberLinker {
  private var types: Set<SampleType>
  private let isOfExport: Bool
  /// The memberships to set; `nil` while they are searched for.
  private var links: LinkList?
  /// Whether no sample at top level can have been missed.
  private var isComplete = true
  private var samples = 0
  /// How many samples came that can hold others.
  private var holders: UInt64 = 0
  private var hasNested = false
  /// Whether samples of a descriptor are of these types.
  private var descriptors = DescriptorTable<Bool>()
  private var sorter: ExternalSorter?
  private var record = ByteBuffer(capacity: 24)
  /// Why the disk could not be used; noted until the end.
  private var error: ByteError?

  /// The reader of exports remembers as many samples at top level.
  private static let remembered = 1_000_000

  fileprivate init(searching types: Set<SampleType>, isOfExport: Bool) {
    (self.types, self.isOfExport) = (types, isOfExport)
  }

  fileprivate init(links: LinkList) {
    (types, isOfExport, self.links) = ([], false, links)
  }

  /// Whether memberships are right, so that findings about them are not.
  var isLinking: Bool { links != nil }

  /// The sample, with the memberships that are known.
  @inline(__always)
  func taken(_ sample: Sample) -> Sample {
    samples &+= 1
    if sample.canHoldSamples { return takenHolder(sample) }
    if !types.isEmpty, let index = descriptors.index(of: sample) ?? slowIndex(of: sample),
      descriptors[index]
    {
      note(sample)
    }
    return sample
  }

  @inline(never)
  private func slowIndex(of sample: Sample) -> Int? {
    guard let header = sample.header else { return nil }
    if descriptors.isLarge { _ = descriptors.takeEntries() }
    return descriptors.index(of: header.descriptor, kind: sample.kind) { _, _ in
      types.contains(header.descriptor.type)
    }
  }

  @inline(never)
  private func takenHolder(_ sample: Sample) -> Sample {
    if !types.isEmpty { note(sample) }
    let number = holders
    holders += 1
    if sample.members.isEmpty || error != nil { return sample }
    do throws(ByteError) {
      guard let indexes = try links?.indexes(ofHolder: number) else {
        var index: UInt64 = 0
        try search(sample.members, in: number, &index)
        return sample
      }
      if indexes.isEmpty { return sample }
      var linked = sample
      var index: UInt64 = 0
      linked.members = Self.linked(sample.members, indexes, &index)
      return linked
    } catch {
      self.error = error
      return sample
    }
  }

  // MARK: Searching

  /// Adds the samples that are nested only. Those nested in one that is also at top level come with that.
  private func search(
    _ members: [NestedSample], in holder: UInt64, _ index: inout UInt64
  ) throws(ByteError) {
    for member in members {
      if member.membership == .nestedOnly, let type = member.sample.descriptor?.type {
        hasNested = true
        if types.insert(type).inserted {
          _ = descriptors.takeEntries()
          if samples > 1, !isRemembered(type) { isComplete = false }
        }
        record.removeAll()
        record.append(
          word: UInt64(
            bitPattern: (member.sample.syncVersion ?? SyncVersion(nil)).number))
        record.append(word: holder)
        record.append(word: index)
        try add(member.sample, isNested: true)
      }
      index += 1
      try search(member.sample.members, in: holder, &index)
    }
  }

  private func isRemembered(_ type: SampleType) -> Bool {
    guard isOfExport, samples <= Self.remembered, case .quantity(let type) = type else {
      return false
    }
    return type.canBeNested
  }

  /// Adds a sample at top level that may also be nested.
  @inline(never)
  private func note(_ sample: Sample) {
    guard error == nil, let type = sample.descriptor?.type, types.contains(type) else { return }
    record.removeAll()
    // One without a sync identifier is equal to each that is nested.
    record.append(word: UInt64(bitPattern: sample.syncVersion?.number ?? .max))
    do throws(ByteError) { try add(sample, isNested: false) } catch { self.error = error }
  }

  /// Adds the record, so that samples at top level come before nested ones of the same identity.
  private func add(_ sample: Sample, isNested: Bool) throws(ByteError) {
    if sorter == nil { sorter = try ExternalSorter(memory: 1 << 22) }
    let key = SortKey(high: sample.id.high, low: sample.id.low & ~1 | (isNested ? 1 : 0))
    try record.withBytes { (bytes) throws(ByteError) in try sorter?.add(key, bytes) }
  }

  /// What is known after the reading.
  fileprivate func finish() throws(ByteError) -> MemberLinks.State {
    if let error { throw error }
    guard let sorter = sorter.take(), hasNested else { return .none }
    if !isComplete { return .searching(types) }
    var sorted = try sorter.sorted()
    var found = try ExternalSorter(memory: 1 << 20)
    var identity: SortKey?
    var highest: Int64?
    while try sorted.next() {
      let key = SortKey(high: sorted.key.high, low: sorted.key.low & ~1)
      if key != identity { (identity, highest) = (key, nil) }
      let version = sorted.withBytes { Int64(bitPattern: $0.word(at: 0)) }
      if sorted.key.low & 1 == 0 {
        highest = max(highest ?? version, version)
      } else if let highest, version <= highest {
        let place = sorted.withBytes { SortKey(high: $0.word(at: 8), low: $0.word(at: 16)) }
        try found.add(place, Span())
      }
    }
    return found.count == 0 ? .none : .found(try LinkList.spool(found))
  }

  // MARK: Linking

  /// The nested samples, those with the numbers marked as also at top level.
  private static func linked(
    _ members: [NestedSample], _ indexes: Set<UInt64>, _ index: inout UInt64
  ) -> [NestedSample] {
    var linked = members
    for place in linked.indices {
      if indexes.contains(index) { linked[place].membership = .alsoTopLevel }
      index += 1
      let inner = linked[place].sample.members
      if !inner.isEmpty { linked[place].sample.members = self.linked(inner, indexes, &index) }
    }
    return linked
  }
}

/// The numbers of nested samples in those that hold them, in order, on the disk.
private struct LinkList {
  private let file: RandomAccessFile
  private var position: Int64 = 0
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)
  private var bytes = 0..<0
  private var next: (holder: UInt64, index: UInt64)?

  private static let recordSize = 16

  init(_ spool: Spool) throws(ByteError) {
    file = try RandomAccessFile(spool)
    try advance()
  }

  static func spool(_ links: consuming ExternalSorter) throws(ByteError) -> Spool {
    let spool = try Spool()
    var buffer = ByteBuffer(capacity: recordSize)
    var sorted = try links.sorted()
    while try sorted.next() {
      buffer.append(word: sorted.key.high)
      buffer.append(word: sorted.key.low)
      try buffer.flush(to: spool)
    }
    return spool
  }

  /// The numbers in a sample; call it in their order.
  mutating func indexes(ofHolder holder: UInt64) throws(ByteError) -> Set<UInt64> {
    var indexes: Set<UInt64> = []
    while let next, next.holder == holder {
      indexes.insert(next.index)
      try advance()
    }
    return indexes
  }

  private mutating func advance() throws(ByteError) {
    if bytes.isEmpty {
      let count = Int(min(Int64(buffer.count), file.count - position))
      guard count > 0 else {
        next = nil
        return
      }
      try file.read(count, at: position, into: &buffer)
      position += Int64(count)
      bytes = 0..<count
    }
    next = (
      buffer.span.word(at: bytes.lowerBound), buffer.span.word(at: bytes.lowerBound + 8)
    )
    bytes = (bytes.lowerBound + Self.recordSize)..<bytes.upperBound
  }
}
