import HealthBytes
import HealthModel

/// Finds the measurement of one type that belongs to a point, as points go forward in time.
///
/// A measurement belongs to a point if it was going on or is the nearest in time, ``tolerance`` away at the
/// most; of several, those of the workout's own source come first, then the earlier one. Points of another
/// program's file hold what was measured there: of those, only the instant counts, and each measurement
/// serves one point.
final class GPXMeasurementCursor {
  /// How far a measurement may be from its point: 15 s. A watch measures the heart rate every five seconds or
  /// so in a workout, and every few minutes else.
  static let tolerance: Int64 = 15_000_000_000
  /// The longest time a measurement may cover: 60 s. A longer one is an average, which does not apply to a point.
  static let longest: Int64 = 60_000_000_000
  /// The most measurements that are looked at around a point; a hostile file may have all of them there.
  private static let windowLimit = 4_096

  private let spool: GPXMeasurementSpool
  private var reader: GPXMeasurementReader?
  /// The measurements near the last point.
  private var window: [(index: Int, measurement: GPXMeasurement)] = []
  /// Read, and not yet near.
  private var following: GPXMeasurement?
  private var index = 0
  private var time = Int64.max
  /// A bit for each measurement that was given to a point.
  private var used: [UInt64] = []
  /// How many measurements were given to points, and how many of them as they are.
  private(set) var usedCount = 0
  private(set) var exactCount = 0

  init(_ spool: GPXMeasurementSpool) throws(ByteError) {
    self.spool = spool
    try spool.sort()
  }

  /// Forgets where it is: another workout begins.
  func restart() { time = .max }

  /// The measurement of a point.
  ///
  /// - Returns: The measurement, if one belongs to the point.
  func measurement(
    at point: Int64, source: UInt32, isExact: Bool
  ) throws(ByteError) -> GPXMeasurement? {
    try move(to: point, reach: isExact ? 0 : Self.tolerance)
    var best: Int?
    var least = (Int64.max, Int64.max)
    for (place, entry) in window.enumerated() {
      let (start, end) = (
        entry.measurement.time, entry.measurement.time + entry.measurement.duration
      )
      let distance = max(0, start - point, point - end)
      if isExact ? (start != point || isUsed(entry.index)) : distance > Self.tolerance { continue }
      let rank: (Int64, Int64) = (entry.measurement.source == source ? 0 : 1, distance)
      if rank < least { (best, least) = (place, rank) }
    }
    guard let best else { return nil }
    let (index, measurement) = window[best]
    use(index, isExact: isExact && measurement.isExact && measurement.source == source)
    return measurement
  }

  private func move(to point: Int64, reach: Int64) throws(ByteError) {
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
    while let next = following, next.time <= point + reach {
      if next.time + next.duration >= point - reach {
        if window.count == Self.windowLimit { window.removeFirst(Self.windowLimit / 2) }
        window.append((index, next))
      }
      index += 1
      following = try reader?.next()
    }
  }

  private func isUsed(_ index: Int) -> Bool {
    let word = index >> 6
    return word < used.count && used[word] & (1 << UInt64(index & 63)) != 0
  }

  private func use(_ index: Int, isExact: Bool) {
    guard !isUsed(index) else { return }
    let word = index >> 6
    if word >= used.count {
      used += [UInt64](repeating: 0, count: word + 1 - used.count)
    }
    used[word] |= 1 << UInt64(index & 63)
    usedCount += 1
    if isExact { exactCount += 1 }
  }
}
