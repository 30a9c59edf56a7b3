/// What stands for types on a command line: an identifier, a short name, a kind, or a pattern of these.
public struct TypePattern: Sendable {
  private let glob: Glob
  /// The types of the catalogue that it names, some by names that files do not use.
  private let identifiers: Set<String>

  /// A pattern that may fit types the catalogue does not know.
  ///
  /// - Parameter text: `HeartRate`, `HKQuantityTypeIdentifierHeartRate`, `workout`, `running`, `Dietary*`. Case
  ///   does not matter; `*` is any number of characters and `?` is one.
  /// - Throws: `ConversionError` of code `.usage` if it is no pattern, no identifier and no name that is known:
  ///   a name mistyped would select nothing.
  public init(_ text: String) throws(ConversionError) {
    glob = Glob(text)
    identifiers = Set(Catalogue.types(matching: text).map(\.identifier))
    let isOpen = text.contains("*") || text.contains("?") || text.hasPrefix("HK")
    guard isOpen || !identifiers.isEmpty || Self.otherNames.contains(where: glob.matches) else {
      let nearest = Catalogue.suggestions(for: text, limit: 1).first
      let hint = nearest.map { " Did you mean '\($0.shortName)'?" } ?? ""
      throw ConversionError(.usage, "unknown type '\(text)'.\(hint) See 'healthconv types'.")
    }
  }

  /// Whether samples of a kind and a type are meant.
  func matches(_ type: SampleType, kind: SampleKind) -> Bool {
    identifiers.contains(type.identifier) || glob.matches(type.identifier)
      || glob.matches(type.shortName) || glob.matches(kind.rawValue)
  }

  /// Whether an element that nobody knows is meant.
  func matches(_ element: Element) -> Bool {
    glob.matches(element.name) || glob.matches(SampleKind.unknown.rawValue)
  }

  /// Names beside those of the catalogue's types.
  private static let otherNames =
    SampleKind.allCases.map(\.rawValue) + WorkoutActivityType.all.map(\.shortName)
}

extension SampleType {
  /// The part of the identifier that people say.
  var shortName: String {
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
    Catalogue.allTypes.map { ($0.identifier, $0.shortName) },
    uniquingKeysWith: { first, _ in first })
}
