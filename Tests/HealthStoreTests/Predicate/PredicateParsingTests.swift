import HealthModel
import HealthStore
import HealthTesting
import Testing

struct PredicateParsingTests {
  private static func bound(_ text: String) -> DateBound {
    DateBound(text) ?? DateBound(Timestamp(secondsSince1970: 0))
  }

  private static let heartRate = SamplePredicate.Form.type("HKQuantityTypeIdentifierHeartRate")
  private static let steps = SamplePredicate.Form.type("HKQuantityTypeIdentifierStepCount")
  private static let dexcom = SamplePredicate.Form.text(.source, .equals("Dexcom"))
  private static let uuid = SampleUUID(high: 0x0123_4567_89ab_4def, low: 0x8123_4567_89ab_cdef)
  private static let high = SamplePredicate.Form.value(.greater, 120, unit: "mg/dL")

  static let rows: [(text: String, predicate: SamplePredicate.Form)] = [
    ("value > 120 mg/dL and source = 'Dexcom'", .and([high, dexcom])),
    ("VALUE>120mg/dL AND Source==\"Dexcom\"", .and([high, dexcom])),
    ("value > 120 mg/dL && source = Dexcom", .and([high, dexcom])),
    ("all", .all), ("  all  ", .all),
    // Precedence
    (
      "kind = workout or value > 1 and all",
      .or([.kind(.workout), .and([.value(.greater, 1, unit: nil), .all])])
    ),
    ("(kind = workout or all) and all", .and([.or([.kind(.workout), .all]), .all])),
    ("not kind = workout and all", .and([.not(.kind(.workout)), .all])),
    ("!(all || all)", .not(.or([.all, .all]))), ("not not all", .not(.not(.all))),
    // Types
    ("type = HeartRate", heartRate), ("type = 'heartrate'", heartRate),
    ("type = HKQuantityTypeIdentifierHeartRate", heartRate),
    ("type != HeartRate", .not(heartRate)), ("type <> HeartRate", .not(heartRate)),
    ("type in (HeartRate, StepCount)", .or([heartRate, steps])),
    ("type not in ('HeartRate', StepCount)", .not(.or([heartRate, steps]))),
    ("type like Dietary*", .types(like: "Dietary*")), ("type ~ '*Rate'", .types(like: "*Rate")),
    ("type = Dietary*", .types(like: "Dietary*")),
    ("type = steps", steps), ("type = 'heart rate'", heartRate),
    ("type in (HR, steps)", .or([heartRate, steps])),
    (
      "type = hrv",
      .or([
        .type("HKQuantityTypeIdentifierHeartRateVariabilitySDNN"),
        .type("HKQuantityTypeIdentifierHeartRateVariabilityRMSSD"),
      ])
    ),
    ("type = bp", .types(like: "BloodPressure*")), ("type = ecg", .kind(.electrocardiogram)),
    ("type = running", .type("HKWorkoutActivityTypeRunning")), ("type = workout", .kind(.workout)),
    ("type = HKWorkoutTypeIdentifier", .kind(.workout)),
    ("type = HKQuantityTypeIdentifierOfTomorrow", .type("HKQuantityTypeIdentifierOfTomorrow")),
    ("type = Observation", .type("Observation")),
    ("type.identifier = 'Of an App'", .type("Of an App")),
    ("kind = activitysummary", .kind(.activitySummary)),
    ("kind != document", .not(.kind(.document))),
    // Values
    ("value = 5", .value(.equal, 5, unit: nil)),
    ("value <= -0.5e-3 m", .value(.lessOrEqual, -0.0005, unit: "m")),
    ("value < 95 %", .value(.less, 0.95, unit: "%")),
    ("value < 95%", .value(.less, 0.95, unit: "%")),
    ("value < 0.95 '%'", .value(.less, 0.95, unit: "%")),
    ("value < 5 in and all", .and([.value(.less, 5, unit: "in"), .all])),
    ("value < 5 and all", .and([.value(.less, 5, unit: nil), .all])),
    ("(value < 5 kcal/(kg*hr))", .value(.less, 5, unit: "kcal/(kg*hr)")),
    ("value > 7 mmol<180.1558800000541>/L", .value(.greater, 7, unit: "mmol<180.1558800000541>/L")),
    ("value > 7 'my unit'", .value(.greater, 7, unit: "my unit")),
    (
      "value between 70 and 180 mg/dL",
      .and([.value(.greaterOrEqual, 70, unit: "mg/dL"), .value(.lessOrEqual, 180, unit: "mg/dL")])
    ),
    (
      "value between 90 and 95 %",
      .and([.value(.greaterOrEqual, 0.9, unit: "%"), .value(.lessOrEqual, 0.95, unit: "%")])
    ),
    (
      "value not between 1 m and 2 km",
      .not(.and([.value(.greaterOrEqual, 1, unit: "m"), .value(.lessOrEqual, 2, unit: "km")]))
    ),
    ("value in (1, 2 kg)", .or([.value(.equal, 1, unit: nil), .value(.equal, 2, unit: "kg")])),
    ("value exists", .or([.kind(.quantity), .category(.exists)])),
    (
      "value = 'HKCategoryValueSleepAnalysisInBed'",
      .category(.equals("HKCategoryValueSleepAnalysisInBed"))
    ),
    ("value = InBed", .category(.equals("InBed"))),
    ("category != AsleepREM", .category(.differs("AsleepREM"))),
    ("category = 5", .category(.equals("5"))),
    ("category like *Asleep*", .category(.like("*Asleep*"))),
    ("category is missing", .not(.category(.exists))),
    ("category = 'Something of mine'", .category(.equals("Something of mine"))),
    ("unit = mg/dL", .text(.unit, .equals("mg/dL"))),
    ("unit = 'frobs'", .text(.unit, .equals("frobs"))),
    // Dates
    ("start >= 2024-01-31", .start(.greaterOrEqual, bound("2024-01-31"))),
    ("start = '2024-01-31'", .start(.equal, bound("2024-01-31"))),
    ("end < 2024-01-31T08:00:00", .end(.less, bound("2024-01-31T08:00:00"))),
    ("end < 2024-01-31 08:00:00 and all", .and([.end(.less, bound("2024-01-31T08:00:00")), .all])),
    ("created > 2024-01-31 08:00:00 +0100", .created(.greater, bound("2024-01-31T08:00:00+01:00"))),
    ("created > 2024-01-31T07:00:00Z", .created(.greater, bound("2024-01-31T08:00:00+01:00"))),
    (
      "start between 2024-01-01 and 2024-01-31",
      .and([
        .start(.greaterOrEqual, bound("2024-01-01")), .start(.lessOrEqual, bound("2024-01-31")),
      ])
    ),
    ("created exists", .hasCreated), ("created is missing", .not(.hasCreated)),
    // UUIDs
    ("uuid = 01234567-89ab-4def-8123-456789abcdef", .uuids([uuid])),
    ("uuid != '01234567-89AB-4DEF-8123-456789ABCDEF'", .not(.uuids([uuid]))),
    (
      "uuid in ('01234567-89AB-4DEF-8123-456789ABCDEF', 00000000-0000-4000-8000-000000000000)",
      .uuids([uuid, SampleUUID(high: 0x4000, low: 1 << 63)])
    ),
    ("participant = P1", .participant("P1")), ("participant exists", .participant(nil)),
    ("participant != 'p 1'", .and([.participant(nil), .not(.participant("p 1"))])),
    ("duration > 30 min", .duration(.greater, 1_800)),
    ("duration <= 2 h", .duration(.lessOrEqual, 7_200)),
    ("duration = 1.5 hours", .duration(.equal, 5_400)), ("duration < 90 s", .duration(.less, 90)),
    (
      "duration between 10 and 20 min",
      .and([.duration(.greaterOrEqual, 600), .duration(.lessOrEqual, 1_200)])
    ),
    // Figures and activities
    ("distance > 5 km", .figure(.distance, .greater, 5, unit: "km")),
    ("energy is missing", .not(.hasFigure(.energy))),
    ("minimum < 95 %", .figure(.minimum, .less, 0.95, unit: "%")),
    (
      "type = steps and sum between 100 and 200 count",
      .and([
        .type("HKQuantityTypeIdentifierStepCount"),
        .and([
          .figure(.sum, .greaterOrEqual, 100, unit: "count"),
          .figure(.sum, .lessOrEqual, 200, unit: "count"),
        ]),
      ])
    ),
    ("activity = running", .type("HKWorkoutActivityTypeRunning")),
    (
      "activity != Running", .and([.kind(.workout), .not(.type("HKWorkoutActivityTypeRunning"))])
    ),
    ("activity like '*Skiing'", .and([.kind(.workout), .types(like: "*Skiing")])),
    ("activity exists", .kind(.workout)),
    // Texts
    ("source = 'Jan''s \"Watch\"'", .text(.source, .equals("Jan's \"Watch\""))),
    ("source = \"say \"\"so\"\"\"", .text(.source, .equals("say \"so\""))),
    ("source.version = 10.5", .text(.sourceVersion, .equals("10.5"))),
    ("source.product like Watch7*", .text(.sourceProductType, .like("Watch7*"))),
    ("device exists", .text(.device, .exists)),
    ("device.model is not missing", .text(.deviceModel, .exists)),
    ("device.udi not exists", .not(.text(.deviceUDI, .exists))),
    ("device.name is null", .not(.text(.device, .exists))),
    ("device.manufacturer not like 'Apple*'", .not(.text(.deviceManufacturer, .like("Apple*")))),
    ("zone = Europe/Berlin", .metadata(key: "HKTimeZone", .text(.equals("Europe/Berlin")))),
    // Metadata
    (
      "metadata.HKWasUserEntered = 1",
      .metadata(key: "HKWasUserEntered", .number(.equal, 1, unit: nil))
    ),
    (
      "metadata.WasUserEntered = true",
      .metadata(key: "HKWasUserEntered", .number(.equal, 1, unit: nil))
    ),
    ("metadata.HKMetadataKeyTimeZone exists", .metadata(key: "HKTimeZone", .exists)),
    ("metadata['a ''key''.'] = '1'", .metadata(key: "a 'key'.", .text(.equals("1")))),
    (
      "metadata.com.example.my-key != abc",
      .metadata(key: "com.example.my-key", .text(.differs("abc")))
    ),
    ("metadata.Due < 2024-12-17", .metadata(key: "Due", .date(.less, bound("2024-12-17")))),
    (
      "metadata.HKElevationAscended > 100 m",
      .metadata(key: "HKElevationAscended", .number(.greater, 100, unit: "m"))
    ),
  ]

  @Test(arguments: rows) func predicatesAreRead(
    _ text: String, _ predicate: SamplePredicate.Form
  ) throws {
    #expect(try SamplePredicate(parsing: text).form == predicate)
  }

  @Test(arguments: rows) func whatIsReadIsPrintedAndReadAgain(
    _ text: String, _ form: SamplePredicate.Form
  ) throws {
    let predicate = SamplePredicate(form)
    #expect(try SamplePredicate(parsing: predicate.description) == predicate, "\(predicate)")
  }

  /// Those made by hand may say a thing in a longer way than is printed; they mean the same.
  @Test(arguments: [5, 6, 7]) func anyPredicateIsPrintedAndReadAgain(_ seed: UInt64) throws {
    var dice = FixedRandom(seed: seed)
    let samples = PredicateSamples.all
    for _ in 0..<120 {
      let predicate = SamplePredicate.random(&dice, about: samples)
      let again = try SamplePredicate(parsing: predicate.description)
      #expect(again.description == predicate.description)
      var (first, second) = (SampleMatcher(predicate), SampleMatcher(again))
      for sample in samples {
        let (a, b) = (first.matches(sample), second.matches(sample))
        #expect(a == b, "\(predicate)")
      }
    }
  }

  @Test(arguments: [
    ("", "expected a field such as 'value', found the end", 0),
    ("valu > 120", "unknown field 'valu'. Did you mean 'value'?", 0),
    ("value > 120 and sorce = 'x'", "unknown field 'sorce'. Did you mean 'source'?", 16),
    ("value > 120 mg/dl and", "expected a field such as 'value', found the end", 21),
    ("value > 120 mg/dx", "unknown unit 'mg/dx'", 15),
    (
      "uuid = 12",
      "expected a UUID such as '01234567-89AB-CDEF-0123-456789ABCDEF', found '12'", 7
    ),
    ("uuid like '0*'", "'like' cannot compare this field, expected a sign such as '='", 5),
    ("value > 60 bpm", "unknown unit 'bpm'. Did you mean 'count/min'?", 11),
    (
      "type = HeartRate and value > 1 mg/dL",
      "'mg/dL' is not a unit of the queried type, expected one such as 'count/min'", 31
    ),
    (
      "value > 95 % and type in (HeartRate, BodyMass) or all",
      "'%' is not a unit of the queried type, expected one such as 'count/min'", 11
    ),
    (
      "(type = BodyMass or type = Height) and (all or not value between 1 and 2 mi/hr)",
      "'mi/hr' is not a unit of the queried type, expected one such as 'cm'", 73
    ),
    ("unit = bpm", "unknown unit 'bpm'. Did you mean 'count/min'?", 7),
    ("value 120", "expected a comparison such as '=', found '120'", 6),
    ("value >", "expected a number, or the name of a category's value, found the end", 7),
    ("value > 1e999", "a number that is too large", 8),
    ("value > 'x'", "'>' cannot compare texts, expected '=', '!=', 'like' or 'in'", 6),
    ("value = InBd", "unknown value 'InBd'. Did you mean 'InBed'?", 8),
    ("type = HartRate", "unknown type 'HartRate'. Did you mean 'HeartRate'?", 7),
    ("type like 'HartRate'", "unknown type 'HartRate'. Did you mean 'HeartRate'?", 10),
    (
      "not type = HKQuantityTypeIdentifierHartRate",
      "unknown type 'HKQuantityTypeIdentifierHartRate'. Did you mean 'HeartRate'?", 11
    ),
    ("type = DateOfBirth", "no sample has the type 'DateOfBirth'", 7),
    ("kind = workuot", "unknown kind 'workuot'. Did you mean 'workout'?", 7),
    ("kind like 'w*'", "'like' cannot compare this field, expected a sign such as '='", 5),
    (
      "start > yesterday",
      "expected a date such as 2024-01-31 or 2024-01-31T08:00:00, found 'yesterday'", 8
    ),
    (
      "start > 2024-13-01",
      "expected a date such as 2024-01-31 or 2024-01-31T08:00:00, found '2024-13-01'", 8
    ),
    ("duration > 30", "expected a duration with a unit of time, such as '30 min'", 11),
    ("duration > 30 m", "expected a duration with a unit of time, such as '30 min'", 11),
    (
      "source = Apple Watch",
      "expected 'and', 'or' or the end, found 'Watch'. Put a text of several words in quotes", 15
    ),
    ("source = 'Apple", "a quote ' that is not closed", 9),
    ("(value > 1 and (value < 3)", "a parenthesis ( that is not closed", 0),
    ("value > 1)", "expected 'and', 'or' or the end, found ')'", 9),
    ("value in 1, 2", "expected '(' and a list of values, found '1'", 9),
    ("value in (1 2)", "unknown unit '2'", 12),
    ("value between 1 or 2", "expected 'and' and a second value, found 'or'", 16),
    ("device is great", "expected 'missing' or 'not missing', found 'great'", 10),
    ("metadata = 1", "expected '.' and a key, or a key as in ['any key'], found '='", 9),
    ("metadata[key]", "expected a key in quotes, found 'key'", 9),
    ("é = 1", "unknown field 'é'", 0),
  ])
  func errorsPointAtTheCharacter(_ text: String, _ message: String, _ offset: Int) {
    #expect {
      try SamplePredicate(parsing: text)
    } throws: { error in
      guard let error = error as? HealthError else { return false }
      #expect(error.message.hasPrefix(message + "\n  "))
      #expect(error.place.column == offset + 1 && error.kind == .usage)
      return true
    }
  }

  /// A unit is no fault where some type that is asked for may have it, and not where it is in quotes: then who asks
  /// looks for what should not be there.
  @Test(arguments: [
    "type = HeartRate and value > 1 'mg/dL'", "type = HeartRate and value > 1 Hz",
    "type = BloodGlucose and value > 5 mmol/L", "type = BodyMass and value > 150 lb",
    "type in (HeartRate, BloodGlucose) and value > 1 mg/dL", "type = HeartRate or value > 1 mg/dL",
    "type like '*Rate' and value > 1 mg/dL", "not type = HeartRate and value > 1 mg/dL",
    "type = HKQuantityTypeIdentifierOfTomorrow and value > 1 mg/dL", "value > 1 mg/dL",
    "type = HeartRate and metadata.Some > 1 mg/dL", "type = OxygenSaturation and value > 95 %",
    "type = HeartRate and type = StepCount and value > 1 mg/dL",
  ])
  func unitsThatMayFitAreTaken(_ text: String) throws {
    let predicate = try SamplePredicate(parsing: text)
    #expect(try SamplePredicate(parsing: predicate.description) == predicate, "\(predicate)")
  }

  @Test func theCaretStandsBelow() throws {
    let error = try #require(throws: HealthError.self) {
      try SamplePredicate(parsing: "source = 'Zo\u{65}\u{301}\n' and valu > 3")
    }
    #expect(
      error.description == """
        unknown field 'valu'. Did you mean 'value'?
          source = 'Zo\u{65}\u{301} ' and valu > 3
                              ^
        """)
    let long = try #require(throws: HealthError.self) {
      try SamplePredicate(parsing: String(repeating: "all and ", count: 100) + "?")
    }
    let lines = long.description.split(separator: "\n")
    #expect(lines.count == 3 && lines.allSatisfy { $0.count < 130 })
    #expect(lines[1].count == lines[2].count)
  }

  @Test func depthAndLengthAreBounded() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "all" + String(repeating: ")", count: depth)
    }
    #expect(try SamplePredicate(parsing: nested(60)) == .all)
    #expect(throws: HealthError.self) { try SamplePredicate(parsing: nested(100_000)) }
    #expect(throws: HealthError.self) {
      try SamplePredicate(parsing: String(repeating: "not ", count: 60_000) + "all")
    }
    #expect(throws: HealthError.self) {
      try SamplePredicate(parsing: String(repeating: " ", count: 1 << 18) + "all")
    }
    let list = (0..<10_000).map { "\($0)" }.joined(separator: ", ")
    #expect(try SamplePredicate(parsing: "value in (\(list))").description.count > 100_000)
  }

  /// No text traps: pieces of predicates in any order are read or refused.
  @Test func anyTextIsReadOrRefused() {
    var dice = FixedRandom(seed: 9)
    let words =
      Self.rows.flatMap { $0.text.split(separator: " ").map(String.init) }
      + [
        "(", ")", "'", "\"", ",", ".", "[", "]", "\u{0}", "é", "😀", "-", "1e", "%", "mmol<",
        "2024-",
      ]
    var read = 0
    for _ in 0..<4_000 {
      let text = (0..<Int.random(in: 1...4, using: &dice)).map { _ in
        words.randomElement(using: &dice) ?? ""
      }.joined(separator: Bool.random(using: &dice) ? " " : "")
      do throws(HealthError) {
        let predicate = try SamplePredicate(parsing: text)
        read += 1
        #expect(
          predicate.description
            == (try? SamplePredicate(parsing: predicate.description))?.description)
      } catch {
        #expect(1...text.unicodeScalars.count + 1 ~= error.place.column)
        #expect(error.description.contains("^"))
      }
    }
    #expect(read > 25)
  }
}
