import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Resources that other programs write: whose they are, and what is said of what is not read.
struct FHIRReadingTests {
  private struct Reading {
    var lines: [String] = []
    var spans: [String] = []
    var devices: [String?] = []
    var info = DatasetInfo()
    var findings: [Finding] = []
    var error: HealthError?
  }

  private func read(
    _ texts: [String], subject: String? = nil, zone: String? = nil
  ) throws -> Reading {
    let folder = try TemporaryFolder()
    let text = "[" + texts.joined(separator: ",\n") + "]"
    let path = try folder.write(bytes: Array(text.utf8), "a.json")
    var options = ReadOptions()
    options.subject = subject
    options.zone = try zone.map { try Zone($0) }
    var reading = Reading()
    do throws(HealthError) {
      var samples = try Dataset.open(path, options: options).samples()
      reading.info = samples.info
      while let sample = try samples.next() {
        let metadata = (sample.header?.metadata.entries ?? []).map {
          " \($0.key.identifier)=\($0.value)"
        }.joined()
        reading.spans.append(
          [sample.header?.start, sample.header?.end].map { $0?.text(.iso8601).description ?? "-" }
            .joined(separator: " "))
        reading.devices.append(sample.header?.descriptor.device?.name)
        if case .workout(let workout) = sample {
          reading.lines.append("\(workout.activityType.identifier)\(metadata)")
        } else if case .correlation(let correlation) = sample {
          reading.lines.append("\(correlation.members.count) members\(metadata)")
        }
        guard case .quantity(let quantity) = sample else { continue }
        let unit = quantity.header.descriptor.unitText ?? "-"
        reading.lines.append("\(quantity.number) \(unit)\(metadata)")
      }
      reading.findings = samples.takeFindings()
    } catch { reading.error = error }
    return reading
  }

  private func observation(
    _ value: String, of subject: String? = nil, code: String = "29463-7", more: String = ""
  ) -> String {
    let reference = subject.map { "\"subject\":{\"reference\":\"\($0)\"}," } ?? ""
    return """
      {"resourceType":"Observation","status":"final",\(reference)"code":{"coding":[{"system":"http://loinc.org",\
      "code":"\(code)"}]},"effectiveDateTime":"2024-12-01T09:00:00Z",\(more)"valueQuantity":\(value)}
      """
  }

  private static let weight = #"{"value":60,"system":"http://unitsofmeasure.org","code":"kg"}"#

  private func patient(_ id: String, _ born: String) -> String {
    #"{"resourceType":"Patient","id":"\#(id)","birthDate":"\#(born)"}"#
  }

  private func saturation(_ unit: String, _ value: String = "97") -> String {
    observation(
      #"{"value":\#(value),"system":"http://unitsofmeasure.org",\#(unit)}"#, code: "59408-5")
  }

  /// Annotations of UCUM have no meaning, so they change no value.
  @Test(arguments: [
    #""code":"%""#, #""code":"%{HemoglobinSaturation}""#, #""unit":"percent""#,
    #""unit":"%","code":"percent""#, #""unit":"%","code":"1""#,
  ])
  func percentagesAreFractions(_ unit: String) throws {
    #expect(try read([saturation(unit)]).lines == ["0.97 %"])
  }

  @Test func aFractionIsRead() throws {
    #expect(try read([saturation(#""code":"1""#, "0.97")]).lines == ["0.97 %"])
    #expect(try read([saturation(#""unit":"%","code":"1""#, "0.97")]).lines == ["0.97 %"])
  }

  /// The profile of vital signs requires the code of any heart rate next to that of one at rest.
  @Test func theMoreCertainCodeDecides() throws {
    let rate = #"{"value":60,"system":"http://unitsofmeasure.org","code":"/min"}"#
    func text(_ codes: [String]) -> String {
      let codings = codes.map { #"{"system":"http://loinc.org","code":"\#($0)"}"# }
      return #"{"resourceType":"Observation","status":"final","code":{"coding":["#
        + codings.joined(separator: ",")
        + #"]},"effectiveDateTime":"2024-12-01T09:00:00Z","valueQuantity":\#(rate)}"#
    }
    let folder = try TemporaryFolder()
    for codes in [["8867-4", "40443-4"], ["40443-4", "8867-4"]] {
      let path = try folder.write(bytes: Array(text(codes).utf8), "\(codes[0]).json")
      var samples = try Dataset.open(path).samples()
      let type = try samples.next()?.header?.descriptor.type.identifier
      #expect(type == "HKQuantityTypeIdentifierRestingHeartRate")
    }
  }

  @Test func theStatusIsPreserved() throws {
    let text = observation(Self.weight).replacing("final", with: "preliminary")
    let reading = try read([text, observation(Self.weight)])
    #expect(reading.lines == ["60 kg status=preliminary", "60 kg"])
    #expect(reading.findings.isEmpty)
  }

  @Test(arguments: [
    (#""focus":[{"reference":"Patient/child"}],"#, "focus"),
    (#""modifierExtension":[{"url":"urn:x","valueBoolean":true}],"#, "modifier"),
    (#""implicitRules":"urn:x","#, "modifier"),
  ])
  func whatIsNotOfThePatientIsSkipped(_ member: String, _ word: String) throws {
    let reading = try read([
      observation(Self.weight, of: "Patient/a", more: member),
      observation(Self.weight, of: "Patient/a"),
    ])
    #expect(reading.lines == ["60 kg"])
    #expect(reading.findings.map(\.rule) == ["unread-resource", "unread-member"])
    #expect(reading.findings.first?.message.contains(word) == true)
    for same in ["Patient/a", "https://example.org/fhir/Patient/a", "Patient/a/_history/2"] {
      let focus = #""focus":[{"reference":"\#(same)"}],"#
      #expect(try read([observation(Self.weight, of: "Patient/a", more: focus)]).lines == ["60 kg"])
    }
  }

  @Test(arguments: ["/d", "{#}/(24.h)", "/(24.h)", "1/(24.h)"])
  func stepsOfADay(_ code: String) throws {
    let steps = #"{"value":8000,"system":"http://unitsofmeasure.org","code":"\#(code)"}"#
    let text = observation(steps, code: "41950-7").replacing("T09:00:00Z", with: "")
    let reading = try read([text], zone: "UTC")
    #expect(reading.lines == ["8000 count code.coding=http://loinc.org|41950-7"])
    #expect(reading.spans == ["2024-12-01T00:00:00+00:00 2024-12-02T00:00:00+00:00"])
  }

  /// A page of a search is not the whole result.
  @Test(arguments: [true, false]) func pagesThatAreMissing(_ isFirst: Bool) throws {
    let link = #""link":[{"relation":"self","url":"a"},{"relation":"next","url":"b"}]"#
    let entry = #""entry":[{"resource":\#(observation(Self.weight))}]"#
    let parts = isFirst ? [link, entry] : [entry, link]
    func page(_ members: String) -> String {
      #"{"resourceType":"Bundle","type":"searchset",\#(members)}"#
    }
    let folder = try TemporaryFolder()
    let path = try folder.write(
      bytes: Array(page(parts.joined(separator: ",")).utf8), "bundle-1.json")
    func rules(_ path: String) throws -> [String] {
      var samples = try Dataset.open(path).samples()
      while try samples.next() != nil {}
      return samples.takeFindings().map(\.rule)
    }
    #expect(try rules(path).contains("missing-page"))
    _ = try folder.write(bytes: Array(page(entry).utf8), "bundle-2.json")
    #expect(try !rules(folder.path).contains("missing-page"))
  }

  /// Two people are never one dataset.
  @Test(arguments: [
    (["p1"], ["Patient/a", "Patient/b"]), (["p1", "p2"], []),
    ([], ["Patient/a", "https://server/Patient/b"]), (["p1"], ["urn:uuid:1", "urn:uuid:2"]),
    (["p1"], ["Patient/p2"]),
  ])
  func severalPatientsAreRefused(_ patients: [String], _ subjects: [String]) throws {
    for isLast in [false, true] {
      let people = patients.map { patient($0, "1980-01-05") }
      let observations = subjects.map { observation(Self.weight, of: $0) }
      let reading = try read(isLast ? observations + people : people + observations)
      #expect(reading.error?.rule == "several-patients", "\(patients) \(subjects)")
    }
  }

  @Test(arguments: [
    ["Patient/a", "https://server/fhir/Patient/a", "Patient/a/_history/3"], ["urn:uuid:1"],
    ["Patient/a"],
  ])
  func referencesToOnePatientAreOne(_ subjects: [String]) throws {
    let observations = subjects.map { observation(Self.weight, of: $0) }
    for texts in [
      [patient("a", "1980-01-05")] + observations, observations + [patient("a", "1980-01-05")],
    ] {
      let reading = try read(texts)
      #expect(reading.error == nil && reading.lines.count == subjects.count)
      #expect(reading.info.dateOfBirth != nil, "the patient may be after the observations")
    }
  }

  @Test func onePatientIsChosen() throws {
    let texts = [
      patient("a", "1980-01-05"), patient("b", "1950-02-03"),
      observation(Self.weight, of: "Patient/a"),
      observation(
        #"{"value":95,"system":"http://unitsofmeasure.org","code":"kg"}"#, of: "Patient/b"),
    ]
    let reading = try read(texts, subject: "b")
    #expect(reading.lines == ["95 kg"] && reading.error == nil)
    #expect(reading.info.dateOfBirth?.year == 1950)
    #expect(
      reading.findings.map(\.message) == [
        "an observation of another patient; skipped",
        "the id of the patient has no field; left out",
      ])
  }

  /// A bound is not the value: it is said, and written again.
  @Test func boundsStayBounds() throws {
    let text = observation(
      #"{"value":40,"comparator":"<","system":"http://unitsofmeasure.org","code":"mg/dL"}"#,
      code: "2339-0")
    let reading = try read([text])
    #expect(reading.lines == ["40 mg/dL comparator=< code.coding=http://loinc.org|2339-0"])
    #expect(reading.findings.map(\.rule) == ["bounded-value"])
    let folder = try TemporaryFolder()
    let input = try folder.write(bytes: Array(text.utf8), "in.json")
    _ = try Conversion(of: .open(input), to: .fhir).run(toFile: folder.path + "/out/")
    let written = String(
      decoding: try Fixtures.bytes(folder.path + "/out/Observation.ndjson"), as: UTF8.self)
    #expect(written.contains(#""value":40,"comparator":"<""#))
  }

  @Test(arguments: [
    (#"{"value":0.98,"code":"1","system":"http://unitsofmeasure.org"}"#, "59408-5", "0.98 %"),
    (
      #"{"value":61,"code":"{beats}/min","system":"http://unitsofmeasure.org"}"#, "8867-4",
      "61 count/min"
    ),
    (
      #"{"value":9000,"code":"{steps}","system":"http://unitsofmeasure.org"}"#, "41950-7",
      "9000 count code.coding=http://loinc.org|41950-7"
    ),
    (
      #"{"value":5.5,"code":"mmol/L","system":"http://unitsofmeasure.org"}"#, "15074-8",
      "5.5 mmol<180.1558800000541>/L code.coding=http://loinc.org|15074-8"
    ),
  ])
  func unitsAndCodesOfOthers(_ value: String, _ code: String, _ expected: String) throws {
    let reading = try read([observation(value, code: code)])
    #expect(reading.lines == [expected] && reading.findings.isEmpty)
  }

  /// LOINC's codes of other methods, sensors and days.
  @Test(arguments: [
    (
      #"{"value":150,"system":"http://unitsofmeasure.org","code":"[lb_av]"}"#, "3141-9",
      "150 lb code.coding=http://loinc.org|3141-9"
    ),
    (
      #"{"value":36.9,"system":"http://unitsofmeasure.org","code":"Cel"}"#, "8331-1",
      "36.9 degC code.coding=http://loinc.org|8331-1"
    ),
    (
      #"{"value":104,"system":"http://unitsofmeasure.org","code":"mg/dL"}"#, "99504-3",
      "104 mg/dL specimen=interstitial"
    ),
    (
      #"{"value":5.8,"system":"http://unitsofmeasure.org","code":"mmol/L"}"#, "105272-9",
      "5.8 mmol<180.1558800000541>/L specimen=interstitial"
    ),
    (
      #"{"value":310,"system":"http://unitsofmeasure.org","code":"kcal"}"#, "55424-6",
      "310 kcal code.coding=http://loinc.org|55424-6"
    ),
    (
      #"{"value":35,"system":"http://unitsofmeasure.org","code":"min"}"#, "55411-3",
      "35 min code.coding=http://loinc.org|55411-3"
    ),
    (
      #"{"value":6100,"system":"http://unitsofmeasure.org","code":"/d"}"#, "41950-7",
      "6100 count code.coding=http://loinc.org|41950-7"
    ),
    (
      #"{"value":6100,"system":"http://unitsofmeasure.org","code":"{steps}/d"}"#, "41950-7",
      "6100 count code.coding=http://loinc.org|41950-7"
    ),
    (
      #"{"value":4200,"system":"http://unitsofmeasure.org","code":"m/d"}"#, "41953-1",
      "4200 m code.coding=http://loinc.org|41953-1"
    ),
  ])
  func codesOfOtherMethods(_ value: String, _ code: String, _ expected: String) throws {
    let reading = try read([observation(value, code: code)])
    #expect(reading.lines == [expected] && reading.findings.isEmpty)
  }

  @Test func wholeNumbersAreCounts() throws {
    let steps = observation(Self.weight, code: "55423-8").replacing(
      #""valueQuantity":\#(Self.weight)"#, with: #""valueInteger":512"#)
    let weight = observation(Self.weight).replacing(
      #""valueQuantity":\#(Self.weight)"#, with: #""valueInteger":60"#)
    let reading = try read([steps, weight])
    #expect(reading.lines == ["512 count"])
    #expect(reading.findings.count == 1, "60 of what is not known")
  }

  /// A day is one in which a total was counted, and the last of a period is part of it.
  @Test func daysAreWhole() throws {
    let steps = observation(
      #"{"value":6100,"system":"http://unitsofmeasure.org","code":"/d"}"#, code: "41950-7")
    let day = "2024-12-01T09:00:00Z"
    let period = observation(Self.weight).replacing(
      #""effectiveDateTime":"\#(day)""#,
      with: #""effectivePeriod":{"start":"2024-03-30","end":"2024-03-31"}"#)
    let reading = try read(
      [
        steps.replacing(day, with: "2024-03-31"), steps, period,
        observation(Self.weight).replacing(day, with: "2024-03-31"),
      ], zone: "Europe/Berlin")
    #expect(reading.error == nil)
    #expect(
      reading.spans == [
        "2024-03-31T00:00:00+01:00 2024-04-01T00:00:00+02:00",
        "2024-12-01T09:00:00+00:00 2024-12-01T09:00:00+00:00",
        "2024-03-30T00:00:00+01:00 2024-04-01T00:00:00+02:00",
        "2024-03-31T00:00:00+01:00 2024-03-31T00:00:00+01:00",
      ])
    #expect(
      reading.findings.map(\.message) == [
        "a date without a time; read as an instant at the start of the day"
      ])
  }

  @Test func periodsThatAreOpen() throws {
    func weight(_ period: String) -> String {
      observation(Self.weight).replacing(
        #""effectiveDateTime":"2024-12-01T09:00:00Z""#, with: #""effectivePeriod":{\#(period)}"#)
    }
    let (start, end) = (#""start":"2024-12-01T09:00:00Z""#, #""end":"2024-12-01T10:00:00Z""#)
    let reading = try read([
      weight(start), weight(end), weight("\(start),\(end)"), weight(start),
      weight(#"\#(start),"end":"2024-12-01T09:00:00Z""#),
    ])
    let (nine, ten) = ("2024-12-01T09:00:00+00:00", "2024-12-01T10:00:00+00:00")
    #expect(
      reading.spans == [
        "\(nine) \(nine)", "\(ten) \(ten)", "\(nine) \(ten)", "\(nine) \(nine)",
        "\(nine) \(nine)",
      ])
    #expect(
      reading.findings.map(\.message) == [
        "a period without a valid end; read as an instant at its start (2 times)",
        "a period without a valid start; read as an instant at its end",
      ])
    #expect(reading.findings.map(\.rule) == ["incomplete-date", "incomplete-date"])
  }

  @Test func devicesThatAreOnlyNamed() throws {
    let reading = try read([
      observation(Self.weight, more: #""device":{"display":"A scale"},"#),
      observation(Self.weight, more: #""device":{"reference":"Device/1"},"#),
    ])
    #expect(reading.devices == ["A scale", nil])
    #expect(
      reading.findings.map(\.message) == [
        "the member 'device' of observations has no field; left out"
      ])
  }

  /// A workout has an activity of HealthKit, whichever code its observation has.
  @Test(arguments: [
    (
      #"{"coding":[{"system":"http://loinc.org","code":"LA11836-6","display":"Running"}]}"#,
      "HKWorkoutActivityTypeRunning"
    ),
    (
      #"{"coding":[{"system":"http://loinc.org","code":"LA11837-4"}]}"#,
      "HKWorkoutActivityTypeCycling"
    ),
    (
      #"{"coding":[{"system":"http://x","code":"1","display":"Trail Running"}]}"#,
      "HKWorkoutActivityTypeRunning"
    ),
    (
      #"{"coding":[{"system":"http://x","code":"17","display":"Gardening"}]}"#,
      "HKWorkoutActivityTypeOther exercise=Gardening"
    ),
    (
      #"{"coding":[{"system":"http://developer.apple.com/documentation/healthkit","code":"taiChi"}]}"#,
      "HKWorkoutActivityTypeTaiChi"
    ),
  ])
  func activitiesOfOthers(_ concept: String, _ expected: String) throws {
    let text = observation(Self.weight, code: "73985-4").replacing(
      #""valueQuantity":\#(Self.weight)"#, with: #""valueCodeableConcept":\#(concept)"#)
    #expect(try read([text]).lines == [expected])
  }

  @Test(arguments: ["85354-9", "55284-4", "35094-2", "55417-0"])
  func panelsOfBloodPressure(_ code: String) throws {
    func component(_ code: String, _ value: Int) -> String {
      #"{"code":{"coding":[{"system":"http://loinc.org","code":"\#(code)"}]},"valueQuantity":{"value":\#(value),"#
        + #""system":"http://unitsofmeasure.org","code":"mm[Hg]"}}"#
    }
    let text = observation(Self.weight, code: code).replacing(
      #""valueQuantity":\#(Self.weight)"#,
      with: #""component":[\#(component("8480-6", 121)),\#(component("8462-4", 79))]"#)
    let further = code == "85354-9" ? "" : " code.coding=http://loinc.org|\(code)"
    #expect(try read([text]).lines == ["2 members\(further)"])
  }

  /// A finding says why an observation is not read, and what of one is not.
  @Test func whatIsNotReadIsNamed() throws {
    let reading = try read([
      observation(Self.weight, code: "1-1"),
      observation(#"{"value":60,"code":"m","system":"http://unitsofmeasure.org"}"#),
      observation(#"{"value":"60","code":"kg","system":"http://unitsofmeasure.org"}"#),
      observation(Self.weight).replacing("2024-12-01T09:00:00Z", with: "2024"),
      observation(
        Self.weight,
        more: #""note":[{"text":"after breakfast"}],"extension":[{"url":"http://x/y"}],"#),
      observation(Self.weight, more: #""note":[{"text":"again"}],"#).replacing(
        "final", with: "preliminary"),
    ])
    #expect(reading.lines.map { $0.hasPrefix("60 kg") } == [true, true])
    #expect(
      reading.findings.map(\.message) == [
        "an observation of LOINC 1-1, which has no type; skipped",
        "an observation of 29463-7 in 'm', which is not a unit of the type; skipped",
        "an observation of 29463-7 whose value is not a number; skipped",
        "an observation whose date has no day; skipped",
        "the member 'extension http://x/y' of observations has no field; left out",
      ])
  }

  @Test func wordsOfConceptsAreMetadata() throws {
    let members = #"""
      "bodySite":{"text":"Left arm"},"method":{"coding":[{"system":"urn:x","display":"By hand"}]},\#
      "interpretation":[{"coding":[{"system":"urn:x","code":"H","display":"High"}]},{"text":"Odd"}],
      """#
    let reading = try read([observation(Self.weight, more: members)])
    #expect(
      reading.lines == [
        "60 kg bodySite=Left arm method=By hand interpretation=High, Odd interpretation.coding=urn:x|H"
      ])
    #expect(reading.findings.isEmpty)
  }

  /// What a code states in addition to the type is metadata, but not another name of the type.
  @Test func otherCodesAndIdentifiersAreMetadata() throws {
    let loinc = #""system":"http://loinc.org","code":"29463-7""#
    func text(_ more: String) -> String {
      observation(Self.weight).replacing("{\(loinc)}]", with: "{\(loinc)}\(more)")
    }
    let snomed = #"{"system":"http://snomed.info/sct","code":"27113001"}"#
    let body = observation(Self.weight, more: #""identifier":[{"system":"urn:x","value":"7"}],"#)
    let reading = try read([
      text(#"],"text":"Body weight""#), text(#"],"text":"body mass""#),
      text(#",\#(snomed)],"text":"Weight after a meal""#), text(",\(snomed)]"), body,
    ])
    let coding = "code.coding=http://snomed.info/sct|27113001"
    #expect(
      reading.lines == [
        "60 kg", "60 kg", "60 kg \(coding) code.text=Weight after a meal", "60 kg \(coding)",
        "60 kg identifier=urn:x|7",
      ])
    #expect(reading.findings.isEmpty)
  }

  @Test func membersOfComponentsAreCounted() throws {
    let value = #""valueQuantity":{"value":121,"unit":"mmHg"}"#
    let component = #"""
      {"code":{"coding":[{"system":"http://loinc.org","code":"8480-6"}],\#
      "text":"Systolic blood pressure"},\#(value),"interpretation":[{"text":"High"}]}
      """#
    let text = observation(Self.weight, code: "85354-9").replacing(
      #""valueQuantity":\#(Self.weight)"#, with: #""component":[\#(component)]"#)
    let reading = try read([text])
    #expect(reading.lines == ["1 members"])
    #expect(
      reading.findings.map(\.message) == [
        "the member 'component.interpretation' of observations has no field; left out"
      ])
  }

  /// A dataset has no name or id of a person; they are not printed.
  @Test func membersOfPatientsAreCounted() throws {
    let anna = patient("anna", "1980-01-05").replacing(
      #""id":"anna""#, with: #""id":"anna","name":[{"text":"Anna"}],"identifier":[{"value":"7"}]"#)
    let weight = observation(Self.weight, of: "Patient/anna")
    let reading = try read([anna, weight, weight])
    #expect(reading.lines == ["60 kg", "60 kg"])
    #expect(
      reading.findings.map(\.message) == [
        "the member 'name' of the patient has no field; left out",
        "the member 'identifier' of the patient has no field; left out",
        "the id of the patient has no field; left out",
      ])
  }

  /// What this format wrote has nothing to report.
  @Test func ownResourcesHaveNoFindings() throws {
    let folder = try TemporaryFolder()
    for (name, born) in [("facts", "1980-01-05"), ("none", "")] {
      var info = DatasetInfo()
      if !born.isEmpty { info.characteristics = [.init(type: .dateOfBirth, value: born)] }
      let input = try folder.write(MarkedSamples.kinds, "\(name).jsonl", info)
      var conversion = Conversion(of: try Dataset.open(input), to: .fhir)
      conversion.options.layout = "bundle"
      let path = "\(folder.path)/\(name).json"
      _ = try conversion.run(toFile: path)
      var samples = try Dataset.open(path).samples()
      while try samples.next() != nil {}
      let rules: Set = ["incomplete-date", "unread-member"]
      #expect(samples.takeFindings().filter { rules.contains($0.rule) }.map(\.message) == [])
    }
  }

  /// A server would join people of whom nothing is known.
  @Test func transactionsNeedToKnowThePatient() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(MarkedSamples.kinds, "in.jsonl", DatasetInfo())
    var conversion = Conversion(of: try Dataset.open(input), to: .fhir)
    conversion.options.layout = "transaction"
    let error = #expect(throws: HealthError.self) {
      try conversion.run(toFile: folder.path + "/out.json")
    }
    #expect(error?.code == .usage && error?.remedy == .namePatient)
  }

  @Test(arguments: [
    (#"{"value":98,"unit":"%"}"#, "59408-5", "0.98 %"),
    (#"{"value":98,"unit":"%","code":"%"}"#, "59408-5", "0.98 %"),
    (#"{"value":72,"unit":"bpm"}"#, "8867-4", "72 count/min"),
    (#"{"value":72,"code":"1/min"}"#, "8867-4", "72 count/min"),
    (#"{"value":150,"unit":"lbs"}"#, "29463-7", "150 lb"),
    (#"{"value":37,"unit":"°C"}"#, "8310-5", "37 degC"),
    (#"{"value":37,"unit":"Cel"}"#, "8310-5", "37 degC"),
    (#"{"value":100,"unit":"mg/dL","code":"mg/dl"}"#, "41653-7", "100 mg/dL"),
  ])
  func usualUnits(value: String, code: String, line: String) throws {
    #expect(try read([observation(value, code: code)]).lines == [line])
  }

  /// An observation with Apple's code for a type, as HealthKitOnFHIR writes it.
  private func appleObservation(_ type: String, _ value: String) -> String {
    """
    {"resourceType":"Observation","status":"final","identifier":[{"id":"8c5ea1ae-4c63-4a1c-9a3a-fd3b8d1a3d53"}],"code":{"coding":\
    [{"system":"http://developer.apple.com/documentation/healthkit","code":"\(type)"}]},\
    "effectiveDateTime":"2024-12-01T09:00:00Z",\(value)}
    """
  }

  /// Workouts of the Physical Activity guide, whose components have codes of LOINC.
  @Test func componentsOfExercises() throws {
    func component(_ code: String, _ value: Int, _ unit: String) -> String {
      """
      {"code":{"coding":[{"system":"http://loinc.org","code":"\(code)"}]},\
      "valueQuantity":{"value":\(value),"system":"http://unitsofmeasure.org","code":"\(unit)"}}
      """
    }
    let parts = [
      component("55411-3", 30, "min"), component("55430-3", 3, "km"),
      component("41981-2", 150, "kcal"), component("8867-4", 110, "/min"),
      component("1-1", 1, "1"),
    ]
    let text = """
      {"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"73985-4"}]},\
      "effectiveDateTime":"2024-12-01T09:00:00Z","valueCodeableConcept":{"text":"Running"},"component":[\(parts.joined(separator: ","))]}
      """
    let folder = try TemporaryFolder()
    var samples = try Dataset.open(folder.write(bytes: Array(text.utf8), "a.json")).samples()
    guard case .workout(let workout) = try samples.next() else {
      Issue.record("not a workout")
      return
    }
    #expect(workout.activityType == .running)
    let fields = workout.fields
    let totals = [fields.duration, fields.totalDistance, fields.totalEnergyBurned]
    #expect(totals.map { $0?.doubleValue } == [30, 3, 150])
    #expect(
      [fields.durationUnit, fields.totalDistanceUnit, fields.totalEnergyBurnedUnit] == [
        "min", "km", "kcal",
      ])
    #expect(fields.statistics.map { $0.average?.doubleValue } == [110])
    #expect(samples.takeFindings().count == 1)
  }

  @Test(arguments: [
    ("99504-3", "mg/dL", "interstitial"), ("105272-9", "mmol/L", "interstitial"),
    ("2345-7", "mg/dL", "serum or plasma"), ("14749-6", "mmol/L", "serum or plasma"),
  ])
  func glucoseHasItsSpecimen(code: String, unit: String, specimen: String) throws {
    let value = #"{"value":100,"system":"http://unitsofmeasure.org","code":"\#(unit)"}"#
    let reading = try read([observation(value, code: code)])
    #expect(reading.lines.first?.hasSuffix(" specimen=\(specimen)") == true)
  }

  @Test func percentagesThatAreFractions() throws {
    let type = "HKQuantityTypeIdentifierOxygenSaturation"
    for (value, line) in [("0.97", "0.97 %"), ("97", "0.97 %")] {
      let text = #""valueQuantity":{"value":\#(value),"unit":"%","code":"%"}"#
      #expect(try read([appleObservation(type, text)]).lines == [line])
    }
  }

  @Test(arguments: [
    ("SleepAnalysis", "asleep REM", "HKCategoryValueSleepAnalysisAsleepREM"),
    ("SleepAnalysis", "awake", "HKCategoryValueSleepAnalysisAwake"),
    ("AppleStandHour", "idle", "HKCategoryValueAppleStandHourIdle"),
    ("Headache", "not present", "HKCategoryValueSeverityNotPresent"),
    ("Headache", "bad", "bad"),
    (
      "HandwashingEvent", "HKCategoryTypeIdentifierHandwashingEvent",
      "HKCategoryValueNotApplicable"
    ),
  ])
  func valuesInWords(type: String, text: String, value: String) throws {
    let folder = try TemporaryFolder()
    let bytes = appleObservation("HKCategoryTypeIdentifier" + type, #""valueString":"\#(text)""#)
    var samples = try Dataset.open(folder.write(bytes: Array(bytes.utf8), "a.json")).samples()
    guard case .category(let sample) = try samples.next() else {
      Issue.record("not a category")
      return
    }
    #expect(sample.value?.name == value)
  }

  @Test func categoriesAreNoQuantities() throws {
    let reading = try read([
      appleObservation("HKCategoryTypeIdentifierSleepAnalysis", #""valueQuantity":{"value":3}"#)
    ])
    #expect(reading.spans.isEmpty)
    #expect(
      reading.findings.map(\.message) == [
        "an observation of HKCategoryTypeIdentifierSleepAnalysis without a value of the type; skipped"
      ])
  }

  @Test func componentsThatAreNotRead() throws {
    func panel(_ components: String) -> String {
      """
      {"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"85354-9"}]},\
      "effectiveDateTime":"2024-12-01T09:00:00Z","component":[\(components)]}
      """
    }
    func component(_ code: String, _ value: String) -> String {
      #"{"code":{"coding":[{"system":"http://loinc.org","code":"\#(code)"}]},\#(value)}"#
    }
    let value = #""valueQuantity":{"value":120,"unit":"mmHg","code":"mmHg"}"#
    let missing = #""dataAbsentReason":{"text":"unknown"}"#
    let both = try read([panel(component("8480-6", value) + "," + component("8462-4", value))])
    #expect(both.lines == ["2 members"])
    #expect(both.findings.isEmpty)
    let one = try read([panel(component("8480-6", value) + "," + component("8462-4", missing))])
    #expect(one.lines == ["1 members"])
    #expect(one.findings.map(\.rule) == ["unread-resource"])
    let none = try read([panel(component("8480-6", missing) + "," + component("8462-4", missing))])
    #expect(none.lines.isEmpty)
    #expect(none.findings.map(\.rule) == ["unread-resource"])
  }

  @Test func datesOfObservationsThatAreSkipped() throws {
    let smoking =
      #"{"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"72166-2"}]},"effectiveDateTime":"2024-05-01"}"#
    let reading = try read([observation(#"{"value":70,"unit":"kg","code":"kg"}"#), smoking])
    #expect(reading.error == nil)
    #expect(reading.lines == ["70 kg"])
    #expect(reading.findings.map(\.rule) == ["unread-resource"])
  }
}
