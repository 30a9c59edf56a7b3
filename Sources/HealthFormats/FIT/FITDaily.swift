import HealthModel

/// The running totals of days, which become amounts of intervals.
///
/// A watch counts steps, meters and energy by kind of activity from midnight on, and writes several files a day: a total
/// continues that of the file before. A total of midnight itself is the last one of the day that ends.
struct FITDaily {
  /// What is counted: a field of a message of monitoring for a kind of activity, by one device.
  struct Counter: Hashable {
    let field: Int
    let kind: Int64
    let serial: Int64?
  }

  enum Outcome {
    case nothing
    /// The total is older than the last one of its day: what it counted is part of that.
    case isOlder
    /// What was added, since a time.
    case added(Int64, since: Int64)
  }

  private struct Key: Hashable {
    let counter: Counter
    let midnight: Int64
  }

  private var totals: [Key: (total: Int64, time: Int64)] = [:]

  /// The most totals in memory: those of some years. Beyond, all are forgotten.
  private static let most = 1 << 16

  /// The types of distances by the kind of activity.
  static let distances: [Int64: QuantityType] = [
    1: .distanceWalkingRunning, 2: .distanceCycling, 5: .distanceSwimming,
    6: .distanceWalkingRunning,
  ]

  /// Adds a total.
  ///
  /// - Parameter offset: What the clock shows more than UTC, in minutes.
  mutating func add(
    _ total: Int64, to counter: Counter, at time: Int64, offset: Int16
  ) -> Outcome {
    let clock = time &- 1 &+ Int64(offset) &* 60
    let midnight = clock &- clock % 86_400 &- Int64(offset) &* 60
    let key = Key(counter: counter, midnight: midnight)
    if totals.count >= Self.most { totals.removeAll() }
    guard let last = totals[key] else {
      totals[key] = (total, time)
      return total > 0 ? .added(total, since: midnight) : .nothing
    }
    guard last.time <= time else { return .isOlder }
    totals[key] = (total, time)
    // A device that was switched off may begin anew.
    let added = total < last.total ? total : total &- last.total
    return added > 0 ? .added(added, since: last.time) : .nothing
  }
}
