public import HealthModel

/// A condition on samples (`NSPredicate` for queries of HealthKit, but typed).
///
/// `SampleMatcher` defines which samples match, for streams and stores alike. A store may look up a part of the
/// condition in its indexes (`SampleBounds`) and gives what it finds to the matcher.
///
/// A comparison with something that a sample does not have is false, `!=` too; ``not(_:)`` inverts any answer. So a
/// mistyped type or unit would match nothing and, inverted, everything: the functions that take one throw instead.
public struct SamplePredicate: Sendable, Equatable {
  package let form: Form

  /// A condition that is not checked.
  package init(_ form: Form) { self.form = form }

  /// How two values are compared.
  public enum Comparison: String, Sendable, CaseIterable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// A text field of a sample.
  public enum TextField: String, Sendable, CaseIterable {
    case source, sourceVersion, sourceProductType, sourceOperatingSystem
    /// The name of the device.
    case device
    case deviceManufacturer, deviceModel, deviceHardware, deviceFirmware, deviceSoftware
    case deviceLocalIdentifier, deviceUDI
    /// The unit; spellings of one unit are the same.
    case unit
  }

  /// How a text is compared: folded, so that case, kinds of spaces and invisible characters do not matter.
  public enum TextMatch: Sendable, Equatable {
    /// Is this text.
    case equals(String)
    /// The sample has another text in the field.
    case differs(String)
    /// Fits a pattern of `*` and `?`.
    case like(String)
    /// Exists.
    case exists
  }

  /// How a value of metadata is compared.
  public enum MetadataMatch: Sendable, Equatable {
    /// The text.
    case text(TextMatch)
    /// The number that the text is or begins with; with a unit, the quantity that it is, compared in that unit.
    case number(Comparison, Double, unit: String?)
    /// The date.
    case date(Comparison, DateBound)
  }
}

extension SamplePredicate.MetadataMatch {
  /// The key exists.
  public static var exists: Self { .text(.exists) }
}

extension SamplePredicate.Comparison {
  /// Whether it holds between two numbers.
  func holds(_ a: Double, _ b: Double) -> Bool {
    switch self {
    case .equal: a == b
    // NaN is equal to no number, neither less nor greater.
    case .notEqual: a < b || a > b
    case .less: a < b
    case .lessOrEqual: a <= b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    }
  }
}

extension SamplePredicate {
  /// Every sample.
  public static let all = SamplePredicate(Form.all)

  /// Samples of a type, named as in text (``init(parsing:)``): by its identifier, its short name such as `HeartRate`,
  /// a kind such as `workout`, or an activity such as `running`.
  ///
  /// - Throws: `HealthError` if no sample can have it. An unknown identifier that begins with `HK` may be of a newer
  ///   system, unless it is one letter away from a known one.
  public static func type(_ name: String) throws(HealthError) -> SamplePredicate {
    SamplePredicate(try PredicateCheck.samples(ofType: name))
  }

  /// Samples of exactly this type, or elements of this name, whether the catalog lists it or not: for types that
  /// come from data. A mistyped identifier matches nothing.
  public static func type(identifier: String) -> SamplePredicate {
    SamplePredicate(.type(identifier))
  }

  /// Samples of types that match a pattern of `*` and `?`: their identifier, their short name or their kind. Case
  /// does not matter.
  ///
  /// - Throws: `HealthError` for a pattern without `*` and `?` that names no known type.
  public static func types(like pattern: String) throws(HealthError) -> SamplePredicate {
    SamplePredicate(try PredicateCheck.samples(ofTypesLike: pattern))
  }

  /// Samples of a kind.
  public static func kind(_ kind: SampleKind) -> SamplePredicate { SamplePredicate(.kind(kind)) }

  /// By the start. Documents and unknown elements have no dates and do not match.
  public static func start(_ comparison: Comparison, _ bound: DateBound) -> SamplePredicate {
    SamplePredicate(.start(comparison, bound))
  }

  /// By the start.
  public static func start(_ comparison: Comparison, _ instant: Timestamp) -> SamplePredicate {
    .start(comparison, DateBound(instant))
  }

  /// By the end.
  public static func end(_ comparison: Comparison, _ bound: DateBound) -> SamplePredicate {
    SamplePredicate(.end(comparison, bound))
  }

  /// By the end.
  public static func end(_ comparison: Comparison, _ instant: Timestamp) -> SamplePredicate {
    .end(comparison, DateBound(instant))
  }

  /// By the date when they were saved on the phone; samples that do not state it do not match.
  public static func created(_ comparison: Comparison, _ bound: DateBound) -> SamplePredicate {
    SamplePredicate(.created(comparison, bound))
  }

  /// By the date when they were saved on the phone.
  public static func created(_ comparison: Comparison, _ instant: Timestamp) -> SamplePredicate {
    .created(comparison, DateBound(instant))
  }

  /// Samples that state when they were saved on the phone.
  public static let hasCreated = SamplePredicate(Form.hasCreated)

  /// By the seconds from start to end, pauses of a workout included.
  ///
  /// - Throws: `HealthError` for a number that is not finite.
  public static func duration(
    _ comparison: Comparison, _ seconds: Double
  ) throws(HealthError) -> SamplePredicate {
    try PredicateCheck.number(seconds)
    return SamplePredicate(.duration(comparison, seconds))
  }

  /// By the number of a quantity, compared as the `Double` nearest to its value in a unit. Quantities of other
  /// dimensions do not match. Without a unit, numbers are compared without conversion; `%` is a fraction, in which 1 is
  /// 100 %.
  ///
  /// - Throws: `HealthError` for an unknown unit, or a number that is not finite.
  public static func value(
    _ comparison: Comparison, _ value: Double, unit: String? = nil
  ) throws(HealthError) -> SamplePredicate {
    try PredicateCheck.number(value)
    if let unit { try PredicateCheck.unit(unit) }
    return SamplePredicate(.value(comparison, value, unit: unit))
  }

  /// By a figure of a quantity or a workout, compared as ``value(_:_:unit:)`` does: `.figure(.distance, .greater, 5, unit: "km")`.
  ///
  /// - Throws: `HealthError` for an unknown unit, one that the figure cannot have, or a number that is not finite.
  public static func figure(
    _ figure: Figure, _ comparison: Comparison, _ value: Double, unit: String? = nil
  ) throws(HealthError) -> SamplePredicate {
    try PredicateCheck.number(value)
    if let unit {
      try PredicateCheck.unit(unit)
      try PredicateCheck.unit(UnitName(unit), of: figure)
    }
    return SamplePredicate(.figure(figure, comparison, value, unit: unit))
  }

  /// Samples that have a figure.
  public static func has(_ figure: Figure) -> SamplePredicate {
    SamplePredicate(.hasFigure(figure))
  }

  /// By the case of a category: its name as exports write it, its short name or its number. Old and new names of one
  /// case are the same.
  ///
  /// - Throws: `HealthError` for a text that nearly is the name of a known case. A pattern is not checked.
  public static func category(_ match: TextMatch) throws(HealthError) -> SamplePredicate {
    switch match {
    case .equals(let text), .differs(let text): try PredicateCheck.categoryValue(text)
    case .like, .exists: break
    }
    return SamplePredicate(.category(match))
  }

  /// By a text that describes them: of the source, the device, the unit.
  ///
  /// - Throws: `HealthError` if the field is ``TextField/unit`` and the text is not a unit. A pattern is not checked.
  public static func text(
    _ field: TextField, _ match: TextMatch
  ) throws(HealthError) -> SamplePredicate {
    switch match {
    case .equals(let text), .differs(let text): if field == .unit { try PredicateCheck.unit(text) }
    case .like, .exists: break
    }
    return SamplePredicate(.text(field, match))
  }

  /// By metadata: at least one value of the key matches.
  ///
  /// - Throws: `HealthError` for an unknown unit, or a number that is not finite.
  public static func metadata(
    key: String, _ match: MetadataMatch
  ) throws(HealthError) -> SamplePredicate {
    if case .number(_, let value, let unit) = match {
      try PredicateCheck.number(value)
      if let unit { try PredicateCheck.unit(unit) }
    }
    return SamplePredicate(.metadata(key: key, match))
  }

  /// The sample of a UUID, stated or made of its identity: `sample.uuid`. Stores have an index of stated UUIDs. One that is
  /// made of the identity, as that of a sample of an export, is looked for among all samples: add the type, and the time if it
  /// is known.
  public static func uuid(_ uuid: SampleUUID) -> SamplePredicate { .uuids([uuid]) }

  /// The samples of some UUIDs, as ``uuid(_:)``.
  public static func uuids(_ uuids: Set<SampleUUID>) -> SamplePredicate {
    SamplePredicate(.uuids(uuids))
  }

  /// The samples of a participant. Ids are compared exactly.
  ///
  /// - Parameter id: The id; `nil` for samples that have a participant.
  public static func participant(_ id: String?) -> SamplePredicate {
    SamplePredicate(.participant(id))
  }

  /// Samples that match all of some predicates; every sample if there are none.
  ///
  /// - Throws: `HealthError` if a value is compared in a unit that no type queried next to it can have, or without
  ///   a unit next to a type that is measured in %.
  public static func and(_ parts: [SamplePredicate]) throws(HealthError) -> SamplePredicate {
    let form = Form.and(parts.map(\.form))
    if let types = SampleBounds(of: form).types, !types.isEmpty {
      for unit in form.valueUnits { try PredicateCheck.unit(unit, fitsAnyOf: types) }
    }
    if let refused = PredicateCheck.bareNumber(in: form) {
      throw HealthError(predicate: refused.message)
    }
    return SamplePredicate(form)
  }

  /// Samples that match at least one of some predicates; no sample if there are none.
  public static func or(_ parts: [SamplePredicate]) -> SamplePredicate {
    SamplePredicate(.or(parts.map(\.form)))
  }

  /// Every sample that another predicate does not match.
  public static func not(_ part: SamplePredicate) -> SamplePredicate {
    SamplePredicate(.not(part.form))
  }
}

extension SamplePredicate.Form {
  /// The known units that values are compared in; unknown ones come from text in quotes, where any is allowed.
  fileprivate var valueUnits: [UnitName] {
    switch self {
    case .value(_, _, let unit?), .figure(_, _, _, let unit?):
      let name = UnitName(unit)
      return name.unit == nil ? [] : [name]
    case .and(let parts), .or(let parts): return parts.flatMap(\.valueUnits)
    case .not(let part): return part.valueUnits
    default: return []
    }
  }
}
