import HealthBytes
import HealthModel

/// Makes samples of the records of an activity, one record at a time.
extension FITReader {
  /// Returns the samples of the next record, or the workout after the last.
  mutating func emitRecord() throws(HealthError) {
    guard let record = try cursor?.next() else {
      if !isDivided { partSpan = records.span }
      activity.recordSpan = partSpan
      deliver(activity)
      reportDropped()
      var next = FITActivity()
      next.place = activity.place
      (next.sport, next.offset, next.offsetIsKnown) = (
        activity.sport, activity.offset, activity.offsetIsKnown
      )
      activity = next
      records = FITRecordList(limit: recordLimit)
      cursor = nil
      locations = []
      return
    }
    let isLocated = record.isLocated
    if isLocated, locations.count >= recordLimit { divide(before: record) }
    partSpan =
      partSpan.map {
        min($0.lowerBound, record.time)...max($0.upperBound, record.time)
      } ?? record.time...record.time
    let sport = activity.activity(at: record.time)
    if measured != sport {
      measured = sport
      measurements = FITMeasurement.all(of: sport)
      let measured = Set(measurements.map(\.field))
      unmeasured = FITRecordField.measured.filter { !measured.contains($0) }
      if RouteActivity.distance(of: sport) == nil { unmeasured.append(.distance) }
    }
    for field in unmeasured where record[field] != nil {
      if !isLocated || !FITExtras.fields.contains(field) { drop("values of records") }
    }
    let time = FITTime(record.time).timestamp(activity.offset)
    for measurement in measurements {
      guard let value = record[measurement.field] else { continue }
      deliver(
        quantity(
          measurement.type, measurement.unit, Number(digits: value, exponent: measurement.exponent),
          time, time), place: activity.place)
    }
    if var location = record.location(activity.offset) {
      location.extras = extras.extras(of: record, sport)
      locations.append(location)
    } else if let speed = record[.speed], let type = FITMeasurement.speed(of: sport) {
      deliver(
        quantity(type, "m/s", Number(digits: speed, exponent: -3), time, time),
        place: activity.place)
    }
    emitDistance(record, sport, time)
  }

  /// Returns the distance since the record before, since a record has the distance since the start.
  private mutating func emitDistance(
    _ record: FITRecord, _ sport: WorkoutActivityType, _ time: Timestamp
  ) {
    guard let meters = record[.distance] else { return }
    let last = counter(before: record, meters)
    // Devices correct the distance by a little, and records may be in another order; near 0, a new count begins, and after a
    // clock was set back, the distance continues.
    if let last,
      last.time - 60..<last.time ~= record.time
        || meters < last.meters && meters > last.meters / 2
    {
      return
    }
    defer { distances.add((record.time, meters), after: last) }
    guard let last, let type = RouteActivity.distance(of: sport), meters > last.meters,
      record.time >= last.time
    else { return }
    let session = activity.session(at: record.time)
    guard !activity.isFarFromSessions(record.time),
      !RouteGap.isJump(
        seconds: record.time &- last.time, isInside: session?.contains(last.time) == true)
    else {
      return drop("distances over hours without records, or hours before or after the activity")
    }
    if let session { partMeters[session.start, default: 0] &+= meters &- last.meters }
    if pools.contains(where: { $0.contains(record.time) }) { return }
    deliver(
      quantity(
        type, "m", Number(digits: meters - last.meters, exponent: -2),
        FITTime(last.time).timestamp(activity.offset), time), place: activity.place)
  }

  /// What the distance counted before a record: as the record before has it, or 0 at the start of the session, unless its
  /// first value cannot have been covered since.
  private func counter(before record: FITRecord, _ meters: Int64) -> (time: Int64, meters: Int64)? {
    let session = activity.session(at: record.time)
    let known = distances.before(meters)
    if let last = known {
      // The next sport of several may count anew.
      guard meters < last.meters, let session, session.start >= last.time else { return last }
    }
    let start = min(record.time, session?.start ?? activity.started ?? record.time)
    let passed = (record.time &- start) &* 1_000_000_000
    guard meters <= session?.stated ?? .max,
      RouteDistances.isPlausible(Double(meters) / 100, nanoseconds: passed)
    else { return known }
    return (start, 0)
  }
}

/// The records of an activity, which wait for its end: the last ones in memory, those before on the disk.
struct FITRecordList {
  private var recent: [FITRecord] = []
  private var spool: Spool?
  private let limit: Int
  private(set) var span: ClosedRange<Int64>?

  /// No records.
  ///
  /// - Parameter limit: The most that are in memory.
  init(limit: Int) { self.limit = max(1, limit) }

  var isEmpty: Bool { recent.isEmpty }
  var last: FITRecord? { recent.last }

  mutating func append(_ record: FITRecord) throws(HealthError) {
    if recent.count >= limit { try spoolRecent() }
    recent.append(record)
    span =
      span.map {
        min($0.lowerBound, record.time)...max($0.upperBound, record.time)
      } ?? record.time...record.time
  }

  private mutating func spoolRecent() throws(HealthError) {
    let spool: Spool
    if let known = self.spool { spool = known } else { spool = try Spool() }
    self.spool = spool
    var buffer = ByteBuffer(capacity: 1 << 16)
    for (index, record) in recent.enumerated() {
      record.write(to: &buffer)
      if index & 255 == 255 { try buffer.flush(to: spool) }
    }
    try buffer.flush(to: spool)
    recent.removeAll(keepingCapacity: true)
  }

  /// Reads the records in the order in which they came.
  func reader() throws(HealthError) -> FITRecordReader {
    FITRecordReader(try spool?.source(), recent)
  }
}

/// Reads records one after another.
final class FITRecordReader {
  private let source: (any ByteSource)?
  private var buffer = [UInt8](repeating: 0, count: FITRecord.size * 128)
  private var position = 0
  private var end = 0
  private let recent: [FITRecord]
  private var index = 0

  init(_ source: (any ByteSource)?, _ recent: [FITRecord]) {
    (self.source, self.recent) = (source, recent)
  }

  func next() throws(HealthError) -> FITRecord? {
    if position == end, let source {
      // A buffer holds whole records, and the file ends with one.
      (position, end) = (0, try source.fill(&buffer))
    }
    if position < end {
      defer { position += FITRecord.size }
      let storage = buffer
      return FITRecord(storage.span, at: position)
    }
    guard index < recent.count else { return nil }
    index += 1
    return recent[index - 1]
  }
}

extension FITRecord {
  /// The bytes of a record on the disk: its time and its values, 8 bytes each.
  static let size = 8 * 17

  func write(to buffer: inout ByteBuffer) {
    buffer.append(word: UInt64(bitPattern: time))
    for index in values.indices { buffer.append(word: UInt64(bitPattern: values[index])) }
  }

  init?(_ bytes: Span<UInt8>, at offset: Int) {
    guard let time = ByteScan.word(bytes, at: offset) else { return nil }
    self.init(time: Int64(bitPattern: time))
    for index in values.indices {
      guard let value = ByteScan.word(bytes, at: offset + 8 * (index + 1)) else { return nil }
      values[index] = Int64(bitPattern: value)
    }
  }
}
