import HealthBytes
import HealthModel

/// The samples of a timeline as records on the disk, of which 8 MiB stay in memory: some 73 bytes a sample, 81
/// for a quantity that lasts.
struct TimelineRecords: ~Copyable {
  private var sorter: ExternalSorter?
  private var sorted: SortedRecords?
  private var record = ByteBuffer(capacity: 64)
  private var index = DescriptorIndex()
  /// What is kept of descriptors, by their numbers.
  private var descriptors: [(descriptor: SampleDescriptor, content: Int)] = []
  private var files: [String] = []
  private var file = 0
  /// Why not all samples could be put beside each other.
  private(set) var error: ByteError?

  private static let memory = 1 << 23
  /// More files than any export has inside of it; of those beyond, the name of the first is told.
  private static let fileLimit = 1 << 12
  /// The number of a descriptor that is not kept.
  private static let unkept = 0xffff_ffff

  /// Takes note of a sample, and of the members of a correlation. Documents have no time.
  mutating func take(_ sample: Sample, _ header: SampleHeader, at place: Place) {
    guard error == nil, sample.kind != .document else { return }
    add(sample, header, at: place, as: .sample)
    guard case .correlation(let correlation) = sample else { return }
    for member in correlation.members {
      guard let header = member.sample.header else { continue }
      add(member.sample, header, at: place, as: member.standing == .twin ? .twin : .nested)
    }
  }

  private mutating func add(
    _ sample: Sample, _ header: SampleHeader, at place: Place, as role: TimelineEntry.Role
  ) {
    let (number, descriptorContent) = number(of: header.descriptor)
    let content = ContentHasher.hash(sample, header, descriptor: descriptorContent)
    let start = header.start.secondsSince1970
    record.removeAll()
    record.append(word: sample.id.high)
    record.append(word: UInt64(bitPattern: Int64(content)))
    record.append(word: UInt64(bitPattern: start))
    record.append(word: UInt64(bitPattern: header.end.secondsSince1970))
    record.append(word: UInt64(truncatingIfNeeded: place.byteOffset))
    record.append(word: UInt64(truncatingIfNeeded: place.line), count: 4)
    record.append(word: UInt64(truncatingIfNeeded: min(place.column, 0xffff)), count: 2)
    record.append(word: UInt64(truncatingIfNeeded: fileNumber(place.file)), count: 2)
    record.append(word: UInt64(truncatingIfNeeded: number), count: 4)
    record.append(word: UInt64(role.rawValue), count: 1)
    if case .quantity(let quantity) = sample, header.start < header.end {
      record.append(word: quantity.value.bitPattern)
    }
    do throws(ByteError) {
      if sorter == nil { sorter = try ExternalSorter(memory: Self.memory) }
      let key = SortKey(
        high: header.descriptor.seriesHash, low: Self.instant(header.start))
      try record.withBytes { (bytes) throws(ByteError) in try sorter?.add(key, bytes) }
    } catch { self.error = error }
  }

  /// The next entry in order, after which none can be added; `nil` at the end.
  mutating func next() -> TimelineEntry? {
    do throws(ByteError) {
      if let sorter = sorter.take() { sorted = try sorter.sorted() }
      guard error == nil, try sorted?.next() == true else { return nil }
    } catch {
      self.error = error
      return nil
    }
    let key = sorted?.key ?? SortKey(high: 0, low: 0)
    let (descriptors, files) = (descriptors, files)
    return sorted?.withBytes { Self.entry($0, key, descriptors, files) }
  }

  private static func entry(
    _ bytes: Span<UInt8>, _ key: SortKey,
    _ descriptors: [(descriptor: SampleDescriptor, content: Int)], _ files: [String]
  ) -> TimelineEntry? {
    let number = Int(bytes.word(at: 48, count: 4))
    return TimelineEntry(
      role: TimelineEntry.Role(rawValue: bytes[52]) ?? .sample, series: key.high,
      start: Int64(bitPattern: bytes.word(at: 16)), end: Int64(bitPattern: bytes.word(at: 24)),
      instant: key.low, identity: bytes.word(at: 0), content: bytes.word(at: 8),
      descriptor: number < descriptors.count ? descriptors[number].descriptor : nil,
      value: bytes.count > 53 ? Double(bitPattern: bytes.word(at: 53)) : nil,
      place: Place(
        file: files[Int(bytes.word(at: 46, count: 2))], line: Int(bytes.word(at: 40, count: 4)),
        column: Int(bytes.word(at: 44, count: 2)),
        byteOffset: Int64(truncatingIfNeeded: bytes.word(at: 32))))
  }

  /// The order by time of 64 bits: to four nanoseconds, from some centuries before to some after.
  private static func instant(_ time: Timestamp) -> UInt64 {
    let bound: Int64 = 1 << 35
    let seconds = min(max(time.secondsSince1970, -bound), bound - 1) + bound
    return UInt64(seconds) &<< 28 | UInt64(truncatingIfNeeded: time.nanoseconds >> 2)
  }

  private mutating func number(of descriptor: SampleDescriptor) -> (number: Int, content: Int) {
    if let number = index.number(of: descriptor) { return (number, descriptors[number].content) }
    guard !index.isLarge else { return (Self.unkept, Self.content(descriptor)) }
    let number = index.insert(descriptor)
    if number == descriptors.count { descriptors.append((descriptor, Self.content(descriptor))) }
    return (number, descriptors[number].content)
  }

  private static func content(_ descriptor: SampleDescriptor) -> Int {
    var hasher = Hasher()
    hasher.combine(descriptor)
    return hasher.finalize()
  }

  private mutating func fileNumber(_ name: String) -> Int {
    if file < files.count, files[file] == name { return file }
    if let number = files.firstIndex(of: name) {
      file = number
    } else if files.count < Self.fileLimit {
      file = files.count
      files.append(name)
    } else {
      return 0
    }
    return file
  }
}
