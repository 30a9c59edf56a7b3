package import HealthModel
import HealthUnits

/// The types of samples that maps name.
package enum MapTypes {
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

  /// The type of a sample that is no workout.
  ///
  /// - Parameter hasUnit: Whether a type that is not in the catalog is of a quantity.
  package static func sampleType(_ name: String, hasUnit: Bool) -> SampleType {
    guard let entry = entry(named: name) else {
      return hasUnit ? .quantity(QuantityType(name)) : .category(CategoryType(name))
    }
    switch entry.kind {
    case "quantity": return .quantity(QuantityType(entry.identifier))
    case "category": return .category(CategoryType(entry.identifier))
    case "correlation": return .correlation(CorrelationType(entry.identifier))
    default: return .other(entry.identifier)
    }
  }

  /// Catalog entries of the types that a cell may contain; without unknown identifiers and without texts of the file.
  static func entries(of cell: MapCell) throws(HealthError) -> [Catalog.Entry] {
    var entries: [Catalog.Entry] = []
    for name in cell.outcomes {
      if let entry = entry(named: name) {
        entries.append(entry)
      } else if !name.hasPrefix("HK") {
        throw cell.fault(
          "found '\(name)', which is not a type of samples.\(Catalog.question(for: name))",
          remedy: .list(.types))
      }
    }
    return entries
  }

  /// Checks the activities of a workout.
  static func checkActivity(_ cell: MapCell) throws(HealthError) {
    let known = Enumeration.allActivities
    for name in cell.outcomes
    where !name.hasPrefix("HK") && known?.value(named: name) == nil {
      let question = NearMiss.question(name, known?.values.map(\.shortName) ?? [])
      throw cell.fault("found '\(name)', which is not an activity of a workout." + question)
    }
  }

  /// Checks the values of a category, and the unit of a quantity.
  static func check(
    _ entry: Catalog.Entry, _ value: MapCell, _ unit: MapCell?
  ) throws(HealthError) {
    if entry.kind == "category" {
      let type = CategoryType(entry.identifier)
      for name in value.outcomes where type.value(named: name) == nil && Int(name) == nil {
        throw value.fault(
          "found '\(name)', which is not a value of \(entry.shortName)."
            + NearMiss.question(name, type.values.map(\.shortName)))
      }
      return
    }
    guard let unit else {
      if value.hasUnit { return }
      throw value.fault("a quantity has no 'unit', nor {unit} in the name of its column")
    }
    for text in unit.outcomes {
      let found: HealthUnit
      do throws(UnitError) {
        found = try HealthUnit(text, of: QuantityType(entry.identifier))
      } catch { throw unit.fault(error.description) }
      guard let own = entry.unit, let known = try? HealthUnit(own), !found.isCompatible(with: known)
      else { continue }
      throw unit.fault(
        "found the unit '\(text)', which does not fit \(entry.shortName), measured in \(own)")
    }
  }
}

extension Enumeration {
  static let allActivities = Enumeration(named: "HKWorkoutActivityType")
}
