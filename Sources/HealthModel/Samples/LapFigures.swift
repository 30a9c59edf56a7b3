/// What a lap states of itself: the formats of training computers keep it as elements of the event, with the names and units of
/// TCX. 0 is not a measurement.
package struct LapFigures {
  /// The time without pauses, where it does not follow from the pauses.
  package let seconds: Double?
  package let meters: Double?
  package let kilocalories: Double?
  /// In beats a minute.
  package let averageHeartRate: Double?
  package let maximumHeartRate: Double?

  package init(_ event: WorkoutEvent) {
    let content = event.extras?.content ?? []
    func figure(_ name: String) -> Double? {
      content.lazy.compactMap { $0.plainText(of: name) }.first
        .flatMap { Number($0)?.doubleValue }.flatMap { $0 > 0 ? $0 : nil }
    }
    seconds = figure("TotalTimeSeconds")
    meters = figure("DistanceMeters")
    kilocalories = figure("Calories")
    averageHeartRate = figure("AverageHeartRateBpm")
    maximumHeartRate = figure("MaximumHeartRateBpm")
  }
}
