/// When there are samples on each clock, day by day: whether another clock has the same intervals then.
struct ClockSpans {
  private struct Key: Hashable {
    let day: Int64
    let clock: Int
  }

  private struct Span {
    var first: Int64
    var last: Int64
  }

  private var spans: [Key: Span] = [:]
  private var key = Key(day: .min, clock: -1)
  private var span = Span(first: .max, last: .min)
  /// The times that the day of `key` begins and ends at, in UTC.
  private var bounds: Range<Int64> = 0..<0
  /// Whether there are more days than are stored.
  private var isFull = false

  private static let day: Int64 = 86_400_000_000
  private static let most = 65_536

  @inline(__always)
  mutating func record(_ clock: Int, from start: Int64, to end: Int64) {
    if clock != key.clock || !bounds.contains(start) { open(clock, start) }
    span.first = min(span.first, start)
    span.last = max(span.last, start, end - 1)
  }

  @inline(never)
  private mutating func open(_ clock: Int, _ start: Int64) {
    close()
    let day = start.floorDivided(by: Self.day)
    key = Key(day: day, clock: clock)
    bounds = (day * Self.day)..<((day + 1) * Self.day)
    span = spans[key] ?? Span(first: .max, last: .min)
  }

  private mutating func close() {
    guard span.first <= span.last else { return }
    if spans.count >= Self.most, spans[key] == nil { isFull = true } else { spans[key] = span }
  }

  /// Whether the intervals of all samples are the same on another clock; `false` if that is not certain.
  ///
  /// - Parameter grid: The intervals of a clock; `nil` for one that stays.
  mutating func areAlike(_ grid: (Int) -> CalendarGrid?, on other: CalendarGrid) -> Bool {
    close()
    return !isFull
      && spans.allSatisfy { key, span in
        guard let grid = grid(key.clock) else { return true }
        var time = span.first
        while time <= span.last {
          let (own, others) = (grid.cell(at: time), other.cell(at: time))
          time = min(own.end, others.end)
          if own.index != others.index || own.end != others.end && time <= span.last {
            return false
          }
        }
        return true
      }
  }
}
