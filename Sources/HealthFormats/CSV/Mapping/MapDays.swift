import HealthBytes
import HealthModel

/// The days of which files had samples of a type, and the samples of whole days that these make redundant.
struct MapDays {
  private struct Day: Hashable {
    let type: String
    /// Counted from 1970, on the clock of the sample.
    let number: Int64
  }

  /// The patterns of the names of files with finer samples than others.
  private let patterns: [String]
  /// The days with samples of the files of each pattern.
  private var days: [Set<Day>]
  private var count = 0
  /// The patterns that the name of the current file matches.
  private var matched: [Int] = []
  /// The patterns of the files whose samples replace those of the current file.
  private var replacing: [Int] = []
  private var last: Day?
  /// The first sample that is left out, and how many there are.
  private var leftOut: (place: Place, count: Int)?
  /// More than a century of several types.
  private static let limit = 1 << 18

  /// Of all files, those whose samples are recorded have finer samples than the others.
  init() {
    (patterns, days, matched, replacing) = ([], [[]], [0], [0])
  }

  init(_ patterns: [String]) {
    self.patterns = patterns
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
  mutating func compare(with finer: [String]) {
    replacing = patterns.indices.filter { finer.contains(patterns[$0]) }
  }

  /// Records the day of a sample of the current file.
  mutating func add(_ sample: Sample, at place: Place) throws(HealthError) {
    guard let day = Self.day(of: sample), day != last else { return }
    last = day
    for index in matched where days[index].insert(day).inserted { count += 1 }
    if count <= Self.limit { return }
    throw HealthError(
      .malformed, rule: "limit", place: place,
      "files have samples of more than \(Self.limit.grouped) days, the limit")
  }

  /// Whether a sample of a day is left out, since finer ones were recorded of that day.
  mutating func leavesOut(_ sample: Sample, at place: Place) -> Bool {
    guard let day = Self.day(of: sample), replacing.contains(where: { days[$0].contains(day) })
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

  /// The day on which a sample began; of sleep, a day is from noon to noon, so that a night is not divided.
  private static func day(of sample: Sample) -> Day? {
    guard let header = sample.header else { return nil }
    let type = header.descriptor.type.identifier
    var clock = header.start.secondsSince1970 + Int64(header.start.offsetMinutes) * 60
    if type == "HKCategoryTypeIdentifierSleepAnalysis" { clock += 43_200 }
    return Day(type: type, number: (clock < 0 ? clock - 86_399 : clock) / 86_400)
  }
}
