/// An identifier of a vocabulary that the catalog describes: of a type of sample, a workout
/// activity, a metadata key, a value.
///
/// The vocabularies grow each year and every app may add to some of them, so an identifier that is
/// not in the catalog is preserved, never refused. Two identifiers are equal when
/// their texts are; between two known ones that is a comparison of integers.
public protocol CatalogIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// Every identifier of the vocabulary in the catalog, sorted as in its data file. Makes a new
  /// list at each call.
  static var all: [Self] { get }

  /// The identifier with exactly this text, known or not. The cost is one look-up in a
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

  /// The identifier with exactly this text, known or not.
  public init(_ identifier: String) {
    self.init(storage: Self.table.indices[identifier].map { .known($0) } ?? .other(identifier))
  }

  /// The identifier in row `index` of the table.
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

extension Catalog {
  /// A type of any kind of sample, and its entry in the catalog.
  public struct Entry: Hashable, Sendable, CustomStringConvertible {
    /// The full identifier, such as `HKQuantityTypeIdentifierHeartRate`.
    public let identifier: String
    /// The part of the identifier that distinguishes it from others of its kind, such as `HeartRate`.
    public let shortName: String
    /// Other names of the type in HealthKit, which files do not use.
    public let otherNames: [String]
    /// `quantity`, `category`, `correlation`, `characteristic`, or for a type that is alone in its
    /// kind a name of its own, such as `audiogram`.
    public let kind: String
    /// The part of the health it is about, such as `Heart`.
    public let group: String?
    /// The version of iOS that introduced it.
    public let introduced: SystemVersion?
    /// The unit of a quantity in the exports of a metric region.
    public let unit: String?
    /// The dimension of a quantity.
    public let dimension: String?
    /// How the samples of a quantity become one number.
    public let aggregationStyle: QuantityType.AggregationStyle?
    /// The enumerations that its values, or fields of it, come from.
    public let enumerations: [Enumeration]

    /// The identifier.
    public var description: String { identifier }

    /// The values of all its enumerations.
    public var values: [EnumerationValue] { enumerations.flatMap(\.values) }

    init(
      _ identifier: String, kind: String, group: String? = nil, introduced: SystemVersion?,
      otherNames: [String] = [], enumerations: [Enumeration] = [], quantity: QuantityRow? = nil
    ) {
      self.identifier = identifier
      self.shortName = Self.shortName(of: identifier)
      self.otherNames = otherNames
      self.kind = kind
      self.group = group
      self.introduced = introduced
      self.unit = quantity?.unit
      self.dimension = quantity?.dimension
      self.aggregationStyle = quantity?.aggregationStyle
      self.enumerations = enumerations
    }

    /// The part of an identifier after `TypeIdentifier`; if that is empty, the part before; without
    /// that word, the identifier without `HK` and `DataType`.
    static func shortName(of identifier: String) -> String {
      guard identifier.hasPrefix("HK") else { return identifier }
      let name = identifier.dropFirst(2)
      // Called for all types of the catalog at the start of a program, so bytes are compared.
      let word = "TypeIdentifier".utf8
      guard let place = name.utf8.indices.first(where: { name.utf8[$0...].starts(with: word) })
      else { return String(name.hasPrefix("DataType") ? name.dropFirst(8) : name) }
      let end = name[place...].dropFirst(word.count)
      return String(end.isEmpty ? name[..<place] : end)
    }

    var names: [String] {
      [identifier, shortName] + otherNames.flatMap { [$0, Self.shortName(of: $0)] }
    }
  }
}

/// A type that is neither a quantity nor a category, a correlation or a characteristic.
struct OtherTypeRow: CatalogRow {
  let identifier: String
  let kind: String
  var introduced: SystemVersion?
  var enumerations: [Enumeration] = []
}

/// The rows of one vocabulary, and the way from an identifier to its row.
struct CatalogTable<Row: CatalogRow>: Sendable {
  /// The rows, some of which may belong to other vocabularies.
  let rows: [Row]
  /// The rows of this vocabulary.
  let range: Range<UInt16>
  /// The row of each identifier.
  let indices: [String: UInt16]

  /// Makes the table of `range` in `rows`, or of all of them. The identifiers differ from each
  /// other and are fewer than 65,536: the generator of the rows checks this.
  init(_ rows: [Row], range: Range<UInt16>? = nil) {
    let range = range ?? 0..<UInt16(rows.count)
    self.rows = rows
    self.range = range
    self.indices = Dictionary(
      range.map { (rows[Int($0)].identifier, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
