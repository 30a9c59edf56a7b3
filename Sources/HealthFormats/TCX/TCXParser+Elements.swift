import HealthBytes
import HealthModel
import HealthXML

/// A point of a track: where it is, and what was measured there.
struct TCXPoint {
  var location = RouteLocation()
  /// Where in the file it begins.
  var place = XMLPlace(offset: 0, line: 1, column: 1)
  var distance: Number?
  var heartRate: Number?
  /// Of the pedals, or of one leg of a runner.
  var cadence: Number?
  var power: Number?
}

/// The values of a point, by the names of their elements.
enum TCXField: String, CaseIterable {
  case time = "Time"
  case latitude = "LatitudeDegrees"
  case longitude = "LongitudeDegrees"
  case altitude = "AltitudeMeters"
  case distance = "DistanceMeters"
  /// Of the heart rate: the only one of a point with this name.
  case value = "Value"
  case cadence = "Cadence"
  case speed = "Speed"
  case runCadence = "RunCadence"
  case watts = "Watts"

  static func named(_ name: Range<Int>, in bytes: Span<UInt8>) -> TCXField? {
    for field in allCases where field.rawValue.utf8.count == name.count {
      if zip(field.rawValue.utf8, name).allSatisfy({ $0 == bytes[$1] }) { return field }
    }
    return nil
  }
}

/// Handles tags and text at each level.
extension TCXParser {
  mutating func start(_ bytes: Span<UInt8>) throws(HealthError) {
    switch levels.last {
    case nil: try startDocument(bytes)
    case .tree:
      nesting += 1
      try tokenizer.checkLength(from: itemStart, in: file)
      try tree.open(tokenizer, bytes, file: file)
    case .skipped:
      nesting += 1
    case .root:
      if isNamed("Activities", bytes) {
        levels.append(.container)
      } else if isNamed("Author", bytes) {
        try openTree(bytes)
      } else {
        // Lists of courses, planned workouts and folders: what is in them counts.
        levels.append(.skipped)
        nesting = 0
      }
    case .container:
      if isNamed("Activity", bytes) {
        levels.append(.activity)
        emit(.activityStart(attribute("Sport", bytes)))
      } else if ["MultiSportSession", "FirstSport", "NextSport"].contains(localName(bytes)) {
        levels.append(.container)
      } else if levels.count > 2 {
        skipPart(bytes)
      } else {
        skip()
      }
    case .activity:
      guard isNamed("Lap", bytes) else { return try openTree(bytes) }
      levels.append(.lap)
      emit(.lapStart(attribute("StartTime", bytes)))
    case .lap:
      guard isNamed("Track", bytes) else { return try openTree(bytes) }
      levels.append(.track)
      emit(.trackStart)
    case .track:
      guard isNamed("Trackpoint", bytes) else { return skip() }
      levels.append(.point)
      itemStart = tokenizer.offset
      point = TCXPoint()
      point.place = tokenizer.place
    case .point, .group: startPointElement(bytes)
    case .field:
      countUnread()
      levels.append(.skipped)
      nesting = 0
    }
    if levels.last == .skipped, levels.count == 2, nesting == 1 { countSkipped() }
  }

  mutating func end() throws(HealthError) {
    switch levels.last {
    case .tree:
      if nesting > 0 {
        nesting -= 1
        tree.close()
      } else {
        levels.removeLast()
        if let element = tree.close()?.withoutPrefixes { keep(element) }
      }
      return
    case .skipped where nesting > 0:
      nesting -= 1
      return
    case .field: try endField()
    case .point: emit(.point)
    case .lap: emit(.lapEnd)
    case .activity: emit(.activityEnd)
    default: break
    }
    if !levels.isEmpty { levels.removeLast() }
  }

  mutating func text(_ bytes: Span<UInt8>) throws(HealthError) {
    switch levels.last {
    case .field:
      try tokenizer.checkLength(from: itemStart, in: file)
      tokenizer.appendContent(in: bytes, to: &fieldText)
    case .tree:
      try tokenizer.checkLength(from: itemStart, in: file)
      try tree.append(text: tokenizer.stringOfContent(in: bytes), file: file)
    case .skipped, nil: break
    default: try report("unexpected-text", .warning, "text between elements; not read")
    }
  }

  // MARK: Names

  /// The name of the current element, without a prefix.
  private func localRange(_ bytes: Span<UInt8>) -> Range<Int> {
    let name = tokenizer.name
    let colon = ByteScan.firstIndex(
      of: UInt8(ascii: ":"), in: bytes, from: name.lowerBound, to: name.upperBound)
    return colon < name.upperBound ? (colon + 1)..<name.upperBound : name
  }

  private func localName(_ bytes: Span<UInt8>) -> String {
    String(decoding: localRange(bytes).map { bytes[$0] }, as: UTF8.self)
  }

  private func isNamed(_ text: StaticString, _ bytes: Span<UInt8>) -> Bool {
    let name = localRange(bytes)
    return name.count == text.utf8CodeUnitCount
      && ByteScan.equal(bytes, at: name.lowerBound, to: text)
  }

  private func attribute(_ name: String, _ bytes: Span<UInt8>) -> String? {
    tokenizer.elementAttributes(in: bytes).first { $0.name == name }?.value
  }

  // MARK: Elements

  private mutating func startDocument(_ bytes: Span<UInt8>) throws(HealthError) {
    guard isNamed("TrainingCenterDatabase", bytes) else {
      throw HealthError(
        .malformed, rule: "not-tcx", place: place,
        "found the root element \(tokenizer.stringOfName(in: bytes)), expected TrainingCenterDatabase"
      )
    }
    hasRoot = true
    levels.append(.root)
  }

  private mutating func openTree(_ bytes: Span<UInt8>) throws(HealthError) {
    itemStart = tokenizer.offset
    treeHome = levels.last
    levels.append(.tree)
    nesting = 0
    try tree.open(tokenizer, bytes, file: file)
  }

  private mutating func keep(_ element: Element) {
    switch treeHome {
    case .activity: emit(.activityElement(element))
    case .lap: emit(.lapElement(element))
    default: emit(.author(element))
    }
  }

  private mutating func skip() {
    countSkipped()
    levels.append(.skipped)
    nesting = 0
  }

  /// Skips what is in a session of several sports and is no activity. Its identifier is the time of its first activity.
  private mutating func skipPart(_ bytes: Span<UInt8>) {
    if !isNamed("Id", bytes) {
      if sessionParts.count == 0 { sessionParts.place = place }
      sessionParts.count += 1
    }
    levels.append(.skipped)
    nesting = 0
  }

  private mutating func countSkipped() {
    if skipped.count == 0 { skipped.place = place }
    skipped.count += 1
  }

  private mutating func countUnread() {
    if unread.count == 0 { unread.place = place }
    unread.count += 1
  }

  // MARK: Points

  private mutating func startPointElement(_ bytes: Span<UInt8>) {
    for name: StaticString in ["Position", "HeartRateBpm", "Extensions", "TPX"]
    where isNamed(name, bytes) {
      levels.append(.group)
      return
    }
    field = TCXField.named(localRange(bytes), in: bytes)
    guard field != nil else {
      countUnread()
      levels.append(.skipped)
      nesting = 0
      return
    }
    fieldText.removeAll(keepingCapacity: true)
    levels.append(.field)
  }

  private mutating func endField() throws(HealthError) {
    guard let field else { return }
    let text = String(decoding: fieldText, as: UTF8.self).trimmedXMLSpace
    if field == .time {
      guard let date = Timestamp(tcx: text) else {
        return try report("malformed-date", .warning, "Time is not a date; not read")
      }
      checkZone(text)
      point.location.date = point.location.date ?? date
      return
    }
    guard let number = Number(text) else {
      return try report(
        "malformed-number", .warning, "\(field.rawValue) is not a number; not read")
    }
    switch field {
    case .latitude:
      point.location.latitude = number
      try checkRange(number, 90, field)
    case .longitude:
      point.location.longitude = number
      try checkRange(number, 180, field)
    case .altitude where !RouteCounts.isPossible(elevation: number): counts.addElevation(place)
    case .altitude: point.location.altitude = number
    case .distance: point.distance = number
    case .value where number == Number(0): counts.addZeroHeartRate(place)
    case .value: point.heartRate = number
    case .cadence, .runCadence: point.cadence = point.cadence ?? number
    case .speed: point.location.speed = number
    case .watts: point.power = number
    case .time: break
    }
  }

  /// Counts a time without a zone.
  mutating func checkZone(_ time: String) {
    guard !time.hasZone else { return }
    counts.addZoneless(place)
  }

  private mutating func checkRange(_ number: Number, _ limit: Double, _ field: TCXField)
    throws(HealthError)
  {
    if number.doubleValue.magnitude > limit {
      try report(
        "out-of-range", .warning, "\(field.rawValue) is beyond \(Int(limit)) degrees; preserved")
    }
  }
}

extension Element {
  /// The element with names without prefixes and without declarations of namespaces.
  fileprivate var withoutPrefixes: Element {
    func local(_ name: String) -> String {
      name.firstIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }
    return Element(
      name: local(name),
      attributes: attributes.filter { !$0.name.hasPrefix("xmlns") && !$0.name.hasSuffix(":type") },
      children: children.map { node in
        if case .element(let child) = node { .element(child.withoutPrefixes) } else { node }
      })
  }
}
