import HealthModel
import HealthUnits

/// Catalog entries of the types that a map names.
extension MapSample {
  /// Catalog entries of the types that a cell may contain; without unknown identifiers and without texts of the file.
  static func entries(of cell: MapCell) throws(FormatError) -> [Catalog.Entry] {
    var entries: [Catalog.Entry] = []
    for name in cell.outcomes {
      if let entry = MapTypes.entry(named: name) {
        entries.append(entry)
      } else if !name.hasPrefix("HK") {
        throw FormatError(
          .malformed, rule: "malformed-map", place: cell.place,
          "found '\(name)', which is not a type of samples.\(Catalog.question(for: name))",
          remedy: .list(.types))
      }
    }
    return entries
  }

  /// A cell of types, with full identifiers instead of short names.
  static func whole(_ cell: MapCell, _ entries: [Catalog.Entry]) -> MapCell {
    func whole(_ name: String) -> String { MapTypes.entry(named: name)?.identifier ?? name }
    var cell = cell
    if case .text(let name) = cell.content { cell.content = .text(whole(name)) }
    cell.table = cell.table.mapValues(whole)
    cell.otherwise = cell.otherwise.map(whole)
    return cell
  }

  static func activities(_ cell: MapCell) throws(FormatError) -> MapCell {
    let known = Enumeration.allActivities
    func whole(_ name: String) throws(FormatError) -> String {
      if let value = known?.value(named: name) { return value.name }
      if name.hasPrefix("HK") { return name }
      let names = known?.values.map(\.shortName) ?? []
      throw FormatError(
        .malformed, rule: "malformed-map", place: cell.place,
        "found '\(name)', which is not an activity of a workout."
          + NearMiss.question(name, names))
    }
    var found = cell
    if case .text(let name) = cell.content { found.content = .text(try whole(name)) }
    for (key, name) in cell.table { found.table[key] = try whole(name) }
    if let name = cell.otherwise { found.otherwise = try whole(name) }
    return found
  }

  /// Checks the values of a category, and the unit of a quantity.
  static func check(
    _ entry: Catalog.Entry, _ value: MapCell, _ unit: MapCell?
  ) throws(FormatError) {
    func fault(_ cell: MapCell, _ message: String) -> FormatError {
      FormatError(.malformed, rule: "malformed-map", place: cell.place, message)
    }
    if entry.kind == "category" {
      let type = CategoryType(entry.identifier)
      for name in value.outcomes where type.value(named: name) == nil && Int(name) == nil {
        throw fault(
          value,
          "found '\(name)', which is not a value of \(entry.shortName)."
            + NearMiss.question(name, type.values.map(\.shortName)))
      }
      return
    }
    guard let unit else {
      if case .column(let columns) = value.content, columns.allSatisfy(\.hasUnit) { return }
      throw fault(value, "a quantity has no 'unit', nor {unit} in the name of its column")
    }
    for text in unit.outcomes {
      let found: HealthUnit
      do throws(UnitError) {
        found = try HealthUnit(text, of: QuantityType(entry.identifier))
      } catch {
        throw fault(unit, error.description)
      }
      guard let own = entry.unit, let known = try? HealthUnit(own), !found.isCompatible(with: known)
      else { continue }
      throw fault(
        unit, "found the unit '\(text)', which does not fit \(entry.shortName), measured in \(own)")
    }
  }
}

extension Enumeration {
  static let allActivities = Enumeration(named: "HKWorkoutActivityType")
}

/// The types of samples, by their names.
enum MapTypes {
  private static let byName: [String: Catalog.Entry] = {
    var byName: [String: Catalog.Entry] = [:]
    // Whole names go before short ones, of which some stand for a quantity and a characteristic.
    for entry in Catalog.allTypes where entry.kind != "characteristic" {
      byName[entry.shortName] = byName[entry.shortName] ?? entry
    }
    for entry in Catalog.allTypes { byName[entry.identifier] = entry }
    return byName
  }()

  /// The catalog entry of a type.
  ///
  /// - Parameter name: `HKQuantityTypeIdentifierHeartRate` or `HeartRate`.
  /// - Returns: The entry; `nil` if the type is not in the catalog.
  static func entry(named name: String) -> Catalog.Entry? { byName[name] }
}
