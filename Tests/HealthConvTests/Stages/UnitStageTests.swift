import HealthModel
import Testing

@testable import HealthConv

struct UnitStageTests {
  private static let start = Timestamp(secondsSince1970: 1_717_200_000)

  private static func quantity(_ type: QuantityType, _ text: String, _ unit: String?) -> Sample {
    let descriptor = SampleDescriptor(
      type: .quantity(type), unitText: unit, source: Source(name: "Scale"))
    let header = SampleHeader(descriptor: descriptor, start: start, end: start, ordinal: 3)
    return .quantity(QuantitySample(header: header, number: Number(text) ?? Number(0)))
  }

  private static func stage(_ wishes: String...) throws -> UnitStage {
    var preferences = UnitPreferences()
    for wish in wishes { try preferences.add(wish) }
    return UnitStage(preferences)
  }

  @Test func quantitiesGetNumberAndUnit() throws {
    let stage = try Self.stage("imperial")
    let sample = try #require(stage.process(Self.quantity(.bodyMass, "70.5", "kg")))
    guard case .quantity(let mass) = sample else { Issue.record("no quantity"); return }
    #expect(mass.unit == "lb")
    #expect(mass.number.description == "155.42589484033869")
    #expect(mass.source.name == "Scale")
    #expect(mass.ordinal == 3)
    #expect(try mass.value(in: "kg") == 70.5)
  }

  /// By a power of ten an identity stays whatever the digits are. By other factors it stays where the value
  /// that the identity is made of has five digits at most; elsewhere the report counts it.
  @Test(arguments: [
    (QuantityType.distanceWalkingRunning, "5.23456789", "km", "DistanceWalkingRunning=m", true),
    (.distanceWalkingRunning, "5234.56789", "m", "metric", true),
    (.activeEnergyBurned, "12.345678", "Cal", "metric", true),
    (.bodyMass, "70512.3", "g", "metric", true),
    (.height, "180.34", "cm", "si", true),
    (.bodyMass, "70.5", "kg", "imperial", true),
    (.bodyTemperature, "36.6", "degC", "imperial", true),
    (.bodyMass, "70.5123", "kg", "imperial", false),
    (.bodyMass, "155.4", "lb", "metric", false),
  ])
  func identities(
    _ type: QuantityType, _ text: String, _ unit: String, _ wish: String, _ survives: Bool
  ) throws {
    let stage = try Self.stage(wish)
    let sample = Self.quantity(type, text, unit)
    let converted = try #require(stage.convert(sample))
    #expect((converted.id == sample.id) == survives)
    _ = stage.process(sample)
    var report = Conversion.Report()
    stage.add(to: &report)
    #expect(report.samplesConverted == 1)
    #expect(report.identitiesChanged == (survives ? 0 : 1))
  }

  @Test(arguments: [
    (QuantityType.bodyMass, "kg"), (.heartRate, "count/min"), (QuantityType("Novelty"), "lb"),
  ])
  func whatIsInItsUnitStays(_ type: QuantityType, _ unit: String) throws {
    let stage = try Self.stage("metric")
    #expect(stage.convert(Self.quantity(type, "7.50", unit)) == nil)
    #expect(stage.takeStageFindings().isEmpty)
  }

  @Test(arguments: [
    (
      "count",
      "HKQuantityTypeIdentifierBodyMass keeps its unit: cannot convert 'count' (scalar) to 'kg' (mass)"
    ),
    (
      "pounds",
      "HKQuantityTypeIdentifierBodyMass keeps its unit: unknown unit 'pounds' at character 1 of 'pounds'; did you mean 'lb'?"
    ),
  ])
  func whatDoesNotConvertIsKeptAndSaid(_ unit: String, _ message: String) throws {
    let stage = try Self.stage("metric")
    let sample = Self.quantity(.bodyMass, "70", unit)
    #expect(stage.process(sample) == sample)
    #expect(stage.process(sample) == sample)
    #expect(stage.takeStageFindings().map(\.message) == [message, message])
    #expect(stage.takeStageFindings().isEmpty)
  }

  @Test func membersOfCorrelationsAreConverted() throws {
    let correlation = Correlation(
      header: SampleHeader(
        descriptor: SampleDescriptor(type: .correlation(.food), source: nil), start: Self.start,
        end: Self.start),
      members: [
        .init(
          sample: Self.quantity(.dietaryEnergyConsumed, "100", "kcal"), membership: .alsoTopLevel),
        .init(sample: Self.quantity(.dietaryProtein, "12", "g"), membership: .nestedOnly),
      ])
    guard
      case .correlation(let converted)? = try Self.stage("si").convert(.correlation(correlation))
    else { Issue.record("not converted"); return }
    #expect(converted.members.map(\.membership) == [.alsoTopLevel, .nestedOnly])
    #expect(converted.members[0].sample == Self.quantity(.dietaryEnergyConsumed, "418.4", "kJ"))
    #expect(converted.members[1] == correlation.members[1])
  }

  @Test func workoutsAreConvertedThroughAndThrough() throws {
    var statistics = WorkoutStatistics()
    (statistics.type, statistics.unit) = ("HKQuantityTypeIdentifierDistanceCycling", "km")
    (statistics.sum, statistics.maximum) = (Number("8.046720"), Number("1.609344"))
    var event = WorkoutEvent()
    (event.duration, event.durationUnit) = (Number("2.5"), "min")
    var activity = WorkoutActivity()
    (activity.duration, activity.durationUnit) = (Number(10), "min")
    (activity.events, activity.statistics) = ([event], [statistics])
    var zone = WorkoutZoneGroup.Zone()
    (zone.minimum, zone.duration, zone.durationUnit) = (Number(100), Number(3), "min")
    var zones = WorkoutZoneGroup()
    (zones.type, zones.unit) = ("HKQuantityTypeIdentifierDistanceCycling", "km")
    zones.zones = [zone, WorkoutZoneGroup.Zone()]
    var fields = Sample.WorkoutFields()
    (fields.duration, fields.durationUnit) = (Number(30), "min")
    (fields.totalDistance, fields.totalDistanceUnit) = (Number("8.04672"), "km")
    (fields.totalEnergyBurned, fields.totalEnergyBurnedUnit) = (Number(100), "kcal")
    (fields.events, fields.activities, fields.statistics) = ([event], [activity], [statistics])
    (fields.zoneGroups, fields.samples) = (
      [zones], [NestedSample(sample: Self.quantity(.height, "180", "cm"))]
    )
    let header = SampleHeader(
      descriptor: SampleDescriptor(type: .workout(.cycling), source: nil), start: Self.start,
      end: Self.start)
    let workout = Workout(header: header, fields: fields)

    let miles = try #require(try Self.stage("DistanceCycling=mi").convert(workout)).fields
    #expect(miles.totalDistance == Number(5))
    #expect(miles.totalDistanceUnit == "mi")
    #expect(miles.statistics[0].sum == Number(5))
    #expect(miles.statistics[0].maximum == Number(1))
    #expect(miles.statistics[0].unit == "mi")
    #expect(miles.activities[0].statistics == miles.statistics)
    #expect(miles.zoneGroups[0].unit == "mi")
    #expect(miles.zoneGroups[0].zones[0].minimum == Number("62.1371192237334"))
    #expect(miles.duration == Number(30))
    #expect(miles.totalEnergyBurnedUnit == "kcal")

    let si = try #require(try Self.stage("si").convert(workout)).fields
    #expect(si.duration == Number(1_800))
    #expect(si.durationUnit == "s")
    #expect(si.events[0].duration == Number(150))
    #expect(si.activities[0].duration == Number(600))
    #expect(si.activities[0].events[0].durationUnit == "s")
    #expect(si.zoneGroups[0].zones[0].duration == Number(180))
    #expect(si.totalEnergyBurned == Number("418.4"))
    #expect(si.samples.map(\.sample) == [Self.quantity(.height, "1.80", "m")])

    #expect(try Self.stage("metric").convert(workout) == nil)
  }

  @Test func activitySummariesAreConverted() throws {
    var fields = Sample.ActivitySummaryFields()
    fields.activeEnergyBurned = Number(500)
    fields.activeEnergyBurnedUnit = "kcal"
    fields.appleStandHours = Number(12)
    let header = SampleHeader(
      descriptor: SampleDescriptor(type: .other("HKActivitySummaryTypeIdentifier"), source: nil),
      start: Self.start, end: Self.start)
    let summary = ActivitySummary(header: header, fields: fields)
    let converted = try #require(try Self.stage("ActiveEnergyBurned=kJ").convert(summary)).fields
    #expect(converted.activeEnergyBurned == Number(2_092))
    #expect(converted.activeEnergyBurnedUnit == "kJ")
    #expect(converted.activeEnergyBurnedGoal == nil)
    #expect(converted.appleStandHours == Number(12))
  }
}
