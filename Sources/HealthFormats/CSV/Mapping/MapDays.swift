import HealthBytes
import HealthModel

/// The days of which files had samples of a type, and the samples of whole days that these make redundant.
struct MapDays {
  private struct Day: Hashable {
    let type: String
    /// Counted from 1970, on the clock of the sample.
    let number: Int64
  }

  private var days: Set<Day> = []
  private var last: Day?
  /// The first sample that is left out, and how many there are.
  private var leftOut: (place: Place, count: Int)?
  /// More than a century of several types.
  private static let limit = 1 << 18

  var isEmpty: Bool { days.isEmpty }

  /// Records the day on which a sample began.
  mutating func add(_ sample: Sample, at place: Place) throws(HealthError) {
    guard let day = Self.day(of: sample), day != last else { return }
    last = day
    guard days.insert(day).inserted, days.count > Self.limit else { return }
    throw HealthError(
      .malformed, rule: "limit", place: place,
      "files have samples of more than \(Self.limit.grouped) days, the limit")
  }

  /// Whether a sample of a day is left out, since others were recorded of that day.
  mutating func leavesOut(_ sample: Sample, at place: Place) -> Bool {
    guard let day = Self.day(of: sample), days.contains(day) else { return false }
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

  private static func day(of sample: Sample) -> Day? {
    guard let header = sample.header else { return nil }
    let clock = header.start.secondsSince1970 + Int64(header.start.offsetMinutes) * 60
    return Day(
      type: header.descriptor.type.identifier,
      number: (clock < 0 ? clock - 86_399 : clock) / 86_400)
  }
}
