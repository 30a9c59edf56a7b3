/// The types of sample that are known, of all kinds.
public enum Catalog {
  /// Every type: quantities, categories, correlations, characteristics, then the others; each
  /// kind sorted by identifier.
  public static let allTypes: [Catalog.Entry] = {
    var entries: [Catalog.Entry] = []
    for row in quantityRows {
      entries.append(
        Catalog.Entry(
          row.identifier, kind: "quantity", group: row.group, introduced: row.introduced,
          quantity: row))
    }
    for row in categoryRows {
      entries.append(
        Catalog.Entry(
          row.identifier, kind: "category", group: row.group, introduced: row.introduced,
          otherNames: row.otherNames, enumerations: row.enumerations))
    }
    for row in correlationRows {
      entries.append(
        Catalog.Entry(row.identifier, kind: "correlation", introduced: row.introduced))
    }
    for row in characteristicRows {
      entries.append(
        Catalog.Entry(
          row.identifier, kind: "characteristic", introduced: row.introduced,
          enumerations: row.enumeration.map { [$0] } ?? []))
    }
    for row in otherTypeRows {
      entries.append(
        Catalog.Entry(
          row.identifier, kind: row.kind, introduced: row.introduced,
          enumerations: row.enumerations))
    }
    return entries
  }()

  /// The types a user names: `HeartRate`, `heartrate`, `HKQuantityTypeIdentifierHeartRate` or a
  /// pattern, in which `*` is any number of characters and `?` is one (`Dietary*`). The pattern
  /// must match the full identifier or the full short name; case is ignored. A common name such as
  /// `steps` or `heart rate` means its types. The cost grows with the number of types.
  public static func types(matching pattern: String) -> [Catalog.Entry] {
    let globs = names(meantBy: pattern).map { Glob($0) }
    return allTypes.filter { type in
      globs.contains { glob in type.names.contains(where: glob.matches) }
    }
  }
}
