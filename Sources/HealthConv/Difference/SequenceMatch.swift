import HealthBytes

/// The entries of a dataset on the disk, in their order.
struct EntryLog: ~Copyable {
  /// Bytes before those of an entry: its key and its length.
  static let headLength = 20
  private static let flushSize = 1 << 15

  private let spool: Spool
  private var buffer = ByteBuffer(capacity: 1 << 16)

  init() throws(HealthError) { spool = try Spool() }

  mutating func add(_ key: SortKey, _ entry: Span<UInt8>) throws(HealthError) {
    buffer.append(word: key.high)
    buffer.append(word: key.low)
    buffer.append(word: UInt64(entry.count), count: 4)
    buffer.append(entry)
    if buffer.count >= Self.flushSize { try buffer.flush(to: spool) }
  }

  /// The entries, after which none can be added.
  consuming func finish() throws(HealthError) -> any ByteSource {
    try buffer.flush(to: spool)
    return try spool.source()
  }
}

/// Finds what two datasets have in the same order, which then needs no sorting: most datasets that are compared are exports of one
/// person, or one dataset in two formats.
///
/// An entry of the second dataset is compared with the next one of the first and with some after it. Of entries that are equal byte
/// for byte, it does not matter which are paired. All others are sorted and joined.
struct SequenceMatch: ~Copyable {
  private var window: Window
  /// Where the next entry of the first dataset begins in the window.
  private var position = 0
  /// How many entries may be searched for in vain, so that datasets in another order cost little.
  private var credit = mostCredit

  private static let mostCredit = 4_096
  /// How many entries of the first dataset are compared with one of the second.
  private static let most = 64
  /// Bytes of entries to have in the window: an entry has less than 1 KiB.
  private static let least = 1 << 13

  init(_ log: any ByteSource) {
    window = Window(source: log, capacity: 1 << 16, limit: 1 << 16)
  }

  /// Whether the first dataset has an equal entry at its current location or soon after. The entries before it are given to a sorter.
  mutating func take(
    _ key: SortKey, _ entry: Span<UInt8>, _ skipped: inout ExternalSorter
  ) throws(HealthError) -> Bool {
    try fill()
    guard let range = find(key, entry) else {
      credit -= 1
      return false
    }
    credit = min(credit + 1, Self.mostCredit)
    if position < range.lowerBound { try skip(to: range.lowerBound, &skipped) }
    position = range.upperBound
    return true
  }

  /// Gives the rest of the first dataset to a sorter.
  consuming func finish(_ skipped: inout ExternalSorter) throws(HealthError) {
    while true {
      try fill()
      guard let next = end(of: position, in: window.bytes.span) else { return }
      try skip(to: next, &skipped)
    }
  }

  private mutating func fill() throws(HealthError) {
    guard window.end - position < Self.least, !window.isFinal else { return }
    try window.refill(keepingFrom: position)
    position = 0
  }

  private func find(_ key: SortKey, _ entry: Span<UInt8>) -> Range<Int>? {
    let bytes = window.bytes
    let span = bytes.span
    var place = position
    for _ in 0..<(credit > 0 ? Self.most : 1) {
      guard let end = end(of: place, in: span) else { return nil }
      if Self.key(span, at: place) == key,
        Self.isEqual(span.extracting((place + EntryLog.headLength)..<end), entry)
      {
        return place..<end
      }
      place = end
    }
    return nil
  }

  /// Where an entry ends; `nil` if none begins at the place.
  private func end(of place: Int, in span: Span<UInt8>) -> Int? {
    guard place + EntryLog.headLength <= window.end else { return nil }
    let end = place + EntryLog.headLength + Int(span.word(at: place + 16, count: 4))
    return end <= window.end ? end : nil
  }

  private mutating func skip(
    to place: Int, _ skipped: inout ExternalSorter
  ) throws(HealthError) {
    let bytes = window.bytes
    let span = bytes.span
    while position < place, let end = end(of: position, in: span) {
      try skipped.add(
        Self.key(span, at: position),
        span.extracting((position + EntryLog.headLength)..<end))
      position = end
    }
  }

  private static func key(_ span: Span<UInt8>, at place: Int) -> SortKey {
    SortKey(high: span.word(at: place), low: span.word(at: place + 8))
  }

  private static func isEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    var place = 0
    while place + 8 <= a.count {
      if a.word(at: place) != b.word(at: place) { return false }
      place += 8
    }
    return place == a.count
      || a.word(at: place, count: a.count - place) == b.word(at: place, count: a.count - place)
  }
}
