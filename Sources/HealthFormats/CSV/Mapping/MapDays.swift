import HealthBytes
import HealthModel

/// The days of which files had samples of a type, and the samples of whole days that these make redundant.
struct MapDays {
  private struct Day: Hashable {
    let type: String
    /// Counted from 1970.
    let number: Int64
    /// Whether it is a day of UTC, and not one of the clock of the sample.
    var isUTC = false
  }

  /// Sums that end on a day, but began before it.
  private struct Tail {
    let unit: String?
    var sum: Double
  }

  /// The patterns of the names of files with finer samples than others.
  private let patterns: [String]
  /// The days with samples of the files of each pattern.
  private var days: [Set<Day>]
  private var count = 0
  /// Of days on which sums of the files of each pattern end that began the day before, these sums.
  private var tails: [[Day: Tail]]
  /// The zone for samples with the offset 0, which are of files that have no offsets.
  private let zone: Zone?
  /// The patterns that the name of the current file matches.
  private var matched: [Int] = []
  /// The patterns of the files whose samples replace those of the current file.
  private var replacing: [Int] = []
  /// Whether the samples of the current file are only left out if their day in UTC has samples, too.
  private var comparesUTC = false
  /// The days of the last sample.
  private var last: (own: Day, utc: Day)?
  /// The first sample that is left out, and how many there are.
  private var leftOut: (place: Place, count: Int)?
  /// More than a century of several types.
  private static let limit = 1 << 18
  /// The most days that a sum may cover; a longer one has a wrong date.
  private static let longest: Int64 = 31

  /// Of all files, those whose samples are recorded have finer samples than the others.
  init(zone: Zone?) {
    (patterns, days, matched, replacing, self.zone) = ([], [[]], [0], [0], zone)
    tails = [[:]]
  }

  init(_ patterns: [String]) {
    (self.patterns, zone) = (patterns, nil)
    days = Array(repeating: [], count: patterns.count)
    tails = Array(repeating: [:], count: patterns.count)
  }

  /// Whether the samples of the current file are finer than those of others.
  var isFiner: Bool { !matched.isEmpty }

  /// Whether files with finer samples than those of the current file had any.
  var hasFiner: Bool { replacing.contains { !days[$0].isEmpty } }

  /// Begins a file.
  mutating func begin(_ path: String) {
    let name = CSVMap.name(in: path)
    matched = patterns.indices.filter { Glob(patterns[$0]).matches(name) }
    (replacing, last) = ([], nil)
  }

  /// Sets which files have finer samples than the current file, by the patterns of their names.
  ///
  /// - Parameter isUTC: Whether the times of the current file are in UTC. If finer files begin within a day of one clock, the
  ///   part before it is usually of another day of the other clock, and is not left out.
  mutating func compare(with finer: [String], isUTC: Bool) {
    replacing = patterns.indices.filter { finer.contains(patterns[$0]) }
    comparesUTC = isUTC
  }

  /// Records the day of a sample of the current file.
  mutating func add(_ sample: Sample, at place: Place) throws(HealthError) {
    guard let found = self.days(of: sample) else { return }
    try addTail(of: sample, after: found.own, at: place)
    if let last, last == found { return }
    last = found
    for index in matched {
      if days[index].insert(found.own).inserted { count += 1 }
      days[index].insert(found.utc)
    }
    if count > Self.limit { throw excess(at: place) }
  }

  /// Records the later days of a sum that lasts past midnight: those that it covers, and the one on which it ends.
  private mutating func addTail(
    of sample: Sample, after day: Day, at place: Place
  ) throws(HealthError) {
    guard case .quantity(let sum) = sample, sum.end > sum.start else { return }
    let last = number(ofDayAt: sum.end.secondsSince1970 &- 1, offset: sum.end.offsetMinutes)
    guard last > day.number, last - day.number <= Self.longest,
      sum.type.aggregationStyle == .cumulative
    else { return }
    for index in matched {
      for number in day.number + 1..<last {
        if days[index].insert(Day(type: day.type, number: number)).inserted { count += 1 }
        days[index].insert(Day(type: day.type, number: number, isUTC: true))
        if count > Self.limit { throw excess(at: place) }
      }
      let end = Day(type: day.type, number: last)
      let tail = tails[index][end]
      if tail == nil { count += 1 }
      guard tail == nil || tail?.unit == sum.unit else { continue }
      tails[index][end] = Tail(
        unit: sum.unit, sum: (tail?.sum ?? 0) + sum.number.doubleValue)
    }
  }

  /// Whether the sum of a day is not larger than what began the day before and ended on it, so that it has nothing else.
  private func isTail(_ sample: Sample, of day: Day) -> Bool {
    guard case .quantity(let sum) = sample else { return false }
    return replacing.contains { index in
      guard let tail = tails[index][day], tail.unit == sum.unit else { return false }
      return sum.number.doubleValue <= tail.sum
    }
  }

  private func excess(at place: Place) -> HealthError {
    HealthError(
      .malformed, rule: "limit", place: place,
      "files have samples of more than \(Self.limit.grouped) days, the limit")
  }

  /// Whether a sample of a day is left out, since finer ones were recorded of that day.
  mutating func leavesOut(_ sample: Sample, at place: Place) -> Bool {
    guard !replacing.isEmpty, let found = self.days(of: sample),
      replacing.contains(where: { index in
        days[index].contains(found.own) && (!comparesUTC || days[index].contains(found.utc))
      }) || isTail(sample, of: found.own)
    else { return false }
    leftOut = (leftOut?.place ?? place, (leftOut?.count ?? 0) + 1)
    return true
  }

  mutating func takeFinding() -> Finding? {
    leftOut.take().map { place, count in
      Finding(
        rule: "redundant-day", severity: .info, place: place,
        message:
          "other files have samples of the same types and days; these are left out (\(count))")
    }
  }

  /// The day on which a sample began, on its own clock and in UTC; of sleep, a day is from noon to noon, so that a night is not
  /// divided.
  private func days(of sample: Sample) -> (own: Day, utc: Day)? {
    guard let header = sample.header else { return nil }
    let type = header.descriptor.type.identifier
    let seconds = header.start.secondsSince1970
    let shift: Int64 = type == "HKCategoryTypeIdentifierSleepAnalysis" ? 43_200 : 0
    let own = number(ofDayAt: seconds, offset: header.start.offsetMinutes, shift)
    return (
      Day(type: type, number: own),
      Day(type: type, number: Self.number(ofDayAt: seconds + shift), isUTC: true)
    )
  }

  /// - Parameter shift: How many seconds before midnight the day begins.
  private func number(ofDayAt seconds: Int64, offset minutes: Int16, _ shift: Int64 = 0) -> Int64 {
    var offset = Int64(minutes) * 60
    if offset == 0, let zone { offset = Int64(zone.offset(at: seconds)) }
    return Self.number(ofDayAt: seconds + shift + offset)
  }

  private static func number(ofDayAt seconds: Int64) -> Int64 {
    (seconds < 0 ? seconds - 86_399 : seconds) / 86_400
  }
}
