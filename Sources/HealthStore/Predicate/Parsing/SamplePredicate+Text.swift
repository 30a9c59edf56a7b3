public import HealthModel
import HealthUnits

extension SamplePredicate {
  /// Parses the text form of a predicate:
  ///
  /// ```
  /// type = BloodGlucose and value > 120 mg/dL and source = 'Dexcom'
  /// type in (HeartRate, StepCount) and start >= 2024-01-01 and not device.name exists
  /// duration > 30 min or metadata.HKWasUserEntered = 1
  /// ```
  ///
  /// Fields are `type`, `kind`, `value`, `category`, `unit`, `start`, `end`, `created`, `duration`, `zone`, `uuid`, `participant`, the
  /// figures of quantities and workouts (`average`, `minimum`, `maximum`, `latest`, `sum`, `distance`, `energy`), `activity`,
  /// `source` (`.version`, `.product`, `.system`), `device` (`.manufacturer`, `.model`, `.hardware`, `.firmware`,
  /// `.software`, `.identifier`, `.udi`), `metadata.KEY` or `metadata['any key']`. Numbers may have a unit; `95 %`
  /// is 0.95. Words are not case-sensitive. Texts are in quotes, and a quote inside a text is doubled; a
  /// single word needs no quotes.
  ///
  /// - Parameter text: The predicate, at most 262,144 characters, nested 64 deep.
  /// - Throws: `HealthError`; the column of its place is that of the Unicode scalar at fault, and its message has three lines:
  ///
  ///   ```
  ///   unknown field 'valu'. Did you mean 'value'?
  ///     valu > 120 mg/dL
  ///     ^
  ///   ```
  public init(parsing text: String) throws(HealthError) {
    var parser = PredicateParser(text)
    do throws(HealthError) { self.init(try parser.predicate()) } catch {
      throw error.showing(text)
    }
  }
}

extension SamplePredicate: CustomStringConvertible {
  /// The predicate as ``init(parsing:)`` reads it.
  public var description: String { form.text(of: nil, isInner: false) }
}

extension SamplePredicate.Form {
  /// The text of a part, nested or not; `types` are the types that the enclosing conditions select, `nil` for any.
  fileprivate func text(of types: Set<String>?, isInner: Bool) -> String {
    switch self {
    case .all: return "all"
    case .and(let parts):
      let own = SampleBounds(of: self).types
      let types = types.map { types in own.map(types.intersection) ?? types } ?? own
      return Self.joined(parts, "and", ifEmpty: "all", of: types, isInner)
    case .or(let parts):
      return Self.joined(parts, "or", ifEmpty: "not all", of: types, isInner)
    case .not(let part): return "not \(part.text(of: types, isInner: true))"
    case .type(let identifier): return Self.typeText(identifier)
    case .types(let pattern): return "type like \(Self.quoted(pattern))"
    case .kind(let kind): return "kind = \(kind.rawValue)"
    case .start(let comparison, let bound): return "start \(comparison.rawValue) \(bound)"
    case .end(let comparison, let bound): return "end \(comparison.rawValue) \(bound)"
    case .created(let comparison, let bound): return "created \(comparison.rawValue) \(bound)"
    case .hasCreated: return "created exists"
    case .duration(let comparison, let seconds):
      return "duration \(comparison.rawValue) \(Self.duration(seconds))"
    case .value(let comparison, let value, let unit):
      // Without quotes, the parser would reject a unit that fits none of the selected types.
      let isOther = unit.map { !UnitName($0).fits(anyOf: types) } ?? false
      return "value \(comparison.rawValue) \(Self.quantity(value, unit, isQuoted: isOther))"
    case .figure(let figure, let comparison, let value, let unit):
      let isOther = unit.map { !UnitName($0).fits(anyOf: types) } ?? false
      let quantity = Self.quantity(value, unit, isQuoted: isOther)
      return "\(figure.rawValue) \(comparison.rawValue) \(quantity)"
    case .hasFigure(let figure): return "\(figure.rawValue) exists"
    case .category(let match): return "category \(Self.text(match))"
    case .text(let field, let match): return "\(PredicateField.name(of: field)) \(Self.text(match))"
    case .uuids(let uuids):
      if uuids.isEmpty { return "not all" }
      let texts = uuids.sorted().map { "'\($0)'" }.joined(separator: ", ")
      return uuids.count == 1 ? "uuid = \(texts)" : "uuid in (\(texts))"
    case .participant(let id): return "participant \(id.map { "= \(Self.quoted($0))" } ?? "exists")"
    case .metadata(let key, let match):
      let field = Self.metadataField(key)
      switch match {
      case .text(let match): return "\(field) \(Self.text(match))"
      case .date(let comparison, let bound): return "\(field) \(comparison.rawValue) \(bound)"
      case .number(let comparison, let value, let unit):
        return "\(field) \(comparison.rawValue) \(Self.quantity(value, unit))"
      }
    }
  }

  private static func joined(
    _ parts: [SamplePredicate.Form], _ word: String, ifEmpty: String, of types: Set<String>?,
    _ isInner: Bool
  ) -> String {
    if parts.isEmpty { return ifEmpty }
    if parts.count == 1 { return parts[0].text(of: types, isInner: isInner) }
    let text = parts.map { $0.text(of: types, isInner: true) }.joined(separator: " \(word) ")
    return isInner ? "(\(text))" : text
  }

  private static func text(_ match: SamplePredicate.TextMatch) -> String {
    switch match {
    case .equals(let text): "= \(quoted(text))"
    case .differs(let text): "!= \(quoted(text))"
    case .like(let pattern): "like \(quoted(pattern))"
    case .exists: "exists"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: "''"))'"
  }

  private static func typeText(_ identifier: String) -> String {
    let short =
      Catalog.types(matching: identifier).first?.shortName
      ?? WorkoutActivityType(identifier).shortName
    for name in [short, identifier] {
      var scanner = PredicateScanner(name)
      if scanner.unquotedText() == name, Self(typeNamed: name) == .type(identifier) {
        return "type = \(name)"
      }
    }
    return "type.identifier = \(quoted(identifier))"
  }

  private static func metadataField(_ key: String) -> String {
    var scanner = PredicateScanner(key)
    let isBare = scanner.metadataKey() == key && MetadataKey.named(key) == key
    return isBare ? "metadata.\(key)" : "metadata[\(quoted(key))]"
  }

  private static func duration(_ seconds: Double) -> String {
    for (unit, length) in [("h", 3_600.0), ("min", 60)] {
      let count = (seconds / length).rounded()
      if count != 0, count.magnitude < 0x1p40, count * length == seconds {
        return "\(number(count)) \(unit)"
      }
    }
    return "\(number(seconds)) s"
  }

  private static func quantity(_ value: Double, _ unit: String?, isQuoted: Bool = false) -> String {
    guard let unit else { return number(value) }
    if isQuoted { return "\(number(value)) \(quoted(unit))" }
    if unit == "%" {
      let count = Number(value).flatMap { Double("\($0.digits)e\(Int($0.exponent) + 2)") }
      if let count, let printed = Number(number(count)),
        PredicateLiteral.quantity(printed, PredicateLiteral.percent).value == value
      {
        return "\(number(count)) %"
      }
      return "\(number(value)) '%'"
    }
    var scanner = PredicateScanner(unit)
    let isPlain = scanner.unit() == unit && (try? HealthUnit(unit)) != nil
    return "\(number(value)) \(isPlain ? unit : quoted(unit))"
  }

  private static func number(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension HealthError {
  /// The same error; its message also has the text of the predicate, and a caret below the character at fault. Of a long text,
  /// only the part around that character is shown.
  fileprivate func showing(_ text: String) -> HealthError {
    let offset = place.column - 1
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      // Characters that control a terminal, or break the line.
      case .control, .lineSeparator, .paragraphSeparator, .format: " "
      default: scalar
      }
    }
    let first = max(0, min(offset, scalars.count) - 60)
    let last = min(scalars.count, first + 120)
    let (before, after) = (first > 0 ? "…" : "", last < scalars.count ? "…" : "")
    let part = String(String.UnicodeScalarView(scalars[first..<last]))
    // Combining marks have no width.
    let width = String(String.UnicodeScalarView(scalars[first..<min(offset, last)])).count
    let indent = String(repeating: " ", count: before.count + width)
    return HealthError(
      code, place: place, "\(message)\n  \(before)\(part)\(after)\n  \(indent)^")
  }
}

extension SamplePredicate {
  /// The samples of the type with a name, or `nil` for an unknown name.
  ///
  /// - Parameter name: An identifier, a short name, a kind, an activity, a common name such as `steps` or a pattern.
  ///   Case does not matter.
  public init?(typeNamed name: String) {
    guard let form = Form(typeNamed: name) else { return nil }
    self.init(form)
  }
}

extension SamplePredicate.Form {
  init?(typeNamed name: String) {
    let meant = Catalog.names(meantBy: name)
    guard meant == [name] else {
      let parts = meant.compactMap(Self.init(typeNamed:))
      self = parts.count == 1 ? parts[0] : .or(parts)
      return
    }
    let folded = name.lowercased()
    if let kind = SampleKind.named(name) {
      self = .kind(kind)
    } else if name.contains("*") || name.contains("?") {
      self = .types(like: name)
    } else if let activity = WorkoutActivityType.all.first(where: {
      $0.shortName.lowercased() == folded || $0.identifier.lowercased() == folded
    }) {
      self = .type(activity.identifier)
    } else if let resource = ClinicalRecordType.all.first(where: {
      $0.identifier.lowercased() == folded
    }) {
      self = .type(resource.identifier)
    } else {
      let types = Catalog.types(matching: name).compactMap(Self.init(samplesOf:))
      if let first = types.first {
        self = types.count == 1 ? first : .or(types)
      } else if name.hasPrefix("HK"), Catalog.types(matching: name).isEmpty,
        !Catalog.isMistyped(name)
      {
        self = .type(name)
      } else {
        return nil
      }
    }
  }

  /// Selects the samples of a type of the catalog. Fails for clinical record types, whose samples state only their
  /// resource, and for characteristics.
  private init?(samplesOf type: Catalog.Entry) {
    switch type.kind {
    case "characteristic", "clinicalRecord": return nil
    // These kinds have a single type, for which files use several names.
    case "workout", "electrocardiogram", "audiogram", "heartbeatSeries", "activitySummary",
      "visionPrescription":
      guard let kind = SampleKind(rawValue: type.kind) else { return nil }
      self = .kind(kind)
    default: self = .type(type.identifier)
    }
  }
}
