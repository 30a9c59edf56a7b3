import HealthModel
import HealthStatistics
import Testing

@Suite struct WorkoutTests {
  @Test func aSessionHasStates() throws {
    var session = WorkoutSession()
    #expect(session.state == .notStarted)
    try session.start(at: Make.time(0))
    #expect(session.state == .running)
    try session.pause(at: Make.time(600))
    #expect(session.state == .paused)
    #expect(session.elapsedTime(at: Make.time(900)) == 600)
    try session.resume(at: Make.time(1_200))
    #expect(session.elapsedTime(at: Make.time(1_500)) == 900)
    try session.end(at: Make.time(1_800))
    #expect(session.state == .ended)
    #expect(session.elapsedTime(at: Make.time(9_999)) == 1_200)
    #expect(session.events.map(\.type) == ["HKWorkoutEventTypePause", "HKWorkoutEventTypeResume"])
  }

  @Test(arguments: WorkoutSession.State.allCases)
  func everyOtherTransitionIsAnError(_ state: WorkoutSession.State) throws {
    var session = WorkoutSession()
    if state != .notStarted { try session.start(at: Make.time(0)) }
    if state == .paused { try session.pause(at: Make.time(1)) }
    if state == .ended { try session.end(at: Make.time(1)) }
    #expect(session.state == state)
    let transitions: [(String, Set<WorkoutSession.State>, (inout WorkoutSession) throws -> Void)] =
      [
        ("start", [.notStarted], { try $0.start(at: Make.time(2)) }),
        ("pause", [.running], { try $0.pause(at: Make.time(2)) }),
        ("resume", [.paused], { try $0.resume(at: Make.time(2)) }),
        ("end", [.running, .paused], { try $0.end(at: Make.time(2)) }),
      ]
    for (name, allowed, transition) in transitions {
      var copy = session
      if allowed.contains(state) {
        #expect(throws: Never.self, "\(name)") { try transition(&copy) }
      } else {
        let error = #expect(throws: HealthError.self, "\(name)") { try transition(&copy) }
        #expect(error?.code == .state)
        #expect(copy.state == state)
      }
    }
    if state == .running {
      #expect(throws: HealthError.self) { try session.pause(at: Make.time(-1)) }
    }
  }

  @Test func aBuilderAssemblesAWorkout() throws {
    var builder = try WorkoutBuilder(.running, source: Source(name: "Coach"))
    let early = #expect(throws: HealthError.self) {
      try builder.add(Make.quantity(.heartRate, "60", from: 0, to: 0))
    }
    #expect(early?.code == .state)
    try builder.session.start(at: Make.time(0))
    try builder.add(Make.quantity(.heartRate, "120", from: 0, to: 0))
    try builder.add(Make.quantity(.heartRate, "140", from: 100, to: 100))
    try builder.add(Make.quantity(.distanceWalkingRunning, "1.5", from: 0, to: 600))
    try builder.session.pause(at: Make.time(600))
    var lap = WorkoutEvent()
    (lap.type, lap.date) = ("HKWorkoutEventTypeLap", Make.time(300))
    try builder.add(lap)
    // Sensors do not pause.
    try builder.add(Make.quantity(.respiratoryRate, "30", from: 700, to: 700))
    for second in [-86_400, -1] {
      var before = lap
      before.date = Make.time(second)
      let sample = Make.quantity(.heartRate, "50", from: second, to: second)
      #expect(#expect(throws: HealthError.self) { try builder.add(sample) }?.code == .outside)
      #expect(#expect(throws: HealthError.self) { try builder.add(before) }?.code == .outside)
    }
    try builder.session.resume(at: Make.time(900))
    try builder.add(Make.quantity(.distanceWalkingRunning, "0.5", from: 900, to: 1_200))
    try builder.session.end(at: Make.time(1_200))
    let result = try builder.finish()
    #expect(result.all.count == 6)
    let fields = result.workout.fields
    #expect(fields.duration == Number(15))
    #expect(
      fields.events.map(\.type) == [
        "HKWorkoutEventTypeLap", "HKWorkoutEventTypePause", "HKWorkoutEventTypeResume",
      ])
    #expect(result.workout.distance?.number == Number(2))
    #expect(result.workout.heartRate.average == Number(130))
    #expect(result.workout.heartRate.maximum == Number(140))
    let figures = WorkoutFigures(result.workout)
    #expect(figures.duration == 900)
    #expect(figures.distance == 2)
    #expect(figures.pace == 7.5)
    #expect(figures.activity == "Running")
  }

  @Test(
    arguments: [("count/min", 150), ("count/s", 9_000), ("kg", nil), (nil, nil)]
      as [(String?, Double?)])
  func heartRatesAreConverted(_ unit: String?, _ expected: Double?) {
    var rate = WorkoutStatistics()
    (rate.type, rate.unit) = ("HKQuantityTypeIdentifierHeartRate", unit)
    (rate.average, rate.maximum) = (Number(150), Number(150))
    var fields = Sample.WorkoutFields()
    fields.statistics = [rate]
    let descriptor = SampleDescriptor(type: .workout(.running), source: Source(name: "Watch"))
    let figures = WorkoutFigures(
      Workout(
        header: SampleHeader(descriptor: descriptor, start: Make.time(0), end: Make.time(600)),
        fields: fields))
    #expect(figures.averageHeartRate == expected)
    #expect(figures.maximumHeartRate == expected)
  }

  @Test func nothingOfAWorkoutIsAfterIt() throws {
    for isEvent in [true, false] {
      var builder = try WorkoutBuilder(.running, source: Source(name: "Coach"))
      try builder.session.start(at: Make.time(0))
      if isEvent {
        var lap = WorkoutEvent()
        (lap.type, lap.date) = ("HKWorkoutEventTypeLap", Make.time(864_000))
        try builder.add(lap)
      } else {
        try builder.add(Make.quantity(.heartRate, "50", from: 864_000, to: 864_000))
      }
      try builder.session.end(at: Make.time(600))
      do {
        _ = try builder.finish()
        Issue.record("it was made")
      } catch { #expect(error.code == .outside) }
    }
  }

  @Test func pausesAreNotPartOfTheDuration() {
    var fields = Sample.WorkoutFields()
    fields.events = [("Pause", 60), ("Resume", 120), ("Pause", 540)].map { type, second in
      var event = WorkoutEvent()
      (event.type, event.date) = ("HKWorkoutEventType\(type)", Make.time(second))
      return event
    }
    (fields.totalDistance, fields.totalDistanceUnit) = (Number(2), "mi")
    let descriptor = SampleDescriptor(type: .workout(.walking), source: Source(name: "Watch"))
    let workout = Workout(
      header: SampleHeader(
        descriptor: descriptor, start: Make.time(0), end: Make.time(600),
        metadata: Metadata([MetadataEntry(key: .elevationAscended, value: "418 cm")])),
      fields: fields)
    let figures = WorkoutFigures(workout)
    #expect(figures.duration == 480)
    #expect(figures.distance == 3.218688)
    #expect(figures.elevation == 4.18)
    #expect(figures.energy == nil)
  }
}
