import HealthConv
import Testing

/// Unit preferences that a program shares.
struct SharedUnitsTests {
  @Test func preferredUnitsAreThoseOfTheRegion() throws {
    let shared = UnitPreferences.Shared()
    let novelty = QuantityType("HKQuantityTypeIdentifierNovelty")
    let types: Set<QuantityType> = [.bodyMass, .bloodGlucose, novelty]
    #expect(
      shared.preferredUnits(for: types) == [
        .bodyMass: .kilogram, .bloodGlucose: .milligramPerDeciliter,
      ])
    try shared.update { (units) throws(HealthError) in
      try units.add("GB")
      try units.add("BodyMass=lb")
    }
    #expect(
      shared.preferredUnits(for: types) == [
        .bodyMass: .pound, .bloodGlucose: .millimolePerLiterOfGlucose,
      ])
    #expect(shared.current.description == "GB, BodyMass=lb")
  }

  @Test func readersAreNotifiedOfChanges() async throws {
    let shared = UnitPreferences.Shared()
    let changes = shared.changes()
    let others = shared.changes()
    func set(_ text: String) throws {
      try shared.update { (units) throws(HealthError) in try units.add(text) }
    }
    try set("GB")
    var reader = changes.makeAsyncIterator()
    #expect(await reader.next()?.description == "GB")
    // The same again is no change, and a change that fails is none.
    try set("GB")
    #expect(throws: HealthError.self) { try set("BodyMass=cm") }
    try set("US")
    try set("metric")
    #expect(await reader.next()?.description == "metric")
    var other = others.makeAsyncIterator()
    #expect(await other.next()?.description == "metric")
  }

  @Test func readingEndsWithThePreferences() async {
    var shared: UnitPreferences.Shared? = UnitPreferences.Shared()
    let changes = shared?.changes()
    shared = nil
    var count = 0
    if let changes { for await _ in changes { count += 1 } }
    #expect(shared == nil && count == 0)
  }

  @Test func asIsDiscardsEarlierUnits() throws {
    var units = UnitPreferences()
    for text in ["GB", "BodyMass=kg", "as-is"] { try units.add(text) }
    #expect(units.isEmpty)
    #expect(units.unit(for: .bodyMass) == nil)
    #expect(units.description == "as-is")
    try units.add("BodyMass=lb")
    #expect(units.description == "as-is, BodyMass=lb")
  }
}
