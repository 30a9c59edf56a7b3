import HealthConv
import HealthStore
import Testing

/// `HKWorkout` with events, and the samples measured during it.
struct RunningWorkout {
  @Test func isSavedWithEventsAndSamples() throws {
    let scratch = try Scratch()
    func at(_ minute: Int) throws -> Timestamp { try date("2024-06-01 08:\(minute):00 +0200") }
    let watch = Source(name: "Watch")
    let workout = try Workout(
      activityType: .running, start: at(10), end: at(50),
      events: [
        WorkoutEvent(type: .pause, date: at(20)), WorkoutEvent(type: .resume, date: at(25)),
        WorkoutEvent(type: .lap, date: at(30), duration: 300),
      ],
      source: watch,
      metadata: [
        .indoorWorkout: false, .weatherTemperature: .quantity(Number(21), unit: "degC"),
      ])
    let distance = try QuantitySample(
      type: .distanceWalkingRunning, quantity: Quantity(6, .meter(.kilo)), start: at(10),
      end: at(50), source: watch)
    try scratch.store.save([.workout(workout), .quantity(distance)])

    let found = try scratch.store.samples(SampleQuery(.workouts(.running))).all()
    guard case .workout(let run)? = found.first else {
      Issue.record("there is no workout")
      return
    }
    #expect(run.activityType == .running)
    #expect(run.fields.duration?.doubleValue == 35)
    #expect(run.workoutEvents.map(\.eventType) == [.pause, .resume, .lap])
    #expect(
      run.metadata.entries.map(\.typed) == [.bool(false), .quantity(Number(21), unit: "degC")])
    let samples = try scratch.store.samplesOfSource(during: run).all()
    #expect(samples.count == 1)
  }
}
