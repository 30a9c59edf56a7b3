import HealthBytes
import HealthModel

/// The distances of one type that were measured, each between two instants, in the order of their starts.
final class RouteDistanceSpool {
  private let spool: RouteMeasurementSpool
  /// Which of them belong to workouts, and which of these come back from what is written.
  var use = RouteUse()

  init() throws(HealthError) { spool = try RouteMeasurementSpool() }

  var count: Int { spool.count }

  func add(_ measurement: RouteMeasurement) throws(HealthError) { try spool.add(measurement) }
  func sort() throws(HealthError) { try spool.sort() }

  /// The distances during a workout, by its source.
  func parts(
    of workout: Workout, _ source: UInt32, isRead: Bool
  ) throws(HealthError) -> [RouteDistances.Part] {
    let (start, end) = (workout.start.nanosecondsSince1970, workout.end.nanosecondsSince1970)
    var index = try spool.firstIndex(from: start)
    guard var reader = try spool.reader(from: index) else { return [] }
    var found: [RouteDistances.Part] = []
    while let next = try reader.next(), next.time <= end, found.count < Limits.routePoints.value {
      if next.source == source, next.end <= end {
        found.append(
          RouteDistances.Part(spool: self, index: index, isRead: isRead, measurement: next))
      }
      index += 1
    }
    return found
  }
}

/// The way that was covered since the start of a workout, as FIT and TCX state it with each point: HealthKit has the
/// distances between instants. One definition for both directions: a reader makes of it the differences between points.
struct RouteDistances {
  /// A distance between two instants.
  struct Part {
    let spool: RouteDistanceSpool
    let index: Int
    /// Whether a reader of the format makes a sample of its type.
    let isRead: Bool
    let measurement: RouteMeasurement
  }

  private let parts: [Part]
  /// The sums after each part.
  private var sums: [Number] = []

  /// The distances of a workout in the order of their starts; `nil` if there are none.
  init?(_ parts: [Part]) {
    if parts.isEmpty { return nil }
    self.parts = parts
    var sum = Number(0)
    sums.reserveCapacity(parts.count)
    for part in parts {
      sum = sum.adding(part.measurement.number)
      sums.append(sum)
    }
  }

  /// The greatest speed from the start of an activity to its first value.
  private static let mostSpeed = 50.0

  /// Whether a distance can have been covered in a time: devices that count from another start have greater ones. In no
  /// time, what a second covers.
  static func isPlausible(_ meters: Double, nanoseconds: Int64) -> Bool {
    meters <= Self.mostSpeed * max(1, Double(nanoseconds) / 1e9)
  }

  /// The instants at which distances begin and end.
  var times: [Int64] { parts.flatMap { [$0.measurement.time, $0.measurement.end] } }

  /// The meters since the start; `nil` before the first part. Within a part, they grow evenly and are rounded to
  /// centimeters.
  func meters(at time: Int64) -> Number? {
    // The number of parts that began before.
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].measurement.time < time { low = middle + 1 } else { high = middle }
    }
    // A part without a duration is covered at its instant.
    while low < parts.count, parts[low].measurement.time == time,
      parts[low].measurement.duration == 0
    { low += 1 }
    guard low > 0 else { return parts.first?.measurement.time == time ? Number(0) : nil }
    let part = parts[low - 1].measurement
    if part.end <= time { return sums[low - 1] }
    let before = low > 1 ? sums[low - 2].doubleValue : 0
    let share = Double(time - part.time) / Double(max(1, part.duration))
    let centimeters = ((before + part.number.doubleValue * share) * 100).rounded()
    return centimeters.magnitude < 1e15 ? Number(digits: Int64(centimeters), exponent: -2) : nil
  }

  /// Whether reading begins to count at an instant before all points: that of the first part, if it is plausible.
  func begins(at start: Int64) -> Bool {
    guard let first = parts.first?.measurement else { return false }
    return first.time == start
      && Self.isPlausible(first.number.doubleValue, nanoseconds: first.duration)
  }

  /// Notes the parts as used: as exact those between two points that follow one another.
  ///
  /// - Parameters:
  ///   - times: The instants of the points.
  ///   - start: That of the workout: only there a part without a duration comes back.
  ///   - isHeld: Whether a file states a sum exactly.
  func note(
    times: [Int64], start: Int64, context: UInt16, isHeld: (Number) -> Bool
  ) {
    let isOrdered = zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
    var index = 0
    var before = Number(0)
    for (number, part) in parts.enumerated() {
      let measurement = part.measurement
      while index < times.count, times[index] < measurement.time { index += 1 }
      var next = index
      while next < times.count, times[next] == measurement.time { next += 1 }
      let isFirst = number == 0 && measurement.time == start && begins(at: start)
      let isBetween =
        isOrdered && next > index
        && (measurement.duration == 0
          ? isFirst : next < times.count && times[next] == measurement.end)
      let sum = sums[number]
      part.spool.use.add(
        part.index,
        isExact: isBetween && part.isRead && measurement.isExact
          && measurement.context == context && isHeld(before) && isHeld(sum)
          && sum.subtracting(before).isSame(as: measurement.number))
      before = sum
    }
  }
}

/// Which measurements became values of points.
struct RouteUse {
  /// A bit for each measurement.
  private var bits: [UInt64] = []
  /// How many there are, and how many of them come back unchanged.
  private(set) var count = 0
  private(set) var exactCount = 0

  func contains(_ index: Int) -> Bool {
    let word = index >> 6
    return word < bits.count && bits[word] & (1 << UInt64(index & 63)) != 0
  }

  mutating func add(_ index: Int, isExact: Bool) {
    guard !contains(index) else { return }
    let word = index >> 6
    if word >= bits.count {
      bits += [UInt64](repeating: 0, count: word + 1 - bits.count)
    }
    bits[word] |= 1 << UInt64(index & 63)
    count += 1
    if isExact { exactCount += 1 }
  }
}

extension Number {
  func adding(_ other: Number) -> Number { (Number(sumOf: [self, other]) ?? self).withoutZeros }

  func subtracting(_ other: Number) -> Number {
    let negative = Number(digits: -other.digits, exponent: other.exponent)
    return (Number(sumOf: [self, negative]) ?? self).withoutZeros
  }

  /// Whether the numbers are equal, apart from zeros at their end.
  func isSame(as other: Number) -> Bool { normalized == other.normalized }

  /// The number without zeros after the point at its end.
  private var withoutZeros: Number {
    var (digits, exponent) = (digits, exponent)
    while exponent < 0, digits % 10 == 0 {
      digits /= 10
      exponent += 1
    }
    return Number(digits: digits, exponent: exponent)
  }
}
