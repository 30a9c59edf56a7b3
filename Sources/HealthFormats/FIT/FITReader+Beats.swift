import HealthBytes
import HealthModel

/// Makes series of beats. They wait for the clock's offset, which is at the end of an activity, as records do.
extension FITReader {
  /// Adds a beat, so many milliseconds after the one before or after a time.
  mutating func beat(
    after interval: Int64, base: Int64?, milliseconds: Int64 = 0
  ) throws(HealthError) {
    guard let base, (1..<0xFFFF).contains(interval) else { return drop("beats without a time") }
    let now = base &* 1000 &+ milliseconds
    // The sum of intervals lags a few seconds; a greater difference is a gap, unless no
    // record has had a later time since, as after the timer was stopped.
    if beats.times.isEmpty || (base != beats.base && abs(beats.last &- now) > 10_000) {
      try endBeats()
      beats.start = now
      beats.last = now
    }
    beats.base = base
    beats.last &+= interval
    beats.times.append(beats.last &- beats.start)
    if beats.times.count >= FITBeats.most { try endBeats() }
  }

  /// Ends a series. It waits unless the offset is known.
  mutating func endBeats() throws(HealthError) {
    guard !beats.times.isEmpty else { return }
    try end(beats)
    beats = FITBeats()
  }

  mutating func end(_ series: FITBeats) throws(HealthError) {
    if activity.offsetIsKnown, beatList.isEmpty {
      deliver(series)
    } else {
      try beatList.append(series)
    }
  }

  /// Returns the next series that waited.
  mutating func emitBeats() throws(HealthError) {
    guard let series = try beatCursor?.next() else {
      beatCursor = nil
      return
    }
    deliver(series)
  }

  private mutating func deliver(_ beats: FITBeats) {
    for (rate, time) in zip(beats.rates, beats.times) {
      let time = FITTime(0, fraction: time, of: FITBeats.parts).timestamp(activity.offset)
      deliver(quantity(.heartRate, "count/min", Number(digits: rate, exponent: 0), time, time))
    }
    guard beats.rates.isEmpty else { return }
    var fields = Sample.HeartbeatSeriesFields()
    fields.beats = beats.times.map { time in
      var beat = Sample.SeriesBeat()
      beat.timeSinceStart = Number(digits: time, exponent: -3)
      beat.precededByGap = "NO"
      return beat
    }
    let descriptor = SampleDescriptor(
      type: .other("HKDataTypeIdentifierHeartbeatSeries"), source: origin.source,
      device: origin.device)
    let last = beats.times.last ?? 0
    let start = FITTime(0, milliseconds: beats.start).timestamp(activity.offset)
    let end = FITTime(0, milliseconds: beats.start &+ last).timestamp(activity.offset)
    deliver(
      .heartbeatSeries(
        HeartbeatSeries(
          header: SampleHeader(descriptor: descriptor, start: start, end: end), fields: fields)))
  }
}

/// Beats that become a series: milliseconds from its start. Or heart rates that a strap stored.
struct FITBeats {
  /// The heart rates of a strap. The times are then those of each, in parts of a second since 1970.
  var rates: [Int64] = []
  var start: Int64 = 0
  var last: Int64 = 0
  /// The second of the time that preceded the last beat.
  var base: Int64?
  var times: [Int64] = []

  /// The most of a series.
  static let most = 10_000
  /// The parts of a second of the times of a strap.
  static let parts: Int64 = 32_768
}

/// Series of beats that wait for the end of their activity: the last ones in memory, those before on the disk.
struct FITBeatList {
  /// The start of each series, the count of its beats, and their times. Of a strap, the count is negative and rates follow.
  private var recent: [Int64] = []
  private var spool: Spool?
  private let limit: Int

  /// No series.
  ///
  /// - Parameter limit: The most beats in memory, after which all are written to the disk.
  init(limit: Int) { self.limit = limit }

  var isEmpty: Bool { recent.isEmpty && spool == nil }

  mutating func append(_ beats: FITBeats) throws(HealthError) {
    recent.append(beats.start)
    recent.append(Int64(beats.rates.isEmpty ? beats.times.count : -beats.times.count))
    recent += beats.times
    recent += beats.rates
    if recent.count >= limit { try spoolRecent() }
  }

  private mutating func spoolRecent() throws(HealthError) {
    let spool: Spool
    if let known = self.spool { spool = known } else { spool = try Spool() }
    self.spool = spool
    var buffer = ByteBuffer(capacity: 1 << 16)
    for (index, word) in recent.enumerated() {
      buffer.append(word: UInt64(bitPattern: word))
      if index & 8_191 == 8_191 { try buffer.flush(to: spool) }
    }
    try buffer.flush(to: spool)
    recent.removeAll(keepingCapacity: true)
  }

  /// Reads the series in the order in which they came; `nil` without series.
  func reader() throws(HealthError) -> FITBeatReader? {
    isEmpty ? nil : FITBeatReader(try spool?.source(), recent)
  }
}

/// Reads series of beats one after another.
final class FITBeatReader {
  private let source: (any ByteSource)?
  private var buffer = [UInt8](repeating: 0, count: 1 << 15)
  private var position = 0
  private var end = 0
  private let recent: [Int64]
  private var index = 0

  init(_ source: (any ByteSource)?, _ recent: [Int64]) {
    (self.source, self.recent) = (source, recent)
  }

  func next() throws(HealthError) -> FITBeats? {
    guard let start = try nextWord(), let count = try nextWord() else { return nil }
    var beats = FITBeats()
    beats.start = start
    beats.times = try words(count.magnitude)
    if count < 0 { beats.rates = try words(count.magnitude) }
    return beats
  }

  private func words(_ count: UInt64) throws(HealthError) -> [Int64] {
    var words: [Int64] = []
    words.reserveCapacity(Int(count))
    while words.count < count, let word = try nextWord() { words.append(word) }
    return words
  }

  private func nextWord() throws(HealthError) -> Int64? {
    if position == end, let source {
      // A buffer holds whole words, and the file ends with one.
      (position, end) = (0, try source.fill(&buffer))
    }
    if position < end {
      defer { position += 8 }
      let storage = buffer
      return ByteScan.word(storage.span, at: position).map { Int64(bitPattern: $0) }
    }
    guard index < recent.count else { return nil }
    index += 1
    return recent[index - 1]
  }
}
