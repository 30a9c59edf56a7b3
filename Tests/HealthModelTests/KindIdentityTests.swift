import HealthModel
import Testing

/// What identifies samples of the kinds that have no value, and what metadata add to the identity of any kind.
@Suite struct KindIdentityTests {
  private static func header(
    _ type: SampleType = .other("Kind"), source: String = "Watch", at second: Int64 = 0,
    metadata: [(MetadataKey, String)] = []
  ) -> SampleHeader {
    let start = Timestamp(secondsSince1970: 1_700_000_000 + second)
    return SampleHeader(
      descriptor: SampleDescriptor(type: type, source: Source(name: source)), start: start,
      end: start,
      metadata: Metadata(metadata.map { MetadataEntry(key: $0.0, value: $0.1) }))
  }

  private static func id<Fields: Sample.Fields>(
    _ fields: Fields, _ change: (inout Fields) -> Void = { _ in }
  ) -> SampleID {
    var fields = fields
    change(&fields)
    return StructuredSample(header: header(), fields: fields).id
  }

  private static func quantity(
    _ metadata: [(MetadataKey, String)], value: Int = 70,
    type: String = "HKQuantityTypeIdentifierBodyMass", source: String = "Scale",
    at second: Int64 = 0
  ) -> Sample {
    .quantity(
      QuantitySample(
        header: header(
          .quantity(QuantityType(type)), source: source, at: second, metadata: metadata),
        number: Number(value)))
  }

  /// What an app made of samples is another sample than these; what it made sums of is not.
  @Test func aggregatesAreSamplesOfTheirOwn() {
    let key = MetadataKey("aggregate")
    #expect(Self.quantity([(key, "sum")]).id != Self.quantity([]).id)
    #expect(Self.quantity([(key, "part")]).id == Self.quantity([]).id)
  }

  @Test func clinicalRecordsDifferByIdentifierAndFile() {
    var record = Sample.ClinicalRecordFields()
    record.identifier = "1"
    record.resourceFilePath = "/clinical-records/Condition-1.json"
    let ids = [
      Self.id(record), Self.id(record) { $0.identifier = "2" },
      Self.id(record) { $0.resourceFilePath = "/clinical-records/Condition-2.json" },
      Self.id(record) { $0.identifier = nil },
    ]
    #expect(Set(ids).count == ids.count)
    #expect(Self.id(record) { $0.resource = "{}" } == ids[0])
    #expect(Self.id(record) { $0.fhirVersion = "4.0.1" } == ids[0])
  }

  @Test func audiogramsDifferByTheirPoints() {
    var point = SensitivityPoint()
    point.frequencyValue = Number(1_000)
    point.leftEarValue = Number(10)
    var audiogram = Sample.AudiogramFields()
    audiogram.sensitivityPoints = [point]
    let ids = [
      Self.id(audiogram), Self.id(audiogram) { $0.sensitivityPoints[0].leftEarValue = Number(15) },
      Self.id(audiogram) { $0.sensitivityPoints[0].rightEarValue = Number(10) },
      Self.id(audiogram) { $0.sensitivityPoints.append(point) },
    ]
    #expect(Set(ids).count == ids.count)
    #expect(
      Self.id(audiogram) { $0.sensitivityPoints[0].leftEarValue = Number("10.0") } == ids[0],
      "a number is fed by its value")
  }

  @Test func prescriptionsDifferByWhatTheyPrescribe() {
    var lens = Sample.EyeLens()
    lens.sphere = Number("-1.25")
    var prescription = Sample.VisionPrescriptionFields()
    prescription.rightEye = [lens]
    let ids = [
      Self.id(prescription),
      Self.id(prescription) { $0.rightEye[0].sphere = Number("-1.5") },
      Self.id(prescription) { ($0.leftEye, $0.rightEye) = ($0.rightEye, []) },
      Self.id(prescription) { $0.brand = "a" },
    ]
    #expect(Set(ids).count == ids.count)
    var picture = Sample.PrescriptionAttachment()
    picture.identifier = "1"
    #expect(Self.id(prescription) { $0.attachments = [picture] } == ids[0])
  }

  @Test func recordingsDifferByAllTheirVoltages() {
    var recording = Sample.ElectrocardiogramFields()
    recording.classification = "Sinus Rhythm"
    recording.voltages = (0..<600).map { Number($0) }
    let ids = [
      Self.id(recording), Self.id(recording) { $0.voltages[599] = Number(0) },
      Self.id(recording) { $0.sampleRate = Number(512) },
    ]
    #expect(Set(ids).count == ids.count)
    #expect(
      Self.id(recording) { $0.classification = "Sinusrhythmus" } == ids[0],
      "an export is in the language of the phone")
  }

  @Test func otherKindsDifferByWhatTheyRecord() {
    var dose = Sample.MedicationDoseFields()
    dose.medicationConceptIdentifier = "a"
    #expect(Self.id(dose) != Self.id(dose) { $0.medicationConceptIdentifier = "b" })
    var mind = Sample.StateOfMindFields()
    mind.valence = Number("0.5")
    var label = Sample.StateOfMindTag()
    label.name = "calm"
    #expect(Self.id(mind) != Self.id(mind) { $0.valence = Number("0.6") })
    #expect(Self.id(mind) != Self.id(mind) { $0.labels = [label] })
    #expect(
      Self.id(mind) { $0.labels = [label] } != Self.id(mind) { $0.associations = [label] })
    var assessment = Sample.ScoredAssessmentFields()
    assessment.score = Number(4)
    #expect(Self.id(assessment) != Self.id(assessment) { $0.score = Number(5) })
    #expect(Self.id(assessment) != Self.id(assessment) { $0.answers = [Sample.AssessmentAnswer()] })
    var series = Sample.HeartbeatSeriesFields()
    var beat = Sample.SeriesBeat()
    beat.timeSinceStart = Number("0.8")
    series.beats = [beat]
    #expect(Self.id(series) != Self.id(series) { $0.beats[0].timeSinceStart = Number("0.9") })
  }

  @Test func workoutsAndDaysDifferByNothingMore() {
    var workout = Sample.WorkoutFields()
    workout.duration = Number(30)
    #expect(
      Self.id(workout) == Self.id(workout) { $0.duration = Number(31) },
      "totals may be completed later")
    let running = Self.header(.workout(WorkoutActivityType("HKWorkoutActivityTypeRunning")))
    let walking = Self.header(.workout(WorkoutActivityType("HKWorkoutActivityTypeWalking")))
    #expect(
      Workout(header: running, fields: workout).id != Workout(header: walking, fields: workout).id)
    var day = Sample.ActivitySummaryFields()
    day.dateComponents = "2024-06-01"
    #expect(Self.id(day) != Self.id(day) { $0.dateComponents = "2024-06-02" })
    #expect(Self.id(day) == Self.id(day) { $0.appleStandHours = Number(12) })
    #expect(
      ActivitySummary(header: Self.header(at: 3_600), fields: day).id == Self.id(day),
      "a day has no zone, so that its start may be taken in any")
  }

  @Test func mealsDifferByTheirFood() {
    func meal(_ food: String?, _ values: [Int]) -> Sample {
      let metadata = food.map { [(MetadataKey.foodType, $0)] } ?? []
      return .correlation(
        Correlation(
          header: Self.header(
            .correlation(CorrelationType("HKCorrelationTypeIdentifierFood")), metadata: metadata),
          members: values.map {
            .init(sample: Self.quantity([], value: $0), membership: .nestedOnly)
          }
        ))
    }
    let ids = [
      meal(nil, [1, 2]), meal("pizza", [1, 2]), meal("salad", [1, 2]), meal("pizza", [1]),
    ].map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(meal("pizza", [2, 1]).id == ids[1])
  }

  @Test func anExternalUUIDIsPartOfTheIdentity() {
    let plain = Self.quantity([])
    let a = Self.quantity([(.timeZone, "UTC"), (.externalUUID, "A")])
    #expect(a.id != plain.id)
    #expect(a.id != Self.quantity([(.externalUUID, "B")]).id)
    #expect(a.id == Self.quantity([(.externalUUID, "A")]).id)
    #expect(a.id != Self.quantity([(.externalUUID, "A")], value: 71).id)
    #expect(Self.quantity([(.timeZone, "UTC")]).id == plain.id)
  }

  /// HealthKit has one type for all workouts: a program may change the activity of one.
  @Test func aSyncIdentifierIsThatOfAnyActivity() {
    func workout(_ activity: WorkoutActivityType, _ metadata: [MetadataEntry]) -> Workout {
      Workout(
        header: SampleHeader(
          descriptor: SampleDescriptor(type: .workout(activity), source: Source(name: "A")),
          start: .unknown, end: .unknown, metadata: Metadata(metadata)),
        fields: Sample.WorkoutFields())
    }
    let id = [MetadataEntry(key: .syncIdentifier, value: "A")]
    #expect(workout(.running, id).id == workout(.walking, id).id)
    #expect(workout(.running, []).id != workout(.walking, []).id)
  }

  @Test func aSyncIdentifierIsTheIdentity() {
    let a = Self.quantity([(.syncIdentifier, "A"), (.syncVersion, "1")])
    #expect(
      a.id == Self.quantity([(.syncVersion, "2"), (.syncIdentifier, "A")], value: 71, at: 60).id)
    #expect(a.id == Self.quantity([(.syncIdentifier, "A"), (.externalUUID, "A")]).id)
    #expect(a.id != Self.quantity([(.syncIdentifier, "B"), (.syncVersion, "1")]).id)
    #expect(a.id != Self.quantity([(.syncIdentifier, "A")], source: "Other").id)
    #expect(
      a.id != Self.quantity([(.syncIdentifier, "A")], type: "HKQuantityTypeIdentifierHeight").id)
    #expect(a.id != Self.quantity([(.externalUUID, "A")]).id)
    #expect(a.id != Self.quantity([]).id)
    var moved = a
    moved.updateHeader { $0.metadata = Metadata() }
    #expect(moved.id == Self.quantity([]).id, "a change of the metadata changes the identity")
  }

  @Test(
    arguments: [
      (nil, nil), ("1", 1), ("12.9", 12), ("-3", -3), ("1e3", 1_000), ("word", Int64.min),
      ("1700000000123456789", 1_700_000_000_123_456_789), ("1e30", .max),
    ] as [(String?, Int64?)])
  func aSyncVersionIsAWholeNumber(text: String?, number: Int64?) {
    let metadata =
      [(MetadataKey.syncIdentifier, "A")] + (text.map { [(MetadataKey.syncVersion, $0)] } ?? [])
    let version = Self.quantity(metadata).syncVersion
    #expect(version?.number == number ?? .min)
    #expect(Self.quantity([(.syncVersion, "1")]).syncVersion == nil, "not without an identifier")
  }
}
