// Rules that compare samples share one sort on the disk (`Timeline`): 60 or 68 bytes per sample, with its location,
// so that at the end those of one type and source are ordered by start, members of correlations included. Samples
// that do not overlap in time are skipped, unless a check requests their series. A check receives the others one
// after another and stores what it needs of the few that overlap. `finish()` returns the remaining findings in
// batches and is called until it reports the end. If the disk is full, each such rule reports that it could not be
// checked: an error. A sum of a workout or a day is not compared with the samples in its time, since an export does
// not state which of them the phone counted. A workout's total is compared with the one sample that covers all of
// it.

import HealthBytes
public import HealthModel

/// Sorts samples so that those of one type and source follow one another by start.
///
/// One sorting over the disk serves all rules that compare samples: 60 bytes a sample, 68 for a quantity that lasts, of which 8 MiB stay in
/// memory.
struct Timeline: ~Copyable {
  private var sorter: ExternalSorter?
  private var sorted: SortedRecords?
  private var buffer = ByteBuffer(capacity: 64)
  private var index = DescriptorIndex()
  /// The stored properties of descriptors, by number.
  private var descriptors:
    [(descriptor: SampleDescriptor, hashes: ContentHashes, keepsValue: Bool)] = []
  private var files: [String] = []
  private var file = 0
  /// The latest end of the records read back so far.
  private var seriesEnd = SeriesEnd()
  /// The last record, as long as no other is known to share its time.
  private var alone: TimelineRecord?
  /// The next record, which shares its time with another.
  private var waiting: TimelineRecord?
  /// The error that kept samples from being compared.
  private(set) var error: HealthError?

  /// Series and start of a record, and the last second of all records of the series.
  private struct SeriesEnd {
    var key = SortKey(high: 0, low: 0)
    var end: UInt64 = 0

    /// Adds the next record.
    ///
    /// - Returns: Whether it shares its start or some of its time with one before it.
    mutating func add(_ record: TimelineRecord) -> Bool {
      let overlaps =
        key.high == record.key.high && (record.start < end || key.low == record.key.low)
      key = record.key
      end = overlaps ? max(end, record.end) : record.end
      return overlaps
    }
  }

  private static let memory = 1 << 23
  /// The limit on distinct files, more than any export contains; beyond it the name of the first is
  /// reported.
  private static let fileLimit = 1 << 12

  /// Adds a sample, and the samples nested in it. Documents have no time.
  mutating func add(
    _ sample: Sample, _ header: SampleHeader, at place: Place, _ parts: Place.Parts?
  ) {
    guard error == nil, sample.kind != .document else { return }
    add(sample, header, at: place, as: .sample)
    guard sample.canHoldSamples else { return }
    for (index, member) in sample.members.enumerated() {
      guard let header = member.sample.header else { continue }
      let place = parts?.place(of: [.record(index)]) ?? place
      add(
        member.sample, header, at: place,
        as: member.membership == .alsoTopLevel ? .alsoTopLevel : .nested)
    }
  }

  private mutating func add(
    _ sample: Sample, _ header: SampleHeader, at place: Place, as role: TimelineEntry.Role
  ) {
    let (number, hashes, keepsValue) = number(of: header.descriptor)
    let record = TimelineRecord(
      sample, header, at: place, ContentHasher.hashes(sample, header, hashes),
      descriptor: number, file: fileNumber(place.file), role, keepsValue: keepsValue)
    buffer.removeAll()
    record.append(to: &buffer)
    do throws(HealthError) {
      if sorter == nil { sorter = try ExternalSorter(memory: Self.memory) }
      try buffer.withBytes { (bytes) throws(HealthError) in try sorter?.add(record.key, bytes) }
    } catch { self.error = error }
  }

  /// The next entry in order of those that share their start or some of their time with another of their
  /// series, after which none can be added; `nil` at the end.
  mutating func next(_ lone: Set<UInt64>) -> TimelineEntry? {
    if let record = waiting.take() { return entry(record) }
    do throws(HealthError) {
      if let sorter = sorter.take() { sorted = try sorter.sorted() }
      while error == nil, try sorted?.next() == true, let key = sorted?.key,
        let record = sorted?.withBytes({ TimelineRecord(key, $0) })
      {
        let before = alone.take()
        if seriesEnd.add(record) {
          guard let before else { return entry(record) }
          waiting = record
          return entry(before)
        }
        alone = record
        if let before, lone.contains(before.key.high) { return entry(before) }
      }
    } catch { self.error = error }
    guard error == nil, let last = alone.take(), lone.contains(last.key.high) else { return nil }
    return entry(last)
  }

  private func entry(_ record: TimelineRecord) -> TimelineEntry {
    let number = record.descriptor
    return record.entry(
      number < descriptors.count ? descriptors[number].descriptor : nil, files)
  }

  private mutating func number(
    of descriptor: SampleDescriptor
  ) -> (number: Int, hashes: ContentHashes, keepsValue: Bool) {
    if let number = index.number(of: descriptor) {
      return (number, descriptors[number].hashes, descriptors[number].keepsValue)
    }
    guard !index.isLarge else { return (TimelineRecord.unkept, ContentHashes(descriptor), false) }
    let number = index.insert(descriptor)
    if number == descriptors.count {
      descriptors.append(
        (descriptor, ContentHashes(descriptor), ContradictingSamples.compares(descriptor)))
    }
    return (number, descriptors[number].hashes, descriptors[number].keepsValue)
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

/// The properties of a sample that are needed to compare it with others after all were read.
public struct TimelineEntry: Sendable {
  /// The kind of entry.
  public enum Role: UInt8, Sendable {
    /// A sample at top level.
    case sample
    /// A member of a correlation that is also stored separately.
    case alsoTopLevel
    /// A member of a correlation that occurs only in it.
    case nested
  }

  /// The kind of entry.
  public let role: Role
  /// A hash of its type and the name of its source.
  public let series: UInt64
  /// When it began, in seconds since 1970; the fraction dropped.
  public let start: Int64
  /// When it ended, in seconds since 1970; the fraction dropped.
  public let end: Int64
  /// A number that orders the samples of a series by their start, to 32 nanoseconds.
  public let instant: UInt64
  /// A hash of the measurement: all content except when and in which software version it was saved. It differs from
  /// run to run.
  public let measurement: UInt64
  /// A hash of all content except the address of the device. It differs from run to run.
  public let content: UInt64
  /// Its descriptor; `nil` if a dataset has too many to store.
  public let descriptor: SampleDescriptor?
  /// The number of a quantity that lasts or that the body has one of at a time, in the unit of the descriptor, or of a sleep
  /// stage.
  public let value: Double?
  /// Where it is.
  public let place: Place

  /// Series and start. To store this is cheaper than to store the entry, which refers to other memory.
  struct Onset: Equatable {
    fileprivate let series: UInt64
    fileprivate let instant: UInt64
  }

  var onset: Onset { Onset(series: series, instant: instant) }
}

extension Findings {
  /// Adds a finding about a sample of the timeline.
  ///
  /// - Parameter message: What was found and what was expected; no values.
  public mutating func add(_ message: String, on entry: TimelineEntry) {
    let descriptor = entry.descriptor
    add(
      message, at: entry.place, type: descriptor?.type.identifier,
      source: descriptor?.sourceName)
  }
}

/// The record of a sample until all were read: a key and five or six words.
struct TimelineRecord {
  /// A hash of its type and the name of its source, then its start.
  let key: SortKey
  private let measurement: UInt64
  private let content: UInt64
  /// How many bytes are before it.
  private let offset: UInt64
  /// Its line in 32 bits, its column and the number of its descriptor in 16 each.
  private let placeBits: UInt64
  /// Its end in 39 bits, the number of its file in 16, its role in 8.
  private let endBits: UInt64
  /// The number of a quantity that lasts or has one value at a time, or of a sleep stage.
  private let value: Double?

  /// The number of a descriptor that is not stored.
  static let unkept = 0xffff

  init(
    _ sample: Sample, _ header: SampleHeader, at place: Place, _ hashes: ContentHashes,
    descriptor: Int, file: Int, _ role: TimelineEntry.Role, keepsValue: Bool
  ) {
    key = SortKey(high: header.descriptor.seriesHash, low: Self.instant(header.start))
    measurement = hashes.measurement
    content = hashes.content
    offset = UInt64(bitPattern: place.byteOffset)
    placeBits =
      UInt64(UInt32(truncatingIfNeeded: place.line))
      | UInt64(UInt16(clamping: place.column)) &<< 32
      | UInt64(UInt16(clamping: descriptor)) &<< 48
    endBits =
      Self.second(header.end) | UInt64(UInt16(clamping: file)) &<< 39 | UInt64(role.rawValue) &<< 56
    switch sample {
    case .quantity(let quantity) where keepsValue || header.start < header.end:
      value = quantity.value
    case .category(let category) where header.descriptor.type == .category(.sleepAnalysis):
      value = category.value?.number.map(Double.init)
    default: value = nil
    }
  }

  init(_ key: SortKey, _ bytes: Span<UInt8>) {
    self.key = key
    measurement = bytes.word(at: 0)
    content = bytes.word(at: 8)
    offset = bytes.word(at: 16)
    placeBits = bytes.word(at: 24)
    endBits = bytes.word(at: 32)
    value = bytes.count > 40 ? Double(bitPattern: bytes.word(at: 40)) : nil
  }

  /// Appends everything except the key.
  func append(to buffer: inout ByteBuffer) {
    buffer.append(word: measurement)
    buffer.append(word: content)
    buffer.append(word: offset)
    buffer.append(word: placeBits)
    buffer.append(word: endBits)
    if let value { buffer.append(word: value.bitPattern) }
  }

  /// The second of its start, on the scale of `end`.
  var start: UInt64 { key.low &>> 25 }
  /// The second of its end.
  var end: UInt64 { endBits & 0x7f_ffff_ffff }

  /// The number of its descriptor.
  var descriptor: Int { Int(placeBits &>> 48) }

  func entry(_ descriptor: SampleDescriptor?, _ files: [String]) -> TimelineEntry {
    TimelineEntry(
      role: TimelineEntry.Role(rawValue: UInt8(truncatingIfNeeded: endBits &>> 56)) ?? .sample,
      series: key.high, start: Int64(start) - Self.bound, end: Int64(end) - Self.bound,
      instant: key.low, measurement: measurement, content: content, descriptor: descriptor,
      value: value,
      place: Place(
        file: files[Int(endBits &>> 39 & 0xffff)], line: Int(placeBits & 0xffff_ffff),
        column: Int(placeBits &>> 32 & 0xffff), byteOffset: Int64(bitPattern: offset)))
  }

  /// The seconds of all years that can be written, 0000 to 9999, fit into 39 bits.
  private static let bound: Int64 = 1 << 38

  private static func second(_ time: Timestamp) -> UInt64 {
    UInt64(min(max(time.secondsSince1970, -bound), bound - 1) + bound)
  }

  /// The order by time in 64 bits: to 32 nanoseconds.
  private static func instant(_ time: Timestamp) -> UInt64 {
    second(time) &<< 25 | UInt64(truncatingIfNeeded: time.nanoseconds >> 5)
  }
}
