import HealthModel

/// The values of sleep analysis, by their numbers in HealthKit.
enum SleepStage: Int, CaseIterable {
  case inBed, unspecified, awake, core, deep, rem

  /// Whether the source that recorded it tells stages apart.
  var isStaged: Bool { self == .core || self == .deep || self == .rem }
}

/// A sample of sleep analysis within one night.
struct SleepSegment {
  let time: Range<Int64>
  let stage: SleepStage
  let source: Int
  let offset: Int16
}

extension SleepNight {
  /// An hour in microseconds.
  private static let gap: Int64 = 3_600_000_000

  /// The sleep of a night.
  ///
  /// - Parameters:
  ///   - segments: The samples within it, in any order.
  ///   - ranks: The rank of each source; 0 is that of the highest priority.
  init(date: String, _ segments: [SleepSegment], ranks: [Int], names: [String]) {
    self.date = date
    let best = segments.filter(\.stage.isStaged).map(\.source).min { ranks[$0] < ranks[$1] }
    func times(_ stage: SleepStage, of source: Int?) -> TimeSet {
      TimeSet(
        segments.lazy.filter { $0.stage == stage && (source == nil || $0.source == source) }
          .map(\.time))
    }
    let bed = times(.inBed, of: nil)
    var stages = TimeSet()
    /// What of a stage is not in one that counts before it.
    func take(_ stage: SleepStage) -> TimeSet {
      guard best != nil else { return TimeSet() }
      let times = times(stage, of: best).subtracting(stages)
      stages = stages.union(times)
      return times
    }
    let (deepTime, remTime, coreTime) = (take(.deep), take(.rem), take(.core))
    let staged = stages
    let stagedAwake = take(.awake)
    let other = times(.unspecified, of: nil).subtracting(stages)
    let sleep = staged.union(other)
    let wake =
      best == nil ? times(.awake, of: nil).subtracting(sleep) : stagedAwake.subtracting(sleep)
    let spans = sleep.union(wake).spans(gap: Self.gap)
    let main = spans.enumerated().max { a, b in
      let lengths = (sleep.intersection(a.element).length, sleep.intersection(b.element).length)
      return lengths.0 != lengths.1 ? lengths.0 < lengths.1 : a.offset > b.offset
    }?.element
    let mainSleep = main.map { sleep.intersection($0) } ?? TimeSet()

    func seconds(_ set: TimeSet) -> Double { Double(set.length) / 1e6 }
    (inBed, asleep, awake) = (seconds(bed), seconds(sleep), seconds(wake))
    (core, deep, rem, unspecified) = (
      seconds(coreTime), seconds(deepTime), seconds(remTime), seconds(other)
    )
    naps = Double(sleep.length - mainSleep.length) / 1e6
    source = best.map { names[$0] }
    guard let first = mainSleep.intervals.first, let last = mainSleep.intervals.last else {
      (start, end, efficiency) = (nil, nil, nil)
      return
    }
    let span = first.lowerBound..<last.upperBound
    let around = TimeSet(bed.intervals.filter { $0.overlaps(span) } + [span])
    efficiency = Double(mainSleep.length) / Double(around.length)
    let offset =
      segments.first {
        $0.time.lowerBound <= span.lowerBound && span.lowerBound < $0.time.upperBound
      }?.offset ?? 0
    func time(_ microseconds: Int64) -> Timestamp {
      Timestamp(secondsSince1970: microseconds.floorDivided(by: 1_000_000), offsetMinutes: offset)
    }
    (start, end) = (time(span.lowerBound), time(span.upperBound))
  }
}
