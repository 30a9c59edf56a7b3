// Which of several samples of one time counts. An aggregate is what an app made of the samples of several devices: a sample with
// the metadata `aggregate` whose source has no version. Its value is one of these:
//
//   - `sum`, `average`: of a period. Of two of one type, source and time one counts: the one of the shorter period; of periods
//     of equal length the one that was saved later. One without a period, an instant, counts only where there is no other.
//   - `total`: a total time, such as that of a night, as one sample of this length. Of two of one type, source and time the one
//     that was saved later counts, since a night gets longer while it is recorded.
//   - `copy`: one sample, without version and device of its source. Two are different samples, which may have the same time:
//     stages in a time in bed, workouts of two apps.
//
// A sample with `part` is none of these: it is one of those of which the app made its figures, such as the steps of a minute. It
// always counts. A figure of a longer period in which it begins, of its type and source, does not: the same files without those of
// minutes may have been loaded before, or are loaded later. Within one input, maps state that by `finer`.
//
// Where a full export has samples of the type and of a source of an aggregate, these count. Workouts of all activities are of
// one type, since apps write the names of activities in the language of the phone. What states only when its period begins (a
// figure that is an instant, a total time) can be that of the whole day, hour or minute that begins then: the export replaces
// it if its first sample is within that.
//
// Names of sources are compared one by one: Health Auto Export joins those of a period with `|`, and the same hour may first be
// of one device and later of two. Days of two time zones are shifted against each other, so two times are the same if more
// than half of the shorter one is in the other. An hour in which an export was made is in part covered by it: it does not
// count if the export has samples of it, else they would count twice.

package import HealthModel

/// An aggregate of one type.
package struct Aggregate: Sendable, Equatable {
  /// The number of the change that saved it; later aggregates have higher numbers.
  package let change: Int64
  /// Seconds since 1970.
  let start: Int64
  let end: Int64
  /// The folded names of its sources.
  let sources: Set<String>
  /// The UTC offset of its start, in seconds.
  private let offset: Int64
  /// Identifies the file it is of; `nil` if that is not known. The figures of one time in one file are no versions of each other.
  private let file: UInt64?
  private let form: Form

  /// The meaning of the metadata: `sum` and `average` are figures.
  private enum Form { case figure, total, copy, part }

  /// The metadata key of aggregates.
  package static let key = MetadataKey("aggregate")
  /// The value of the metadata of samples of which an app made its figures.
  static let partMark = "part"
  /// The longest period in seconds: a month.
  static let longest: Int64 = 31 * 86_400
  /// The folded name of the source that maps use if a file of aggregates names none. Its samples can be copies from any source.
  private static let copier = "health auto export"

  /// The type under which workouts of all activities are compared.
  static let workoutType = "HKWorkoutTypeIdentifier"

  /// - Parameters:
  ///   - offset: The UTC offset of its start, in seconds.
  ///   - file: Identifies the file it is of.
  package init(
    change: Int64, start: Int64, end: Int64, offset: Int64 = 0, source: String, mark: String,
    file: UInt64? = nil
  ) {
    (self.change, self.start, self.end) = (change, start, max(start, end))
    (self.offset, self.file) = (offset, file)
    sources = Self.foldedNames(in: source)
    form =
      switch mark {
      case "total": .total
      case "copy": .copy
      case Self.partMark: .part
      default: .figure
      }
  }

  /// The folded names in the name of a source, which may be several.
  static func foldedNames(in name: String) -> Set<String> {
    Set(name.split(separator: "|").map { Source(name: String($0)).foldedName })
  }

  /// The identifier of the type whose samples may count in the place of those of another.
  package static func typeIdentifier(of type: SampleType) -> String {
    if case .workout = type { workoutType } else { type.identifier }
  }

  private var length: Int64 { end - start }

  /// Whether no aggregate counts in its place, nor it in the place of one.
  fileprivate var isCopy: Bool { form == .copy }

  /// Whether samples that begin in its time may count in its place.
  var canHaveParts: Bool { form == .figure && length > 0 }

  /// When its period ends; the latest time if it states only when its period begins.
  private var latestEnd: Int64 {
    guard form == .total || form == .figure && length == 0 else { return max(end, start + 1) }
    let period = Self.periods.first { (start + offset).isMultiple(of: $0) } ?? 1
    return max(end, start + period)
  }

  /// A day, an hour and a minute, in seconds.
  private static let periods: [Int64] = [86_400, 3_600, 60]

  /// Whether another aggregate of the same type counts in its place.
  package func isReplaced(by other: Aggregate) -> Bool {
    if other.form == .part {
      return canHaveParts && length > other.length && (start..<end).contains(other.start)
        && !sources.isDisjoint(with: other.sources)
    }
    guard form == other.form, form != .copy, file == nil || file != other.file,
      !sources.isDisjoint(with: other.sources), isOfSameTime(as: other)
    else { return false }
    if form == .total { return other.change > change }
    if length == 0 || other.length == 0, length != other.length { return length == 0 }
    // A day may have 23 hours or 25.
    let isOfSameLength =
      length == other.length || 2 * min(length, other.length) > max(length, other.length)
    return isOfSameLength ? other.change > change : length > other.length
  }

  private func isOfSameTime(as other: Aggregate) -> Bool {
    if length == 0 { return (start == other.start) || (other.start..<other.end).contains(start) }
    if other.length == 0 { return (start..<end).contains(other.start) }
    let shared = min(end, other.end) - max(start, other.start)
    return 2 * shared > min(length, other.length)
  }

  /// Whether samples of a full export count in its place.
  package func isReplaced(by export: ExportCoverage) -> Bool {
    form != .part && (sources == [Self.copier] || sources.contains(export.source))
      && latestEnd > export.first
      && (start < export.last || max(end, start + 1) <= export.date)
  }
}

/// The time of which full exports have the samples of a type and a source.
package struct ExportCoverage: Sendable, Equatable {
  /// The identifier of the type.
  package let type: String
  /// The folded name of the source.
  package let source: String
  /// When the first sample begins, in seconds since 1970.
  package private(set) var first: Int64
  /// When the last sample ends.
  package private(set) var last: Int64
  /// When the export was made.
  package private(set) var date: Int64

  package init(type: String, source: String, first: Int64, last: Int64, date: Int64) {
    (self.type, self.source, self.first, self.last, self.date) = (type, source, first, last, date)
  }

  /// Whether it covers all that another one does.
  func includes(_ other: ExportCoverage) -> Bool {
    type == other.type && source == other.source && first <= other.first && last >= other.last
      && date >= other.date
  }

  /// Adds the time of another export, if the two are not apart.
  mutating func join(_ other: ExportCoverage) -> Bool {
    guard type == other.type, source == other.source, first <= max(other.last, other.date),
      other.first <= max(last, date)
    else { return false }
    (first, last, date) = (
      min(first, other.first), max(last, other.last), max(date, other.date)
    )
    return true
  }
}

/// The times of the samples of a file: what decides which aggregates count after it was loaded.
package struct InboxTimes: Sendable {
  /// The time of the aggregates of each type, in seconds since 1970.
  package var aggregates: [String: ClosedRange<Int64>] = [:]
  /// What a full export covers; empty for other files.
  package var coverage: [ExportCoverage] = []

  package init() {}
}

extension [Aggregate] {
  /// The aggregates of one type that do not count, since another counts in their place.
  package func replaced() -> [Aggregate] {
    var sweep = AggregateSweep()
    return sorted { ($0.start, $0.change) < ($1.start, $1.change) }.flatMap { sweep.add($0) }
  }
}

/// Finds the aggregates of one type that do not count, one after another.
package struct AggregateSweep {
  /// Those that count so far, and may overlap the next one.
  private var open: [Aggregate] = []

  /// The most that are compared with the next one.
  private static let mostOpen = 1 << 10

  package init() {}

  /// Adds the next aggregate, in the order of start and change.
  ///
  /// - Returns: Those that do not count, as is known now.
  package mutating func add(_ aggregate: Aggregate) -> [Aggregate] {
    if aggregate.isCopy { return [] }
    open.removeAll { $0.end <= aggregate.start && $0.start < aggregate.start }
    if open.contains(where: { aggregate.isReplaced(by: $0) }) { return [aggregate] }
    let replaced = open.filter { $0.isReplaced(by: aggregate) }
    if !replaced.isEmpty { open.removeAll { $0.isReplaced(by: aggregate) } }
    if open.count == Self.mostOpen { open.removeFirst() }
    open.append(aggregate)
    return replaced
  }
}
