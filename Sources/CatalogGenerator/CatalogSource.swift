package import Foundation

/// The content of the catalog's data files (`Schemas/catalog`), checked for order, duplicates and
/// references.
package struct CatalogSource {
  struct Quantity: Entry {
    let identifier: String
    let introduced: String
    let group: String
    let dimension: String
    let aggregation: String
    let unit: String
    let otherUnits: [String]?
    let molarMass: String?
    let possible: [Double?]?
    let plausible: [Double?]?
    let momentary: Bool?
  }

  struct Category: Entry {
    let identifier: String
    let introduced: String
    let group: String
    let enumerations: [String]
    let otherNames: [String]?
  }

  struct Correlation: Entry {
    let identifier: String
    let introduced: String
    let members: [String]
    let needsAllMembers: Bool?
  }

  struct Characteristic: Entry {
    let identifier: String
    let introduced: String?
    let enumeration: String?
    let exported: Bool?
  }

  struct ClinicalRecord: Entry {
    let identifier: String
    let clinicalTypes: [String]
  }

  struct OtherType: Entry {
    let identifier: String
    let kind: String
    let introduced: String?
    let enumerations: [String]?
  }

  struct Metadata: Entry {
    let identifier: String
    let constant: String
    let introduced: String
    let value: String
    let enumeration: String?
    let dimension: String?
    let appliesTo: [String]
    let requiredFor: [String]?
    let requires: [String]?
  }

  struct TimeZone: Entry {
    let identifier: String
  }

  struct Value: Entry {
    let enumeration: String
    let name: String
    let number: Int?
    let introduced: String?
    let deprecated: String?
    let replacedBy: [String]?
    var identifier: String { name }
  }

  let quantities: [Quantity]
  let categories: [Category]
  let correlations: [Correlation]
  let characteristics: [Characteristic]
  let clinicalRecords: [ClinicalRecord]
  let otherTypes: [OtherType]
  let metadata: [Metadata]
  let values: [Value]
  let zones: [TimeZone]
  /// The name of each enumeration, and the range of its entries in `values`.
  let enumerations: [(name: String, values: Range<Int>)]

  /// Reads and checks the files in a folder, `Schemas/catalog` in the project.
  package init(folder: URL) throws {
    quantities = try read("quantities.json", in: folder)
    categories = try read("categories.json", in: folder)
    correlations = try read("correlations.json", in: folder)
    characteristics = try read("characteristics.json", in: folder)
    clinicalRecords = try read("clinical.json", in: folder)
    otherTypes = try read("types.json", in: folder)
    metadata = try read("metadata.json", in: folder)
    values = try read("values.json", in: folder)
    zones = try read("zones.json", in: folder)
    enumerations = runs(of: values)
    try check()
  }
}

/// An entry of a data file: one object of its JSON array.
protocol Entry: Decodable {
  var identifier: String { get }
}

private func read<E: Entry>(_ file: String, in folder: URL) throws -> [E] {
  do {
    let data = try Data(contentsOf: folder.appendingPathComponent(file))
    return try JSONDecoder().decode([E].self, from: data)
  } catch {
    throw CatalogError(file, "cannot be read: \(error)")
  }
}

/// The consecutive entries that belong to the same enumeration, as ranges of indexes.
private func runs(of values: [CatalogSource.Value]) -> [(name: String, values: Range<Int>)] {
  var runs: [(name: String, values: Range<Int>)] = []
  for (index, value) in values.enumerated() {
    if let last = runs.last, last.name == value.enumeration {
      runs[runs.count - 1].values = last.values.lowerBound..<index + 1
    } else {
      runs.append((value.enumeration, index..<index + 1))
    }
  }
  return runs
}

extension CatalogSource {
  /// Checks that the lists are sorted and have no duplicates, that ranges have two bounds in order,
  /// and that every referenced entry exists.
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

/// A fault in a data file, because of which the tables of the catalog cannot be generated.
package struct CatalogError: Error, Equatable, CustomStringConvertible {
  /// The file at fault, what was found there and what was expected.
  package let description: String

  init(_ file: String, _ fault: String) {
    description = "\(file): \(fault)"
  }
}
