import HealthModel
import HealthStatistics
import HealthUnits

extension UnitPreferences {
  /// The unit of the figures of a type, which are calculated in its canonical unit.
  func figure(_ type: QuantityType) -> FigureUnit {
    FigureUnit(type.metricUnit ?? .count, shownIn: unit(for: type))
  }

  /// The units of the figures of workouts, splits and reports. The unit of walking is that of all distances, the unit of active energy that
  /// of all energies, since such figures are in one column.
  var figures: FigureUnits {
    var figures = FigureUnits()
    figures.mass = figure(.bodyMass)
    figures.distance = figure(.distanceWalkingRunning)
    figures.energy = figure(.activeEnergyBurned)
    figures.heartRate = figure(.heartRate)
    figures.elevation = FigureUnit(.meter, shownIn: system?.unit(for: .meter))
    return figures
  }
}

extension FigureUnit {
  func column(_ name: String, _ kind: AnswerColumn.Kind = .number) -> AnswerColumn {
    AnswerColumn(name, kind, unit: unit.description)
  }
}

extension Answer {
  /// States the units, if they are not the canonical ones.
  var unitFacts: [AnswerFact] {
    units.isEmpty ? [] : [AnswerFact("units", units.description)]
  }
}
