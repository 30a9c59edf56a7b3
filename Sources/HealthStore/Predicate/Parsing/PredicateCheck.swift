import HealthModel
import HealthUnits

/// What a predicate may name, the same for those written as text and those built in code. The column of an error is that in
/// the text that was checked.
enum PredicateCheck {
  /// The samples of the type with a name: an identifier, a short name, a kind, an activity or a pattern.
  static func samples(ofType name: String) throws(HealthError) -> SamplePredicate.Form {
    if let form = SamplePredicate.Form(typeNamed: name) { return form }
    switch Catalog.types(matching: name).first?.kind {
    case "clinicalRecord":
      throw HealthError(
        predicate:
          "samples of the type '\(name)' are selected by the FHIR resource, such as 'Observation'")
    case .some: throw HealthError(predicate: "no sample has the type '\(name)'")
    case nil: throw unknownType(name)
    }
  }

  /// The samples of types that match a pattern. Without a wildcard it is a name, which has to be known.
  static func samples(ofTypesLike pattern: String) throws(HealthError) -> SamplePredicate.Form {
    guard TypePattern(known: pattern) != nil, !Catalog.isMistyped(pattern) else {
      throw unknownType(pattern)
    }
    return .types(like: pattern)
  }

  private static func unknownType(_ name: String) -> HealthError {
    let question = Catalog.question(for: name)
    return HealthError(predicate: "unknown type '\(name)'\(question.isEmpty ? "" : "." + question)")
  }

  /// Refuses a text that is not a unit.
  static func unit(_ text: String) throws(HealthError) {
    do throws(UnitError) { _ = try HealthUnit(text) } catch {
      let hint = error.suggestion.map { ". Did you mean '\($0)'?" } ?? ""
      throw HealthError(predicate: "unknown unit '\(text)'\(hint)", at: error.offset ?? 0)
    }
  }

  /// Refuses a unit in which no value of some types can be: the comparison would never hold.
  static func unit(_ unit: UnitName, fitsAnyOf types: Set<String>) throws(HealthError) {
    if unit.fits(anyOf: types) { return }
    let expected = types.compactMap { QuantityType($0).canonicalUnit }.min() ?? ""
    throw HealthError(
      predicate:
        "'\(unit.text)' is not a unit of the queried type, expected one such as '\(expected)'")
  }

  /// Refuses a unit that the total of a workout cannot have. Units of quantities depend on the type.
  static func unit(_ unit: UnitName, of figure: SamplePredicate.Figure) throws(HealthError) {
    guard let expected = figure.canonicalUnit,
      NumberScale(from: expected, to: unit.unit) == nil
    else { return }
    throw HealthError(
      predicate:
        "'\(unit.text)' is not a unit of '\(figure.rawValue)', expected one such as '\(expected)'")
  }

  /// A number without a unit that is compared with values in %, and why it is refused: people mean percent or a fraction.
  static func bareNumber(in form: SamplePredicate.Form) -> (number: Double, message: String)? {
    guard form.hasBareNumber else { return nil }
    for type in fractions where form.names(type) == true {
      guard let number = form.bareNumber(for: type) else { continue }
      let text = Number(number).map(\.description) ?? "\(number)"
      let percent = (try? HealthUnit.count.figureConversion(to: .percent)).flatMap {
        Number(number)?.converted(by: $0)
      }
      return (
        number,
        "'\(text)' has no unit, and \(type.shortName) is measured in %: write '\(text) %', or "
          + "'\(percent.map(\.description) ?? text) %' if '\(text)' is a fraction"
      )
    }
    return nil
  }

  private static let fractions = QuantityType.all.filter(\.isFraction)

  static func workouts(ofActivity name: String) throws(HealthError) -> SamplePredicate.Form {
    if case .type(let identifier)? = SamplePredicate.Form(typeNamed: name),
      WorkoutActivityType(identifier).isKnown || identifier.hasPrefix("HKWorkoutActivityType")
    {
      return .type(identifier)
    }
    let names = WorkoutActivityType.all.map(\.shortName)
    let hint = NearMiss.nearest(to: name, among: names).map { ". Did you mean '\($0)'?" } ?? ""
    throw HealthError(predicate: "unknown activity '\(name)'\(hint)")
  }

  /// Refuses a number that compares with nothing.
  static func number(_ value: Double) throws(HealthError) {
    if value.isFinite { return }
    throw HealthError(predicate: "'\(value)' is not a finite number")
  }

  /// Refuses a text that differs by a few letters from the name of a category's value.
  static func categoryValue(_ text: String) throws(HealthError) {
    let folded = text.lowercased()
    guard text.unicodeScalars.first?.properties.isAlphabetic == true, !folded.hasPrefix("hk") else {
      return
    }
    let values = CategoryType.all.flatMap(\.values).flatMap { [$0.shortName, $0.name] }
    guard !values.contains(where: { $0.lowercased() == folded }) else { return }
    if let nearest = NearMiss.nearest(to: text, among: values) {
      throw HealthError(predicate: "unknown value '\(text)'. Did you mean '\(nearest)'?")
    }
  }
}

extension HealthError {
  /// A fault of a predicate, at a Unicode scalar of its text, from 0.
  init(predicate message: String, at offset: Int = 0) {
    self.init(.usage, place: Place(file: "", column: offset + 1), message)
  }
}

extension Catalog {
  /// Whether an identifier of HealthKit's form is unknown, and one letter away from a known one of its form. Others
  /// that are unknown may be of a newer system.
  static func isMistyped(_ identifier: String) -> Bool {
    guard identifier.hasPrefix("HK"), !identifier.contains("*"), !identifier.contains("?"),
      identifier.utf8.count < 256, types(matching: identifier).isEmpty
    else { return false }
    let wanted = Array(identifier.utf8)
    return allTypes.contains { type in
      abs(type.identifier.utf8.count - wanted.count) <= 1
        && editDistance(wanted, Array(type.identifier.utf8)) == 1
    }
  }
}

extension SamplePredicate.Form {
  /// Whether a condition names a type: `false` if it excludes it, `nil` if it does not depend on the type.
  fileprivate func names(_ type: QuantityType) -> Bool? {
    switch self {
    case .type(let identifier): return identifier == type.identifier
    case .types(let pattern):
      return TypePattern(unchecked: pattern).matches(.quantity(type), kind: .quantity)
    case .kind(let kind): return kind == .quantity ? nil : false
    case .and(let parts):
      let names = parts.map { $0.names(type) }
      return names.contains(false) ? false : names.contains(true) ? true : nil
    case .or(let parts):
      let names = parts.map { $0.names(type) }
      return names.contains(nil) ? nil : names.contains(true)
    case .not(let part): return part.names(type) == true ? false : nil
    default: return nil
    }
  }

  fileprivate var hasBareNumber: Bool {
    switch self {
    case .value(_, _, nil), .figure(_, _, _, nil): true
    case .and(let parts), .or(let parts): parts.contains { $0.hasBareNumber }
    case .not(let part): part.hasBareNumber
    default: false
    }
  }

  /// A number without a unit with which values of a type are compared. 0 has one meaning.
  fileprivate func bareNumber(for type: QuantityType) -> Double? {
    switch self {
    case .value(_, let number, nil): return number == 0 ? nil : number
    case .figure(let figure, _, let number, nil):
      return figure.kind == .quantity && number != 0 ? number : nil
    case .and(let parts):
      return names(type) == false ? nil : parts.lazy.compactMap { $0.bareNumber(for: type) }.first
    case .or(let parts): return parts.lazy.compactMap { $0.bareNumber(for: type) }.first
    case .not(let part): return part.bareNumber(for: type)
    default: return nil
    }
  }
}
