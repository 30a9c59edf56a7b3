import HealthBytes
import HealthModel

/// Prints a workout as the bytes of a FIT activity: the file, its device, records with pauses and laps in the order of
/// time, sessions, and the activity.
struct FITPrinter: ~Copyable {
  /// A field of a message: its number, the code of its type, and its value; `nil` where it has none.
  typealias Value = (number: Int, type: UInt8, value: Int64?)

  /// Codes of types.
  private enum Code {
    static let word: UInt8 = 0x00
    static let byte: UInt8 = 0x02
    static let short: UInt8 = 0x84
    static let long: UInt8 = 0x86
    static let signed: UInt8 = 0x85
    static let small: UInt8 = 0x01
    static let text: UInt8 = 0x07
    static let serial: UInt8 = 0x8C
  }

  private var body = ByteBuffer(capacity: 1 << 16)
  /// What the local types are defined as now.
  private var definitions: [FITMessageKind: [UInt8]] = [:]

  mutating func append(_ workout: RouteWorkout) {
    // What a file states entirely comes back without further laps and figures.
    let isHeld = FITActivity.holds(workout.workout)
    var activity = FITActivity(workout.workout, coversTime: !isHeld)
    let type = workout.workout.activityType
    let descriptor = workout.workout.header.descriptor
    let origin = FITOrigin(descriptor.sourceName, descriptor.device)
    activity.records = workout.segments.joined().compactMap { FITRecord($0, type) }
    activity.count(workout.strokes)
    if !isHeld { activity.completeLaps(workout.segments) }
    let start = activity.sessions.map(\.start).min() ?? 0
    let end = max(
      start, activity.sessions.map { $0.start + ($0.elapsed + 999) / 1000 }.max() ?? start)
    // Programs that import FIT refuse a file without records.
    if activity.records.isEmpty {
      activity.records = Set([start, end]).sorted().map { FITRecord(time: $0) }
    }
    appendOrigin(origin, start)
    appendTimer(start, 0, isAutomatic: false)
    appendRecords(activity)
    appendTimer(end, 4, isAutomatic: false)
    for (index, session) in activity.sessions.enumerated() {
      append(session, index, activity)
    }
    appendActivity(activity, end)
  }

  /// Writes the file: its header, what was appended, and the checksum of both.
  mutating func write(to sink: any ByteSink) throws(HealthError) {
    // Protocol 1.0, profile 21.171.
    var header = ByteBuffer(capacity: 14)
    header.append([14, 0x10])
    header.append(word: 21_171, count: 2)
    header.append(word: UInt64(body.count), count: 4)
    header.append(".FIT")
    var checksum = FITChecksum()
    header.withBytes { checksum.update($0) }
    header.append(word: UInt64(checksum.value), count: 2)
    checksum = FITChecksum()
    header.withBytes { checksum.update($0) }
    body.withBytes { checksum.update($0) }
    body.append(word: UInt64(checksum.value), count: 2)
    try header.flush(to: sink)
    try body.flush(to: sink)
  }

  // MARK: Messages

  private mutating func appendOrigin(_ origin: FITOrigin, _ start: Int64) {
    append(
      .fileID,
      [
        (0, Code.word, 4), (1, Code.short, origin.manufacturer), (2, Code.short, origin.product),
        (4, Code.long, stamp(start)),
      ], texts: origin.name.map { [(8, $0)] } ?? [])
    append(
      .deviceInfo,
      [
        (253, Code.long, stamp(start)), (0, Code.byte, 0), (2, Code.short, origin.manufacturer),
        (4, Code.short, origin.product), (5, Code.short, origin.software),
      ], texts: (origin.deviceName ?? origin.name).map { [(27, $0)] } ?? [])
  }

  private mutating func appendTimer(_ time: Int64, _ kind: Int64, isAutomatic: Bool) {
    append(
      .event,
      [
        (253, Code.long, stamp(time)), (0, Code.word, 0), (1, Code.word, kind),
        (3, Code.long, isAutomatic ? 1 : 0),
      ])
  }

  /// Records, and between them the events whose time has come.
  private mutating func appendRecords(_ activity: FITActivity) {
    let fields = FITRecordField.allCases.filter { field in
      activity.records.contains { $0[field] != nil }
    }
    let pauses = FITActivity.pauses(of: activity.events)
    let figures = FITLap.written.filter { field in
      activity.events.contains { FITLap.value(field.number, in: $0.values) != nil }
    }
    let laps = activity.events.count { $0.type == .lap }
    var next = 0
    var (lap, length) = (0, 0)
    for event in activity.events {
      let end = FITActivity.end(of: event)
      while next < activity.records.count, activity.records[next].time <= end {
        append(activity.records[next], fields)
        next += 1
      }
      switch event.type {
      case .pause: appendTimer(end, 4, isAutomatic: false)
      case .motionPaused: appendTimer(end, 4, isAutomatic: true)
      case .resume: appendTimer(end, 0, isAutomatic: false)
      case .motionResumed: appendTimer(end, 0, isAutomatic: true)
      case .marker:
        append(
          .event, [(253, Code.long, stamp(end)), (0, Code.word, 32), (1, Code.word, 3)])
      case .lap:
        lap += 1
        appendLap(event, lap, isLast: lap == laps, figures, pauses, activity)
      case .segment:
        appendLength(event, length)
        length += 1
      default: continue
      }
    }
    for record in activity.records[next...] { append(record, fields) }
  }

  private mutating func append(_ record: FITRecord, _ fields: [FITRecordField]) {
    append(
      .record,
      [(253, Code.long, stamp(record.time))]
        + fields.map { ($0.numbers[0], $0.code, record[$0]) })
  }

  private mutating func appendLap(
    _ event: FITActivity.Event, _ number: Int, isLast: Bool, _ figures: [FITSession.Field],
    _ pauses: RoutePauses, _ activity: FITActivity
  ) {
    let start = event.time.seconds
    let end = FITActivity.end(of: event)
    let session = activity.sessions.last { $0.start <= start } ?? activity.sessions.first
    let trigger = FITLap.value(FITLap.trigger, in: event.values)
    append(
      .lap,
      [
        (254, Code.short, Int64(number - 1)), (253, Code.long, stamp(end)), (0, Code.word, 9),
        (1, Code.word, 1), (2, Code.long, stamp(start)), (7, Code.long, event.milliseconds),
        (8, Code.long, event.timer ?? FITActivity.timer(of: event, pauses)),
        (FITLap.trigger, Code.word, trigger ?? (isLast ? 7 : nil)),
        (25, Code.word, session.map { FITSport.number(of: $0.activity) }),
        (39, Code.word, session?.detail),
      ]
        + figures.map { ($0.number, $0.type, FITLap.value($0.number, in: event.values)) })
  }

  private mutating func appendLength(_ event: FITActivity.Event, _ index: Int) {
    append(
      .length,
      [
        (254, Code.short, Int64(index)), (253, Code.long, stamp(FITActivity.end(of: event))),
        (0, Code.word, 28), (1, Code.word, 1), (2, Code.long, stamp(event.time.seconds)),
        (3, Code.long, event.milliseconds), (4, Code.long, event.milliseconds),
        (5, Code.short, event.strokes), (7, Code.word, event.stroke), (12, Code.word, 1),
      ])
  }

  private mutating func append(_ session: FITSession, _ index: Int, _ activity: FITActivity) {
    let end = session.start + session.elapsed / 1000
    let laps = activity.events.filter { $0.type == .lap }.map(\.time.seconds)
    let isLast = index == activity.sessions.count - 1
    let own = laps.indices.filter { lap in
      activity.sessions.count == 1
        || (laps[lap] >= session.start
          && (isLast || laps[lap] < activity.sessions[index + 1].start))
    }
    append(
      .session,
      [
        (254, Code.short, Int64(index)), (253, Code.long, stamp(end)), (0, Code.word, 8),
        (1, Code.word, 1), (2, Code.long, stamp(session.start)),
        (5, Code.word, FITSport.number(of: session.activity)), (6, Code.word, session.detail),
        (7, Code.long, session.elapsed), (8, Code.long, session.timer ?? session.elapsed),
        (25, Code.short, own.first.map { Int64($0) }), (26, Code.short, Int64(own.count)),
        (28, Code.word, 0),
      ]
        + FITSession.fields.compactMap { field in
          session.values[field.number].map { (field.number, field.type, $0) }
        })
  }

  private mutating func appendActivity(_ activity: FITActivity, _ end: Int64) {
    let timer = activity.sessions.reduce(Int64(0)) { $0 &+ ($1.timer ?? $1.elapsed) }
    append(
      .activity,
      [
        (253, Code.long, stamp(end)), (0, Code.long, timer),
        (1, Code.short, Int64(activity.sessions.count)),
        (2, Code.word, activity.sessions.count > 1 ? 1 : 0), (3, Code.word, 26),
        (4, Code.word, 1), (5, Code.long, stamp(end) + Int64(activity.offset) * 60),
      ])
  }

  private func stamp(_ time: Int64) -> Int64 { time - FITTime.epoch }

  // MARK: Bytes

  /// The local types of the messages.
  private static let locals: [FITMessageKind] = [
    .fileID, .deviceInfo, .event, .record, .lap, .length, .session, .activity,
  ]

  /// Appends a message, after its definition where the last one of its kind was another.
  private mutating func append(
    _ kind: FITMessageKind, _ values: [Value], texts: [(number: Int, text: String)] = []
  ) {
    let local = UInt8(Self.locals.firstIndex(of: kind) ?? 0)
    var definition: [UInt8] = [
      0, 0, UInt8(kind.rawValue & 0xFF), UInt8(kind.rawValue >> 8),
      UInt8(values.count + texts.count),
    ]
    for value in values {
      definition += [UInt8(value.number), UInt8(FITBaseType(value.type).size), value.type]
    }
    for text in texts {
      definition += [UInt8(text.number), UInt8(text.text.utf8.count + 1), Code.text]
    }
    if definitions[kind] != definition {
      definitions[kind] = definition
      body.append(0x40 | local)
      body.append(definition)
    }
    body.append(local)
    for value in values {
      let type = FITBaseType(value.type)
      let bits = value.value.map { UInt64(bitPattern: $0) } ?? type.invalid
      body.append(word: bits, count: type.size)
    }
    for text in texts {
      body.append(utf8: text.text)
      body.append(0)
    }
  }
}

/// The checksum of a file: CRC-16 by the reflected polynomial A001, from 0.
struct FITChecksum {
  private(set) var value: UInt16 = 0

  mutating func update(_ bytes: Span<UInt8>) {
    var value = value
    for index in bytes.indices {
      value = value >> 8 ^ Self.table[Int((value ^ UInt16(bytes[index])) & 0xFF)]
    }
    self.value = value
  }

  /// The remainders of all bytes.
  private static let table: [256 of UInt16] = .init { byte in
    (0..<8).reduce(UInt16(byte)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xA001 }
  }
}
