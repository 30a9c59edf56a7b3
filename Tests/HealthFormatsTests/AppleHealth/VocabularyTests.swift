import HealthModel
import HealthTesting
import HealthUnits
import Testing

/// Every element and attribute of an export arrives in the field it belongs to.
@Suite struct VocabularyTests {
  private static func sample(_ name: String) throws -> Reading {
    let path = "\(Fixtures.samples)/accept/apple-health/\(name).xml"
    let reading = Reading(try Fixtures.bytes(path))
    #expect(reading.error == nil)
    return reading
  }

  private static func text(_ number: Number?) -> String? { number?.description }

  @Test func theDatasetItself() throws {
    let info = try Self.sample("ios18").info
    #expect(info.locale == "de_DE")
    #expect(info.exportVersion == "14")
    #expect(info.exportDate?.description == "2025-01-15 20:00:00 +0100")
    #expect(
      info.characteristics.map { "\($0.type.identifier)=\($0.value)" } == [
        "HKCharacteristicTypeIdentifierDateOfBirth=1990-12-31",
        "HKCharacteristicTypeIdentifierBiologicalSex=HKBiologicalSexFemale",
        "HKCharacteristicTypeIdentifierBloodType=HKBloodTypeABNegative",
        "HKCharacteristicTypeIdentifierFitzpatrickSkinType=HKFitzpatrickSkinTypeNotSet",
        "HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse=None",
      ])
  }

  @Test func records() throws {
    let reading = try Self.sample("ios18")
    guard case .quantity(let oxygen) = reading.samples[1],
      case .quantity(let energy) = reading.samples[2],
      case .quantity(let goal) = reading.samples[3],
      case .category(let sleep) = reading.samples[4],
      case .quantity(let novel) = reading.samples[5]
    else {
      Issue.record("found other kinds")
      return
    }
    #expect(oxygen.type == QuantityType("HKQuantityTypeIdentifierVO2Max"))
    #expect(oxygen.source == Source(name: "Watch von Zoë", version: "11.2"))
    #expect(oxygen.unit == "mL/min·kg")
    #expect(oxygen.header.descriptor.unit != nil)
    #expect(oxygen.value == 38.125)
    #expect(oxygen.number.description == "38.125")
    #expect(oxygen.created?.description == "2025-01-02 19:00:00 +0100")
    #expect(oxygen.start.description == "2025-01-02 18:59:59 +0100")
    #expect(oxygen.end.secondsSince1970 == 1_735_840_799)
    #expect(oxygen.header.deviceAddress == 0x3_0298_d0e0)
    let device = try #require(oxygen.device)
    #expect(device.name == "Apple Watch")
    #expect(device.manufacturer == "Apple Inc.")
    #expect(device.model == "Watch")
    #expect(device.hardwareVersion == "Watch7,2")
    #expect(device.softwareVersion == "11.2")
    #expect(device.creationDate == "2024-08-14 23:49:07 +0000")
    #expect(device.raw == nil)
    #expect(
      oxygen.metadata.entries == [MetadataEntry(key: MetadataKey("HKVO2MaxTestType"), value: "2")])
    #expect(energy.number.description == "5.91532e-05")
    #expect(energy.value == 5.91532e-05)
    #expect(energy.device == nil)
    #expect(goal.type.identifier == "HKDataTypeSleepDurationGoal")
    #expect(try goal.value(in: "min") == 480)
    #expect(sleep.value?.shortName == "AsleepCore")
    #expect(sleep.timeZone == "Europe/Berlin")
    #expect(!novel.type.isKnown)
    #expect(novel.unit == "glorp")
    #expect(novel.header.descriptor.unit == nil)
    #expect(novel.extras?.attributes == [Element.Attribute(name: "novelty", value: "yes")])
    #expect(throws: UnitError.self) { try novel.value(in: "count") }
  }

  @Test func beats() throws {
    let samples = try Self.sample("ios11").samples
    guard case .quantity(let variability) = samples[0], case .category(let mindful) = samples[1]
    else {
      Issue.record("found other kinds")
      return
    }
    #expect(
      variability.beats == [
        QuantitySample.Beat(bpm: Number(61), time: "8:00:01,25 AM"),
        QuantitySample.Beat(bpm: Number(62), time: "08:00:02.24"),
      ])
    #expect(variability.metadata.entries.count == 1)
    #expect(variability.extras == nil)
    #expect(mindful.value == nil)
  }

  @Test func theFirstGeneration() throws {
    let reading = try Self.sample("ios08")
    #expect(reading.info.exportDate?.secondsSince1970 == 1_433_185_200)
    guard case .quantity(let steps) = reading.samples[0],
      case .quantity(let mass) = reading.samples[1],
      case .category(let sleep) = reading.samples[2],
      case .workout(let run) = reading.samples[3]
    else {
      Issue.record("found other kinds")
      return
    }
    #expect(steps.source.name == "Phone")
    #expect(steps.start.description == "20150104084300-0800")
    #expect(steps.start == Timestamp("2015-01-04 08:43:00 -0800"))
    #expect(steps.value == 119)
    #expect(steps.metadata.isEmpty)
    #expect(steps.extras?.attributes == [Element.Attribute(name: "recordCount", value: "3")])
    #expect(
      mass.metadata.entries == [
        MetadataEntry(key: MetadataKey("Mate App Version"), value: "2.6.0"),
        MetadataEntry(key: MetadataKey("Tag"), value: "a &amp; b"),
      ])
    #expect(mass.extras?.attributes == [])
    #expect(sleep.value?.number == 0)
    #expect(run.fields.totalDistance == Number("5.25"))
    #expect(run.metadata.isEmpty)
    #expect(reading.rules == ["malformed-attribute-name": 1])
  }

  @Test func workouts() throws {
    guard
      case .workout(let workout)? = try Self.sample("ios18").samples.first(where: {
        $0.kind == .workout
      })
    else {
      Issue.record("found no workout")
      return
    }
    let fields = workout.fields
    #expect(workout.activityType == WorkoutActivityType("HKWorkoutActivityTypeSwimBikeRun"))
    #expect(Self.text(fields.duration) == "92.5")
    #expect(fields.durationUnit == "min")
    // Metadata stands before and behind: all of it is there, in order, and its places are known.
    #expect(
      workout.metadata.entries.map { "\($0.key)=\($0.value)" } == [
        "HKIndoorWorkout=0", "HKWeatherTemperature=61.9694 degF",
        "HKIndoorWorkout=0", "HKWeatherTemperature=61.9694 degF",
      ])
    #expect(
      workout.extras?.order == [
        .init(name: "MetadataEntry", count: 2), .init(name: "WorkoutEvent", count: 1),
        .init(name: "WorkoutActivity", count: 2), .init(name: "WorkoutStatistics", count: 1),
        .init(name: "MetadataEntry", count: 2), .init(name: "WorkoutRoute", count: 1),
        .init(name: "Record", count: 1),
      ])
    let event = try #require(fields.events.first)
    #expect(event.type == "HKWorkoutEventTypeSegment")
    #expect(event.date?.description == "2025-01-04 10:00:00 +0100")
    #expect(Self.text(event.duration) == "12.25")
    #expect(event.durationUnit == "min")
    #expect(event.metadata.entries.map(\.value) == ["4", "58.5"])
    #expect(fields.activities.count == 2)
    let swim = fields.activities[0]
    #expect(swim.uuid == "7F4E4C4A-0000-4000-8000-000000000001")
    #expect(swim.startDate?.description == "2025-01-04 10:00:00 +0100")
    #expect(swim.endDate?.description == "2025-01-04 10:30:00 +0100")
    #expect(Self.text(swim.duration) == "30")
    #expect(swim.events.map(\.type) == ["HKWorkoutEventTypeMarker"])
    #expect(swim.statistics.map(\.sum) == [Number(750)])
    #expect(swim.metadata.entries.map(\.value) == ["2500 cm"])
    #expect(fields.activities[1].endDate == nil)
    let heart = try #require(fields.statistics.first)
    #expect(heart.type == "HKQuantityTypeIdentifierHeartRate")
    #expect(heart.startDate?.description == "2025-01-04 10:00:00 +0100")
    #expect(heart.endDate?.description == "2025-01-04 11:40:00 +0100")
    #expect(Self.text(heart.average) == "141.5")
    #expect(Self.text(heart.minimum) == "96")
    #expect(Self.text(heart.maximum) == "171")
    #expect(heart.sum == nil)
    #expect(heart.unit == "count/min")
    let route = try #require(fields.routes.first)
    #expect(route.sourceName == "Watch von Zoë")
    #expect(route.sourceVersion == "11.2")
    #expect(route.device == nil)
    #expect(route.creationDate?.description == "2025-01-04 11:41:00 +0100")
    #expect(route.metadata.entries.map(\.value) == ["8B"])
    #expect(route.files.map(\.path) == ["/workout-routes/route_2025-01-04_11.40am.gpx"])
    #expect(fields.samples.count == 1)
    guard case .quantity(let effort)? = fields.samples.first?.sample else { return }
    #expect(effort.value == 6)
    #expect(effort.unit == "appleEffortScore")
  }

  @Test func routesInline() throws {
    guard
      case .workout(let hike)? = try Self.sample("ios11").samples.first(where: {
        $0.kind == .workout
      })
    else {
      Issue.record("found no workout")
      return
    }
    #expect(Self.text(hike.fields.duration) == "60.88754943410556")
    #expect(Self.text(hike.fields.totalEnergyBurned) == "139.3170000000021")
    #expect(hike.fields.totalEnergyBurnedUnit == "kcal")
    #expect(hike.fields.totalDistanceUnit == "km")
    #expect(
      hike.fields.events.map(\.type) == ["HKWorkoutEventTypePause", "HKWorkoutEventTypeResume"])
    let locations = try #require(hike.fields.routes.first).locations
    #expect(locations.count == 2)
    #expect(locations[0].date?.description == "2018-02-02 10:00:01 +0100")
    #expect(Self.text(locations[0].latitude) == "51.5007")
    #expect(Self.text(locations[0].longitude) == "-0.1246")
    #expect(Self.text(locations[0].altitude) == "12.5")
    #expect(Self.text(locations[0].horizontalAccuracy) == "4")
    #expect(Self.text(locations[0].verticalAccuracy) == "3")
    #expect(Self.text(locations[0].course) == "-1")
    #expect(Self.text(locations[1].speed) == "1.5")
  }

  @Test func zones() throws {
    let reading = try Self.sample("ios27")
    guard case .workout(let ride) = reading.samples[0], case .unknown(let mood) = reading.samples[1]
    else {
      Issue.record("found other kinds")
      return
    }
    let group = try #require(ride.fields.zoneGroups.first)
    #expect(group.type == "HKQuantityTypeIdentifierHeartRate")
    #expect(group.source == "system")
    #expect(group.unit == "count/min")
    #expect(group.zones.map { Self.text($0.minimum) } == [nil, "120", "140"])
    #expect(group.zones.map { Self.text($0.maximum) } == ["120", "140", nil])
    #expect(group.zones.map { Self.text($0.duration) } == ["5.5", "30", "9.5"])
    #expect(group.zones.map(\.durationUnit) == ["min", "min", "min"])
    #expect(mood.name == "StateOfMind")
    #expect(
      mood.children == [
        .element(Element(name: "Label", attributes: [.init(name: "name", value: "calm")])),
        .text("words"),
      ])
    #expect(
      reading.findings.map(\.description) == [
        "export.xml:12:2: info: StateOfMind is not known; preserved [unknown-element]"
      ])
  }

  @Test func theSeldomKinds() throws {
    let samples = try Self.sample("ios18").samples
    guard case .activitySummary(let day) = samples[8],
      case .clinicalRecord(let record) = samples[9],
      case .audiogram(let test) = samples[10], case .visionPrescription(let glasses) = samples[11]
    else {
      Issue.record("found other kinds")
      return
    }
    #expect(day.fields.dateComponents == "2025-01-04")
    #expect(Self.text(day.fields.activeEnergyBurned) == "812.25")
    #expect(Self.text(day.fields.activeEnergyBurnedGoal) == "500")
    #expect(day.fields.activeEnergyBurnedUnit == "kcal")
    #expect(Self.text(day.fields.appleMoveTime) == "120")
    #expect(Self.text(day.fields.appleMoveTimeGoal) == "30")
    #expect(Self.text(day.fields.appleExerciseTime) == "98")
    #expect(Self.text(day.fields.appleExerciseTimeGoal) == "30")
    #expect(Self.text(day.fields.appleStandHours) == "14")
    #expect(Self.text(day.fields.appleStandHoursGoal) == "12")
    #expect(day.start.secondsSince1970 == 1_735_948_800)
    #expect(record.type == .clinicalRecord("Observation"))
    #expect(record.source.name == "Klinik")
    #expect(record.fields.identifier == "obs-1")
    #expect(record.fields.sourceURL == "https://fhir.example.org/r4/Observation/obs-1")
    #expect(record.fields.fhirVersion == "4.0.1")
    #expect(record.fields.receivedDate?.description == "2025-01-05 09:00:00 +0100")
    #expect(record.fields.resourceFilePath?.hasPrefix("/clinical-records/Observation-") == true)
    let point = try #require(test.fields.sensitivityPoints.first)
    #expect(Self.text(point.frequencyValue) == "250")
    #expect(point.frequencyUnit == "Hz")
    #expect(Self.text(point.leftEarValue) == "5.5")
    #expect(Self.text(point.rightEarValue) == "-2.5")
    #expect(point.leftEarUnit == "dBHL")
    #expect(point.rightEarUnit == "dBHL")
    #expect(point.leftEarMasked == "YES")
    #expect(point.rightEarMasked == "NO")
    #expect(Self.text(point.leftEarClampingRangeLowerBound) == "-10")
    #expect(Self.text(point.leftEarClampingRangeUpperBound) == "85")
    #expect(Self.text(point.rightEarClampingRangeLowerBound) == "-9")
    #expect(Self.text(point.rightEarClampingRangeUpperBound) == "86")
    #expect(test.fields.sensitivityPoints[1].rightEarValue == nil)
    #expect(glasses.type == .other("HKVisionPrescriptionTypeGlasses"))
    #expect(glasses.fields.dateIssued?.description == "2024-11-05 00:00:00 +0100")
    #expect(glasses.fields.expirationDate?.description == "2026-11-05 00:00:00 +0100")
    #expect(glasses.fields.brand == "Clear")
    let eye = try #require(glasses.fields.rightEye.first)
    let powers = [
      eye.sphere, eye.cylinder, eye.axis, eye.add, eye.vertex, eye.prismAmount, eye.prismAngle,
      eye.farPD, eye.nearPD, eye.baseCurve, eye.diameter,
    ]
    #expect(
      powers.map { Self.text($0) } == [
        "-1.25", "-0.5", "90", "1", "12", "0.5", "180", "31", "29.5", "8.6", "14.2",
      ])
    #expect(eye.prismAmountUnit == "prism D")
    #expect(eye.extras == nil)
    #expect(Self.text(glasses.fields.leftEye.first?.sphere) == "-1.75")
    #expect(
      glasses.fields.attachments.map(\.identifier) == ["00000000-0000-4000-8000-000000000004"])
    #expect(glasses.metadata.entries.map(\.value) == ["1"])
    #expect(glasses.extras == nil || glasses.extras?.attributes == [])
  }
}
