import HealthModel

extension CSVTableFields {
  /// The cells of a workout: its totals also where they are among the statistics, as iOS 16 and later write them.
  init(of workout: Workout) {
    var fields = workout.fields
    let (distance, energy, heartRate) = (workout.distance, workout.energyBurned, workout.heartRate)
    let summary = WorkoutStatistics.heartRate(
      average: heartRate.average, minimum: heartRate.minimum, maximum: heartRate.maximum)
    // Fields that the row contains completely are not lost.
    fields.statistics.removeAll { $0 == summary }
    if let distance {
      (fields.totalDistance, fields.totalDistanceUnit) = (distance.number, distance.unit)
    }
    if let energy {
      (fields.totalEnergyBurned, fields.totalEnergyBurnedUnit) = (energy.number, energy.unit)
    }
    add(Sample.Field.list(of: fields))
    for (column, number) in zip(
      CSVTableColumn.heartRate, [heartRate.average, heartRate.minimum, heartRate.maximum])
    {
      add(column.rawValue, number?.description)
    }
  }
}

extension WorkoutStatistics {
  /// Statistics of the heart rate as a row holds them: in beats a minute, without a time of their own.
  static func heartRate(average: Number?, minimum: Number?, maximum: Number?) -> WorkoutStatistics {
    var statistics = WorkoutStatistics()
    statistics.type = WorkoutTotals.heartRateType
    statistics.unit = WorkoutTotals.heartRateUnit
    statistics.average = average
    statistics.minimum = minimum
    statistics.maximum = maximum
    return statistics
  }
}

extension Timestamp {
  /// The instant at which a clock of another offset shows the same date and time.
  func onClock(offsetMinutes: Int16) -> Timestamp {
    Timestamp(
      secondsSince1970: secondsSince1970
        &+ (Int64(self.offsetMinutes) &- Int64(offsetMinutes)) &* 60,
      nanoseconds: nanoseconds, offsetMinutes: offsetMinutes)
  }
}
