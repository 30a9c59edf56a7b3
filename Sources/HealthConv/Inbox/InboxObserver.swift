import HealthModel
import HealthStore

/// Collects the days and times of the samples of a file. Used by one thread at a time: a conversion observes samples in their
/// order.
final class InboxObserver: @unchecked Sendable {
  /// The times of the samples of one descriptor.
  private struct Span {
    let descriptor: SampleDescriptor
    var first = Int64.max
    var last = Int64.min

    mutating func add(_ first: Int64, _ last: Int64) {
      (self.first, self.last) = (min(self.first, first), max(self.last, last))
    }
  }

  private var aggregates: [String: ClosedRange<Int64>] = [:]
  private var spans: [ObjectIdentifier: Span] = [:]
  private var dayNumbers: Set<Int> = []
  private var lastDay = Int.min

  /// The most descriptors: more have no common time. Real exports have some hundred.
  private static let mostSpans = 1 << 16
  /// The most days: 179 years.
  private static let mostDays = 1 << 16

  func add(_ sample: Sample) {
    guard let header = sample.header, let start = sample.ownStart, start != .unknown else { return }
    let (first, last) = (
      start.secondsSince1970, max(start.secondsSince1970, header.end.secondsSince1970)
    )
    // The years 1 to 9999.
    guard Timestamp.isInRange(seconds: first, offsetMinutes: Int64(start.offsetMinutes)) else {
      return
    }
    addDay(first + Int64(start.offsetMinutes) * 60)
    let descriptor = header.descriptor
    if descriptor.source.version == nil, header.metadata[Aggregate.key] != nil {
      let type = Aggregate.typeIdentifier(of: descriptor.type)
      let known = aggregates[type]
      aggregates[type] =
        min(first, known?.lowerBound ?? first)...max(last, known?.upperBound ?? last)
    } else {
      let id = ObjectIdentifier(descriptor)
      guard spans.count < Self.mostSpans || spans[id] != nil else { return }
      spans[id, default: Span(descriptor: descriptor)].add(first, last)
    }
  }

  private func addDay(_ seconds: Int64) {
    let day = Int((seconds - (seconds < 0 ? 86_399 : 0)) / 86_400)
    if day != lastDay, dayNumbers.count < Self.mostDays { dayNumbers.insert(day) }
    lastDay = day
  }

  /// The days on which samples begin.
  var days: DayRanges { DayRanges(dayNumbers) }

  /// The times that decide which aggregates count.
  ///
  /// - Parameter date: When the file was exported; `nil` if it is not a full export.
  func times(exported date: Timestamp?) -> InboxTimes {
    var times = InboxTimes()
    times.aggregates = aggregates
    guard let date else { return times }
    struct Key: Hashable {
      let type: String
      let source: String
    }
    let series = Dictionary(grouping: spans.values) {
      Key(
        type: Aggregate.typeIdentifier(of: $0.descriptor.type),
        source: $0.descriptor.source.foldedName)
    }
    times.coverage = series.map { key, spans in
      ExportCoverage(
        type: key.type, source: key.source, first: spans.map(\.first).min() ?? 0,
        last: spans.map(\.last).max() ?? 0, date: date.secondsSince1970)
    }.sorted { ($0.type, $0.source) < ($1.type, $1.source) }
    return times
  }
}
