import HealthModel
import HealthTesting
import Testing

@testable import HealthStore

struct SampleMatcherTests {
  typealias Row = (predicate: SamplePredicate.Form, isMatch: Bool)

  private func check(_ rows: [Row], _ sample: Sample, _ place: SourceLocation = #_sourceLocation) {
    for (form, isMatch) in rows {
      let predicate = SamplePredicate(form)
      var matcher = SampleMatcher(predicate)
      #expect(matcher.matches(sample) == isMatch, "\(predicate)", sourceLocation: place)
      // The second time, the descriptor is known.
      #expect(matcher.matches(sample) == isMatch, "\(predicate)", sourceLocation: place)
    }
  }

  static let source = Source(
    name: "Jan\u{2019}s Apple\u{A0}Watch", version: "10.5", productType: "Watch7,2")

  static func quantity(
    _ type: QuantityType, _ value: String, _ unit: String?, metadata: [(String, String)] = []
  ) -> Sample {
    var device = Device()
    device.name = "Apple Watch"
    device.manufacturer = "Apple Inc."
    return .quantity(
      QuantitySample(
        header: SampleHeader(
          descriptor: SampleDescriptor(
            type: .quantity(type), unitText: unit, source: source, device: device),
          start: MarkedSamples.date("2024-06-01 23:30:00 -0700"),
          end: MarkedSamples.date("2024-06-02 00:15:00 -0700"),
          metadata: Metadata(
            metadata.map { MetadataEntry(key: MetadataKey($0.0), value: $0.1) })),
        number: Number(value) ?? Number(0)))
  }

  @Test func valuesAreComparedInTheUnitNamed() {
    check(
      [
        (.value(.greater, 120, unit: "mg/dL"), true),
        (.value(.greater, 126, unit: "mg/dL"), false),
        (.value(.equal, 126, unit: "mg/dL"), true),
        (.value(.equal, 126, unit: nil), true),
        (.value(.equal, 1.26, unit: "g/L"), true),
        (.value(.notEqual, 1.26, unit: "g/L"), false),
        (.value(.greater, 6.9, unit: "mmol<180.1558800000541>/L"), true),
        (.value(.less, 7.0, unit: "mmol<180.1558800000541>/L"), true),
        // As people write it.
        (.value(.greater, 6.9, unit: "mmol/L"), true),
        (.value(.less, 7.0, unit: "mmol/L"), true),
        // Of another dimension, or no unit at all: nothing holds.
        (.value(.greater, 0, unit: "kg"), false), (.value(.notEqual, 0, unit: "kg"), false),
        (.value(.greater, 0, unit: "bogus"), false),
        (.not(.value(.greater, 0, unit: "kg")), true),
        (.value(.notEqual, .nan, unit: nil), false),
        (.text(.unit, .equals("mg/dL")), true), (.text(.unit, .equals("mg·dL^-1")), true),
        (.text(.unit, .equals("MG/DL")), false), (.text(.unit, .differs("g/L")), true),
        (.text(.unit, .like("mg/*")), true), (.text(.unit, .exists), true),
      ], Self.quantity(.bloodGlucose, "126", "mg/dL"))
    check(
      [
        (.value(.greater, 1, unit: "mg/dL"), false), (.value(.greater, 1, unit: nil), true),
        (.text(.unit, .exists), false), (.text(.unit, .differs("g")), false),
      ], Self.quantity(.bloodGlucose, "126", nil))
    check(
      [
        (.value(.equal, 3, unit: "frobs"), true), (.value(.equal, 3, unit: "g"), false),
      ], Self.quantity(QuantityType("Mine"), "3", "frobs"))
    check([(.value(.equal, 0.02, unit: "kg"), true)], Self.quantity(.bodyMass, "20", "g"))
    check(
      [
        (.value(.equal, 0.95, unit: "%"), true), (.value(.less, 0.96, unit: "%"), true),
      ], Self.quantity(.oxygenSaturation, "0.95", "%"))
  }

  @Test func quantitiesHaveTheFiguresOfTheirStyle() {
    let rate = Self.quantity(.heartRate, "60", "count/min")
    for figure in [SamplePredicate.Figure.average, .minimum, .maximum, .latest] {
      check(
        [
          (.figure(figure, .equal, 1, unit: "count/s"), true), (.hasFigure(figure), true),
          (.figure(figure, .less, 60, unit: nil), false),
          (.figure(figure, .less, 60, unit: "kg"), false),
        ], rate)
    }
    check([(.figure(.sum, .greater, 0, unit: nil), false), (.hasFigure(.sum), false)], rate)
    check(
      [
        (.figure(.sum, .equal, 5, unit: "count"), true), (.hasFigure(.sum), true),
        (.figure(.average, .equal, 5, unit: "count"), false), (.hasFigure(.latest), false),
        (.hasFigure(.distance), false), (.figure(.distance, .notEqual, 1, unit: nil), false),
      ], Self.quantity(.stepCount, "5", "count"))
    // Of a type that the catalog does not contain, the style is unknown.
    check(
      [(.hasFigure(.sum), true), (.hasFigure(.average), true)],
      Self.quantity(QuantityType("Mine"), "3", "frobs"))
  }

  @Test func workoutsHaveTotals() {
    var fields = Sample.WorkoutFields()
    (fields.totalDistance, fields.totalDistanceUnit) = (Number(5), "km")
    let workout = Sample.workout(
      Workout(
        header: SampleHeader(
          descriptor: SampleDescriptor(type: .workout(.running), source: Source(name: "A")),
          start: Timestamp(secondsSince1970: 0), end: Timestamp(secondsSince1970: 60)),
        fields: fields))
    check(
      [
        (.figure(.distance, .equal, 5_000, unit: "m"), true),
        (.figure(.distance, .equal, 5, unit: nil), true),
        (.figure(.distance, .greater, 3.2, unit: "mi"), false),
        (.figure(.distance, .greater, 3.1, unit: "mi"), true),
        (.figure(.distance, .greater, 0, unit: "kg"), false), (.hasFigure(.distance), true),
        (.hasFigure(.energy), false), (.figure(.energy, .notEqual, 1, unit: "kcal"), false),
        (.figure(.sum, .greater, 0, unit: nil), false), (.hasFigure(.average), false),
      ], workout)
  }

  @Test func datesAreOnTheSamplesClock() throws {
    func bound(_ text: String) throws -> DateBound { try #require(DateBound(text)) }
    let day = try bound("2024-06-01")
    check(
      [
        (.start(.equal, day), true), (.start(.notEqual, day), false), (.start(.less, day), false),
        (.start(.lessOrEqual, day), true), (.start(.greater, day), false),
        (.start(.greaterOrEqual, day), true),
        (.end(.equal, day), false), (.end(.greater, day), true),
        (.start(.equal, try bound("2024-06-01T23:30:00")), true),
        (.start(.equal, try bound("2024-06-02T06:30:00Z")), true),
        (.start(.less, try bound("2024-06-01T23:30:01-07:00")), true),
        (.duration(.equal, 2_700), true), (.duration(.greater, 2_700), false),
        (.created(.notEqual, day), false), (.hasCreated, false),
      ], Self.quantity(.heartRate, "60", "count/min"))
  }

  @Test func textsAreFolded() {
    check(
      [
        (.text(.source, .equals("jan\u{2019}s apple watch")), true),
        (.text(.source, .differs("jan\u{2019}s apple watch")), false),
        (.text(.source, .like("*WATCH")), true), (.text(.source, .like("watch")), false),
        (.text(.source, .like("Jan?s apple?watch")), true), (.text(.source, .like("Ja?s*")), false),
        (.text(.sourceVersion, .equals("10.5")), true),
        (.text(.sourceProductType, .like("watch7*")), true),
        (.text(.device, .equals("apple watch")), true),
        (.text(.deviceManufacturer, .exists), true),
        (.text(.deviceModel, .exists), false), (.text(.deviceModel, .differs("x")), false),
        (.not(.text(.deviceModel, .equals("x"))), true),
      ], Self.quantity(.heartRate, "60", "count/min"))
  }

  @Test func metadataAreTexts() throws {
    let day = try #require(DateBound("2024-12-17"))
    check(
      [
        (.metadata(key: "HKTimeZone", .text(.equals("europe/berlin"))), true),
        (.metadata(key: "HKTimeZone", .text(.exists)), true),
        (.metadata(key: "HKOther", .text(.exists)), false),
        (.metadata(key: "HKOther", .text(.differs("x"))), false),
        (.metadata(key: "HKElevationAscended", .number(.greater, 65, unit: "m")), true),
        (.metadata(key: "HKElevationAscended", .number(.greater, 66, unit: "m")), false),
        (.metadata(key: "HKElevationAscended", .number(.greater, 66, unit: nil)), true),
        (.metadata(key: "HKElevationAscended", .number(.greater, 0, unit: "kg")), false),
        (.metadata(key: "HKWasUserEntered", .number(.equal, 1, unit: nil)), true),
        (.metadata(key: "HKWasUserEntered", .number(.equal, 1, unit: "m")), false),
        (.metadata(key: "Due", .date(.equal, day)), true),
        (.metadata(key: "Due", .date(.less, day)), false),
        (.metadata(key: "HKTimeZone", .date(.notEqual, day)), false),
        // Any value of a key.
        (.metadata(key: "Tag", .text(.equals("a"))), true),
        (.metadata(key: "Tag", .text(.equals("b"))), true),
        (.metadata(key: "Tag", .text(.differs("b"))), true),
      ],
      Self.quantity(
        .heartRate, "60", "count/min",
        metadata: [
          ("HKTimeZone", "Europe/Berlin"), ("HKElevationAscended", "6575 cm"),
          ("HKWasUserEntered", "1"), ("Due", "2024-12-17 15:00:00 +0000"), ("Tag", "a"),
          ("Tag", "b"),
        ]))
  }

  @Test func categoriesHaveNamesAndNumbers() {
    func sleep(_ value: String?) -> Sample {
      .category(
        CategorySample(
          header: SampleHeader(
            descriptor: SampleDescriptor(type: .category(.sleepAnalysis), source: Self.source),
            start: MarkedSamples.date("2024-06-01 23:30:00 -0700"),
            end: MarkedSamples.date("2024-06-02 00:15:00 -0700")),
          value: value.map(CategoryValue.init)))
    }
    check(
      [
        (.category(.equals("HKCategoryValueSleepAnalysisAsleepREM")), true),
        (.category(.equals("asleeprem")), true), (.category(.equals("5")), true),
        (.category(.equals("InBed")), false), (.category(.differs("InBed")), true),
        (.category(.differs("5")), false), (.category(.like("*asleep*")), true),
        (.category(.exists), true), (.value(.equal, 5, unit: nil), false),
      ], sleep("HKCategoryValueSleepAnalysisAsleepREM"))
    // The old name of what is AsleepUnspecified now, and a bare number.
    for name in ["HKCategoryValueSleepAnalysisAsleep", "1"] {
      check(
        [
          (.category(.equals("AsleepUnspecified")), true), (.category(.equals("Asleep")), true),
          (.category(.differs("AsleepUnspecified")), false), (.category(.equals("InBed")), false),
        ], sleep(name))
    }
    check([(.category(.equals("New")), true), (.category(.differs("Old")), true)], sleep("New"))
    check(
      [
        (.category(.exists), false), (.category(.differs("x")), false),
        (.category(.like("*")), false),
      ],
      sleep(nil))
  }

  @Test func elementsNobodyKnowsHaveANameOnly() throws {
    let day = try #require(DateBound("2024-06-01"))
    check(
      [
        (.all, true), (.type("Future"), true), (.kind(.unknown), true),
        (.types(like: "fut*"), true),
        (.types(like: "unknown"), true), (.start(.notEqual, day), false),
        (.not(.start(.less, day)), true), (.text(.source, .differs("x")), false),
        (.value(.notEqual, 1, unit: nil), false), (.metadata(key: "a", .text(.exists)), false),
      ], .unknown(Element(name: "Future")))
  }

  @Test func documentsHaveNoDates() throws {
    let day = try #require(DateBound("1900-01-01"))
    let document = try #require(MarkedSamples.kinds.first { $0.kind == .document })
    check(
      [
        (.start(.greater, day), false), (.end(.greater, day), false),
        (.duration(.less, 1e9), false),
        (.kind(.document), true),
      ], document)
  }

  /// Two kinds of samples that share a descriptor do not share an answer.
  @Test func aDescriptorOfTwoKinds() {
    let header = SampleHeader(
      descriptor: SampleDescriptor(type: .other("Shared"), source: nil),
      start: MarkedSamples.date("2024-06-01 23:30:00 -0700"),
      end: MarkedSamples.date("2024-06-01 23:30:00 -0700"))
    var matcher = SampleMatcher(.kind(.category))
    let quantity = Sample.quantity(QuantitySample(header: header, number: Number(1)))
    let category = Sample.category(CategorySample(header: header, value: nil))
    for _ in 0..<2 {
      #expect(matcher.matches(quantity) == false)
      #expect(matcher.matches(category) == true)
    }
  }

  /// A predicate of many terms is worked out for few descriptors at a time.
  @Test func longPredicatesAnswerAsShortOnes() throws {
    let low = try SamplePredicate.value(.less, 3, unit: "count/min")
    let terms = try (0..<10_000).map {
      try SamplePredicate.value(.less, -Double($0), unit: "count/s")
    }
    var long = SampleMatcher(.or(terms + [low]))
    var short = SampleMatcher(low)
    let samples = (0..<60).map { Inputs.heartRate($0 % 7, source: "Watch \($0 % 30)") }
    for sample in samples { #expect(long.matches(sample) == short.matches(sample)) }
    #expect(long.keptTerms <= 1 << 18)
  }
}
