package import HealthModel

/// A selection of types on a command line: an identifier, a short name, a kind, or a pattern of these.
public struct TypePattern: Sendable {
  /// The original text.
  package let text: String
  /// The patterns that the text means: itself, or those of a common name such as `steps`.
  private let globs: [Glob]
  /// The types of the catalog that it names, some by names that files do not use.
  private var identifiers: Set<String>
  /// The identifiers of the types that it names because a correlation holds them.
  package private(set) var members: [String] = []

  /// A pattern that may fit types the catalog does not know, or nothing at all.
  ///
  /// - Parameter text: `HeartRate`, `HKQuantityTypeIdentifierHeartRate`, `workout`, `running`, `steps`, `Dietary*`.
  ///   Case is ignored; `*` matches any number of characters and `?` a single one.
  public init(unchecked text: String) {
    self.text = text
    globs = Catalog.names(meantBy: text).map { Glob($0) }
    identifiers = Set(Catalog.types(matching: text).map(\.identifier))
  }

  /// A pattern, or `nil` for a text that is no pattern, no identifier and no name that is known: a name mistyped
  /// would select nothing.
  ///
  /// - Parameter text: `HeartRate`, `HKQuantityTypeIdentifierHeartRate`, `workout`, `running`, `Dietary*`.
  public init?(known text: String) {
    self.init(unchecked: text)
    let isOpen = text.contains("*") || text.contains("?") || text.hasPrefix("HK")
    guard isOpen || !identifiers.isEmpty || Self.otherNames.contains(where: fits) else {
      return nil
    }
  }

  /// The pattern with the types that correlations hold which it names: with the systolic and the diastolic pressure.
  package func includingMembers() -> TypePattern {
    var pattern = self
    pattern.members = CorrelationType.all.filter { matches(.correlation($0), kind: .correlation) }
      .flatMap(\.memberTypes).map(\.identifier)
    pattern.identifiers.formUnion(pattern.members)
    return pattern
  }

  /// Whether it names activities of workouts, or workouts, and nothing else.
  package var isOfWorkouts: Bool {
    let isOther =
      identifiers.contains { $0 != "HKWorkoutTypeIdentifier" }
      || SampleKind.allCases.contains { $0 != .workout && fits($0.rawValue) }
    return !isOther
      && (fits(SampleKind.workout.rawValue) || !identifiers.isEmpty
        || WorkoutActivityType.all.contains { fits($0.shortName) || fits($0.identifier) })
  }

  /// Whether samples of a kind and a type are meant.
  package func matches(_ type: SampleType, kind: SampleKind) -> Bool {
    identifiers.contains(type.identifier) || fits(type.identifier) || fits(type.shortName)
      || fits(kind.rawValue)
  }

  private func fits(_ name: String) -> Bool { globs.contains { $0.matches(name) } }

  /// Whether it selects an unknown element.
  package func matches(_ element: Element) -> Bool { matches(elementNamed: element.name) }

  func matches(elementNamed name: String) -> Bool {
    fits(name) || fits(SampleKind.unknown.rawValue)
  }

  /// Names in addition to those of the catalog's types.
  private static let otherNames =
    SampleKind.allCases.map(\.rawValue) + WorkoutActivityType.all.map(\.shortName)
}

extension SampleType {
  /// The part of the identifier that people say.
  package var shortName: String {
    switch self {
    case .quantity(let type): type.shortName
    case .category(let type): type.shortName
    case .correlation(let type): type.shortName
    case .workout(let type): type.shortName
    case .clinicalRecord(let identifier): identifier
    case .other(let identifier): Self.shortNames[identifier] ?? identifier
    }
  }

  private static let shortNames = Dictionary(
    Catalog.allTypes.map { ($0.identifier, $0.shortName) },
    uniquingKeysWith: { first, _ in first })
}
