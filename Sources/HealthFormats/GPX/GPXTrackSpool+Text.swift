import HealthBytes
import HealthModel

/// Tracks and points as the text they will be.
extension GPXTrackSpool {
  func appendHead(of track: GPXTrack, _ outcome: inout Outcome) {
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

  /// Appends a point: its time, then parts with their lengths: all up to the extensions, the slots, what comes
  /// behind them.
  ///
  /// - Returns: Whether a file can hold it.
  func append(_ location: RouteLocation, _ outcome: inout Outcome) -> Bool {
    guard let latitude = location.latitude, let longitude = location.longitude,
      latitude.isDegrees(isLatitude: true), longitude.isDegrees(isLatitude: false),
      let latitudeText = latitude.decimalText,
      let longitudeText = longitude.decimalText
    else { return false }
    item.append(word: UInt64(bitPattern: location.date?.nanosecondsSince1970 ?? Self.noTime))
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
    if let speed = location.speed, GPXSlot.speed.takes(speed), speed.doubleValue >= 0 {
      slots[.speed] = speed.description
    }
    if let course = location.course, GPXSlot.course.takes(course) {
      slots[.course] = course.decimalText
    }
    var rank = -1
    for node in kept.extensions {
      guard case .element(let element) = node else {
        outcome.isChanged = true
        continue
      }
      if let slot = GPXSlot(kept: element.name), slots[slot] == nil,
        let text = node.plainText(of: element.name), let number = Number(text), slot.takes(number)
      {
        if slot.rawValue < rank { outcome.isChanged = true }
        rank = slot.rawValue
        slots[slot] = number.description
      } else {
        rank = GPXSlot.allCases.count
        others.append(element)
      }
    }
    for slot in GPXSlot.allCases {
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

  subscript(slot: GPXSlot) -> String? {
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
