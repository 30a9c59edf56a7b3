import HealthFormats
import HealthModel
import HealthTesting
import Testing

extension HealthAutoExportTests {
  /// Points with any of their numbers come back: positions, and all else that a point has.
  @Test func routesComeBack() throws {
    var random = FixedRandom(seed: 7)
    func number(_ limit: Int) -> Number? {
      let sign = random.below(2) == 0 ? "-" : ""
      return Number("\(sign)\(random.below(limit)).\(1_000_000 + random.below(9_000_000))")
    }
    let start = MarkedSamples.date("2026-01-02 08:00:00 +0100")
    var points: [RouteLocation] = []
    for second in 0..<300 {
      var point = RouteLocation()
      point.date = start.advanced(byNanoseconds: Int64(second) * 1_000_000_000)
      (point.latitude, point.longitude) = (number(90), number(180))
      if random.below(2) == 0 { point.altitude = number(4_000) }
      if random.below(2) == 0 { point.horizontalAccuracy = number(50) }
      if random.below(2) == 0 { point.verticalAccuracy = number(50) }
      if random.below(2) == 0 { point.course = number(360) }
      if random.below(2) == 0 { point.speed = number(9) }
      points.append(point)
    }
    var file = WorkoutRoute.FileReference()
    file.track = WorkoutRoute.Track()
    file.track?.locations = points
    var route = WorkoutRoute()
    (route.startDate, route.endDate, route.files) = (start, points.last?.date, [file])
    var fields = Sample.WorkoutFields()
    fields.routes = [route]
    let workout = Workout(
      header: Self.header(.workout(.running), nil, minutes: 31), fields: fields)
    let written = try write([.workout(workout)])
    guard case .workout(let read) = written.samples.first else {
      Issue.record("no workout")
      return
    }
    #expect(read.fields == fields && written.samples.count == 1 && written.findings == [])
    #expect(written.losses == ["aggregates": 1, "details": 1])
    let again = try write([.workout(read)])
    #expect(again.losses == [:] && again.samples == [.workout(read)])
    // A name of the track, or a point without a place, is counted.
    fields.routes[0].files[0].track?.name = "Route"
    let named = Workout(header: workout.header, fields: fields)
    #expect(try write([.workout(named)]).losses["workouts"] == 1)
    fields.routes[0] = route
    fields.routes[0].files[0].track?.locations[0].latitude = nil
    let partial = Workout(header: workout.header, fields: fields)
    #expect(try write([.workout(partial)]).losses["workouts"] == 1)
  }
}
