import HealthModel

/// The values of sleep analysis, by their numbers in HealthKit.
enum SleepStage: Int, CaseIterable {
  case inBed, unspecified, awake, core, deep, rem

  /// Whether the source that recorded it tells stages apart.
  var isStaged: Bool { self == .core || self == .deep || self == .rem }

  var isAsleep: Bool { isStaged || self == .unspecified }

  /// Which of two stages of one source at one time counts: the one that states more.
  var order: Int {
    switch self {
    case .deep: 0
    case .rem: 1
    case .core: 2
    case .awake: 3
    case .unspecified: 4
    case .inBed: 5
    }
  }
}

/// A sample of sleep analysis, or a part of one. Times are in microseconds.
struct SleepSegment {
  var time: Range<Int64>
  let stage: SleepStage
  /// The entry of the source table.
  let source: Int
  let clock: Int

  /// The part of it before a time; `nil` if it begins then or later.
  func before(_ end: Int64) -> SleepSegment? {
    guard time.lowerBound < end else { return nil }
    var part = self
    part.time = time.lowerBound..<min(time.upperBound, end)
    return part
  }
}

/// Samples of sleep that follow each other without a gap of more than an hour: of one of the two timelines, in bed or asleep.
struct SleepStretch {
  private let isInBed: Bool
  private(set) var segments: [SleepSegment] = []
  private(set) var end = Int64.min
  /// The clock by which it is divided, if it is longer than a sleep.
  var clock: Int?

  /// An hour in microseconds.
  static let gap: Int64 = 3_600_000_000
  /// What lasts longer is no sleep, and is divided where nights begin.
  static let longest: Int64 = 86_400_000_000

  init(isInBed: Bool) { self.isInBed = isInBed }

  var start: Int64? { segments.first?.time.lowerBound }

  /// Adds a sample that starts after the others, or with the last of them.
  mutating func add(_ segment: SleepSegment) {
    segments.append(segment)
    end = max(end, segment.time.upperBound)
  }

  mutating func removeAll() { self = SleepStretch(isInBed: isInBed) }

  /// Leaves what is after a time.
  mutating func removeAll(before time: Int64) {
    segments.removeAll { $0.time.upperBound <= time }
    for index in segments.indices where segments[index].time.lowerBound < time {
      segments[index].time = time..<segments[index].time.upperBound
    }
  }

  /// What counts at each moment: of all samples that last then, the one of the source with the highest priority, and of that
  /// source the stage that states more.
  ///
  /// Samples are placed in the order of priority, each in the time that is free. Free times between two edges are linked to
  /// the next one, so that each is visited once.
  ///
  /// - Parameter ranks: The rank of each source; 0 is that of the highest priority.
  /// - Returns: Parts in the order of time, which do not overlap.
  /// - Complexity: O(n log n).
  func merged(_ ranks: [Int]) -> [SleepSegment] {
    // All sources count.
    if isInBed { return segments }
    let edges = Array(Set(segments.flatMap { [$0.time.lowerBound, $0.time.upperBound] })).sorted()
    let places = Dictionary(uniqueKeysWithValues: edges.enumerated().map { ($1, $0) })
    var next = Array(edges.indices)
    var winners = [Int?](repeating: nil, count: edges.count)
    func free(from place: Int) -> Int {
      var (root, place) = (place, place)
      while next[root] != root { root = next[root] }
      while next[place] != root { (next[place], place) = (root, next[place]) }
      return root
    }
    let order = segments.indices.sorted { a, b in
      let (first, second) = (segments[a], segments[b])
      return (ranks[first.source], first.stage.order, a)
        < (ranks[second.source], second.stage.order, b)
    }
    for index in order {
      let time = segments[index].time
      guard let first = places[time.lowerBound], let last = places[time.upperBound] else {
        continue
      }
      var place = free(from: first)
      while place < last {
        winners[place] = index
        next[place] = place + 1
        place = free(from: place)
      }
    }
    var parts: [SleepSegment] = []
    for (place, winner) in winners.enumerated() {
      guard let winner, place + 1 < edges.count else { continue }
      let segment = segments[winner]
      if let last = parts.last, last.time.upperBound == edges[place], last.stage == segment.stage,
        last.source == segment.source, last.clock == segment.clock
      {
        parts[parts.count - 1].time = last.time.lowerBound..<edges[place + 1]
      } else {
        parts.append(
          SleepSegment(
            time: edges[place]..<edges[place + 1], stage: segment.stage, source: segment.source,
            clock: segment.clock))
      }
    }
    return parts
  }
}
