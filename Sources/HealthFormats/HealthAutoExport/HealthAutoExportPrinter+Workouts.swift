import HealthBytes
import HealthModel

/// Workouts with their totals, heart rates and routes.
extension HealthAutoExportPrinter {
  mutating func append(_ sample: Workout) {
    let header = sample.header
    guard let length = header.end.seconds(since: header.start), length >= 0,
      let name = HealthAutoExportMetrics.shared.name(
        of: sample, stated: header.metadata[Self.nameKey])
    else { return losses.add(.samples) }
    let start = buffer.count
    let (metadata, fields) = (header.metadata, sample.fields)
    let identifier = metadata[.externalUUID] ?? sample.uuid.description
    buffer.append("{\"id\":")
    buffer.append(json: identifier)
    buffer.append(",\"name\":")
    buffer.append(json: name)
    buffer.append(",\"start\":")
    append(header.start)
    buffer.append(",\"end\":")
    append(header.end)
    // The fields that a reader will restore. If they differ from those of the workout, that is a loss.
    var read = Sample.WorkoutFields()
    let (active, unit) = sample.activeDuration
    if let duration = active?.converted(unit, to: "s") {
      member(",\"duration\":", duration)
      (read.duration, read.durationUnit) = (duration, "s")
    }
    let location = metadata[Self.locationKey] ?? Self.locations[metadata[.indoorWorkout] ?? ""]
    if let location {
      buffer.append(",\"location\":")
      buffer.append(json: location)
    }
    if let (number, unit) = sample.distance, let unit, !unit.isEmpty {
      quantity(",\"distance\":", number, unit)
      (read.totalDistance, read.totalDistanceUnit) = (number, unit)
    }
    if let (number, unit) = sample.energyBurned, let unit, !unit.isEmpty {
      quantity(",\"activeEnergyBurned\":", number, unit)
      (read.totalEnergyBurned, read.totalEnergyBurnedUnit) = (number, unit)
    }
    var rates = WorkoutStatistics()
    (rates.average, rates.minimum, rates.maximum) = sample.heartRate
    if rates != WorkoutStatistics() {
      if let number = rates.average { quantity(",\"avgHeartRate\":", number, "bpm") }
      if let number = rates.minimum { quantity(",\"minHeartRate\":", number, "bpm") }
      if let number = rates.maximum { quantity(",\"maxHeartRate\":", number, "bpm") }
      (rates.type, rates.unit) = (WorkoutTotals.heartRateType, WorkoutTotals.heartRateUnit)
      read.statistics = [rates]
    }
    let points = route(of: fields)
    if !points.isEmpty { read.routes = [WorkoutRoute(points: points)] }
    buffer.append("}")
    add(from: start, "", "")
    if read != fields { losses.add(.workouts) }
    let index = fragments(header, .workout)
    let stated = [
      metadata[.externalUUID] == identifier, metadata[Self.nameKey] == name,
      metadata[Self.locationKey] != nil,
    ]
    countDetails(header, index, stated: stated.count { $0 }, mark: "copy")
    let hasUnread = header.descriptor.sourceName != Self.source || header.descriptor.unitText != nil
    if hasUnread, !cache[index].hasDetails { losses.add(.details) }
  }

  private static let nameKey = MetadataKey("Workout Type")
  private static let locationKey = MetadataKey("Location")
  private static let locations = ["0": "Outdoor", "1": "Indoor"]
  /// The source of items that state none, as the map names it.
  static let source = "Health Auto Export"

  private mutating func quantity(_ name: StaticString, _ number: Number, _ units: String) {
    buffer.append(name)
    member("{\"qty\":", number)
    buffer.append(",\"units\":")
    buffer.append(json: units)
    buffer.append("}")
  }

  /// Prints the points that have a date and coordinates.
  ///
  /// - Returns: The points with the fields that the reader restores.
  private mutating func route(of fields: Sample.WorkoutFields) -> [RouteLocation] {
    var points: [RouteLocation] = []
    for location in fields.routes.lazy.flatMap(\.locations) {
      guard let date = location.date, location.isOnEarth, let latitude = location.latitude,
        let longitude = location.longitude
      else { continue }
      buffer.append(points.isEmpty ? ",\"route\":[" : ",")
      points.append(location)
      points[points.count - 1].extras = nil
      member("{\"latitude\":", latitude)
      member(",\"longitude\":", longitude)
      let others: [(StaticString, Number?)] = [
        (",\"altitude\":", location.altitude), (",\"course\":", location.course),
        (",\"horizontalAccuracy\":", location.horizontalAccuracy),
        (",\"verticalAccuracy\":", location.verticalAccuracy), (",\"speed\":", location.speed),
      ]
      for (name, number) in others { if let number { member(name, number) } }
      buffer.append(",\"timestamp\":")
      append(date)
      buffer.append("}")
    }
    if !points.isEmpty { buffer.append("]") }
    return points
  }
}
