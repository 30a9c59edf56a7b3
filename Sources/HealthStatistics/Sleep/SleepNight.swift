import HealthBytes
public import HealthModel

/// The sleep of one night. Lengths are in seconds; what no source measured is `nil`, not 0.
///
/// In bed and asleep are two timelines.
///
/// - Asleep: at each moment the source with the highest priority counts, of those that state a stage, asleep or awake for this
///   moment. So a source takes over where another one is silent. Where a source states two at once, deep counts before REM, REM
///   before core, core before awake, awake before sleep without a stage.
/// - In bed is the union over all sources, and never hides sleep.
/// - A night is the time from 18:00 to 18:00 on the clock, and is named by the day on which it ends. What follows each other
///   without a gap of more than an hour belongs to the night in which its middle is, so that no sleep is divided; the time in
///   bed likewise, by itself. Only what lasts longer than 24 hours is divided at 18:00.
/// - Sleeps more than an hour apart are separate. The longest is the night's sleep, the others are naps.
/// - Efficiency is the time asleep in the night's sleep, divided by the time in bed around it: from falling asleep to waking
///   up and what a source recorded in bed next to that.
public struct SleepNight: Sendable, Equatable {
  /// The day on which the night ends: `2024-06-02`.
  public let date: String
  /// That day, in days since 1970-01-01.
  package let day: Int64
  /// When the night's sleep began; `nil` without sleep.
  public let start: Timestamp?
  /// When the night's sleep ended.
  public let end: Timestamp?
  /// The time in bed.
  public let inBed: Double?
  /// The time asleep, naps included.
  public let asleep: Double?
  /// The time in core sleep; like the other stages `nil` if no source recorded stages.
  public let core: Double?
  /// The time in deep sleep.
  public let deep: Double?
  /// The time in REM sleep.
  public let rem: Double?
  /// The time asleep of which no stage is known.
  public let unspecified: Double?
  /// The time awake in the night; `nil` if no source recorded stages or being awake.
  public let awake: Double?
  /// The part of the time asleep that is outside of the longest sleep.
  public let naps: Double?
  /// 0 to 1; `nil` without sleep.
  public let efficiency: Double?
  /// The sources of the time asleep and awake, from the highest priority on, separated by commas.
  public let source: String?
  /// What it is made of, if that is explained.
  public let explanation: SleepExplanation?
}

/// What is known of a night while its samples are read.
struct SleepParts {
  /// What counts of the timeline asleep and awake, and the time in bed, in any order.
  var asleep: [SleepSegment] = []
  var bed: [Range<Int64>] = []
  /// All samples of the night, if it is explained.
  var stated: [SleepSegment] = []
}

extension SleepNight {
  /// - Parameters:
  ///   - ranks: The rank of each source.
  ///   - names: The name of each source.
  ///   - explanation: What the night is made of, if that is explained.
  init(
    date: String, day: Int64, _ parts: SleepParts, ranks: [Int], names: [String],
    _ grids: [CalendarGrid], _ explanation: SleepExplanation? = nil
  ) {
    self.explanation = explanation
    (self.date, self.day) = (date, day)
    func times(_ isWanted: (SleepStage) -> Bool) -> TimeSet {
      TimeSet(parts.asleep.filter { isWanted($0.stage) }.map(\.time))
    }
    let (bed, sleep) = (TimeSet(parts.bed), times(\.isAsleep))
    let hasStages = parts.asleep.contains { $0.stage.isStaged }
    let isMeasured = !parts.asleep.isEmpty
    func seconds(_ set: TimeSet, if isMeasured: Bool) -> Double? {
      isMeasured ? Double(set.length) / 1e6 : nil
    }
    inBed = seconds(bed, if: !parts.bed.isEmpty)
    asleep = seconds(sleep, if: isMeasured)
    core = seconds(times { $0 == .core }, if: hasStages)
    deep = seconds(times { $0 == .deep }, if: hasStages)
    rem = seconds(times { $0 == .rem }, if: hasStages)
    unspecified = seconds(times { $0 == .unspecified }, if: isMeasured)
    let wake = times { $0 == .awake }
    awake = seconds(wake, if: hasStages || wake.length > 0)
    let spans = sleep.union(wake).spans(gap: SleepStretch.gap)
    let main = spans.enumerated().max { a, b in
      let lengths = (sleep.intersection(a.element).length, sleep.intersection(b.element).length)
      return lengths.0 != lengths.1 ? lengths.0 < lengths.1 : a.offset > b.offset
    }?.element
    let mainSleep = main.map { sleep.intersection($0) } ?? TimeSet()
    naps = isMeasured ? Double(sleep.length - mainSleep.length) / 1e6 : nil
    let sources = Set(parts.asleep.map(\.source)).sorted { ranks[$0] < ranks[$1] }
    var listed: Set<String> = []
    let shown = sources.map { names[$0] }.filter { listed.insert($0).inserted }
    source = shown.isEmpty ? nil : shown.joined(separator: ", ")
    guard let first = mainSleep.intervals.first, let last = mainSleep.intervals.last else {
      (start, end, efficiency) = (nil, nil, nil)
      return
    }
    let span = first.lowerBound..<last.upperBound
    let around = TimeSet(bed.intervals.filter { $0.overlaps(span) } + [span])
    efficiency = Double(mainSleep.length) / Double(around.length)
    func time(_ time: Int64, _ isIn: (Range<Int64>) -> Bool) -> Timestamp {
      let clock = parts.asleep.first { isIn($0.time) }?.clock ?? 0
      let instant = time.floorDivided(by: 1_000_000)
      return Timestamp(
        secondsSince1970: instant,
        offsetMinutes: Int16(clamping: grids[clock].zone.offset(at: instant) / 60))
    }
    start = time(span.lowerBound) { $0.lowerBound == span.lowerBound }
    end = time(span.upperBound) { $0.upperBound == span.upperBound }
  }
}
