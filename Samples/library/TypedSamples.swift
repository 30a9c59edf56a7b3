import HealthConv
import HealthStatistics
import HealthStore
import Testing

/// Samples by their own types: saved, read, summed up and deleted without their case of ``Sample``.
struct TypedSamples {
  @Test func areSavedReadAndDeleted() throws {
    let scratch = try Scratch()
    let store = scratch.store
    let now = try date("2024-06-01 08:00:00 +0200")
    let mass = try QuantitySample(type: .bodyMass, quantity: Quantity(11, .stone), start: now)
    let session = try CategorySample(type: .mindfulSession, start: now)
    try store.save(mass)
    try store.save([session])

    let read = try store.samples(of: .bodyMass).map { try $0.quantity }
    #expect(read == [Quantity(154, .pound)])
    #expect(try store.samples(of: .mindfulSession) == [session])
    #expect(try store.samples(of: .bodyMass, where: .start(.greater, now)).isEmpty)
    let stored = try store.samples(SampleQuery(order: .start)).all()
    #expect(stored.map(\.startDate) == [now, now])
    #expect(Set(stored.compactMap(\.sampleType?.identifier)).count == 2)
    #expect(stored.contains(Sample(mass)))
    #expect(try store.delete(mass) == 1)
    #expect(try store.delete([mass]) == 0)
  }

  @Test func areSummedUpInTheStore() throws {
    let scratch = try Scratch()
    for (hour, steps) in [(8, 500.0), (20, 1_500)] {
      let start = try date("2024-06-01 \(hour < 10 ? "0" : "")\(hour):00:00 +0200")
      try scratch.store.save(
        QuantitySample(type: .stepCount, quantity: Quantity(steps, .count), start: start))
    }
    let all = try scratch.store.statistics(of: .stepCount, options: .cumulativeSum)
    #expect(all?.sumQuantity() == Quantity(2_000, .count))
    let days = try scratch.store.statisticsCollection(
      of: .stepCount, options: .cumulativeSum, interval: .day, zone: Zone("Europe/Berlin"))
    let day = try #require(days.statistics().first)
    #expect(day.startDate.description == "2024-06-01 00:00:00 +0200")
    #expect(throws: HealthError.self) {
      try scratch.store.statistics(of: .heartRate, options: .cumulativeSum)
    }
  }

  @Test func workoutsHaveQuantities() throws {
    let (start, end) = (
      try date("2024-06-01 08:00:00 +0200"), try date("2024-06-01 08:35:54 +0200")
    )
    let run = try Workout(
      activityType: .running, start: start, end: end, events: [],
      totalEnergyBurned: Quantity(300, .kilocalorie), totalDistance: Quantity(5, .kilometer))
    #expect(run.duration == 2_154)
    #expect(run.totalDistance == Quantity(5_000, .meter))
    #expect(run.totalEnergyBurned?.isCompatible(with: .joule) == true)
    #expect(QuantityType.bloodGlucose.isCompatible(with: .millimolePerLiterOfGlucose))
    #expect(!QuantityType.bodyMass.isCompatible(with: .inch))
    let scratch = try Scratch()
    try scratch.store.save(run)
    #expect(try scratch.store.workouts(of: .running) == [run])
    #expect(try scratch.store.workouts(of: .cycling).isEmpty)
    #expect(try scratch.store.workouts() == [run])
  }

  @Test func electrocardiogramsHaveTypes() throws {
    func recording(
      _ classification: String?, symptoms: String? = nil, lead: String? = nil
    ) throws -> Electrocardiogram {
      var fields = Sample.ElectrocardiogramFields()
      (fields.classification, fields.symptoms, fields.lead) = (classification, symptoms, lead)
      (fields.voltages, fields.sampleRate) = ([Number(1)], Number(512))
      let start = try date("2024-06-01 08:00:00 +0200")
      return try Electrocardiogram(fields: fields, start: start)
    }
    // As files of exports have them, and by the names of HealthKit.
    let numbers = [
      nil: 0, "": 0, "Sinus Rhythm": 1, "sinusRhythm": 1, "Atrial Fibrillation": 2,
      "HKElectrocardiogramClassificationAtrialFibrillation": 2, "Heart Rate Below 50": 3,
      "Low Heart Rate": 3, "Heart Rate Over 120": 4, "inconclusiveHighHeartRate": 4,
      "Poor Recording": 5, "Inconclusive": 6, "洞調律": 100,
    ]
    for (text, number) in numbers {
      #expect(try recording(text).classification.number == number, "\(text ?? "")")
    }
    #expect(try recording(nil).symptomsStatus == .electrocardiogramSymptomsStatusNotSet)
    #expect(
      try recording(nil, symptoms: "none").symptomsStatus == .electrocardiogramSymptomsStatusNone)
    #expect(
      try recording(nil, symptoms: "Fatigue,Dizziness").symptomsStatus
        == .electrocardiogramSymptomsStatusPresent)
    for lead in ["Lead I", "リードI", "appleWatchSimilarToLeadI"] {
      #expect(
        try recording(nil, lead: lead).lead == .electrocardiogramLeadAppleWatchSimilarToLeadI)
    }
    #expect(try recording(nil, lead: "Lead II").lead?.name == "Lead II")
    #expect(try recording(nil).lead == nil)
    #expect(try recording(nil).samplingFrequency == Quantity(512, .hertz))
    #expect(try recording(nil).averageHeartRate == nil)
  }

  @Test func ringsHaveQuantities() throws {
    let scratch = try Scratch()
    let store = scratch.store
    var fields = Sample.ActivitySummaryFields()
    (fields.activeEnergyBurned, fields.activeEnergyBurnedUnit) = (Number(418_400), "J")
    fields.activeEnergyBurnedGoal = Number(2_092_000)
    (fields.appleExerciseTime, fields.appleStandHours) = (Number(30), Number(12))
    let day = try #require(CalendarDay(year: 2024, month: 6, day: 1))
    try store.save(ActivitySummary(day: date("2024-06-01 08:00:00 +0200"), fields: fields))
    let rings = try #require(try store.activitySummaries(from: day, through: day).first)
    #expect(try rings.activeEnergyBurned?.value(in: .kilocalorie) == 100)
    #expect(try rings.activeEnergyBurnedGoal?.value(in: .kilocalorie) == 500)
    #expect(rings.appleExerciseTime == Quantity(1_800, .second))
    #expect(rings.appleStandHours == Quantity(12, .count) && rings.appleStandHoursGoal == nil)
  }

  @Test func characteristicsHaveTypes() throws {
    var info = DatasetInfo()
    #expect(info.dateOfBirth == nil)
    #expect(info.biologicalSex == .biologicalSexNotSet)
    info.characteristics = [
      DatasetInfo.Characteristic(type: .dateOfBirth, value: "1980-01-05"),
      DatasetInfo.Characteristic(type: .biologicalSex, value: "HKBiologicalSexFemale"),
    ]
    #expect(info.dateOfBirth == CalendarDay(year: 1980, month: 1, day: 5))
    #expect(info.biologicalSex == .biologicalSexFemale)
    #expect(CalendarDay(year: 2023, month: 2, day: 29) == nil)
  }
}
