/// An identifier of a vocabulary that the catalog describes: of a type of sample, a workout
/// activity, a metadata key, a value.
///
/// The vocabularies grow each year and every app may add to some of them, so an identifier the
/// catalog does not know is carried as it is, never refused. Two identifiers are equal when
/// their texts are; between two known ones that is a comparison of integers.
public protocol CatalogIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// Every identifier of the vocabulary in the catalog, sorted as in its data file. Makes a new
  /// list at each call.
  static var all: [Self] { get }

  /// Takes the identifier with exactly this text, known or not. The cost is one look-up in a
  /// dictionary.
  init(_ identifier: String)

  /// The full text, such as `HKQuantityTypeIdentifierHeartRate`.
  var identifier: String { get }

  /// The text without the prefix that all of the vocabulary share, such as `HeartRate`.
  /// Makes a new string at each call.
  var shortName: String { get }

  /// Whether the identifier is in the catalog.
  var isKnown: Bool { get }

  /// The version of iOS that introduced it, where that is known.
  var introduced: SystemVersion? { get }
}

/// The storage of an identifier: its row in the table of its vocabulary, or a text that the table
/// lacks.
enum CatalogStorage: Hashable, Sendable {
  case known(UInt16)
  case other(String)
}

protocol CatalogRow: Sendable {
  var identifier: String { get }
  var introduced: SystemVersion? { get }
}

/// An identifier backed by a table, from which all that is public follows.
protocol TabulatedIdentifier: CatalogIdentifier {
  associatedtype Row: CatalogRow
  static var table: CatalogTable<Row> { get }
  /// The prefixes that the short name leaves out, the longest first.
  static var prefixes: [String] { get }
  var storage: CatalogStorage { get }
  init(storage: CatalogStorage)
}

extension TabulatedIdentifier {
  /// Every identifier of the vocabulary in the catalog.
  public static var all: [Self] { table.range.map { Self(known: $0) } }

  /// Takes the identifier with exactly this text, known or not.
  public init(_ identifier: String) {
    self.init(storage: Self.table.indices[identifier].map { .known($0) } ?? .other(identifier))
  }

  /// Takes the identifier in row `index` of the table.
  init(known index: UInt16) {
    self.init(storage: .known(index))
  }

  /// The whole text.
  public var identifier: String {
    switch storage {
    case .known(let index): return Self.table.rows[Int(index)].identifier
    case .other(let text): return text
    }
  }

  /// The text without the prefix that all of the vocabulary share.
  public var shortName: String {
    let identifier = identifier
    for prefix in Self.prefixes where identifier.utf8.starts(with: prefix.utf8) {
      let rest = identifier.utf8.dropFirst(prefix.utf8.count)
      if !rest.isEmpty { return String(Substring(rest)) }
    }
    return identifier
  }

  /// Whether the identifier is in the catalog.
  public var isKnown: Bool { row != nil }

  /// The version of iOS that introduced it.
  public var introduced: SystemVersion? { row?.introduced }

  /// The whole text.
  public var description: String { identifier }

  /// The catalog's row for the identifier; `nil` if it is unknown.
  var row: Row? {
    guard case .known(let index) = storage else { return nil }
    return Self.table.rows[Int(index)]
  }
}
