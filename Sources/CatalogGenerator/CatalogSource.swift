public import Foundation

/// The catalog as its data files have it, checked.
public struct CatalogSource {
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
  /// The names of time zones.
  let zones: [TimeZone]
  /// The names of the enumerations and where in `values` theirs are.
  let enumerations: [(name: String, values: Range<Int>)]

  /// Reads and checks the files in a folder, `Schemas/catalog` in the project.
  public init(folder: URL) throws {
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

/// A line of a data file.
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

/// Where the enumeration stays the same.
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
