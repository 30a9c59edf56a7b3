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
}

/// Measurements of one type put aside in whatever order they come, and given back in the order of time.
///
/// Sorted by runs of a fixed size; runs that follow one another become one, as they do in exports, where
/// the samples of a type are in order.
final class GPXMeasurementSpool {
  private static let runLength = 1 << 15
  private static let fanIn = 64

  private var waiting: [GPXMeasurement] = []
  private var spool: Spool?
  private var runs: [Run] = []
  private(set) var count = 0
  private var buffer = ByteBuffer(capacity: 1 << 12)

  private struct Run {
    var range: Range<Int64>
    var last: Int64
  }

  func add(_ measurement: GPXMeasurement) throws(ByteError) {
    waiting.append(measurement)
    count += 1
    if waiting.count == Self.runLength { try flush() }
  }

  private func flush() throws(ByteError) {
    guard let first = waiting.first else { return }
    var isSorted = true
    for index in waiting.indices.dropFirst() where waiting[index].time < waiting[index - 1].time {
      isSorted = false
      break
    }
    if !isSorted { waiting.sort { $0.time < $1.time } }
    if spool == nil { spool = try Spool() }
    guard let spool else { return }
    let start = spool.count
    for measurement in waiting { try write(measurement, to: spool) }
    try buffer.flush(to: spool)
    let end = spool.count
    let (earliest, latest) = (waiting.first?.time ?? first.time, waiting.last?.time ?? first.time)
    if let run = runs.last, run.last <= earliest, run.range.upperBound == start {
      runs[runs.count - 1] = Run(range: run.range.lowerBound..<end, last: latest)
    } else {
      runs.append(Run(range: start..<end, last: latest))
    }
    waiting.removeAll(keepingCapacity: true)
  }

  private func write(_ measurement: GPXMeasurement, to spool: Spool) throws(ByteError) {
    buffer.append(word: UInt64(bitPattern: measurement.time))
    buffer.append(word: UInt64(bitPattern: measurement.digits))
    buffer.append(word: UInt64(bitPattern: measurement.duration))
    buffer.append(word: UInt64(UInt16(bitPattern: measurement.exponent)), count: 2)
    buffer.append(word: measurement.isExact ? 1 : 0, count: 2)
    buffer.append(word: UInt64(measurement.source), count: 4)
    if buffer.count >= 1 << 15 { try buffer.flush(to: spool) }
  }

  /// Puts all of them in order: merges runs, some dozens at a time.
  func sort() throws(ByteError) {
    try flush()
    waiting = []
    while runs.count > 1, let from = spool {
      let to = try Spool()
      var merged: [Run] = []
      for start in stride(from: 0, to: runs.count, by: Self.fanIn) {
        let part = runs[start..<min(start + Self.fanIn, runs.count)]
        let begin = to.count
        try merge(part, of: from, into: to)
        merged.append(Run(range: begin..<to.count, last: part.map(\.last).max() ?? 0))
      }
      (spool, runs) = (to, merged)
    }
  }

  private func merge(
    _ part: ArraySlice<Run>, of from: Spool, into to: Spool
  ) throws(ByteError) {
    var readers: [GPXMeasurementReader] = []
    var heads: [GPXMeasurement] = []
    for run in part {
      let reader = GPXMeasurementReader(try from.source(run.range), capacity: 1 << 14)
      if let head = try reader.next() {
        readers.append(reader)
        heads.append(head)
      }
    }
    while !heads.isEmpty {
      var least = 0
      for index in heads.indices where heads[index].time < heads[least].time { least = index }
      try write(heads[least], to: to)
      if let next = try readers[least].next() {
        heads[least] = next
      } else {
        heads.remove(at: least)
        readers.remove(at: least)
      }
    }
    try buffer.flush(to: to)
  }

  /// The measurements from an index on, in order; only after sorting.
  func reader(from index: Int, capacity: Int = 1 << 15) throws(ByteError) -> GPXMeasurementReader? {
    guard let spool, let run = runs.first, index < count else { return nil }
    let start = run.range.lowerBound + Int64(index * GPXMeasurement.size)
    return GPXMeasurementReader(
      try spool.source(start..<run.range.upperBound), capacity: capacity)
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
      (position, end) = (0, 0)
      // A buffer holds whole measurements, and files end with one.
      while end < buffer.count {
        let count = try source.read(into: &buffer, at: end)
        if count == 0 { break }
        end += count
      }
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
