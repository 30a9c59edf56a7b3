import HealthBytes
import HealthModel

/// Returns spooled tracks, each point with the values measured there.
final class GPXTrackSpoolReader {
  private var window: Window
  private var position = 0
  private let cursors: [RouteMeasurementCursor?]
  private var source: UInt32 = 0
  private var isMeasured = false
  /// Which types a reader of the track makes samples of, as bits.
  private var readTypes: UInt8 = 0
  private var buffer = ByteBuffer(capacity: 1 << 16 + 1 << 14)

  init(_ source: any ByteSource, _ cursors: [QuantityType: RouteMeasurementCursor]) {
    window = Window(source: source, capacity: 1 << 17, limit: 2 * Limits.sampleBytes.value)
    self.cursors = RouteMeasurementForm.types.map { cursors[$0] }
  }

  /// Begins the next track.
  ///
  /// - Returns: The name of its file, if it gets one of its own; `nil` after the last track.
  func nextTrack() throws(HealthError) -> String? {
    guard let item = try next(), item.kind == .track, item.range.count >= 6 else { return nil }
    let storage = window.bytes
    let bytes = storage.span
    let start = item.range.lowerBound
    isMeasured = bytes[start] == 1
    source = UInt32(truncatingIfNeeded: Self.word(bytes, at: start + 1))
    readTypes = bytes[start + 5]
    for cursor in cursors { cursor?.restart() }
    return String(decoding: storage[(start + 6)..<item.range.upperBound], as: UTF8.self)
  }

  func writeTrack(to sink: any ByteSink) throws(HealthError) {
    while let item = try next() {
      switch item.kind {
      case .text: buffer.append(window.bytes.span, item.range)
      case .point: try writePoint(item.range)
      case .track, .end:
        try buffer.flush(to: sink)
        return
      }
      if buffer.count >= 1 << 16 { try buffer.flush(to: sink) }
    }
    try buffer.flush(to: sink)
  }

  private func writePoint(_ range: Range<Int>) throws(HealthError) {
    let storage = window.bytes
    let bytes = storage.span
    let time = Int64(bitPattern: Self.word(bytes, at: range.lowerBound))
    let types = bytes[range.lowerBound + 8]
    var cursor = range.lowerBound + 9
    func part() -> Range<Int> {
      let count = Int(Self.word(bytes, at: cursor) & 0xffff_ffff)
      let start = cursor + 4
      cursor = start + count
      return start..<cursor
    }
    buffer.append(bytes, part())
    var slots: [9 of Range<Int>] = .init(repeating: 0..<0)
    for slot in RouteSlot.allCases { slots[slot.rawValue] = part() }
    let others = part()
    var merged: [9 of Number?] = .init(repeating: nil)
    var hasTrackPoint = false
    for slot in RouteSlot.allCases {
      let index = slot.rawValue
      if slots[index].isEmpty, time != GPXTrackSpool.noTime {
        merged[index] = try measurement(of: slot, types, at: time)
      }
      if slot != .power, !slots[index].isEmpty || merged[index] != nil { hasTrackPoint = true }
    }
    let power = RouteSlot.power.rawValue
    let hasPower = !slots[power].isEmpty || merged[power] != nil
    if hasTrackPoint || hasPower || !others.isEmpty {
      buffer.append("<extensions>")
      if hasTrackPoint {
        buffer.append("<gpxtpx:TrackPointExtension>")
        for slot in RouteSlot.allCases where slot != .power {
          append(slot, bytes, slots[slot.rawValue], merged[slot.rawValue])
        }
        buffer.append("</gpxtpx:TrackPointExtension>")
      }
      append(.power, bytes, slots[power], merged[power])
      buffer.append(bytes, others)
      buffer.append("</extensions>")
    }
    buffer.append("</trkpt>\n")
  }

  private func append(
    _ slot: RouteSlot, _ bytes: Span<UInt8>, _ text: Range<Int>, _ number: Number?
  ) {
    if text.isEmpty, number == nil { return }
    buffer.append(UInt8(ascii: "<"))
    buffer.append(slot.name)
    buffer.append(UInt8(ascii: ">"))
    if let number { buffer.append(number) } else { buffer.append(bytes, text) }
    buffer.append("</")
    buffer.append(slot.name)
    buffer.append(UInt8(ascii: ">"))
  }

  private func measurement(
    of slot: RouteSlot, _ types: UInt8, at time: Int64
  ) throws(HealthError) -> Number? {
    for (index, type) in RouteMeasurementForm.slots.enumerated()
    where type == slot && types & (1 << UInt8(index)) != 0 {
      if let found = try cursors[index]?.measurement(
        at: time, source: source, isExact: isMeasured,
        isRead: readTypes & (1 << UInt8(index)) != 0)
      {
        return found.number
      }
    }
    return nil
  }

  /// The next item: what it is, and where its content is in the window.
  private func next() throws(HealthError) -> (kind: GPXTrackSpool.Item, range: Range<Int>)? {
    guard try require(5), let kind = GPXTrackSpool.Item(rawValue: window.bytes[position]) else {
      return nil
    }
    let count = Int(Self.word(window.bytes.span, at: position + 1) & 0xffff_ffff)
    guard try require(5 + count) else { return nil }
    let start = position + 5
    position = start + count
    return (kind, start..<position)
  }

  private func require(_ count: Int) throws(HealthError) -> Bool {
    while window.end - position < count {
      if window.isFinal { return false }
      try window.refill(keepingFrom: position)
      position = 0
    }
    return true
  }

  /// Up to eight bytes as a number, the lowest first.
  private static func word(_ bytes: Span<UInt8>, at index: Int) -> UInt64 {
    if let word = ByteScan.word(bytes, at: index) { return word }
    var word: UInt64 = 0
    for (place, index) in (index..<min(index + 8, bytes.count)).enumerated() {
      word |= UInt64(bytes[index]) << UInt64(8 * place)
    }
    return word
  }
}
