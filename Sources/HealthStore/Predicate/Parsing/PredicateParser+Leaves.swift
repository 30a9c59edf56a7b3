import HealthModel

extension PredicateParser {
  /// What a field, an operator and a value mean.
  func leaf(
    _ field: PredicateField, _ comparison: SamplePredicate.Comparison, _ literal: PredicateLiteral,
    at place: Int
  ) throws(HealthError) -> SamplePredicate.Form {
    switch (field, literal.value) {
    case (.start, .date(let bound)): return .start(comparison, bound)
    case (.end, .date(let bound)): return .end(comparison, bound)
    case (.created, .date(let bound)): return .created(comparison, bound)
    case (.metadata(let key), .date(let bound)):
      return .metadata(key: key, .date(comparison, bound))
    case (.value, .number(let number, let unit)):
      let (value, unit) = PredicateLiteral.quantity(number, unit)
      return .value(comparison, value, unit: unit)
    case (.figure(let figure), .number(let number, let unit)):
      let (value, unit) = PredicateLiteral.quantity(number, unit)
      try checked(at: literal.place) { () throws(HealthError) in
        if let unit { try PredicateCheck.unit(UnitName(unit), of: figure) }
      }
      return .figure(figure, comparison, value, unit: unit)
    case (.metadata(let key), .number(let number, let unit)):
      let (value, unit) = PredicateLiteral.quantity(number, unit)
      return .metadata(key: key, .number(comparison, value, unit: unit))
    case (.duration, .number(let number, let unit)):
      guard let seconds = unit.flatMap({ PredicateLiteral.seconds(number, $0) }) else {
        throw scanner.error(
          "expected a duration with a unit of time, such as '30 min'", at: literal.place)
      }
      return .duration(comparison, seconds)
    case (_, .text(let text)):
      guard comparison == .equal || comparison == .notEqual else {
        throw scanner.error(
          "'\(comparison.rawValue)' cannot compare texts, expected '=', '!=', 'like' or 'in'",
          at: place)
      }
      return try textLeaf(field, text, isNegated: comparison == .notEqual, at: literal.place)
    default:
      throw scanner.error("a value that the field cannot have", at: literal.place)
    }
  }

  private func textLeaf(
    _ field: PredicateField, _ text: String, isNegated: Bool, at place: Int
  ) throws(HealthError) -> SamplePredicate.Form {
    let match: SamplePredicate.TextMatch = isNegated ? .differs(text) : .equals(text)
    switch field {
    case .text(let field): return .text(field, match)
    case .zone: return .metadata(key: MetadataKey.timeZone.identifier, .text(match))
    case .metadata(let key): return .metadata(key: key, .text(match))
    case .category, .value:
      // In quotes it may be any.
      if scanner.scalars[place].properties.isAlphabetic {
        try checked(at: place) { () throws(HealthError) in
          try PredicateCheck.categoryValue(text)
        }
      }
      return .category(match)
    case .activity:
      let workouts = try checked(at: place) { () throws(HealthError) in
        try PredicateCheck.workouts(ofActivity: text)
      }
      return isNegated ? .and([.kind(.workout), .not(workouts)]) : workouts
    case .uuid:
      guard let uuid = SampleUUID(text) else {
        throw scanner.error(
          "expected a UUID such as '01234567-89AB-CDEF-0123-456789ABCDEF', found '\(text)'",
          at: place)
      }
      return isNegated ? .not(.uuids([uuid])) : .uuids([uuid])
    case .participant:
      guard Participant.isID(text) else {
        throw scanner.error("expected \(Participant.expected)", at: place)
      }
      return isNegated
        ? .and([.participant(nil), .not(.participant(text))]) : .participant(text)
    case .identifier: return isNegated ? .not(.type(text)) : .type(text)
    case .kind:
      guard let kind = SampleKind.named(text) else {
        throw scanner.unknown("kind", text, SampleKind.allCases.map(\.rawValue), at: place)
      }
      return isNegated ? .not(.kind(kind)) : .kind(kind)
    default:
      let predicate = try checked(at: place) { () throws(HealthError) in
        try PredicateCheck.samples(ofType: text)
      }
      return isNegated ? .not(predicate) : predicate
    }
  }

  /// Rejects units that fit no queried type, since the predicate would match nothing, and numbers without a unit that are
  /// compared with percent.
  func checkUnits(from first: Int, of predicate: SamplePredicate.Form) throws(HealthError) {
    if let (number, message) = PredicateCheck.bareNumber(in: predicate) {
      throw scanner.error(message, at: bareNumbers.last { $0.number == number }?.place ?? 0)
    }
    guard first < units.count, let types = SampleBounds(of: predicate).types, !types.isEmpty else {
      return
    }
    for (unit, place) in units[first...] {
      try checked(at: place) { () throws(HealthError) in
        try PredicateCheck.unit(unit, fitsAnyOf: types)
      }
    }
  }

  /// Runs a check of a part of the text; its error states the location in the whole text.
  func checked<T>(
    at place: Int, _ check: () throws(HealthError) -> T
  ) throws(HealthError) -> T {
    do throws(HealthError) { return try check() } catch {
      throw scanner.error(error.message, at: place + error.place.column - 1)
    }
  }

  /// What a field and a pattern mean.
  mutating func pattern(
    _ field: PredicateField, at place: Int
  ) throws(HealthError) -> SamplePredicate.Form {
    switch field {
    case .type:
      scanner.skipSpace()
      let start = scanner.position
      let pattern = try text("a pattern")
      return try checked(at: start) { () throws(HealthError) in
        try PredicateCheck.samples(ofTypesLike: pattern)
      }
    case .category, .value: return .category(.like(try text("a pattern")))
    case .text(let field): return .text(field, .like(try text("a pattern")))
    case .zone:
      return .metadata(
        key: MetadataKey.timeZone.identifier, .text(.like(try text("a pattern"))))
    case .metadata(let key): return .metadata(key: key, .text(.like(try text("a pattern"))))
    case .activity:
      return .and([.kind(.workout), .types(like: try text("a pattern"))])
    case .kind, .identifier, .uuid, .participant, .start, .end, .created, .duration, .figure:
      throw scanner.error(
        "'like' cannot compare this field, expected a sign such as '='", at: place)
    }
  }
}

extension PredicateField {
  var existence: SamplePredicate.Form {
    switch self {
    case .type, .identifier, .kind: .all
    case .uuid: .not(.kind(.unknown))
    case .participant: .participant(nil)
    case .start, .end, .duration: .not(.or([.kind(.document), .kind(.unknown)]))
    case .created: .hasCreated
    case .activity: .kind(.workout)
    case .figure(let figure): .hasFigure(figure)
    case .value: .or([.kind(.quantity), .category(.exists)])
    case .category: .category(.exists)
    case .text(let field): .text(field, .exists)
    case .zone: .metadata(key: MetadataKey.timeZone.identifier, .exists)
    case .metadata(let key): .metadata(key: key, .exists)
    }
  }
}

extension SampleKind {
  /// The kind of a name, whatever its case.
  static func named(_ text: String) -> SampleKind? {
    let folded = text.lowercased()
    return allCases.first { $0.rawValue.lowercased() == folded }
  }
}
