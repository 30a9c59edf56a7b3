import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Values of observations with Apple's codes, as other programs write them.
struct FHIRValueTests {
  private struct Reading {
    var values: [String] = []
    var rules: [String] = []
    var messages: [String] = []
  }

  private func read(_ text: String, zone: String? = nil) throws -> Reading {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    var options = ReadOptions()
    options.zone = try zone.map { try Zone($0) }
    let path = try folder.write(bytes: Array(text.utf8), "a.json")
    var samples = try Dataset.open(path, options: options).samples()
    var reading = Reading()
    while let sample = try samples.next() {
      switch sample {
      case .category(let category): reading.values.append(category.value?.name ?? "-")
      case .correlation(let correlation):
        reading.values.append("\(correlation.members.count) members")
      case .quantity(let quantity):
        let unit = quantity.header.descriptor.unitText ?? "-"
        reading.values.append("\(quantity.number) \(unit)")
      default: break
      }
    }
    let findings = samples.takeFindings()
    (reading.rules, reading.messages) = (findings.map(\.rule), findings.map(\.message))
    return reading
  }

  private func code(_ type: String) -> String {
    """
    "code":{"coding":[{"system":"http://developer.apple.com/documentation/healthkit",\
    "code":"\(type)"}]}
    """
  }

  private func observation(_ type: String, _ value: String) -> String {
    """
    {"resourceType":"Observation","status":"final",\(code(type)),\
    "effectiveDateTime":"2024-12-01T09:00:00Z",\(value)}
    """
  }

  private func sleep(_ value: String) -> String {
    observation("HKCategoryTypeIdentifierSleepAnalysis", value)
  }

  private static let values = "https://developer.apple.com/documentation/healthkit/"

  /// Codings have no order, and programs write HealthKit's identifiers and words where it has numbers.
  @Test(arguments: [
    (#""coding":[{"system":"urn:x","code":"26329005"},{APPLE,"code":"5"}]"#, "AsleepREM"),
    (#""coding":[{APPLE,"code":"5"},{"system":"urn:x","code":"26329005"}]"#, "AsleepREM"),
    (#""coding":[{APPLE,"code":"HKCategoryValueSleepAnalysisAsleepREM"}]"#, "AsleepREM"),
    (#""coding":[{APPLE,"code":"asleepREM"}]"#, "AsleepREM"),
    (#""coding":[{APPLE,"code":"x","display":"asleep REM"}]"#, "AsleepREM"),
    (#""text":"asleep REM""#, "AsleepREM"), (#""text":"In bed""#, "InBed"),
  ])
  func valuesOfConcepts(_ concept: String, _ name: String) throws {
    let system = #""system":"\#(Self.values)hkcategoryvaluesleepanalysis""#
    let value = #""valueCodeableConcept":{\#(concept.replacing("APPLE", with: system))}"#
    let reading = try read(sleep(value))
    #expect(reading.values == ["HKCategoryValueSleepAnalysis\(name)"])
    #expect(reading.messages.isEmpty)
  }

  @Test func valuesThatAreNumbers() throws {
    let reading = try read(sleep(#""valueInteger":5"#))
    #expect(reading.values == ["HKCategoryValueSleepAnalysisAsleepREM"])
    #expect(reading.messages.isEmpty)
  }

  /// An observation whose value is not known is skipped; a value that is not understood is reported.
  @Test func categoriesWithoutAValue() throws {
    func absent(_ code: String) -> String {
      #""dataAbsentReason":{"coding":[{"code":"\#(code)"}]}"#
    }
    let unknown = try read(sleep(absent("unknown")))
    #expect(unknown.values.isEmpty && unknown.rules == ["unread-resource"])
    // This format writes it for a sample without a value.
    let none = try read(sleep(absent("not-applicable")))
    #expect(none.values == ["-"] && none.messages.isEmpty)
    let concept = #"{"coding":[{"system":"urn:x","code":"x"}]}"#
    let coded = try read(sleep(#""valueCodeableConcept":\#(concept)"#))
    #expect(coded.values == ["-"])
    #expect(
      coded.messages == ["the member 'valueCodeableConcept' of observations has no field; left out"]
    )
    #expect(try read(sleep(#""valueInteger":5.5"#)).rules == ["unread-member"])
  }

  @Test func categoriesInCorrelations() throws {
    func panel(_ value: String) -> String {
      let member = "{\(code("HKCategoryTypeIdentifierSleepAnalysis")),\(value)}"
      return observation("HKCorrelationTypeIdentifierFood", #""component":[\#(member)]"#)
    }
    let concept = #"{"coding":[{"system":"urn:x","code":"x"}]}"#
    let coded = try read(panel(#""valueCodeableConcept":\#(concept)"#))
    #expect(coded.values == ["1 members"])
    let name = "component.valueCodeableConcept"
    #expect(coded.messages == ["the member '\(name)' of observations has no field; left out"])
    let absent = try read(panel(#""dataAbsentReason":{"text":"unknown"}"#))
    #expect(absent.values == ["0 members"] && absent.rules == ["unread-resource"])
  }

  /// Without a code, the unit is a name for people; a fraction remains one.
  @Test(arguments: [
    ("OxygenSaturation", #"97,"unit":"%""#, "0.97 %"),
    ("OxygenSaturation", #"0.97,"unit":"%""#, "0.97 %"),
    ("OxygenSaturation", #"97,"unit":"percent""#, "0.97 %"),
    ("OxygenSaturation", #"97,"code":"percent""#, "0.97 %"),
    ("HeartRate", #"72,"unit":"bpm""#, "72 count/min"),
    ("HeartRate", #"72,"unit":"count/min""#, "72 count/min"),
    ("BodyMass", #"150,"unit":"lbs""#, "150 lb"), ("BodyMass", #"60,"unit":"kg""#, "60 kg"),
    ("FlightsClimbed", #"3,"unit":"flights""#, "3 count"),
  ])
  func namesOfUnits(_ type: String, _ value: String, _ expected: String) throws {
    let quantity = #""valueQuantity":{"value":\#(value)}"#
    let reading = try read(observation("HKQuantityTypeIdentifier\(type)", quantity))
    #expect(reading.values == [expected])
  }

  /// In New York, clocks are put back at 2:00 on 2024-11-03, and forward on 2024-03-10.
  @Test func timesInAClockChange() throws {
    let quantity = #""valueQuantity":{"value":72,"unit":"count/min"}"#
    func rate(_ date: String) -> String {
      observation("HKQuantityTypeIdentifierHeartRate", quantity)
        .replacing("2024-12-01T09:00:00Z", with: date)
    }
    func read(_ dates: String...) throws -> Reading {
      let texts = dates.map { rate($0) }.joined(separator: ",")
      return try self.read("[\(texts)]", zone: "America/New_York")
    }
    let reading = try read("2024-11-03T01:30:00", "2024-03-10T02:30:00", "2024-11-03T03:30:00")
    #expect(reading.values.count == 3 && reading.rules == ["uncertain-time"])
    #expect(reading.messages.first?.hasSuffix("(2 times)") == true)
    #expect(try read("2024-11-03T01:30:00-05:00").rules == [])
    let period = observation("HKQuantityTypeIdentifierHeartRate", quantity).replacing(
      #""effectiveDateTime":"2024-12-01T09:00:00Z""#,
      with: #""effectivePeriod":{"start":"2024-11-03T00:30:00","end":"2024-11-03T01:30:00"}"#)
    #expect(try self.read(period, zone: "America/New_York").rules == ["uncertain-time"])
  }
}
