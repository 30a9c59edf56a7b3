import HealthModel
import Testing

@Suite struct FieldTests {
  @Test func fieldsHaveTheOrderAndTheValuesOfTheStructure() {
    var workout = Sample.WorkoutFields()
    workout.duration = Number(30)
    workout.durationUnit = "min"
    workout.events = [WorkoutEvent(), WorkoutEvent()]
    workout.events[1].type = "HKWorkoutEventTypePause"
    workout.events[1].extras = Extras(attributes: [Element.Attribute(name: "a", value: "b")])
    let fields = Sample.Field.list(of: workout)
    #expect(
      fields.map(\.name) == [
        "duration", "durationUnit", "totalDistance", "totalDistanceUnit", "totalEnergyBurned",
        "totalEnergyBurnedUnit", "events", "activities", "statistics", "routes", "zoneGroups",
        "samples",
      ])
    guard case .number(Number(30)) = fields[0].value, case .text("min") = fields[1].value,
      case .number(nil) = fields[2].value, case .list(let events) = fields[6].value,
      case .list(let routes) = fields[9].value
    else {
      Issue.record("a field has another value")
      return
    }
    #expect(events.count == 2)
    let (inside, extras) = events[1]
    #expect(extras == workout.events[1].extras)
    guard case .text("HKWorkoutEventTypePause") = inside[0].value,
      case .text(nil) = events.empty[0].value
    else {
      Issue.record("a field of a nested structure has another value")
      return
    }
    #expect(inside.map(\.name) == events.empty.map(\.name))
    #expect(routes.count == 0 && routes.empty.map(\.name).contains("creationDate"))
  }

  @Test func pointsOfARouteAreNotListed() {
    var route = WorkoutRoute()
    route.ownLocations = [RouteLocation(), RouteLocation()]
    for field in Sample.Field.list(of: route) {
      guard case .list(let list) = field.value else { continue }
      #expect(list.points == (field.name == "locations" ? route.ownLocations : nil))
    }
  }

  /// Readers of tables read the row of a structure in one visit: no cell of it is read after a table inside.
  @Test(arguments: SampleKind.allCases) func cellsComeBeforeWhatIsInside(kind: SampleKind) {
    var lists = kind.fields.map { [Sample.Field.list(of: $0)] } ?? []
    while let fields = lists.popLast() {
      var rank = 0
      for field in fields {
        var own = 0
        switch field.value {
        case .number, .date, .text, .bytes: own = 0
        case .metadata: own = 1
        case .list(let structures), .sideFile(let structures):
          lists.append(structures.empty)
          own = 2
        case .numbers, .samples: own = 2
        }
        #expect(own >= rank, "\(field.name) is behind a list")
        rank = own
      }
    }
  }
}
