extension CatalogSource {
  /// Sees that lists are sorted and hold nothing twice, and that what they refer to is there.
  func check() throws {
    try checkOrder("quantities.json", quantities.map(\.identifier))
    try checkOrder("categories.json", categories.map(\.identifier))
    try checkOrder("correlations.json", correlations.map(\.identifier))
    try checkOrder("characteristics.json", characteristics.map(\.identifier))
    try checkOrder("clinical.json", clinicalRecords.map(\.identifier))
    try checkOrder("types.json", otherTypes.map(\.identifier))
    try checkOrder("metadata.json", metadata.map(\.identifier))
    try checkOrder("values.json", enumerations.map(\.name))
    try checkOrder("zones.json", zones.map(\.identifier))
    try checkRanges()
    try checkValues()

    let names = enumerations.map(\.name)
    try checkReferences("categories.json", categories.flatMap(\.enumerations), to: names)
    try checkReferences(
      "characteristics.json", characteristics.compactMap(\.enumeration), to: names)
    try checkReferences("types.json", otherTypes.flatMap { $0.enumerations ?? [] }, to: names)
    try checkReferences("metadata.json", metadata.compactMap(\.enumeration), to: names)
    try checkReferences(
      "metadata.json", metadata.flatMap { $0.requires ?? [] }, to: metadata.map(\.identifier))
    try checkReferences(
      "metadata.json", metadata.flatMap { $0.requiredFor ?? [] },
      to: quantities.map(\.identifier) + categories.map(\.identifier))
    try checkReferences(
      "clinical.json", clinicalRecords.flatMap(\.clinicalTypes), to: otherTypes.map(\.identifier))
  }

  private func checkOrder(_ file: String, _ names: [String]) throws {
    for (name, next) in zip(names, names.dropFirst()) where name >= next {
      throw CatalogError(file, "'\(next)' follows '\(name)', expected each once and sorted")
    }
  }

  private func checkRanges() throws {
    for quantity in quantities {
      for bounds in [quantity.possible, quantity.plausible].compactMap(\.self) {
        guard bounds.count == 2, (bounds[0] ?? 0) <= (bounds[1] ?? .infinity) else {
          throw CatalogError(
            "quantities.json", "a range of '\(quantity.identifier)' is not two bounds in order")
        }
      }
    }
  }

  private func checkReferences(_ file: String, _ names: [String], to known: [String]) throws {
    let known = Set(known)
    for name in names where !known.contains(name) {
      throw CatalogError(file, "refers to '\(name)', which no entry has")
    }
  }

  private func checkValues() throws {
    let file = "values.json"
    let names = Set(values.map(\.name))
    guard names.count == values.count else { throw CatalogError(file, "a name occurs twice") }
    for value in values where !value.name.hasPrefix(value.enumeration) {
      throw CatalogError(file, "'\(value.name)' does not begin with '\(value.enumeration)'")
    }
    try checkReferences(file, values.flatMap { $0.replacedBy ?? [] }, to: Array(names))
    for enumeration in enumerations {
      let list = values[enumeration.values]
      for (value, next) in zip(list, list.dropFirst())
      where (value.number ?? 0) > (next.number ?? 0)
        || (value.number != nil && value.number == next.number && next.deprecated == nil)
      {
        throw CatalogError(
          file, "'\(next.name)' follows '\(value.name)', expected the smaller number first")
      }
    }
  }
}
