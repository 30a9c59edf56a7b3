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

    /// The names it answers to.
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
