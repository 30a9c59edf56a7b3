import HealthModel

/// The cells for the fields of a workout.
struct PlannedWorkout {
  struct Measure {
    let cell: PlannedCell
    let unit: PlannedCell?
    let units: [String: String]
    let form: MapLength.Form?

    /// The number and its unit; `nil` where the cell is empty.
    func value(in row: MapRow) throws(CellFault) -> (number: Number, unit: String?)? {
      if case .clock(let isHoursFirst) = form {
        guard let text = try cell.text(in: row) else { return nil }
        guard let seconds = ClockLength.seconds(text, isHoursFirst: isHoursFirst) else {
          throw CellFault(
            cell: cell.column, rule: "malformed-number",
            message: "found text that is not a duration")
        }
        return (Number(Int(seconds)), "s")
      }
      guard let number = try cell.number(in: row) else { return nil }
      let text = try unit?.text(in: row) ?? cell.unit
      return (number, text.map { units[$0] ?? $0 })
    }
  }

  let duration: Measure?
  let distance: Measure?
  let energy: Measure?
  let statistics: [(fields: MapWorkout.Statistics, cells: [(name: String, cell: PlannedCell)])]

  func fields(in row: MapRow) throws(CellFault) -> Sample.WorkoutFields {
    var fields = Sample.WorkoutFields()
    if let (number, unit) = try duration?.value(in: row) {
      (fields.duration, fields.durationUnit) = (number, unit)
    }
    if let (number, unit) = try distance?.value(in: row) {
      (fields.totalDistance, fields.totalDistanceUnit) = (number, unit)
    }
    if let (number, unit) = try energy?.value(in: row) {
      (fields.totalEnergyBurned, fields.totalEnergyBurnedUnit) = (number, unit)
    }
    for (stated, cells) in statistics {
      var assignment = FieldAssignment()
      for (name, cell) in cells {
        if let number = try cell.number(in: row) { assignment.numbers[name] = number }
      }
      guard !assignment.numbers.isEmpty else { continue }
      var statistic = WorkoutStatistics()
      assignment.texts = ["type": stated.type, "unit": stated.unit]
      statistic.visit(&assignment)
      fields.statistics.append(statistic)
    }
    return fields
  }
}
