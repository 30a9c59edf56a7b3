import HealthModel
import HealthTesting

/// A dataset with what policies move, drop, coarsen and round, also far from the sample to which it belongs.
enum PromisedSamples {
  static func date(_ text: String) -> Timestamp { MarkedSamples.date(text + " +0200") }

  static var info: DatasetInfo {
    var info = DatasetInfo()
    info.exportDate = date("2024-06-30 21:15:07")
    info.characteristics = [
      .init(type: .dateOfBirth, value: "1985-04-12"),
      .init(type: .bloodType, value: "HKBloodTypeAPositive"),
    ]
    return info
  }

  private static func header(
    _ type: SampleType, unit: String? = nil, _ start: String, _ end: String? = nil,
    source: String = "Withings", participant: String? = nil
  ) -> SampleHeader {
    var device = Device()
    (device.name, device.softwareVersion) = ("Apple Watch", "10.6.1")
    return SampleHeader(
      descriptor: SampleDescriptor(
        type: type, unitText: unit, source: Source(name: source, version: "7.1"), device: device,
        participant: participant),
      start: date(start), end: date(end ?? start), created: date("2026-01-05 10:00:00"),
      metadata: Metadata([
        MetadataEntry(key: MetadataKey("HKWeatherHumidity"), value: "40 %"),
        MetadataEntry(
          key: MetadataKey("HKDateOfEarliestDataUsedForEstimate"),
          value: "2024-04-01 12:00:00 +0200"),
      ]))
  }

  private static func quantity(_ header: SampleHeader, _ value: Int64) -> Sample {
    .quantity(QuantitySample(header: header, number: Number(digits: value, exponent: 0)))
  }

  static func rate(_ index: Int, participant: String? = nil) -> Sample {
    quantity(
      header(
        .quantity(QuantityType("HKQuantityTypeIdentifierHeartRate")), unit: "count/min",
        "2024-06-0\(1 + index % 3) 08:0\(index):1\(index)", participant: participant),
      61 + Int64(index))
  }

  private static var workout: Sample {
    var (event, activity) = (WorkoutEvent(), WorkoutActivity())
    (event.type, event.date) = ("HKWorkoutEventTypePause", date("2024-06-04 18:10:09"))
    activity.startDate = date("2024-06-04 18:00:05")
    activity.endDate = date("2024-06-04 18:30:05")
    var (route, file, track) = (WorkoutRoute(), WorkoutRoute.FileReference(), WorkoutRoute.Track())
    track.locations = (0..<3).map { index in
      var location = RouteLocation()
      location.date = date("2024-06-04 18:0\(index):05")
      (location.latitude, location.longitude) = (Number("52.52000\(index)"), Number("13.4049"))
      return location
    }
    (file.path, file.track) = ("/workout-routes/route.gpx", track)
    route.files = [file]
    var fields = Sample.WorkoutFields()
    fields.events = [event]
    fields.activities = [activity]
    fields.routes = [route]
    fields.samples = [NestedSample(sample: rate(4))]
    return .workout(
      Workout(
        header: header(
          .workout(WorkoutActivityType("HKWorkoutActivityTypeRunning")), "2024-06-04 18:00:05",
          "2024-06-04 18:30:05"), fields: fields))
  }

  static func summary(_ day: Int) -> Sample {
    var fields = Sample.ActivitySummaryFields()
    fields.dateComponents = "2024-06-0\(day)"
    (fields.activeEnergyBurned, fields.activeEnergyBurnedUnit) = (Number(500 + day), "kcal")
    let date = fields.impliedDate ?? .unknown
    let header = SampleHeader(
      descriptor: SampleDescriptor(type: .other("HKActivitySummaryTypeIdentifier"), source: nil),
      start: date, end: date)
    return .activitySummary(ActivitySummary(header: header, fields: fields))
  }

  private static var electrocardiogram: Sample {
    var fields = Sample.ElectrocardiogramFields()
    (fields.sampleRate, fields.sampleRateUnit, fields.unit) = (Number(512), "Hz", "µV")
    fields.voltages = [Number(1), Number(-2)]
    return .electrocardiogram(
      Electrocardiogram(
        header: header(.other("HKDataTypeIdentifierElectrocardiogram"), "2024-06-03 10:11:12"),
        fields: fields))
  }

  private static var pressure: Sample {
    let members = ["Systolic", "Diastolic"].map { name in
      NestedSample(
        sample: quantity(
          header(
            .quantity(QuantityType("HKQuantityTypeIdentifierBloodPressure\(name)")), unit: "mmHg",
            "2024-06-02 07:30:03"), 100))
    }
    return .correlation(
      Correlation(
        header: header(
          .correlation(CorrelationType("HKCorrelationTypeIdentifierBloodPressure")),
          "2024-06-02 07:30:03"), members: members))
  }

  /// All of them; the first four are heart rates, and three are nested in others.
  static var all: [Sample] {
    (0..<4).map { rate($0) } + [workout, summary(1), summary(2), electrocardiogram, pressure]
  }
}
