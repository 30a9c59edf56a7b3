// Rules that compare samples share one sort on the disk (`Timeline`): 60 or 68 bytes per sample, with its location,
// so that at the end those of one type and source are ordered by start, members of correlations included. Samples
// that do not overlap in time are skipped, unless a check requests their series. A check receives the others one
// after another and stores what it needs of the few that overlap. `finish()` returns the remaining findings in
// batches and is called until it reports the end. If the disk is full, each such rule reports that it could not be
// checked: an error. A sum of a workout or a day is not compared with the samples in its time, since an export does
// not state which of them the phone counted. A workout's total is compared with the one sample that covers all of
// it.

import HealthBytes
import HealthModel

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
  private(set) var error: ByteError?

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
    do throws(ByteError) {
      if sorter == nil { sorter = try ExternalSorter(memory: Self.memory) }
      try buffer.withBytes { (bytes) throws(ByteError) in try sorter?.add(record.key, bytes) }
    } catch { self.error = error }
  }

  /// The next entry in order of those that share their start or some of their time with another of their
  /// series, after which none can be added; `nil` at the end.
  mutating func next(_ lone: Set<UInt64>) -> TimelineEntry? {
    if let record = waiting.take() { return entry(record) }
    do throws(ByteError) {
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
