import HealthBytes
import HealthModel
import HealthStore

/// The entries of an index of samples, by a number and an instant or a second number, or by 16 bytes, which are sorted on the disk.
struct IndexEntries: ~Copyable {
  private var sorter: ExternalSorter?
  private let name: String

  struct Entry {
    let number: Int64
    /// Bits in the order of the second column.
    fileprivate let second: UInt64
    let change: Int64

    /// The instant, in seconds since 1970.
    var start: Double? { IndexEntries.seconds(second) }
    var secondNumber: Int64 { Int64(bitPattern: second) }
    var id: SampleID { SampleID(high: UInt64(bitPattern: number), low: second) }
  }

  init(_ name: String) throws(HealthError) {
    self.name = name
    sorter = try ExternalSorter(memory: 1 << 22)
  }

  /// Adds an entry. Of those that are equal but for the change, the change before comes first.
  @inline(__always)
  mutating func add(
    _ number: Int64, _ start: DateColumns?, change: Int64
  ) throws(HealthError) {
    try add(number, start.map { Self.ordered($0.timeIntervalSince1970) } ?? 0, change: change)
  }

  /// Adds an entry with a second number; neither is negative.
  mutating func add(
    _ number: Int64, secondNumber: Int64, change: Int64
  ) throws(HealthError) {
    try add(number, UInt64(bitPattern: secondNumber), change: change)
  }

  /// Adds an entry of 16 bytes instead of two numbers.
  mutating func add(_ id: SampleID, change: Int64) throws(HealthError) {
    try add(Int64(bitPattern: id.high), id.low, change: change)
  }

  @inline(__always)
  private mutating func add(
    _ number: Int64, _ second: UInt64, change: Int64
  ) throws(HealthError) {
    let key = SortKey(high: UInt64(bitPattern: number), low: second)
    let bytes = unsafe unsafeBitCast(change.littleEndian, to: [8 of UInt8].self)
    try sorter?.add(key, bytes.span)
  }

  /// Bits in the order of the numbers and above 0, which represents NULL and comes first.
  private static func ordered(_ seconds: Double) -> UInt64 {
    let bits = seconds.bitPattern
    return bits &>> 63 == 1 ? ~bits : bits | 1 &<< 63
  }

  fileprivate static func seconds(_ ordered: UInt64) -> Double? {
    if ordered == 0 { return nil }
    return Double(bitPattern: ordered &>> 63 == 1 ? ordered ^ 1 &<< 63 : ~ordered)
  }

  /// Writes the index; nothing can be added afterwards.
  mutating func write(
    _ tree: consuming TreeWriter, _ write: (inout Record, Entry) -> Void
  ) throws(HealthError) {
    guard let sorter = sorter.take() else { return }
    var record = Record()
    var sorted = try sorter.sorted()
    while true {
      guard try sorted.next() else { break }
      let key = sorted.key
      let change = sorted.withBytes { Int64(bitPattern: $0.word(at: 0)) }
      record.removeAll()
      write(
        &record,
        Entry(number: Int64(bitPattern: key.high), second: key.low, change: change))
      try tree.add(record)
    }
    try tree.finish()
  }
}
