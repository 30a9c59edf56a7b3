import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Observations that an input has in several versions.
struct FHIRVersionTests {
  private struct Reading: Equatable {
    var values: [String] = []
    var findings: [String] = []
  }

  private func read(_ path: String, subject: String? = nil) throws -> Reading {
    var options = ReadOptions()
    options.subject = subject
    var samples = try Dataset.open(path, options: options).samples()
    var reading = Reading()
    while let sample = try samples.next() {
      guard case .quantity(let quantity) = sample else { continue }
      reading.values.append(quantity.number.description)
    }
    reading.findings = samples.takeFindings().map { "\($0.rule): \($0.message)" }
    return reading
  }

  private func weight(
    _ id: String, _ value: Int, day: Int? = nil, version: Int? = nil, status: String = "final",
    more: String = ""
  ) -> String {
    let meta = [
      version.map { #""versionId":"\#($0)""# },
      day.map { #""lastUpdated":"2024-12-0\#($0)T10:00:00Z""# },
    ].compactMap { $0 }.joined(separator: ",")
    return """
      {"resourceType":"Observation","id":"\(id)",\(meta.isEmpty ? "" : "\"meta\":{\(meta)},")\(more)\
      "status":"\(status)","code":{"coding":[{"system":"http://loinc.org","code":"29463-7"}]},\
      "effectiveDateTime":"2024-12-01T09:00:00Z","valueQuantity":{"value":\(value),\
      "system":"http://unitsofmeasure.org","code":"kg"}}
      """
  }

  private func bundle(_ resources: [String]) -> String {
    let entries = resources.map { #"{"fullUrl":"urn:x","resource":\#($0)}"# }
    return #"{"resourceType":"Bundle","type":"searchset","entry":["#
      + entries.joined(separator: ",\n") + "]}"
  }

  private static let skipped = "earlier-version: an observation that has a later version; skipped"

  /// The latest version counts, in whichever order and layout they are.
  @Test(arguments: ["ndjson", "bundle", "nested", "array"], [true, false])
  func theLatestCounts(_ layout: String, _ isReversed: Bool) throws {
    var resources = [
      weight("a", 60, day: 1, version: 1), weight("b", 50, day: 1, version: 1),
      weight("a", 61, day: 3, version: 3), weight("a", 62, day: 2, version: 2),
    ]
    if isReversed { resources.reverse() }
    let text =
      switch layout {
      case "ndjson": resources.joined(separator: "\n")
      case "bundle": bundle(resources)
      case "nested": bundle([bundle(resources)])
      default: "[" + resources.joined(separator: ",") + "]"
      }
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.write(
      bytes: Array(text.utf8), layout == "ndjson" ? "a.ndjson" : "a.json")
    let reading = try read(path)
    #expect(reading.values == (isReversed ? ["61", "50"] : ["50", "61"]))
    #expect(reading.findings == [Self.skipped + " (2 times)"])
  }

  /// Files of several days, with a file of the patient, as bulk exports are.
  @Test func filesOfSeveralDays() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let days = [
      [weight("a", 60, version: 1), weight("b", 50, version: 1)],
      [weight("a", 61, version: 2), weight("b", 50, version: 1)],
      [weight("b", 50, version: 2, status: "entered-in-error")],
    ]
    for hasPatient in [false, true] {
      if hasPatient {
        let patient = #"{"resourceType":"Patient","id":"p","birthDate":"1980-01-05"}"#
        _ = try folder.write(bytes: Array(patient.utf8), "Patient.ndjson")
      }
      for (day, resources) in days.enumerated() {
        let text = resources.joined(separator: "\n")
        _ = try folder.write(bytes: Array(text.utf8), "\(day).Observation.ndjson")
      }
      _ = try folder.write(
        bytes: Array(weight("c", 40, version: 1).utf8), "Observation.ndjson")
      let reading = try read(folder.path)
      #expect(reading.values.sorted() == ["40", "61"])
      #expect(
        Set(reading.findings) == [
          Self.skipped + " (3 times)",
          "unread-resource: an observation that was entered in error or cancelled; skipped",
        ])
    }
  }

  /// Of two versions of a patient, the latest counts, too.
  @Test(arguments: [false, true]) func versionsOfThePatient(_ isReversed: Bool) throws {
    func patient(_ year: Int, _ day: Int) -> String {
      #"{"resourceType":"Patient","id":"a","birthDate":"\#(year)-01-02","meta":{"versionId":"\#(day)","#
        + #""lastUpdated":"2024-12-0\#(day)T10:00:00Z"}}"#
    }
    var patients = [patient(1908, 1), patient(1980, 2)]
    if isReversed { patients.reverse() }
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let text = (patients + [weight("b", 60)]).joined(separator: "\n")
    let path = try folder.write(bytes: Array(text.utf8), "a.ndjson")
    var samples = try Dataset.open(path).samples()
    #expect(samples.info.dateOfBirth?.year == 1980)
    while try samples.next() != nil {}
    let findings = samples.takeFindings().filter { $0.rule == "earlier-version" }
    #expect(findings.map(\.message) == ["a patient that has a later version; skipped"])
    #expect(findings.map(\.place.line) == [isReversed ? 2 : 1])
  }

  /// An error without a version is the last one.
  @Test func errorsRemove() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let text = [weight("a", 60, status: "entered-in-error"), weight("a", 60, day: 3)]
    let path = try folder.write(bytes: Array(text.joined(separator: "\n").utf8), "a.ndjson")
    #expect(try read(path).values == [])
  }

  /// Without versions, nothing is left out; what this format wrote, and what HealthKit named, has one version.
  @Test func versionsThatAreNotStated() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let id = "8c5ea1ae-4c63-4a1c-9a3a-fd3b8d1a3d53"
    let own = #""identifier":[{"system":"urn:ietf:rfc:3986","value":"urn:uuid:\#(id)"}],"#
    for (more, rules) in [
      ("", ["unknown-version"]), (own, []), (#""identifier":[{"id":"\#(id)"}],"#, []),
    ] {
      let text = [weight(id, 60, more: more), weight(id, 61, more: more)]
      let path = try folder.write(bytes: Array(text.joined(separator: "\n").utf8), "a.ndjson")
      let reading = try read(path)
      #expect(reading.values == ["60", "61"])
      let found = reading.findings.map { String($0.prefix { $0 != ":" }) }
      #expect(found.filter { $0.hasSuffix("version") } == rules)
    }
  }

  /// A patient or a device may have the id of an observation, also where the type follows the id.
  @Test(arguments: [
    #"{"resourceType":"Patient","id":"a"}"#, #"{"id":"a","resourceType":"Device"}"#,
  ])
  func idsOfOtherTypes(_ other: String) throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let text = [other, weight("a", 60)].joined(separator: "\n")
    let path = try folder.write(bytes: Array(text.utf8), "a.ndjson")
    let reading = try read(path)
    #expect(reading.values == ["60"])
    #expect(!reading.findings.contains { $0.contains("version") })
  }

  /// A later version replaces an earlier one that was loaded before, and an equal one changes nothing.
  @Test func versionsAreThoseOfHealthKit() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    func first(_ text: String) throws -> Sample? {
      let path = try folder.write(bytes: Array(text.utf8), "a.json")
      var samples = try Dataset.open(path).samples()
      return try samples.next()
    }
    let (id, other) = ("eK9W5MPuSgRqDT3x", "eK9W5MPuSgRqDT3y")
    let samples = try [
      weight(id, 60, day: 1), weight(id, 61, day: 2), weight(other, 60, day: 1),
    ].map { try first($0) }
    #expect(samples[0]?.id == samples[1]?.id && samples[0]?.id != samples[2]?.id)
    let metadata = samples.map { $0?.header?.metadata }
    #expect(metadata[0]?[.syncIdentifier] == "Observation/\(id)")
    #expect(metadata[0]?[.syncVersion] == "1733047200000000")
    #expect(metadata[1]?[.syncVersion] == "1733133600000000")
    let counted = try first(weight(id, 60, version: 7))
    #expect(counted?.header?.metadata[.syncVersion] == "7")
    let plain = try first(weight(id, 60))
    #expect(plain?.header?.metadata[.syncIdentifier] == nil)
  }

  /// Servers that count their observations have the same ids.
  @Test(arguments: ["17", "VS-197288089", "observation-0000017", "00000000000000000017"])
  func idsThatAreCountedAreNoIdentity(_ id: String) throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.write(bytes: Array(weight(id, 60, day: 1).utf8), "a.json")
    var samples = try Dataset.open(path).samples()
    let metadata = try samples.next()?.header?.metadata
    #expect(metadata?[.syncIdentifier] == nil && metadata?[.syncVersion] == nil)
    #expect(metadata?[.externalUUID] == id)
  }

  /// The address of an observation on a server identifies it, also if the server counts its observations.
  @Test(arguments: [
    ("https://a.org/fhir/Observation/17", "17", "https://a.org/fhir/Observation/17"),
    ("http://a.org:8080/Observation/17", "17", "http://a.org:8080/Observation/17"),
    ("http://localhost:8080/fhir/Observation/17", "17", ""),
    ("http://10.0.0.1/fhir/Observation/17", "17", ""),
    ("https://a.org/fhir/Observation/18", "17", ""), ("urn:uuid:17", "17", ""),
    (
      "https://a.org/Observation/eK9W5MPuSgRqDT3x", "eK9W5MPuSgRqDT3x",
      "Observation/eK9W5MPuSgRqDT3x"
    ),
  ])
  func addressesAreIdentities(_ address: String, _ id: String, _ expected: String) throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let text = bundle([weight(id, 60, day: 1)]).replacing("urn:x", with: address)
    let path = try folder.write(bytes: Array(text.utf8), "a.json")
    var samples = try Dataset.open(path).samples()
    let metadata = try samples.next()?.header?.metadata
    #expect(metadata?[.syncIdentifier] ?? "" == expected)
    #expect((metadata?[.syncVersion] == "1733047200000000") == !expected.isEmpty)
    #expect(metadata?[.externalUUID] == id)
  }

  /// An observation of another person is no version.
  @Test(arguments: [true, false])
  func versionsAreOfOnePerson(_ isReversed: Bool) throws {
    func subject(_ name: String) -> String { #""subject":{"reference":"Patient/\#(name)"},"# }
    var resources = [
      weight("17", 60, day: 1, more: subject("anna")),
      weight("17", 90, day: 2, more: subject("ben")),
      weight("17", 61, day: 1, version: 2, more: subject("anna")),
    ]
    if isReversed { resources.reverse() }
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.write(
      bytes: Array(resources.joined(separator: "\n").utf8), "a.ndjson")
    let reading = try read(path, subject: "anna")
    #expect(reading.values == ["61"])
    #expect(reading.findings.contains(Self.skipped))
    #expect(
      reading.findings.contains("unread-member: an observation of another patient; skipped"))
  }

  /// Ids before and after the types, in entries with ids of their own, and other items between them.
  @Test func versionsInUnusualOrders() throws {
    func entry(_ resource: String) -> String { #"{"id":"e","resource":\#(resource)}"# }
    let observation = #""resourceType":"Observation","#
    func late(_ value: Int, day: Int) -> String {
      weight("a", value, day: day).replacing(observation, with: "")
        .replacing(#""status""#, with: observation + #""status""#)
    }
    let inner =
      #"{"entry":[{"resource":\#(late(61, day: 2))}],"id":"x","resourceType":"Bundle"}"#
    let entries = [
      entry(late(60, day: 1)), entry(weight("b", 50)), entry(inner),
      entry(weight("e", 70, day: 1)),
    ]
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let text =
      #"{"resourceType":"Bundle","type":"collection","entry":["#
      + entries.joined(separator: ",\n") + "]}"
    let reading = try read(try folder.write(bytes: Array(text.utf8), "a.json"))
    #expect(reading == Reading(values: ["50", "61", "70"], findings: [Self.skipped]))
  }

  /// The code of a unit counts, and names of the same unit contradict nothing.
  @Test(arguments: [
    ("mg/dL", "mmol/L", true), ("mmol/L", "mg/dL", true), ("mg/dl", "mg/dL", false),
    ("mmol/l", "mmol/L", false), ("mg per dl", "mg/dL", false),
  ])
  func namesOfUnits(_ name: String, _ code: String, _ isReported: Bool) throws {
    let text = weight("a", 90).replacing("29463-7", with: "41653-7").replacing(
      #""code":"kg""#, with: #""unit":"\#(name)","code":"\#(code)""#)
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.write(bytes: Array(text.utf8), "a.json")
    let message =
      "unit-mismatch: the unit '\(name)' contradicts its code '\(code)'; the code counts"
    #expect(try read(path) == Reading(values: ["90"], findings: isReported ? [message] : []))
  }

  @Test(arguments: [
    ("8867-4", "beats/minute", "/min", false), ("8867-4", "bpm", "{beats}/min", false),
    ("29463-7", "lb", "kg", true), ("29463-7", "kg", "kg", false), ("29463-7", "g", "kg", true),
    ("8310-5", "°C", "Cel", false), ("8310-5", "degF", "Cel", true), ("8310-5", "K", "Cel", true),
    ("39156-5", "kg/m^2", "kg/m2", false), ("59408-5", "%", "1", false),
    ("41981-2", "Cal", "kcal", false), ("55423-8", "steps", "{steps}", false),
  ])
  func otherNamesOfUnits(
    _ type: String, _ name: String, _ code: String, _ isReported: Bool
  ) throws {
    let text = weight("a", 60).replacing("29463-7", with: type).replacing(
      #""code":"kg""#, with: #""unit":"\#(name)","code":"\#(code)""#)
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.write(bytes: Array(text.utf8), "a.json")
    #expect(try read(path).findings.contains { $0.hasPrefix("unit-mismatch") } == isReported)
  }

  /// What is read into metadata is written in its place, and read again without a finding.
  @Test func wordsAreWrittenAgain() throws {
    let more = #"""
      "identifier":[{"system":"urn:lab","value":"7"}],"note":[{"text":"after breakfast"},{"text":"twice"}],\#
      "performer":[{"display":"Dr. A"}],"bodySite":{"coding":[{"system":"urn:b","code":"1","display":"Arm"}]},\#
      "referenceRange":[{"low":{"value":40,"unit":"kg"},"high":{"value":80,"unit":"kg"}},{"high":{"value":90}}],
      """#
    let coding = #"{"system":"http://loinc.org","code":"29463-7"}"#
    let further = #"{"system":"http://snomed.info/sct","code":"27113001"}"#
    let text = weight("a", 60, more: more).replacing(
      "\(coding)]", with: #"\#(coding),\#(further)],"text":"Weight at home""#)
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let input = try folder.write(bytes: Array(text.utf8), "in.json")
    _ = try Conversion(of: .open(input), to: .fhir).run(toFile: folder.path + "/out/")
    let bytes = try Fixtures.bytes(folder.path + "/out/Observation.ndjson")
    let written = String(decoding: bytes, as: UTF8.self)
    for part in [
      #"},{"system":"urn:lab","value":"7"}]"#,
      #","note":[{"text":"after breakfast\ntwice"}]"#, #","performer":[{"display":"Dr. A"}]"#,
      #","bodySite":{"coding":[{"system":"urn:b","code":"1"}],"text":"Arm"}"#,
      #","referenceRange":[{"text":"40 to 80 kg; <= 90"}]"#,
      #",\#(further)],"text":"Weight at home"},"subject""#,
    ] {
      #expect(written.contains(part), "\(part) in \(written)")
    }
    func metadata(_ path: String) throws -> [String] {
      var samples = try Dataset.open(path).samples()
      let entries = try samples.next()?.header?.metadata.entries ?? []
      let second = try samples.next()
      #expect(second == nil)
      #expect(samples.takeFindings().isEmpty)
      return entries.map { "\($0.key.identifier)=\($0.value)" }
    }
    let found = try metadata(folder.path + "/out/")
    let expected = try metadata(input)
    #expect(found == expected)
    #expect(found.contains("referenceRange=40 to 80 kg; <= 90"))
  }

  /// More ids than are compared end no strict reading.
  @Test func tooManyIDsAreNoWarning() throws {
    let texts = (1...3).map {
      #"{"resourceType":"Observation","id":"\#($0)","status":"final","#
        + #""code":{"coding":[{"system":"http://loinc.org","code":"29463-7"}]},"#
        + #""effectiveDateTime":"2024-12-01T09:00:00Z","valueQuantity":{"value":60,"#
        + #""system":"http://unitsofmeasure.org","code":"kg"}}"#
    }
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.write(bytes: Array(texts.joined(separator: "\n").utf8), "a.ndjson")
    var options = ReadOptions()
    options.isStrict = true
    let input = Input(name: "a.ndjson", container: try InputContainer(path))
    var reader = try FHIRReader(input, options: options, mostIDs: 2)
    var count = 0
    while try reader.next() != nil { count += 1 }
    let findings = reader.takeFindings()
    #expect(count == 3)
    #expect(findings.map(\.rule) == ["unknown-version"])
    #expect(findings.map(\.severity) == [.info])
  }
}
