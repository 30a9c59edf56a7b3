/// A type of sample made of others taken together, such as a blood pressure.
public struct CorrelationType: TabulatedIdentifier {
  static let table = CatalogTable(correlationRows)
  static let prefixes = ["HKCorrelationTypeIdentifier"]
  let storage: CatalogStorage

  private static let members: [[QuantityType]] = correlationRows.map { row in
    let patterns = row.members.map { Glob($0) }
    return QuantityType.all.filter { type in
      patterns.contains { $0.matches(type.identifier) }
    }
  }

  /// The types of the samples it may hold.
  public var memberTypes: [QuantityType] {
    guard case .known(let index) = storage else { return [] }
    return Self.members[Int(index)]
  }

  /// Whether it requires a sample of each of ``memberTypes``.
  public var needsAllMembers: Bool { row?.needsAllMembers ?? false }
}

struct CorrelationRow: CatalogRow {
  let identifier: String
  let introduced: SystemVersion?
  /// Patterns that the identifiers of the members match.
  let members: [String]
  var needsAllMembers = false
}
