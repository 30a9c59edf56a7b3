import HealthModel
import HealthUnits

/// The settings of a workout.
struct MapWorkout: Sendable {
  /// Totals and averages over it, by the name of their field.
  struct Statistics: Sendable {
    let type: String
    let unit: String
    let cells: [(name: String, cell: MapCell)]
  }

  let duration: MapMeasure?
  let distance: MapMeasure?
  let energy: MapMeasure?
  let statistics: [Statistics]

  init(_ fields: inout MapFields) throws(FormatError) {
    func measure(_ node: MapNode?) throws(FormatError) -> MapMeasure? {
      guard let node else { return nil }
      return try MapMeasure(node)
    }
    duration = try measure(fields.take("duration"))
    distance = try measure(fields.take("distance"))
    energy = try measure(fields.take("energy"))
    var list: [Statistics] = []
    for item in fields.take("statistics")?.list ?? [] {
      var fields = try item.fields(of: "a statistic")
      let type = try fields.require("type")
      guard let entry = MapTypes.entry(named: try type.text), entry.kind == "quantity" else {
        throw type.fault("expected a type of quantities")
      }
      let unit = try fields.require("unit").unitText
      var cells: [(name: String, cell: MapCell)] = []
      for name in ["average", "minimum", "maximum", "sum"] {
        if let node = fields.take(name) { cells.append((name, try MapCell(node, plain: .column))) }
      }
      try fields.finish()
      list.append(Statistics(type: entry.identifier, unit: unit, cells: cells))
    }
    statistics = list
  }
}

extension MapNode {
  /// Its text, which has to be a unit.
  var unitText: String {
    get throws(FormatError) {
      let text = try text
      do throws(UnitError) { _ = try HealthUnit(text) } catch { throw fault(error.description) }
      return text
    }
  }
}
