import Foundation
import HealthConv
import HealthStore
import Testing

/// The classic introduction to HealthKit: age, sex and blood type, body mass and height, the body mass index, a list of
/// workouts. There is no authorization: a program that can open the store can read it.
struct FirstSteps {
  /// `HKHealthStore.dateOfBirthComponents()`, `biologicalSex()` and `bloodType()`.
  @Test func ageSexAndBloodTypeAreRead() throws {
    let scratch = try Scratch()
    let load = try scratch.store.beginSaving(.add)
    var facts = DatasetInfo()
    facts.characteristics = [
      .init(type: .dateOfBirth, value: "1980-06-02"),
      .init(type: .biologicalSex, value: "HKBiologicalSexFemale"),
      .init(type: .bloodType, value: "HKBloodTypeAPositive"),
    ]
    try load.describe(facts)
    _ = try load.commit()

    let person = try scratch.store.info()
    let birth = try #require(person[characteristic: .dateOfBirth])
    func age(on day: String) throws -> Int {
      let dates = try [birth, day].map { try Date("\($0)T00:00:00Z", strategy: .iso8601) }
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      return try #require(calendar.dateComponents([.year], from: dates[0], to: dates[1]).year)
    }
    #expect(try age(on: "2024-06-01") == 43)
    #expect(try age(on: "2024-06-02") == 44)
    #expect(person[characteristic: .biologicalSex] == "HKBiologicalSexFemale")
    #expect(person[characteristic: .bloodType] == "HKBloodTypeAPositive")
    // A value that is not set is not there.
    #expect(person[characteristic: .fitzpatrickSkinType] == nil)
  }

  /// `HKSampleQuery` for the most recent sample, and `HKHealthStore.save`.
  @Test func bodyMassIndexIsSaved() throws {
    let scratch = try Scratch()
    let store = scratch.store
    let measured = try date("2024-06-01 08:00:00 +0200")
    try store.save([
      .quantity(
        try QuantitySample(type: .bodyMass, quantity: Quantity(68, .gram(.kilo)), start: measured)),
      .quantity(
        try QuantitySample(type: .height, quantity: Quantity(170, .meter(.centi)), start: measured)),
    ])

    func latest(_ type: QuantityType) throws -> QuantitySample? {
      let query = SampleQuery(
        .type(type), order: SampleOrdering(.start, isDescending: true), limit: 1)
      guard case .quantity(let sample)? = try store.samples(query).all().first else { return nil }
      return sample
    }
    let mass = try #require(try latest(.bodyMass)).quantity.value(in: .gram(.kilo))
    let height = try #require(try latest(.height)).quantity.value(in: .meter)
    let index = try QuantitySample(
      type: .bodyMassIndex, quantity: Quantity(mass / (height * height), .count), start: measured,
      source: Source(name: "My App"))
    try store.save([.quantity(index)])

    let saved = try #require(try latest(.bodyMassIndex))
    #expect((saved.value * 10).rounded() == 235)
    #expect(saved.source.name == "My App")
  }

  /// `HKSampleQuery` with `predicateForWorkouts(with:)`, the latest first.
  @Test func workoutsAreListed() throws {
    let scratch = try Scratch()
    for (day, minutes, activity) in [
      ("2024-06-01", 30, WorkoutActivityType.running), ("2024-06-03", 45, .running),
      ("2024-06-04", 60, .cycling),
    ] {
      let start = try date("\(day) 08:00:00 +0200")
      let workout = try Workout(
        activityType: activity, start: start,
        end: date(
          "\(day) 0\(8 + minutes / 60):\(minutes % 60 == 0 ? "00" : "\(minutes)"):00 +0200"),
        events: [], source: Source(name: "Watch"))
      try scratch.store.save([.workout(workout)])
    }
    let runs = SampleQuery(
      .workouts(.running), order: SampleOrdering(.start, isDescending: true))
    let list = try scratch.store.samples(runs).all().compactMap { sample -> String? in
      guard case .workout(let workout) = sample else { return nil }
      let day = workout.startDate.description.prefix(10)
      let minutes = Int(workout.fields.duration?.doubleValue ?? 0)
      return "\(day) \(workout.activityType.shortName) \(minutes) min"
    }
    #expect(list == ["2024-06-03 Running 45 min", "2024-06-01 Running 30 min"])
  }
}
