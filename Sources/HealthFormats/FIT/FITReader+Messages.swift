import HealthBytes
import HealthModel

/// Handles each message of a file.
extension FITReader {
  mutating func use() throws(HealthError) {
    guard let message = parser?.message, let kind = message.kind else { return }
    if isPlan, kind != .fileID { return }
    switch kind {
    case .fileID:
      fileType = message[0]
      isPlan = fileType.map { FITPlan.names[$0] != nil } ?? false
      origin.manufacturer = message[1]
      origin.product = message[2]
      origin.serial = message[3]
      if let name = message.texts[8] { origin.name = name }
      originChanged()
    case .deviceInfo:
      guard message[0] == 0 else { return }
      if origin.manufacturer == nil { origin.manufacturer = message[2] }
      if let name = message.texts[27] {
        if origin.name == nil { origin.name = name }
        origin.deviceName = name == origin.name ? nil : name
      }
      if let version = message[5] { origin.software = version }
      originChanged()
    case .sport:
      if let sport = message[0] { activity.sport = FITSport.activity(sport, message[1] ?? 0) }
    case .session:
      guard activity.sessions.count < FITActivity.sessionLimit, let session = FITSession(message)
      else {
        return drop("sessions without a time")
      }
      activity.sessions.append(session)
      if session.activity == .other, let sport = message[5], sport != 0 {
        drop("sports that HealthKit does not have")
      }
    case .lap:
      if let sport = message[25], activity.sport == nil {
        activity.sport = FITSport.activity(sport, message[39] ?? 0)
      }
      var values = FITLap.values(of: message)
      if !values.isEmpty, lapCount >= FITLap.most {
        drop("values of laps", values.count { $0 != FITMessage.absent })
        values = []
      }
      lapCount += 1
      event(
        .lap, message.date(2) ?? message.time, message[7] ?? message[8], timer: message[8],
        values: values)
    case .length:
      // Idle lengths are rests.
      guard message[12] != 0 else { return }
      event(
        .segment, message.date(2) ?? message.time, message[3], stroke: message[7],
        strokeCount: message[5])
    case .event: useEvent(message)
    case .record: try useRecord(message)
    case .activity:
      offset(from: message.time, to: message[5])
    case .monitoringInfo:
      offset(from: message.time, to: message[0])
      if activity.offsetIsKnown { daily.note(activity.offset, of: origin.serial) }
    case .hrv:
      for interval in message.lists[0] ?? [] { try beat(after: interval, base: lastTime) }
    case .beatIntervals:
      guard let time = message.time else { return drop("beats without a time") }
      for interval in message.lists[1] ?? [] {
        try beat(after: interval, base: time, milliseconds: (message[0] ?? 0) & 0x3FF)
      }
    case .heartRate: try useStrap(message)
    case .fieldDescription, .developerData: break
    case .monitoring, .restingHeartRate, .maximalMET, .oxygenSaturation, .respiration, .hrvValue,
      .weightScale, .bloodPressure:
      useDaily(kind, message)
    case .sleepLevel: useSleepLevel(message)
    case .nap:
      guard message[5] != 1, let start = message.date(0), let end = message.date(2), end >= start
      else { return drop("naps without a time or deleted") }
      let first = FITTime(start).timestamp(Self.minutes(message[1]) ?? activity.offset)
      let last = FITTime(end).timestamp(Self.minutes(message[3]) ?? activity.offset)
      deliverSleep(.sleepAnalysisAsleepUnspecified, first, last)
    }
  }

  mutating func drop(_ what: String, _ count: Int = 1) { dropped[what, default: 0] += count }

  /// The time of the last record.
  private var lastTime: Int64? { records.last?.time }

  private static func minutes(_ value: Int64?) -> Int16? {
    value.flatMap { abs($0) <= 14 * 60 ? Int16($0) : nil }
  }

  /// Takes the offset of the clock from a time and what the clock showed then. Some programs write the beginning of their
  /// count as the time on the clock.
  private mutating func offset(from time: Int64?, to local: Int64?) {
    guard let time, let local = local.flatMap(FITParser.seconds) else { return }
    let (difference, isTooLarge) = local.subtractingReportingOverflow(time)
    guard !isTooLarge, abs(difference) <= 14 * 3600 else { return }
    let quarters = (difference + (difference < 0 ? -450 : 450)) / 900
    activity.offset = Int16(quarters * 15)
    activity.offsetIsKnown = true
  }

  // MARK: Activities

  private mutating func useRecord(_ message: borrowing FITMessage) throws(HealthError) {
    guard let time = message.time else { return drop("records without a time") }
    var record = FITRecord(time: time, message)
    if let packed = message.lists[8] { record.expand(packed, &compressedCount) }
    if record.isOutOfRange { drop("positions beyond the poles or 180 degrees") }
    if record[.heartRate] == 0 {
      record[.heartRate] = nil
      drop("heart rates of 0, which a device writes without a signal")
    }
    try records.append(record)
    activity.recordSpan = records.span
  }

  private mutating func event(
    _ type: WorkoutEventType, _ time: Int64?, _ milliseconds: Int64?, stroke: Int64? = nil,
    timer: Int64? = nil, values: [Int64] = [], strokeCount: Int64? = nil
  ) {
    guard let time, activity.events.count < FITActivity.eventLimit else {
      return drop("laps, lengths and pauses without a time, or too many of them")
    }
    let duration = milliseconds.flatMap { $0 >= 0 ? $0 : nil }
    activity.events.append(
      FITActivity.Event(
        type: type, time: FITTime(time), milliseconds: duration, stroke: stroke,
        timer: timer.flatMap { $0 >= 0 ? $0 : nil }, values: values, strokeCount: strokeCount))
  }

  private mutating func useEvent(_ message: borrowing FITMessage) {
    switch (message[0], message[1]) {
    case (0, 0):
      // The first start is that of the activity.
      if let last = activity.events.last(where: { [.pause, .motionPaused].contains($0.type) }),
        !activity.isRunning
      {
        event(last.type == .pause ? .resume : .motionResumed, message.time, nil)
      }
      activity.isRunning = true
      activity.started = activity.started ?? message.time
    case (0, 1), (0, 4), (0, 8), (0, 9):
      guard activity.isRunning else { return }
      event(message[3] == 1 ? .motionPaused : .pause, message.time, nil)
      activity.isRunning = false
    case (32, _): event(.marker, message.time, nil)
    case (FITSleep.event, 0), (FITSleep.event, 1): useSleepEvent(message)
    // Timers that have stopped already, and beginnings and ends of other messages.
    case (0, _), (8, _), (9, _), (26, _): break
    default: drop("events")
    }
  }

  // MARK: Straps

  /// Reads heart rates that a strap stored, each with its time in 1/1024 s.
  private mutating func useStrap(_ message: borrowing FITMessage) throws(HealthError) {
    inheritOrigin()
    let rates = message.lists[6] ?? []
    var ticks = message.lists[9] ?? []
    var before = strap.last
    if let packed = message.lists[10] { ticks += strap.unpack(packed) }
    if let time = message.time, let first = ticks.first {
      strap.anchor = (time, (message[0] ?? 0) & 0x7FFF, first)
    }
    if let last = ticks.last { strap.last = last }
    guard let anchor = strap.anchor else { return drop("heart rates of a strap without a time") }
    var stored = FITBeats()
    for (rate, tick) in zip(rates, ticks) {
      // The last message repeats its last value until it is full.
      if message.lists[10] != nil, tick == before { continue }
      before = tick
      // The count begins anew after 2^32.
      let passed = (tick &- anchor.tick) & 0xFFFF_FFFF
      // As the anchor has them.
      stored.times.append(anchor.time &* FITBeats.parts &+ anchor.fraction &+ passed &* 32)
      stored.rates.append(rate)
    }
    if !stored.times.isEmpty { try end(stored) }
  }

  /// A file of a strap that follows an activity states neither a device nor an offset: those of the activity hold.
  private mutating func inheritOrigin() {
    guard let chained, activity.isEmpty else { return }
    if origin.source == nil {
      origin = chained.origin
      originChanged()
    }
    if !activity.offsetIsKnown {
      (activity.offset, activity.offsetIsKnown) = (chained.offset, chained.offsetIsKnown)
    }
  }
}

/// The time of the heart rates that a strap stored.
struct FITStrap {
  /// A time, its fraction in 1/32768 s, and the count of the strap at this time.
  var anchor: (time: Int64, fraction: Int64, tick: Int64)?
  var last: Int64 = 0

  /// The counts of which a message has the low 12 bits, two in three bytes.
  mutating func unpack(_ bytes: [Int64]) -> [Int64] {
    var ticks: [Int64] = []
    for index in stride(from: 0, to: bytes.count - 2, by: 3) {
      let low = bytes[index] | (bytes[index + 1] & 0x0F) << 8
      let high = bytes[index + 1] >> 4 | bytes[index + 2] << 4
      for part in [low, high] {
        last = (last & ~0xFFF) &+ part &+ (part < last & 0xFFF ? 0x1000 : 0)
        ticks.append(last)
      }
    }
    return ticks
  }
}
