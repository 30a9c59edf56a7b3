import HealthFormats
import HealthModel
import HealthUnits

/// Workouts as sessions, with the points of their routes and their laps.
extension HealthConnectWriter {
  private static let sessions = HealthConnectTable.required("exercise_session_record_table")
  private static let points = HealthConnectTable.required("exercise_route_table")
  private static let laps = HealthConnectTable.required("exercise_laps_table")

  func write(_ sample: Workout) throws(HealthError) {
    let header = sample.header
    let (number, isExact) = plan.exercise(of: sample)
    let place = HealthConnectPlan.Place(table: Self.sessions, series: nil)
    guard let time = time(of: header) else { return counts.add(.values) }
    let points = points(of: sample, during: time)
    var cells = try database.blank(Self.sessions)
    func set(_ column: String, _ cell: HealthConnectCell) {
      if let index = Self.sessions.column(named: column) { cells[index] = cell }
    }
    set("exercise_type", .integer(number))
    set("has_route", .integer(points.isEmpty ? 0 : 1))
    var stated = 0
    let texts = [("title", HealthConnectPlan.titleKey), ("notes", HealthConnectPlan.notesKey)]
    for (column, key) in texts {
      guard let text = header.metadata[key], !text.isEmpty else { continue }
      set(column, .text(text))
      stated += 1
    }
    // What the reader finds in the number.
    if header.metadata[HealthConnectPlan.exerciseKey] == String(number) { stated += 1 }
    for (key, values) in plan.implied {
      if let text = header.metadata[key], values[number] == text { stated += 1 }
    }
    let origin = try origin(of: header.descriptor)
    let (record, common) = record(of: header, sample.uuid, time, origin)
    guard let row = try database.insert(record, cells, into: place.table) else {
      return counts.add(.duplicates)
    }
    for point in points { try database.insert(part: point, of: row, into: Self.points) }
    for lap in laps(of: sample, during: time) {
      let part: [HealthConnectCell] = [
        .integer(lap.start), .integer(lap.end), .real(.leastNonzeroMagnitude),
      ]
      try database.insert(part: part, of: row, into: Self.laps)
    }
    if !isExact { counts.add(.types) }
    if sample.fields != Sample.WorkoutFields() { counts.add(.workouts) }
    countDetails(header, origin, stated: stated + common)
  }

  /// The points of the routes during a workout, in the order of time.
  private func points(of sample: Workout, during time: HealthConnectTime) -> [[HealthConnectCell]] {
    var points: [(time: Int64, cells: [HealthConnectCell])] = []
    for location in sample.fields.routes.lazy.flatMap(\.locations) {
      guard let date = location.date,
        Timestamp.isInRange(seconds: date.secondsSince1970, offsetMinutes: 0),
        (time.start...time.end).contains(date.milliseconds)
      else { continue }
      let numbers = [
        location.longitude, location.latitude, location.horizontalAccuracy,
        location.verticalAccuracy, location.altitude,
      ]
      var cells: [HealthConnectCell] = [.integer(date.milliseconds)]
      for (column, number) in zip(Self.points.columns.dropFirst(), numbers) {
        guard let value = number?.doubleValue, column.range?.contains(value) ?? false else {
          cells.append(column.absent)
          continue
        }
        cells.append(.real(value))
      }
      let isOnEarth =
        location.longitude != nil && location.latitude != nil
        && !cells[1...2].contains(Self.points.columns[1].absent)
      if isOnEarth { points.append((date.milliseconds, cells)) }
    }
    let isSorted = zip(points, points.dropFirst()).allSatisfy { $0.time <= $1.time }
    if !isSorted {
      let order = points.indices.sorted { (points[$0].time, $0) < (points[$1].time, $1) }
      return order.map { points[$0].cells }
    }
    return points.map(\.cells)
  }

  /// The laps of a workout that last some time and do not overlap.
  private func laps(
    of sample: Workout, during time: HealthConnectTime
  ) -> [(start: Int64, end: Int64)] {
    var laps: [(start: Int64, end: Int64)] = []
    for event in sample.fields.events where event.type == "HKWorkoutEventTypeLap" {
      guard let date = event.date,
        Timestamp.isInRange(seconds: date.secondsSince1970, offsetMinutes: 0),
        let duration = event.duration,
        let unit = event.durationUnit.flatMap({ try? HealthUnit($0) }),
        let seconds = try? unit.convert(duration.doubleValue, to: HealthUnit("s")),
        seconds > 0, seconds < 1e9
      else { continue }
      let start = date.milliseconds
      laps.append((start, start + Int64((seconds * 1_000).rounded())))
    }
    laps.sort { ($0.start, $0.end) < ($1.start, $1.end) }
    var last = time.start
    return laps.filter { lap in
      guard lap.start >= last, lap.end <= time.end, lap.end > lap.start else { return false }
      last = lap.end
      return true
    }
  }
}
