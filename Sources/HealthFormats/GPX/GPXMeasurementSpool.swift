import HealthBytes
import HealthModel

/// One measurement: 32 bytes in memory and on the disk.
struct GPXMeasurement {
  /// Nanoseconds since 1970.
  var time: Int64
  var digits: Int64
  var exponent: Int16
  /// Whether it equals what reading a point gives, and is thus preserved.
  var isExact: Bool
  /// By which its source is known; equal names have equal numbers.
  var source: UInt32
  /// Nanoseconds until it ended, 60 seconds at the most.
  var duration: Int64

  static var size: Int { 32 }

  var number: Number { Number(digits: digits, exponent: exponent) }

  fileprivate func write(to buffer: inout ByteBuffer) {
    buffer.append(word: UInt64(bitPattern: time))
    buffer.append(word: UInt64(bitPattern: digits))
    buffer.append(word: UInt64(bitPattern: duration))
    buffer.append(word: UInt64(UInt16(bitPattern: exponent)), count: 2)
    buffer.append(word: isExact ? 1 : 0, count: 2)
    buffer.append(word: UInt64(source), count: 4)
  }
}

/// Measurements of one type put aside in whatever order they come, and given back in the order of time.
final class GPXMeasurementSpool {
  private var sorter: ExternalSorter?
  /// The measurements in order, once they are sorted.
  private var sorted: Spool?
  private(set) var count = 0
  private var buffer = ByteBuffer(capacity: GPXMeasurement.size)

  init() throws(ByteError) { sorter = try ExternalSorter(memory: 1 << 20) }

  func add(_ measurement: GPXMeasurement) throws(ByteError) {
    count += 1
    buffer.removeAll()
    measurement.write(to: &buffer)
    // The sign bit is inverted, so that times before 1970 come first.
    let key = SortKey(high: UInt64(bitPattern: measurement.time ^ .min), low: 0)
    try buffer.withBytes { (bytes) throws(ByteError) in try sorter?.add(key, bytes) }
  }

  /// Puts all of them in order, after which none can be added.
  func sort() throws(ByteError) {
    guard let sorter = sorter.take() else { return }
    let sorted = try Spool()
    var records = try sorter.sorted()
    while try records.next() {
      try records.withBytes { (bytes) throws(ByteError) in try sorted.write(bytes) }
    }
    self.sorted = sorted
  }

  /// The measurements from an index on, in order; only after sorting.
  func reader(from index: Int, capacity: Int = 1 << 15) throws(ByteError) -> GPXMeasurementReader? {
    guard let sorted, index < count else { return nil }
    let start = Int64(index * GPXMeasurement.size)
    return GPXMeasurementReader(try sorted.source(start..<sorted.count), capacity: capacity)
  }

  /// The number of the first measurement at or after a time. Cost: a search through the file.
  func firstIndex(from time: Int64) throws(ByteError) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      guard let found = try reader(from: middle, capacity: GPXMeasurement.size)?.next() else {
        return low
      }
      if found.time < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Reads measurements one after another.
final class GPXMeasurementReader {
  private let source: any ByteSource
  private var buffer: [UInt8]
  private var position = 0
  private var end = 0

  init(_ source: any ByteSource, capacity: Int) {
    self.source = source
    buffer = [UInt8](repeating: 0, count: max(GPXMeasurement.size, capacity))
  }

  func next() throws(ByteError) -> GPXMeasurement? {
    if position == end {
      // A buffer holds whole measurements, and files end with one.
      (position, end) = (0, try source.fill(&buffer))
    }
    let storage = buffer
    let bytes = storage.span
    guard end - position >= GPXMeasurement.size, let time = ByteScan.word(bytes, at: position),
      let digits = ByteScan.word(bytes, at: position + 8),
      let duration = ByteScan.word(bytes, at: position + 16),
      let rest = ByteScan.word(bytes, at: position + 24)
    else { return nil }
    position += GPXMeasurement.size
    return GPXMeasurement(
      time: Int64(bitPattern: time), digits: Int64(bitPattern: digits),
      exponent: Int16(truncatingIfNeeded: rest), isExact: rest >> 16 & 1 == 1,
      source: UInt32(truncatingIfNeeded: rest >> 32), duration: Int64(bitPattern: duration))
  }
}
