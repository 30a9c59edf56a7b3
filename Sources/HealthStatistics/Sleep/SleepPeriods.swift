import HealthBytes
public import HealthErrors
import HealthModel

/// The period over which sleep is averaged.
public enum SleepPeriod: Sendable, Hashable {
  /// A week, a month, a year, or several.
  case interval(CalendarInterval)
  /// The same day of each week: that on which nights end.
  case weekday

  /// The name of the column: `month`.
  public var name: String {
    switch self {
    case .interval(let interval): interval.component.rawValue
    case .weekday: "weekday"
    }
  }
}

/// The sleep of a week, a month, a year or all Mondays. Averages are over the nights in which something was measured; lengths
/// are in seconds.
public struct SleepAverages: Sendable, Equatable {
  /// The period: `2024-06`, `Monday`.
  public let label: String
  /// Whether the limits leave out some days of the period.
  public let isPartial: Bool
  /// How many nights have samples.
  public private(set) var nights = 0
  /// The average time asleep; `nil` if it was not measured.
  public var asleep: Double? { asleepSum.average }
  /// The average time in bed.
  public var inBed: Double? { bedSum.average }
  /// When the sleep of a night begins on the clock on average, in seconds after midnight: the circular mean of
  /// ``SleepNight/start``. `nil` without sleep, and where the times cancel each other out.
  public var bedTime: Double? { start.mean }
  /// When it ends: the circular mean of ``SleepNight/end``.
  public var wakeTime: Double? { end.mean }

  private var asleepSum = Sum()
  private var bedSum = Sum()
  private var start = CircularMean()
  private var end = CircularMean()

  private struct Sum: Equatable {
    var sum = 0.0
    var count = 0

    mutating func add(_ value: Double?) {
      guard let value else { return }
      sum += value
      count += 1
    }

    var average: Double? { count > 0 ? sum / Double(count) : nil }
  }

  init(_ label: String, isPartial: Bool) { (self.label, self.isPartial) = (label, isPartial) }

  mutating func add(_ night: SleepNight) {
    nights += 1
    asleepSum.add(night.asleep)
    bedSum.add(night.inBed)
    start.add(night.start)
    end.add(night.end)
  }
}

/// The mean of times of day, as directions of the hand of a clock that turns once a day: 23:00 and 1:00 give 0:00.
struct CircularMean: Equatable {
  private var x = 0.0
  private var y = 0.0
  private var count = 0

  mutating func add(_ time: Timestamp?) {
    guard let time else { return }
    let clock = time.secondsSince1970 + Int64(time.offsetMinutes) * 60
    let second = clock - clock.floorDivided(by: 86_400) * 86_400
    let angle = Double(second) / 86_400 * 2 * Double.pi
    x += Mathematics.cosine(angle)
    y += Mathematics.sine(angle)
    count += 1
  }

  /// Seconds after midnight, rounded; `nil` where the times cancel each other out.
  var mean: Double? {
    guard count > 0, (x * x + y * y).squareRoot() > 1e-6 * Double(count) else { return nil }
    let angle = Mathematics.arcTangent(y, x)
    let second = (angle / (2 * Double.pi) * 86_400).rounded()
    return second < 0 ? second + 86_400 : second >= 86_400 ? second - 86_400 : second
  }
}

/// Averages of nights, one period after another.
public struct SleepPeriods: ~Copyable {
  /// The nights.
  public private(set) var nights: SleepNights
  private let period: SleepPeriod
  private let grid: CalendarGrid?
  private var waiting: SleepNight?
  /// The averages of weekdays, once all nights were read.
  private var weekdays: [SleepAverages]?

  /// Averages of nights.
  ///
  /// - Parameter anchor: Where intervals are anchored.
  public init(
    _ nights: consuming SleepNights, by period: SleepPeriod,
    anchor: CalendarAnchor = .standard
  ) {
    let days = nights.days
    self.nights = nights
    self.period = period
    let limits = RowLimits(since: days.first.map { .day($0) }, until: days.end.map { .day($0) })
    if case .interval(let interval) = period, let utc = try? Zone("UTC") {
      grid = CalendarGrid(
        zone: utc, interval: interval, anchor: anchor.atMidnight, isOnly: true, limits: limits)
    } else {
      grid = nil
    }
  }

  /// The next period that has nights; `nil` at the end.
  public mutating func next() throws(HealthError) -> SleepAverages? {
    guard let grid else { return try nextWeekday() }
    var averages: SleepAverages?
    var index: Int64 = 0
    while true {
      var night = waiting
      waiting = nil
      if night == nil { night = try nights.next() }
      guard let night else { return averages }
      let own = grid.cell(at: night.day * 86_400_000_000).index
      if averages != nil, own != index {
        waiting = night
        return averages
      }
      if averages == nil {
        index = own
        averages = SleepAverages(grid.label(of: own) ?? "", isPartial: grid.isPartial(own))
      }
      averages?.add(night)
    }
  }

  private mutating func nextWeekday() throws(HealthError) -> SleepAverages? {
    if weekdays == nil {
      var all = ClockPattern.weekdays.map { SleepAverages($0, isPartial: false) }
      while let night = try nights.next() {
        // 1970-01-01 was a Thursday.
        let weekday = night.day + 3
        all[Int(weekday - weekday.floorDivided(by: 7) * 7)].add(night)
      }
      weekdays = all.filter { $0.nights > 0 }.reversed()
    }
    return weekdays?.popLast()
  }
}
