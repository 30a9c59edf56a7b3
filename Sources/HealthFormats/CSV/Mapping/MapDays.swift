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

  /// The patterns of the names of files with finer samples than others.
  private let patterns: [String]
  /// The days with samples of the files of each pattern.
  private var days: [Set<Day>]
  private var count = 0
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

  /// Of all files, those whose samples are recorded have finer samples than the others.
  init(zone: Zone?) {
    (patterns, days, matched, replacing, self.zone) = ([], [[]], [0], [0], zone)
  }

  init(_ patterns: [String]) {
    (self.patterns, zone) = (patterns, nil)
    days = Array(repeating: [], count: patterns.count)
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
    if let last, last == found { return }
    last = found
    for index in matched {
      if days[index].insert(found.own).inserted { count += 1 }
      days[index].insert(found.utc)
    }
    if count <= Self.limit { return }
    throw HealthError(
      .malformed, rule: "limit", place: place,
      "files have samples of more than \(Self.limit.grouped) days, the limit")
  }

  /// Whether a sample of a day is left out, since finer ones were recorded of that day.
  mutating func leavesOut(_ sample: Sample, at place: Place) -> Bool {
    guard !replacing.isEmpty, let found = self.days(of: sample),
      replacing.contains(where: { index in
        days[index].contains(found.own) && (!comparesUTC || days[index].contains(found.utc))
      })
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
    var seconds = header.start.secondsSince1970
    if type == "HKCategoryTypeIdentifierSleepAnalysis" { seconds += 43_200 }
    var offset = Int64(header.start.offsetMinutes) * 60
    if offset == 0, let zone { offset = Int64(zone.offset(at: header.start.secondsSince1970)) }
    return (
      Day(type: type, number: Self.number(ofDayAt: seconds + offset)),
      Day(type: type, number: Self.number(ofDayAt: seconds), isUTC: true)
    )
  }

  private static func number(ofDayAt seconds: Int64) -> Int64 {
    (seconds < 0 ? seconds - 86_399 : seconds) / 86_400
  }
}
