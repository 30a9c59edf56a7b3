import Foundation
import HealthKitNames
import Testing

// The numbers are those of 150 snippets that a developer of HealthKit typed before looking anything up, of which 113 are in
// HealthKit's spelling.

struct SnippetsOfObjects {
  private let kilogram = HKUnit.gramUnit(with: .kilo)
  private let perMinute = HKUnit.count().unitDivided(by: .minute())

  @Test func unitsAndQuantities() {
    // 001
    #expect(HKUnit.gram().unitDivided(by: HKUnit.literUnit(with: .deci)).unitString == "g/dL")
    // 003
    #expect(HKUnit(from: "g/dL") == HKUnit.gram().unitDivided(by: .literUnit(with: .deci)))
    // 005
    #expect(HKUnit.literUnit(with: HKMetricPrefix.deci).unitString == "dL")
    // 006
    let area = HKUnit.meter().unitMultiplied(by: .meter())
    #expect(area == HKUnit.meter().unitRaised(toPower: 2))
    #expect(HKUnit.second().reciprocal() == HKUnit.second().unitRaised(toPower: -1))
    // 007
    let ham = HKQuantity(unit: .gram(), doubleValue: 20)
    // 008
    #expect(ham.doubleValue(for: kilogram) == 0.02)
    // 009
    #expect(!ham.is(compatibleWith: HKUnit.kilocalorie()))
    // 010
    #expect(ham.compare(HKQuantity(unit: kilogram, doubleValue: 1)) == .orderedAscending)
    // 011
    #expect(HKQuantity(unit: .foot(), doubleValue: 1).doubleValue(for: .inch()) == 12)
    // 012
    #expect(HKQuantity(unit: .yard(), doubleValue: 1).doubleValue(for: .foot()) == 3)
    // 013
    #expect(
      HKQuantity(unit: .jouleUnit(with: .kilo), doubleValue: 1).doubleValue(for: .joule()) == 1_000)
    // 014
    #expect(perMinute.unitString == "count/min")
    // 015
    #expect(HKUnit.decibelHearingLevel() != HKUnit.decibelAWeightedSoundPressureLevel())
  }

  @Test func types() throws {
    // 016
    let rate = try #require(HKObjectType.quantityType(forIdentifier: .heartRate))
    // 017
    #expect(HKQuantityType(.heartRate) == rate)
    // 018
    let steps: HKQuantityTypeIdentifier = .stepCount
    #expect(steps.rawValue == "HKQuantityTypeIdentifierStepCount")
    // 019
    let types: Set<HKObjectType?> = [
      HKObjectType.categoryType(forIdentifier: .sleepAnalysis), HKObjectType.workoutType(), rate,
      HKObjectType.characteristicType(forIdentifier: .dateOfBirth),
    ]
    #expect(types.count == 4)
    // 020
    #expect(rate.identifier == HKQuantityTypeIdentifier.heartRate.rawValue)
    // 021
    #expect(rate.is(compatibleWith: perMinute) && !rate.is(compatibleWith: .gram()))
    // 022
    #expect(HKQuantityType(.stepCount).aggregationStyle == .cumulative)
  }

  @Test func typesOfTheIntroductions() throws {
    let quantities: [HKQuantityTypeIdentifier] = [
      .dietaryWater, .uvExposure, .basalBodyTemperature, .environmentalAudioExposure,
      .headphoneAudioExposure,
    ]
    let categories: [HKCategoryTypeIdentifier] = [
      .cervicalMucusQuality, .ovulationTestResult, .menstrualFlow, .intermenstrualBleeding,
      .sexualActivity, .lowHeartRateEvent, .highHeartRateEvent, .irregularHeartRhythmEvent,
      .environmentalAudioExposureEvent, .headphoneAudioExposureEvent,
    ]
    for identifier in quantities {
      #expect(HKObjectType.quantityType(forIdentifier: identifier)?.identifier == "\(identifier)")
    }
    for identifier in categories {
      #expect(HKObjectType.categoryType(forIdentifier: identifier)?.identifier == "\(identifier)")
    }
    #expect(
      HKQuantityType(.environmentalAudioExposure).is(
        compatibleWith: .decibelAWeightedSoundPressureLevel()))
    #expect(HKQuantityType(.dietaryWater).is(compatibleWith: .literUnit(with: .milli)))
  }

  private var mass: HKQuantitySample {
    HKQuantitySample(
      type: HKQuantityType(.bodyMass), quantity: HKQuantity(unit: kilogram, doubleValue: 70),
      start: now, end: now.addingTimeInterval(1))
  }

  @Test func samples() {
    // 023
    let mass = mass
    // 025
    #expect(mass.quantityType == HKQuantityType(.bodyMass))
    // 026
    #expect(mass.quantity.doubleValue(for: .gram()) == 70_000)
    // 027
    #expect(mass.uuid != self.mass.uuid && mass.uuid.uuidString.dropFirst(14).first == "4")
    // 028
    #expect(mass.sampleType == HKSampleType.quantityType(forIdentifier: .bodyMass))
    // 029
    #expect(mass.startDate == now && mass.endDate.timeIntervalSince(now) == 1)
    // 030
    #expect(mass.sourceRevision.source.name == HKSource.default().name)
    // 031
    #expect(mass.sourceRevision.version == nil)
    // 032
    #expect(!mass.sourceRevision.source.bundleIdentifier.isEmpty)
    // 141
    let any: HKSample = mass
    #expect((any as? HKQuantitySample)?.quantity == mass.quantity)
    // 142
    #expect(any.startDate == now)
    // 143
    #expect(any.sampleType.identifier == "HKQuantityTypeIdentifierBodyMass")
    // 147
    #expect(mass.count == 1)
  }

  @Test func metadata() throws {
    // 034
    let energy = HKQuantitySample(
      type: HKQuantityType(.dietaryEnergyConsumed),
      quantity: HKQuantity(unit: .jouleUnit(with: .kilo), doubleValue: 300), start: now, end: now,
      metadata: ["HKFoodType": "Ham Sandwich"])
    // 033
    #expect(energy.metadata?["HKFoodType"] as? String == "Ham Sandwich")
    // 035
    #expect(energy.metadata?[HKMetadataKeyFoodType] as? String == "Ham Sandwich")
    func rate(_ metadata: [String: Any]) -> HKQuantitySample {
      HKQuantitySample(
        type: HKQuantityType(.heartRate), quantity: HKQuantity(unit: perMinute, doubleValue: 60),
        start: now, end: now, metadata: metadata)
    }
    // 148
    let active = rate([
      HKMetadataKeyHeartRateMotionContext: HKHeartRateMotionContext.active.rawValue
    ])
    let context = try #require(active.metadata?[HKMetadataKeyHeartRateMotionContext] as? Int)
    #expect(HKHeartRateMotionContext(rawValue: context) == .active)
    // 149
    let workout = HKWorkout(
      activityType: .running, start: now, end: now + 60, workoutEvents: nil,
      totalEnergyBurned: nil, totalDistance: nil,
      metadata: [
        HKMetadataKeyWeatherTemperature: HKQuantity(unit: .degreeCelsius(), doubleValue: 20)
      ])
    let warmth = workout.metadata?[HKMetadataKeyWeatherTemperature] as? HKQuantity
    #expect(warmth?.doubleValue(for: .degreeFahrenheit()) == 68)
    // 150
    let synced = rate([HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: 1])
    #expect(synced.metadata?[HKMetadataKeySyncVersion] as? Int == 1)
    #expect(
      rate([HKMetadataKeyWasUserEntered: true]).metadata?["HKWasUserEntered"] as? Bool == true)
  }

  @Test func categories() {
    let sleep = HKCategoryType(.sleepAnalysis)
    // 036
    let inBed = HKCategorySample(
      type: sleep, value: HKCategoryValueSleepAnalysis.inBed.rawValue, start: now, end: now + 9)
    // 037
    #expect(HKCategorySample(type: sleep, value: 0, start: now, end: now + 9) != inBed)
    #expect(HKCategoryValueSleepAnalysis(rawValue: inBed.value) == .inBed)
    // 040
    let flow = HKCategorySample(
      type: HKCategoryType(.menstrualFlow), value: HKCategoryValueMenstrualFlow.medium.rawValue,
      start: now, end: now, metadata: [HKMetadataKeyMenstrualCycleStart: true])
    #expect(flow.value == 3 && flow.metadata?[HKMetadataKeyMenstrualCycleStart] as? Bool == true)
  }

  @Test func structures() throws {
    // 103
    let point = try HKAudiogramSensitivityPoint(
      frequency: HKQuantity(unit: .hertz(), doubleValue: 125),
      leftEarSensitivity: HKQuantity(unit: .decibelHearingLevel(), doubleValue: 11),
      rightEarSensitivity: nil)
    let test = HKAudiogramSample(sensitivityPoints: [point], start: now, end: now)
    let ear = test.sensitivityPoints.first?.leftEarSensitivity
    #expect(ear?.doubleValue(for: .decibelHearingLevel()) == 11)
    // 105
    let mass = mass
    let food = HKCorrelation(
      type: HKCorrelationType(.bloodPressure), start: now, end: now, objects: [mass])
    // 106
    #expect(food.objects(for: HKQuantityType(.bodyMass)) == [mass])
    // 107
    let run = HKWorkout(
      activityType: .running, start: now, end: now + 600, duration: 0,
      totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 3),
      totalDistance: HKQuantity(unit: .meter(), doubleValue: 1_000), metadata: [:])
    // 108
    #expect(HKWorkout(activityType: .running, start: now, end: now + 600).duration == 600)
    // 109
    #expect(run.workoutActivityType == .running && run.duration == 600)
    #expect(run.totalDistance?.doubleValue(for: .meterUnit(with: .kilo)) == 1)
    // 131
    #expect(HKDevice.local().name?.isEmpty == false)
    // 132
    let device = HKDevice(
      name: "myController", manufacturer: "Acme", model: "C1", hardwareVersion: nil,
      firmwareVersion: nil, softwareVersion: nil, localIdentifier: nil, udiDeviceIdentifier: nil)
    #expect(device.manufacturer == "Acme")
    // 133
    let source = HKSource.default()
    // 134
    #expect(HKSourceRevision(source: source, version: "1.0").source == source)
    // 136
    let formatter = MassFormatter()
    formatter.isForPersonMassUse = true
    let text = formatter.string(fromKilograms: mass.quantity.doubleValue(for: kilogram))
    #expect(text.contains("70") || text.contains("154"))
    // 145
    let error: any Error = HKError(.errorAuthorizationDenied)
    #expect((error as? HKError)?.code == .errorAuthorizationDenied)
  }
}
