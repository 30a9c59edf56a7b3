import HealthModel

/// Makes samples of the lengths of swims in a pool, as a watch with HealthKit does: the distance of each, and its strokes.
///
/// Records of a swim are seldom at the end of a length: a distance between two of them would be shared by what they span, also
/// by a rest.
extension FITReader {
  mutating func emitLengths(of part: FITActivity) {
    let lengths = part.events.filter { $0.type == .segment }
    guard !lengths.isEmpty else { return }
    let times = FITLengthTimes(part.events)
    for length in lengths {
      let time = length.time.seconds
      let (first, last) = times.span(of: length)
      let start = first.timestamp(part.offset)
      let end = last.timestamp(part.offset)
      if let pool = pools.last(where: { $0.contains(time) }), let meters = pool.poolLength {
        deliver(
          quantity(
            .distanceSwimming, "m", Number(digits: meters, exponent: -2), start, end),
          place: part.place)
      }
      guard let strokes = length.strokeCount, strokes > 0, part.activity(at: time) == .swimming
      else { continue }
      var sample = quantity(
        .swimmingStrokeCount, "count", Number(digits: strokes, exponent: 0), start, end)
      if let stroke = length.stroke, let style = FITActivity.strokes[stroke],
        case .quantity(var plain) = sample
      {
        plain.header.metadata = [.swimmingStrokeStyle: .number(Number(style))]
        sample = .quantity(plain)
      }
      deliver(sample, place: part.place)
    }
  }
}

/// Where lengths begin and end. A file has their starts in whole seconds, so that one seems to begin before the one before has
/// ended: each is cut to the time that is of it alone.
private struct FITLengthTimes {
  private var starts: Set<Int64> = []
  /// The latest end within a second, in nanoseconds.
  private var ends: [Int64: Int32] = [:]

  init(_ events: [FITActivity.Event]) {
    for event in events where event.type == .segment || event.type == .lap {
      starts.insert(event.time.seconds)
      let end = Self.end(of: event)
      ends[end.seconds] = max(end.nanoseconds, ends[end.seconds] ?? 0)
    }
  }

  private static func end(of event: FITActivity.Event) -> FITTime {
    FITTime(event.time.seconds, milliseconds: event.milliseconds ?? 0)
  }

  func span(of length: FITActivity.Event) -> (FITTime, FITTime) {
    let seconds = length.time.seconds
    var end = Self.end(of: length)
    guard end.seconds > seconds else { return (length.time, end) }
    if starts.contains(end.seconds) { end = FITTime(end.seconds) }
    let start = FITTime(seconds, milliseconds: Int64((ends[seconds] ?? 0) / 1_000_000))
    return (start, end)
  }
}

extension FITActivity {
  /// The sessions in a pool whose lengths make up their distance, apart from its rounding. They do not if a drill has none.
  var pools: [FITSession] {
    let lengths = lengthsOfSessions
    return sessions.enumerated().filter { index, session in
      guard let length = session.poolLength, let count = lengths[index]?.count,
        let stated = session.stated, stated > 0
      else { return false }
      return abs(stated &- length &* count) <= count
    }.map(\.element)
  }

  /// States the strokes of swims that have none, by those of their lengths.
  mutating func completeStrokes() {
    for (index, lengths) in lengthsOfSessions where lengths.strokes > 0 {
      guard sessions[index].activity == .swimming else { continue }
      sessions[index].complete(strokes: lengths.strokes)
    }
  }

  private var lengthsOfSessions: [Int: (count: Int64, strokes: Int64)] {
    var found: [Int: (count: Int64, strokes: Int64)] = [:]
    for length in events where length.type == .segment {
      guard let index = sessions.lastIndex(where: { $0.contains(length.time.seconds) }) else {
        continue
      }
      let known = found[index] ?? (0, 0)
      found[index] = (known.count + 1, known.strokes &+ max(0, length.strokeCount ?? 0))
    }
    return found
  }
}
