import HealthModel
import HealthUnits

/// A value that a field is compared with.
struct PredicateLiteral {
  enum Value {
    case text(String)
    case number(Number, unit: String?)
    case date(DateBound)
  }

  var value: Value
  /// Its position in the text of the condition.
  let place: Int

  /// Uses the unit of the second bound for the first, if that has none.
  mutating func copyUnit(of other: PredicateLiteral) {
    guard case .number(let number, nil) = value, case .number(_, let unit?) = other.value else {
      return
    }
    value = .number(number, unit: unit)
  }
}

extension PredicateParser {
  mutating func literal(for field: PredicateField) throws(HealthError) -> PredicateLiteral {
    scanner.skipSpace()
    let place = scanner.position
    let value = try value(for: field)
    if case .number(let number, nil) = value { bareNumbers.append((number.doubleValue, place)) }
    return PredicateLiteral(value: value, place: place)
  }

  private mutating func value(
    for field: PredicateField
  ) throws(HealthError) -> PredicateLiteral.Value {
    switch field.content {
    case .text:
      if field == .text(.unit), scanner.peek() != "'", scanner.peek() != "\"" {
        guard let unit = try knownUnit() else { throw scanner.unexpected("a unit") }
        return .text(unit)
      }
      return .text(try text("a text"))
    case .date: return .date(try date())
    case .duration:
      guard let number = try number() else { throw scanner.unexpected("a number") }
      return .number(number, unit: scanner.unit())
    case .figure:
      guard let number = try number() else { throw scanner.unexpected("a number") }
      return .number(number, unit: try valueUnit())
    case .number:
      if let text = try scanner.quoted() { return .text(text) }
      if let number = try number() { return .number(number, unit: try valueUnit()) }
      return .text(try text("a number, or the name of a category's value"))
    case .metadata:
      if let text = try scanner.quoted() { return .text(text) }
      if scanner.isAtDate { return .date(try date()) }
      if let number = try number() { return .number(number, unit: try unit()) }
      if scanner.consume(word: "true") { return .number(Number(1), unit: nil) }
      if scanner.consume(word: "false") { return .number(Number(0), unit: nil) }
      return .text(try text("a text, a number or a date"))
    }
  }

  /// Reads a text: in quotes, or a single word without quotes.
  mutating func text(_ expected: String) throws(HealthError) -> String {
    if let text = try scanner.quoted() { return text }
    guard let text = scanner.unquotedText() else { throw scanner.unexpected(expected) }
    return text
  }

  private mutating func number() throws(HealthError) -> Number? {
    let place = scanner.position
    guard let text = scanner.number() else { return nil }
    guard let number = Number(text), number.doubleValue.isFinite else {
      throw scanner.error("a number that is too large", at: place)
    }
    return number
  }

  private mutating func date() throws(HealthError) -> DateBound {
    let place = scanner.position
    let text = try scanner.quoted() ?? scanner.date()
    if let text, let bound = DateBound(text) { return bound }
    let expected = "a date such as 2024-01-31 or 2024-01-31T08:00:00"
    guard let text else { throw scanner.unexpected(expected) }
    throw scanner.error("expected \(expected), found '\(text)'", at: place)
  }

  /// Reads the unit after a number, if any. A unit in quotes may be unknown.
  private mutating func unit() throws(HealthError) -> String? {
    if let unit = try scanner.quoted() { return unit }
    return try knownUnit()
  }

  /// Reads the unit of a value, which must fit the queried types unless it is in quotes.
  private mutating func valueUnit() throws(HealthError) -> String? {
    scanner.skipSpace()
    let place = scanner.position
    if let unit = try scanner.quoted() { return unit }
    guard let unit = try knownUnit() else { return nil }
    units.append((UnitName(unit == PredicateLiteral.percent ? "%" : unit), place))
    return unit
  }

  private mutating func knownUnit() throws(HealthError) -> String? {
    scanner.skipSpace()
    let place = scanner.position
    guard let unit = scanner.unit() else { return nil }
    // In a condition, `%` means percent: 95 % is the fraction 0.95.
    if unit == "%" { return PredicateLiteral.percent }
    try checked(at: place) { () throws(HealthError) in try PredicateCheck.unit(unit) }
    return unit
  }
}

extension PredicateLiteral {
  /// The unit of a percentage. HealthKit's unit `%` is a fraction.
  static let percent = "per cent"

  /// A number and its unit as predicates store them: a percentage becomes a fraction.
  static func quantity(_ number: Number, _ unit: String?) -> (value: Double, unit: String?) {
    guard unit == percent else { return (number.doubleValue, unit) }
    guard number.spelling == nil || number.digits.magnitude < 1_000_000_000_000_000,
      let exponent = Int16(exactly: Int(number.exponent) - 2)
    else { return (number.doubleValue / 100, "%") }
    return (Number(digits: number.digits, exponent: exponent).doubleValue, "%")
  }

  /// A duration in seconds, or `nil` if the unit does not measure time.
  static func seconds(_ number: Number, _ unit: String) -> Double? {
    let names = [
      "sec": "s", "second": "s", "seconds": "s", "minute": "min", "minutes": "min", "mins": "min",
      "h": "hr", "hour": "hr", "hours": "hr", "hrs": "hr", "day": "d", "days": "d",
    ]
    let folded = unit.lowercased()
    guard let unit = try? HealthUnit(names[folded] ?? unit),
      let conversion = try? unit.conversion(to: .second)
    else { return nil }
    return NumberScale(conversion).value(of: number)
  }
}

/// A field of a sample that a predicate can name.
enum PredicateField: Equatable {
  case type, identifier, kind, uuid, participant, value, category, start, end, created, duration
  case zone, activity
  case figure(SamplePredicate.Figure)
  case text(SamplePredicate.TextField)
  case metadata(String)

  /// The field with a name in lowercase.
  init?(named name: String) {
    guard let field = Self.names.first(where: { $0.name == name })?.field else { return nil }
    self = field
  }

  /// The names of all fields except metadata keys; of a field with two names, the shorter one is first.
  static let names: [(name: String, field: PredicateField)] = [
    ("type", .type), ("type.identifier", .identifier), ("kind", .kind), ("uuid", .uuid),
    ("participant", .participant),
    ("value", .value),
    ("category", .category), ("unit", .text(.unit)), ("start", .start), ("end", .end),
    ("created", .created), ("duration", .duration), ("zone", .zone), ("activity", .activity),
    ("average", .figure(.average)), ("minimum", .figure(.minimum)),
    ("maximum", .figure(.maximum)), ("latest", .figure(.latest)), ("sum", .figure(.sum)),
    ("distance", .figure(.distance)), ("energy", .figure(.energy)),
    ("source", .text(.source)), ("source.name", .text(.source)),
    ("source.version", .text(.sourceVersion)), ("source.product", .text(.sourceProductType)),
    ("source.system", .text(.sourceOperatingSystem)),
    ("device", .text(.device)), ("device.name", .text(.device)),
    ("device.manufacturer", .text(.deviceManufacturer)), ("device.model", .text(.deviceModel)),
    ("device.hardware", .text(.deviceHardware)), ("device.firmware", .text(.deviceFirmware)),
    ("device.software", .text(.deviceSoftware)),
    ("device.identifier", .text(.deviceLocalIdentifier)), ("device.udi", .text(.deviceUDI)),
  ]

  /// The name of a field in printed conditions.
  static func name(of field: SamplePredicate.TextField) -> String {
    names.first { $0.field == .text(field) }?.name ?? field.rawValue
  }

  enum Content {
    case text, number, figure, date, duration, metadata
  }

  var content: Content {
    switch self {
    case .value: .number
    case .figure: .figure
    case .start, .end, .created: .date
    case .duration: .duration
    case .metadata: .metadata
    default: .text
    }
  }
}

extension MetadataKey {
  /// The key that a name without quotes means: the key of HealthKit with this identifier, constant or
  /// short name (identifiers and short names in any case), otherwise a key with exactly this text.
  static func named(_ name: String) -> String {
    if MetadataKey(name).isKnown { return name }
    let folded = name.lowercased()
    let known = all.first { key in
      key.constant == name || key.identifier.lowercased() == folded
        || key.shortName.lowercased() == folded
    }
    return known?.identifier ?? name
  }
}
