extension StructuredSample where Fields == Sample.WorkoutFields {
  /// The distance with its unit: the total that exports before iOS 16 have, else that of the statistics. Of several
  /// statistics of distances it is that of the activity (of a ski run the descent, not the walk to the lift); `nil`
  /// where none is the activity's.
  public var distance: (number: Number, unit: String?)? {
    if let number = fields.totalDistance { return (number, fields.totalDistanceUnit) }
    let distances = fields.statistics.filter {
      $0.sum != nil && $0.type?.hasPrefix(WorkoutTotals.distancePrefix) == true
    }
    let own = WorkoutTotals.distanceTypes[header.descriptor.type.identifier]
    let chosen = distances.count == 1 ? distances.first : distances.first { $0.type == own }
    return chosen.flatMap { chosen in chosen.sum.map { ($0, chosen.unit) } }
  }

  /// The active energy with its unit: the total that exports before iOS 16 have, else that of the statistics.
  public var energyBurned: (number: Number, unit: String?)? {
    if let number = fields.totalEnergyBurned { return (number, fields.totalEnergyBurnedUnit) }
    let energy = fields.statistics.first { $0.sum != nil && $0.type == WorkoutTotals.energyType }
    return energy.flatMap { energy in energy.sum.map { ($0, energy.unit) } }
  }

  /// Average, minimum and maximum of the heart rate in beats a minute, from the statistics: exports before iOS 16
  /// have none.
  public var heartRate: (average: Number?, minimum: Number?, maximum: Number?) {
    let statistics = fields.statistics.first {
      $0.type == WorkoutTotals.heartRateType && $0.unit == WorkoutTotals.heartRateUnit
    }
    return (statistics?.average, statistics?.minimum, statistics?.maximum)
  }
}

/// The types of a workout's totals among its statistics: one definition for tables and for the views of stores.
package enum WorkoutTotals {
  package static let distancePrefix = "HKQuantityTypeIdentifierDistance"
  package static let energyType = "HKQuantityTypeIdentifierActiveEnergyBurned"
  package static let heartRateType = "HKQuantityTypeIdentifierHeartRate"
  package static let heartRateUnit = "count/min"

  /// The distance that counts where a workout has several, by its activity.
  package static let distanceTypes: [String: String] = [
    "CrossCountrySkiing": "CrossCountrySkiing", "Cycling": "Cycling",
    "DownhillSkiing": "DownhillSnowSports", "HandCycling": "Cycling", "Hiking": "WalkingRunning",
    "PaddleSports": "PaddleSports", "Rowing": "Rowing", "Running": "WalkingRunning",
    "SkatingSports": "SkatingSports", "Snowboarding": "DownhillSnowSports",
    "Swimming": "Swimming", "Walking": "WalkingRunning", "WheelchairRunPace": "Wheelchair",
    "WheelchairWalkPace": "Wheelchair",
  ].reduce(into: [:]) {
    $0["HKWorkoutActivityType\($1.key)"] = "\(distancePrefix)\($1.value)"
  }
}
