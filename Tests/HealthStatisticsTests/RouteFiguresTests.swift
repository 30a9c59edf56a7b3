import HealthFormats
import HealthModel
import HealthStatistics
import Testing

@Suite struct RouteFiguresTests {
  /// 30 m north every 10 s for 2,520 m, with a pause of a minute in which the wearer stands still after 1,200 m, and another
  /// in which 600 m are driven after 2,400 m; 2 m up and down for noise, and 50 m up in the first kilometer.
  private static func workout(climb: Bool = true) -> Workout {
    var route = WorkoutRoute()
    var events: [WorkoutEvent] = []
    var (time, place) = (0, 0.0)
    func add() {
      var location = RouteLocation()
      location.date = Make.time(time)
      location.latitude = Number(real: 10 + place / 111_195.0797)
      location.longitude = Number(real: 20)
      let noise = time % 20 == 0 ? 2.0 : 0
      if climb { location.altitude = Number(real: min(50, place / 20).rounded() + noise) }
      route.ownLocations.append(location)
    }
    func event(_ type: String) {
      var event = WorkoutEvent()
      (event.type, event.date) = ("HKWorkoutEventType\(type)", Make.time(time))
      events.append(event)
    }
    add()
    for step in 1...84 {
      (time, place) = (time + 10, place + 30)
      add()
      if step == 40 || step == 80 {
        event("Pause")
        (time, place) = (time + 60, place + (step == 80 ? 600 : 0))
        add()
        event("Resume")
      }
    }
    var fields = Sample.WorkoutFields()
    (fields.routes, fields.events) = ([route], events.reversed())
    let descriptor = SampleDescriptor(
      type: .workout(WorkoutActivityType("HKWorkoutActivityTypeRunning")),
      source: Source(name: "Watch"))
    return Workout(
      header: SampleHeader(descriptor: descriptor, start: Make.time(0), end: Make.time(time)),
      fields: fields)
  }

  @Test func splitsAreWithoutPauses() throws {
    let figures = try #require(RouteFigures(Self.workout()))
    #expect(abs(figures.distance - 2_520) < 0.01)
    #expect(abs(figures.duration - 840) < 1e-6)
    let kilometers = figures.splits(of: 1_000)
    #expect(kilometers.map { $0.distance.rounded() } == [1_000, 1_000, 520])
    for (split, seconds) in zip(kilometers, [1_000.0 / 3, 1_000.0 / 3, 520.0 / 3]) {
      #expect(abs(split.duration - seconds) < 0.01)
    }
    // The parts of the climb are the climb.
    let climbs = kilometers.compactMap(\.climb)
    #expect(climbs.count == 3)
    #expect(abs(climbs.reduce(0, +) - (figures.climb ?? 0)) < 1e-9)
    #expect(climbs[0] > 40)
    let flat = try #require(RouteFigures(Self.workout(climb: false)))
    #expect(flat.splits(of: 1_000).allSatisfy { $0.climb == nil })
    let miles = figures.splits(of: 1_609.344)
    #expect(miles.count == 2)
    #expect(abs(miles[0].duration - 536.448) < 0.01)
    #expect(figures.splits(of: 0).isEmpty)
    #expect(figures.splits(of: 0.001).count == 10_000)
  }

  @Test func climbIsThatOfTheRouteWhereMetadataHaveNone() throws {
    let figures = try #require(RouteFigures(Self.workout()))
    #expect(abs(try #require(figures.climb) - 50) <= 4)
    #expect(WorkoutFigures(Self.workout()).elevation == figures.climb)
    #expect(try #require(RouteFigures(Self.workout(climb: false))).climb == nil)
    #expect(WorkoutFigures(Self.workout(climb: false)).elevation == nil)
  }

  /// A device without a signal writes 0 or -9999; a summit between points that are far apart is one.
  @Test(
    arguments: [
      (1, 500, 0, 0), (1, 500, -9_999, 0), (1, 500, 700, 0), (600, 500, 700, 200),
    ] as [(Int, Int, Int, Double)])
  func jumpsOfTheAltitudeAreNoClimb(
    _ seconds: Int, _ usual: Int, _ odd: Int, _ climb: Double
  ) throws {
    var route = WorkoutRoute()
    for index in 0..<5 {
      var location = RouteLocation()
      location.date = Make.time(index * seconds)
      location.latitude = Number(real: 10 + Double(index) / 1_000)
      location.longitude = Number(real: 20)
      location.altitude = Number(index == 2 ? odd : usual)
      route.ownLocations.append(location)
    }
    var fields = Sample.WorkoutFields()
    fields.routes = [route]
    let workout = Workout(
      header: SampleHeader(
        descriptor: SampleDescriptor(type: .workout(.cycling), source: Source(name: "Watch")),
        start: Make.time(0), end: Make.time(4 * seconds)), fields: fields)
    #expect(try #require(RouteFigures(workout)).climb == climb)
  }

  @Test func durationsAreWithoutPauses() {
    #expect(abs(WorkoutFigures(Self.workout()).minutes - 14) < 1e-9)
  }
}
