import HealthBytes
import HealthModel

/// One measurement: 32 bytes in memory and on the disk.
struct RouteMeasurement {
  /// Nanoseconds since 1970.
  var time: Int64
  var digits: Int64
  var exponent: Int16
  /// Whether it equals what reading a point gives, and is thus preserved.
  var isExact: Bool
  /// A number of 15 bits for the zone and the device, where a format has them for a whole workout; else 0.
  var context: UInt16 = 0
  /// By which its source is known; equal names have equal numbers.
  var source: UInt32
  /// Nanoseconds until it ended: 60 seconds at the most, but of a distance.
  var duration: Int64

  static var size: Int { 32 }

  var number: Number { Number(digits: digits, exponent: exponent) }
  var end: Int64 { time + duration }

  fileprivate func write(to buffer: inout ByteBuffer) {
    buffer.append(word: UInt64(bitPattern: time))
    buffer.append(word: UInt64(bitPattern: digits))
    buffer.append(word: UInt64(bitPattern: duration))
    buffer.append(word: UInt64(UInt16(bitPattern: exponent)), count: 2)
    buffer.append(word: UInt64(context << 1 | (isExact ? 1 : 0)), count: 2)
    buffer.append(word: UInt64(source), count: 4)
  }
}

/// Measurements of one type, spooled in any order and returned in the order of time.
final class RouteMeasurementSpool {
  private var sorter: ExternalSorter?
  /// The measurements in order, once they are sorted.
  private var sorted: Spool?
  private(set) var count = 0
  private var buffer = ByteBuffer(capacity: RouteMeasurement.size)

  init() throws(HealthError) { sorter = try ExternalSorter(memory: 1 << 20) }

  func add(_ measurement: RouteMeasurement) throws(HealthError) {
    count += 1
    buffer.removeAll()
    measurement.write(to: &buffer)
    // The sign bit is inverted, so that times before 1970 come first.
    let key = SortKey(high: UInt64(bitPattern: measurement.time ^ .min), low: 0)
    try buffer.withBytes { (bytes) throws(HealthError) in try sorter?.add(key, bytes) }
  }

  /// Puts all of them in order, after which none can be added.
  func sort() throws(HealthError) {
    guard let sorter = sorter.take() else { return }
    let sorted = try Spool()
    var records = try sorter.sorted()
    while try records.next() {
      try records.withBytes { (bytes) throws(HealthError) in try sorted.write(bytes) }
    }
    self.sorted = sorted
  }

  /// The measurements from an index on, in order; only after sorting.
  func reader(from index: Int, capacity: Int = 1 << 15) throws(HealthError)
    -> RouteMeasurementReader?
  {
    guard let sorted, index < count else { return nil }
    let start = Int64(index * RouteMeasurement.size)
    return RouteMeasurementReader(try sorted.source(start..<sorted.count), capacity: capacity)
  }

  /// The number of the first measurement at or after a time. Cost: a search through the file.
  func firstIndex(from time: Int64) throws(HealthError) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      var reader = try reader(from: middle, capacity: RouteMeasurement.size)
      guard let found = try reader?.next() else { return low }
      if found.time < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Reads measurements one after another.
struct RouteMeasurementReader {
  private let source: any ByteSource
  private var buffer: [UInt8]
  private var position = 0
  private var end = 0

  init(_ source: any ByteSource, capacity: Int) {
    self.source = source
    buffer = [UInt8](repeating: 0, count: max(RouteMeasurement.size, capacity))
  }

  mutating func next() throws(HealthError) -> RouteMeasurement? {
    if position == end {
      // A buffer holds whole measurements, and files end with one.
      (position, end) = (0, try source.fill(&buffer))
    }
    let storage = buffer
    let bytes = storage.span
    guard end - position >= RouteMeasurement.size, let time = ByteScan.word(bytes, at: position),
      let digits = ByteScan.word(bytes, at: position + 8),
      let duration = ByteScan.word(bytes, at: position + 16),
      let rest = ByteScan.word(bytes, at: position + 24)
    else { return nil }
    position += RouteMeasurement.size
    return RouteMeasurement(
      time: Int64(bitPattern: time), digits: Int64(bitPattern: digits),
      exponent: Int16(truncatingIfNeeded: rest), isExact: rest >> 16 & 1 == 1,
      context: UInt16(truncatingIfNeeded: rest >> 16) >> 1,
      source: UInt32(truncatingIfNeeded: rest >> 32), duration: Int64(bitPattern: duration))
  }
}

/// Finds the measurement of one type that belongs to a point, as points go forward in time.
///
/// A measurement belongs to a point if it lasted at that time or is the nearest in time, ``tolerance`` away at the
/// most; of several, those of the workout's own source come first, then the earlier one. Points of another
/// program's file hold what was measured there: of those, only the instant counts, and each measurement
/// serves one point.
final class RouteMeasurementCursor {
  /// How far a measurement may be from its point: 15 s. A watch measures the heart rate every five seconds or
  /// so in a workout, and every few minutes else.
  static let tolerance: Int64 = 15_000_000_000
  /// How far a measurement may be from a point of a route if the format also has points without coordinates: 1 s. Farther ones
  /// have points of their own.
  static let nearness: Int64 = 1_000_000_000
  /// The longest time a measurement may cover: 60 s. A longer one is an average, which does not apply to a point.
  static let longest: Int64 = 60_000_000_000
  /// The most measurements that are looked at around a point; a hostile file may have all of them there.
  private static let windowLimit = 4_096

  private let spool: RouteMeasurementSpool
  private var reader: RouteMeasurementReader?
  /// The measurements near the last point.
  private var window: [(index: Int, measurement: RouteMeasurement)] = []
  /// Read, and not yet near.
  private var following: RouteMeasurement?
  private var index = 0
  private var time = Int64.max
  private var use = RouteUse()
  /// How many measurements were assigned to points, and how many of them unchanged.
  var usedCount: Int { use.count }
  var exactCount: Int { use.exactCount }

  init(_ spool: RouteMeasurementSpool) throws(HealthError) {
    self.spool = spool
    try spool.sort()
  }

  /// Forgets where it is: another workout begins.
  func restart() { time = .max }

  /// The measurement of a point.
  ///
  /// - Parameters:
  ///   - isRead: Whether a reader of the format makes a sample of it.
  ///   - elsewhere: The times at which measurements of the source have points of their own.
  /// - Returns: The measurement, if one belongs to the point.
  func measurement(
    at point: Int64, source: UInt32, context: UInt16 = 0, isExact: Bool, isRead: Bool = true,
    elsewhere: Set<Int64> = []
  ) throws(HealthError) -> RouteMeasurement? {
    try move(to: point, reach: isExact ? 0 : Self.tolerance)
    var best: Int?
    var least = (Int64.max, Int64.max)
    for (place, entry) in window.enumerated() {
      let (start, end) = (
        entry.measurement.time, entry.measurement.time + entry.measurement.duration
      )
      let distance = max(0, start - point, point - end)
      if isExact ? (start != point || use.contains(entry.index)) : distance > Self.tolerance {
        continue
      }
      let rank: (Int64, Int64) = (entry.measurement.source == source ? 0 : 1, distance)
      if rank < least { (best, least) = (place, rank) }
    }
    guard let best else { return nil }
    let (index, measurement) = window[best]
    if !isExact, measurement.source == source, elsewhere.contains(measurement.time) { return nil }
    use.add(
      index,
      isExact: isExact && isRead && measurement.isExact && measurement.source == source
        && measurement.context == context)
    return measurement
  }

  private func move(to point: Int64, reach: Int64) throws(HealthError) {
    if point < time {
      window.removeAll(keepingCapacity: true)
      index = try spool.firstIndex(from: point - reach - Self.longest)
      reader = try spool.reader(from: index)
      following = try reader?.next()
    }
    time = point
    if let first = window.first,
      first.measurement.time + first.measurement.duration < point - reach
    {
      window.removeAll { $0.measurement.time + $0.measurement.duration < point - reach }
    }
    guard let next = following, next.time <= point + reach else { return }
    // Local, since each access to a property of a class is checked.
    var (reader, window, index) = (self.reader, self.window, index)
    (self.reader, self.window) = (nil, [])
    var found = Optional(next)
    while let next = found, next.time <= point + reach {
      if next.time + next.duration >= point - reach {
        if window.count == Self.windowLimit { window.removeFirst(Self.windowLimit / 2) }
        window.append((index, next))
      }
      index += 1
      found = try reader?.next()
    }
    following = found
    (self.reader, self.window, self.index) = (reader, window, index)
  }
}
