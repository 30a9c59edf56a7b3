import HealthBytes
import HealthModel

/// Spooled tracks as text, with room at each point for the values measured there.
///
/// A sequence of items: one byte for its kind, four for its length, then its content.
final class GPXTrackSpool {
  enum Item: UInt8 {
    case track, text, point, end
  }

  /// The result of `add`.
  struct Outcome {
    /// Points that no GPX file can hold.
    var lostPoints = 0
    /// Whether something is not reproduced exactly.
    var isChanged = false
  }

  /// The time of a point without one.
  static let noTime = Int64.min

  private let spool: Spool
  let printer: GPXElementPrinter
  var item = ByteBuffer(capacity: 1 << 10)
  var part = ByteBuffer(capacity: 1 << 10)
  private var waiting = ByteBuffer(capacity: 1 << 16)

  init(isApple: Bool) throws(HealthError) {
    spool = try Spool()
    printer = GPXElementPrinter(isApple: isApple)
  }

  // MARK: Putting aside

  /// Stores a track that was preserved as an element.
  func add(text: Span<UInt8>) throws(HealthError) {
    // In the layout of several files it is one of its own.
    try beginTrack(name: "track", source: 0, types: 0, isMeasured: false)
    item.append(text)
    try put(.text)
    try put(.end)
  }

  /// Puts the track of a workout aside.
  func add(_ track: RouteTrack, of workout: Workout) throws(HealthError) -> Outcome {
    var outcome = Outcome()
    var legs = RouteLegs(workout)
    let masks = legs.sports.map { printer.isApple ? 0 : Self.types(of: $0) }
    try beginTrack(
      name: workout.routeFileName, source: RouteMeasurementForm.number(of: track.source),
      types: printer.isApple ? 0 : Self.types(of: workout.activityType),
      isMeasured: RouteTrack.isMeasured(workout))
    appendHead(of: track, &outcome)
    try put(.text)
    for segment in track.segments {
      item.append("    <trkseg>\n")
      try put(.text)
      for location in segment {
        let count = item.count
        if printer.isApple {
          var location = location
          // Apple's dates are in UTC.
          if let date = location.date, date.spelling == nil { location.date = date.universal }
          if item.append(apple: location, "trkpt") > 0 { outcome.isChanged = true }
          try put(.text)
        } else if append(
          location, masks[legs.index(at: location.date?.nanosecondsSince1970 ?? 0)], &outcome)
        {
          try put(.point)
        } else {
          item.truncate(to: count)
          outcome.lostPoints += 1
          outcome.isChanged = true
        }
      }
      item.append("    </trkseg>\n")
      try put(.text)
    }
    item.append("  </trk>\n")
    try put(.text)
    try put(.end)
    return outcome
  }

  /// The types that belong into the points of a sport, as bits.
  private static func types(of activity: WorkoutActivityType) -> UInt8 {
    RouteMeasurementForm.mask(
      of: [
        .heartRate, .waterTemperature, .underwaterDepth, RouteActivity.cadence(of: activity),
        RouteActivity.power(of: activity),
      ].compactMap { $0 })
  }

  private func beginTrack(
    name: String, source: UInt32, types: UInt8, isMeasured: Bool
  ) throws(HealthError) {
    item.most = Limits.sampleBytes.value
    item.append(isMeasured ? 1 : 0)
    item.append(word: UInt64(source), count: 4)
    item.append(types)
    item.append(utf8: name)
    try put(.track)
  }

  private func put(_ kind: Item) throws(HealthError) {
    guard item.count <= Limits.sampleBytes.value else {
      throw HealthError(beyond: Limits.sampleBytes)
    }
    waiting.append(kind.rawValue)
    waiting.append(word: UInt64(item.count), count: 4)
    item.withBytes { waiting.append($0) }
    item.removeAll()
    item.most = Limits.sampleBytes.value
    if waiting.count >= 1 << 16 - 1 << 12 { try waiting.flush(to: spool) }
  }

  // MARK: Reading

  /// All tracks, in the order in which they came.
  func reader(
    _ cursors: [QuantityType: RouteMeasurementCursor]
  ) throws(HealthError) -> GPXTrackSpoolReader {
    try waiting.flush(to: spool)
    return GPXTrackSpoolReader(try spool.source(), cursors)
  }
}

/// Tracks and points as the text they will be.
extension GPXTrackSpool {
  func appendHead(of track: RouteTrack, _ outcome: inout Outcome) {
    func text(_ name: String, _ text: String?) -> [Element.Node] {
      guard let text else { return [] }
      if !text.isEmpty, text.utf8.allSatisfy({ $0 <= 32 }) { outcome.isChanged = true }
      return [.element(Element(name: name, children: text.isEmpty ? [] : [.text(text)]))]
    }
    let own = text("name", track.name) + text("src", track.source) + text("type", track.type)
    let kept = GPXContent.track.sorted(track.content)
    let all = GPXContent.track.sorted(own + kept.children)
    item.append("  <trk>\n    ")
    var lost = item.append(all.children)
    lost += printer.append(extensions: kept.extensions + all.extensions, to: &item)
    item.append(UInt8(ascii: "\n"))
    if lost > 0 || kept.isChanged || !all.extensions.isEmpty { outcome.isChanged = true }
  }

  /// Appends a point: its time, the types that belong into it, then parts with their lengths: all up to the extensions, the
  /// slots, what comes after them.
  ///
  /// - Returns: Whether a file can hold it.
  func append(_ location: RouteLocation, _ types: UInt8, _ outcome: inout Outcome) -> Bool {
    guard let latitude = location.latitude, let longitude = location.longitude,
      latitude.isDegrees(isLatitude: true), longitude.isDegrees(isLatitude: false),
      let latitudeText = latitude.decimalText,
      let longitudeText = longitude.decimalText
    else { return false }
    item.append(word: UInt64(bitPattern: location.date?.nanosecondsSince1970 ?? Self.noTime))
    item.append(types)
    if location.extras?.attributes.isEmpty == false || location.date?.isSpelledAsGPX == false
      || location.date?.isInGPXRange == false
    {
      outcome.isChanged = true
    }
    let kept = GPXContent.point.sorted(location.extras?.content ?? [])
    if kept.isChanged { outcome.isChanged = true }
    part.append("      <trkpt")
    part.append(latitude: latitudeText, longitude: longitudeText)
    part.append(UInt8(ascii: ">"))
    if let altitude = location.altitude {
      if let text = altitude.decimalText {
        part.append("<ele>")
        part.append(utf8: text)
        part.append("</ele>")
      } else {
        outcome.isChanged = true
      }
    }
    if let date = location.date, date.isInGPXRange {
      part.append("<time>")
      part.append(gpx: date.universal)
      part.append("</time>")
    }
    if part.append(kept.children) > 0 { outcome.isChanged = true }
    putPart()
    var slots = GPXSlots()
    var others: [Element] = []
    if let speed = location.speed, RouteSlot.speed.takes(speed), speed.doubleValue >= 0 {
      slots[.speed] = speed.description
    }
    if let course = location.course, RouteSlot.course.takes(course) {
      slots[.course] = course.decimalText
    }
    var rank = -1
    for node in kept.extensions {
      guard case .element(let element) = node else {
        outcome.isChanged = true
        continue
      }
      if let slot = RouteSlot(kept: element.name), slots[slot] == nil,
        let text = node.plainText(of: element.name), let number = Number(text), slot.takes(number)
      {
        if slot.rawValue < rank { outcome.isChanged = true }
        rank = slot.rawValue
        slots[slot] = number.description
      } else {
        rank = RouteSlot.allCases.count
        others.append(element)
      }
    }
    for slot in RouteSlot.allCases {
      if let text = slots[slot] { part.append(utf8: text) }
      putPart()
    }
    appendOwn("speed", slots[.speed] == nil ? location.speed : nil)
    appendOwn("course", slots[.course] == nil ? location.course : nil)
    appendOwn("hAcc", location.horizontalAccuracy)
    appendOwn("vAcc", location.verticalAccuracy)
    for element in others where printer.append(extension: element, to: &part) > 0 {
      outcome.isChanged = true
    }
    putPart()
    return true
  }

  private func appendOwn(_ name: StaticString, _ number: Number?) {
    guard let number else { return }
    part.append("<hc:")
    part.append(name)
    part.append(UInt8(ascii: ">"))
    part.append(number)
    part.append("</hc:")
    part.append(name)
    part.append(UInt8(ascii: ">"))
  }

  private func putPart() {
    item.append(word: UInt64(part.count), count: 4)
    part.withBytes { item.append($0) }
    part.removeAll()
  }
}

/// The texts of the slots of one point.
struct GPXSlots {
  private var texts: [9 of String?] = .init(repeating: nil)

  subscript(slot: RouteSlot) -> String? {
    get { texts[slot.rawValue] }
    set { texts[slot.rawValue] = newValue }
  }
}

extension Timestamp {
  /// Nanoseconds since 1970; the nearest there is for dates some centuries away.
  var nanosecondsSince1970: Int64 {
    let limit: Int64 = 9_000_000_000
    return min(max(secondsSince1970, -limit), limit) * 1_000_000_000 + Int64(nanoseconds)
  }

  /// The instant on the clock of Greenwich, spelled as GPX does.
  var universal: Timestamp {
    Timestamp(secondsSince1970: secondsSince1970, nanoseconds: nanoseconds)
  }

  /// Whether the date is the same after writing it to GPX and reading it.
  var isSpelledAsGPX: Bool { offsetMinutes == 0 && spelling == nil }
}
