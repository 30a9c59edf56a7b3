import HealthModel

/// Reads predicates by recursive descent:
///
///     or         = and { ( "or" | "||" ) and }
///     and        = not { ( "and" | "&&" ) not }
///     not        = ( "not" | "!" ) not | "(" or ")" | "all" | comparison
///     comparison = field ( operator value | [ "not" ] "like" pattern | [ "not" ] "in" "(" value { "," value } ")"
///                | [ "not" ] "between" value "and" value | "exists" | "is" [ "not" ] "missing" )
///     operator   = "=" | "==" | "!=" | "<>" | "<" | "<=" | ">" | ">=" | "~"
struct PredicateParser {
  /// Far more than anyone writes; a program that makes predicates may need a long list.
  static let maximumLength = 1 << 18
  static let maximumDepth = 64

  var scanner: PredicateScanner
  private var depth = 0
  /// The units that values were compared in so far, and where these stand.
  var units: [(unit: UnitName, place: Int)] = []
  /// Where values are compared with numbers without a unit.
  var bareNumbers: [(number: Double, place: Int)] = []

  init(_ text: String) { scanner = PredicateScanner(text) }

  mutating func predicate() throws(HealthError) -> SamplePredicate.Form {
    guard scanner.scalars.count <= Self.maximumLength else {
      throw scanner.error(
        "the predicate is too long, expected at most \(Self.maximumLength) characters",
        at: Self.maximumLength)
    }
    let predicate = try alternatives()
    scanner.skipSpace()
    guard scanner.peek() == nil else { throw unexpectedEnd(of: predicate) }
    return predicate
  }

  /// The error for text after a complete predicate, possibly the second word of an unquoted text.
  private func unexpectedEnd(of predicate: SamplePredicate.Form) -> HealthError {
    let error = scanner.unexpected("'and', 'or' or the end")
    return switch predicate {
    case .text, .metadata(_, .text), .category:
      error.adding("Put a text of several words in quotes")
    default: error
    }
  }

  private mutating func alternatives() throws(HealthError) -> SamplePredicate.Form {
    var parts = [try conjunction()]
    while scanner.consume("||") || scanner.consume(word: "or") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func conjunction() throws(HealthError) -> SamplePredicate.Form {
    let known = units.count
    var parts = [try negation()]
    while scanner.consume("&&") || scanner.consume(word: "and") { parts.append(try negation()) }
    if parts.count == 1 { return parts[0] }
    try checkUnits(from: known, of: .and(parts))
    return .and(parts)
  }

  private mutating func negation() throws(HealthError) -> SamplePredicate.Form {
    scanner.skipSpace()
    let start = scanner.position
    guard depth < Self.maximumDepth else {
      throw scanner.error("nested too deep, expected at most \(Self.maximumDepth) levels")
    }
    depth += 1
    defer { depth -= 1 }
    if scanner.consume("!") || scanner.consume(word: "not") { return .not(try negation()) }
    guard scanner.consume("(") else {
      return scanner.consume(word: "all") ? .all : try comparison()
    }
    let inner = try alternatives()
    guard scanner.consume(")") else {
      guard scanner.peek() == nil else { throw scanner.unexpected("'and', 'or' or ')'") }
      throw scanner.error("a parenthesis ( that is not closed", at: start)
    }
    return inner
  }

  // MARK: Comparisons

  private mutating func comparison() throws(HealthError) -> SamplePredicate.Form {
    let field = try field()
    if scanner.consume(word: "exists") { return field.existence }
    if scanner.consume(word: "is") {
      let isNegated = scanner.consume(word: "not")
      guard scanner.consume(word: "missing") || scanner.consume(word: "null") else {
        throw scanner.unexpected(isNegated ? "'missing'" : "'missing' or 'not missing'")
      }
      return isNegated ? field.existence : .not(field.existence)
    }
    let isNegated = scanner.consume(word: "not")
    if isNegated, scanner.consume(word: "exists") { return .not(field.existence) }
    if let predicate = try wordComparison(field) { return isNegated ? .not(predicate) : predicate }
    if isNegated { throw scanner.unexpected("'like', 'in', 'between' or 'exists'") }
    scanner.skipSpace()
    let place = scanner.position
    for (sign, comparison) in Self.signs where scanner.consume(sign) {
      return try leaf(field, comparison, try literal(for: field), at: place)
    }
    throw scanner.unexpected("a comparison such as '='")
  }

  private static let signs: [(String, SamplePredicate.Comparison)] = [
    ("==", .equal), ("=", .equal), ("!=", .notEqual), ("<>", .notEqual), ("<=", .lessOrEqual),
    (">=", .greaterOrEqual), ("<", .less), (">", .greater),
  ]

  private mutating func wordComparison(
    _ field: PredicateField
  ) throws(HealthError) -> SamplePredicate.Form? {
    scanner.skipSpace()
    let place = scanner.position
    if scanner.consume("~") || scanner.consume(word: "like") {
      return try pattern(field, at: place)
    }
    if scanner.consume(word: "in") {
      guard scanner.consume("(") else { throw scanner.unexpected("'(' and a list of values") }
      var parts: [SamplePredicate.Form] = []
      repeat {
        parts.append(try leaf(field, .equal, try literal(for: field), at: place))
      } while scanner.consume(",")
      guard scanner.consume(")") else { throw scanner.unexpected("',' or ')'") }
      let uuids = parts.compactMap { if case .uuids(let uuids) = $0 { uuids } else { nil } }
      if !uuids.isEmpty { return .uuids(uuids.reduce([]) { $0.union($1) }) }
      return parts.count == 1 ? parts[0] : .or(parts)
    }
    if scanner.consume(word: "between") {
      var first = try literal(for: field)
      guard scanner.consume(word: "and") else {
        throw scanner.unexpected("'and' and a second value")
      }
      let second = try literal(for: field)
      // `between 70 and 180 mg/dL`: the unit is that of both.
      first.copyUnit(of: second)
      return .and([
        try leaf(field, .greaterOrEqual, first, at: place),
        try leaf(field, .lessOrEqual, second, at: place),
      ])
    }
    return nil
  }

  private mutating func field() throws(HealthError) -> PredicateField {
    scanner.skipSpace()
    let start = scanner.position
    guard let first = scanner.word() else { throw scanner.unexpected("a field such as 'value'") }
    if first.lowercased() == "metadata" { return try metadataField() }
    while scanner.peek() == ".", scanner.peek(1).map(PredicateScanner.isWord) ?? false {
      scanner.position += 1
      _ = scanner.word()
    }
    let name = scanner.slice(from: start)
    if let field = PredicateField(named: name.lowercased()) { return field }
    if TypePattern(known: name) != nil {
      throw scanner.error(
        "unknown field '\(name)', which is a type. Write type = \(name) and value, with its comparison",
        at: start)
    }
    if ["date", "time", "day", "timestamp"].contains(name.lowercased()) {
      throw scanner.error("unknown field '\(name)'. Did you mean 'start'?", at: start)
    }
    if name.lowercased() == "select" {
      throw scanner.error(
        "unknown field '\(name)'. A condition is no SQL, which is for stores: write type = HeartRate and value > 100",
        at: start)
    }
    throw scanner.unknown("field", name, PredicateField.names.map(\.name) + ["metadata"], at: start)
  }

  /// `metadata.KEY` or `metadata['any key']`.
  private mutating func metadataField() throws(HealthError) -> PredicateField {
    if scanner.consume("[") {
      guard let key = try scanner.quoted() else { throw scanner.unexpected("a key in quotes") }
      guard scanner.consume("]") else { throw scanner.unexpected("']'") }
      return .metadata(key)
    }
    guard scanner.consume("."), let key = scanner.metadataKey() else {
      throw scanner.unexpected("'.' and a key, or a key as in ['any key']")
    }
    return .metadata(MetadataKey.named(key))
  }
}
