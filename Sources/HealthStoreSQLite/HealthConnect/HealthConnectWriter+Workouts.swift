import HealthFormats
import HealthModel
import HealthUnits

/// Workouts as sessions, with the points of their routes.
extension HealthConnectWriter {
  private static let sessions = HealthConnectTable.required("exercise_session_record_table")
  private static let points = HealthConnectTable.required("exercise_route_table")

  func write(_ sample: Workout) throws(HealthError) {
    let header = sample.header
    let (number, isExact) = plan.exercise(of: sample)
    let place = HealthConnectPlan.Place(table: Self.sessions, series: nil)
    guard let time = time(of: header) else { return counts.add(.values) }
    let (points, hasWholeRoute) = points(of: sample, during: time)
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
    let written = try writeEvents(of: sample, during: time, exercise: number, session: row)
    if !isExact { counts.add(.types) }
    // What is not read again.
    var rest = sample.fields
    if hasWholeRoute { rest.routes = [] }
    let offset = header.start.offsetMinutes
    rest.events = sample.fields.events.enumerated().filter { index, event in
      !written.contains(index) || event.date?.offsetMinutes != offset
    }.map(\.element)
    if rest != Sample.WorkoutFields() { counts.add(.workouts) }
    countDetails(header, origin, stated: stated + common)
  }

  /// The points of the routes during a workout, in the order of time, and whether they are all that the routes have.
  private func points(
    of sample: Workout, during time: HealthConnectTime
  ) -> (rows: [[HealthConnectCell]], areWhole: Bool) {
    let routes = sample.fields.routes
    var points: [(time: Int64, cells: [HealthConnectCell])] = []
    var areWhole = routes.count <= 1 && routes.allSatisfy(\.hasOnlyPoints)
    for location in routes.lazy.flatMap(\.locations) {
      guard let date = location.date,
        Timestamp.isInRange(seconds: date.secondsSince1970, offsetMinutes: 0),
        (time.start...time.end).contains(date.milliseconds)
      else {
        areWhole = false
        continue
      }
      let numbers = [
        location.longitude, location.latitude, location.horizontalAccuracy,
        location.verticalAccuracy, location.altitude,
      ]
      var cells: [HealthConnectCell] = [.integer(date.milliseconds)]
      for (column, number) in zip(Self.points.columns.dropFirst(), numbers) {
        guard let value = number?.doubleValue, column.range?.contains(value) ?? false else {
          if number != nil { areWhole = false }
          cells.append(column.absent)
          continue
        }
        cells.append(.real(value))
      }
      let isOnEarth =
        location.longitude != nil && location.latitude != nil
        && !cells[1...2].contains(Self.points.columns[1].absent)
      if isOnEarth { points.append((date.milliseconds, cells)) }
      let isWhole =
        isOnEarth && location.isPlain && location.course == nil && location.speed == nil
        && date.nanoseconds % 1_000_000 == 0
        && date.offsetMinutes == sample.header.start.offsetMinutes
      areWhole = areWhole && isWhole
    }
    let isSorted = zip(points, points.dropFirst()).allSatisfy { $0.time <= $1.time }
    if !isSorted {
      let order = points.indices.sorted { (points[$0].time, $0) < (points[$1].time, $1) }
      return (order.map { points[$0].cells }, false)
    }
    return (points.map(\.cells), areWhole)
  }
}

extension WorkoutRoute {
  /// Whether it has nothing but points, of which the first and the last one state its dates.
  fileprivate var hasOnlyPoints: Bool {
    let dates = locations.compactMap(\.date)
    guard !dates.isEmpty, startDate == nil || startDate == dates.min(),
      endDate == nil || endDate == dates.max()
    else { return false }
    return sourceName == nil && sourceVersion == nil && device == nil && creationDate == nil
      && metadata.isEmpty && extras == nil
      && files.allSatisfy { file in
        file.path == nil && file.extras == nil && file.track?.name == nil
          && file.track?.creator == nil && file.track?.time == nil && file.track?.extras == nil
      }
  }
}
