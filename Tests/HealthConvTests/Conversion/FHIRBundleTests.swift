import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Bundles and folders of other programs: what they are recognized by, whose they are, what of them counts.
struct FHIRBundleTests {
  private struct Reading: Equatable {
    var count = 0
    var rules: [String] = []
    var error: String?
  }

  private func read(at path: String, subject: String? = nil) throws -> Reading {
    var options = ReadOptions()
    options.subject = subject
    var reading = Reading()
    do throws(HealthError) {
      var samples = try Dataset.open(path, options: options).samples()
      while try samples.next() != nil { reading.count += 1 }
      // That a patient's id has no field is not the subject of these tests.
      reading.rules = samples.takeFindings().filter { $0.severity > .info }.map(\.rule)
    } catch { reading.error = error.rule }
    return reading
  }

  private func read(_ text: String, _ name: String = "a.json", subject: String? = nil) throws
    -> Reading
  {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    return try read(at: folder.write(bytes: Array(text.utf8), name), subject: subject)
  }

  private func weight(_ subject: String = "") -> String {
    """
    {"resourceType":"Observation","status":"final",\(subject)"code":{"coding":[{"system":"http://loinc.org","code":"29463-7"}]},\
    "effectiveDateTime":"2024-12-01T09:00Z","valueQuantity":{"value":60,"system":"http://unitsofmeasure.org","code":"kg"}}
    """
  }

  private func subject(identifier value: String, _ system: String = "urn:mrn") -> String {
    #""subject":{"identifier":{"system":"\#(system)","value":"\#(value)"}},"#
  }

  private func subject(_ reference: String) -> String {
    #""subject":{"reference":"\#(reference)"},"#
  }

  private func bundle(_ type: String, _ resources: String...) -> String {
    let entries = resources.map { #"{"resource":\#($0)}"# }.joined(separator: ",")
    return #"{"resourceType":"Bundle","type":"\#(type)","entry":[\#(entries)]}"#
  }

  @Test func peopleWithIdentifiers() throws {
    let (anna, ben) = (weight(subject(identifier: "1")), weight(subject(identifier: "2")))
    #expect(try read(bundle("collection", anna, anna)) == Reading(count: 2))
    #expect(try read(bundle("collection", anna, ben)).error == "several-patients")
    let other = weight(subject(identifier: "1", "urn:other"))
    #expect(try read(bundle("collection", anna, other)).error == "several-patients")
    let patient =
      #"{"resourceType":"Patient","id":"anna","identifier":[{"system":"urn:mrn","value":"1"},{"system":"urn:other","value":"1"}]}"#
    #expect(
      try read(bundle("collection", anna, patient, other, weight(subject("Patient/anna")))).count
        == 3)
    #expect(try read(bundle("collection", patient, ben)).error == "several-patients")
    #expect(try read(bundle("collection", patient, anna, ben), subject: "anna").count == 1)
  }

  @Test func patientsThatDoNotOccur() throws {
    for text in [bundle("collection", weight(subject("Patient/anna"))), weight()] {
      #expect(try read(text, subject: "ben") == Reading(error: "several-patients"))
    }
    let patient = #"{"resourceType":"Patient","id":"ben"}"#
    #expect(try read(bundle("collection", patient, weight()), subject: "ben") == Reading())
  }

  /// The same id on two servers is that of two people.
  @Test func peopleOfTwoServers() throws {
    let references = ["https://a.org/fhir/Patient/1", "https://b.org/fhir/Patient/1"]
    let texts = references.map { weight(subject($0)) }
    let short = weight(subject("Patient/1"))
    let same = weight(subject("http://a.org/fhir/Patient/1/_history/2"))
    #expect(try read(bundle("collection", texts[0], short, same)) == Reading(count: 3))
    #expect(try read(bundle("collection", short, texts[0], texts[1])).error == "several-patients")
    #expect(
      try read(bundle("collection", texts[0], texts[1]), subject: "1").error == "several-patients")
    #expect(try read(bundle("collection", texts[0], texts[1]), subject: references[1]).count == 1)
  }

  /// A device or a group is not the person, also if it has the same id.
  @Test(arguments: ["Device/a", "Group/a", "https://x.org/fhir/Location/l9/_history/1"])
  func subjectsThatAreNoPatients(_ reference: String) throws {
    let (anna, other) = (weight(subject("Patient/a")), weight(subject(reference)))
    let expected = Reading(count: 1, rules: ["unread-resource"])
    #expect(try read(bundle("collection", anna, other)) == expected)
    #expect(try read(bundle("collection", other, anna)) == expected)
    #expect(try read(bundle("collection", other, anna), subject: "a") == expected)
    let typed = #""subject":{"type":"Device","identifier":{"value":"7"}},"#
    #expect(try read(bundle("collection", anna, weight(typed))) == expected)
    let focus = #""focus":[{"reference":"\#(reference)"}],"#
    #expect(try read(weight(subject("Patient/a") + focus)).rules == ["unread-resource"])
  }

  /// The id of a patient in an observation is only known there.
  @Test func patientsInObservations() throws {
    func weight(_ patient: String) -> String {
      let contained = #""contained":[{"resourceType":"Patient","id":"p",\#(patient)}],"#
      return self.weight(contained + subject("#p"))
    }
    let anna = weight(#""birthDate":"1980-01-05","name":[{"family":"A","given":["Anna"]}]"#)
    let name = #""name":[{"family":"A","given":["Anna","B"]}]"#
    let named = weight(#"\#(name),"identifier":[{"value":"1"}]"#)
    #expect(try read(bundle("collection", anna, named, anna)) == Reading(count: 3))
    for other in [
      #""birthDate":"1990-01-05""#, #""name":[{"family":"A","given":["Ben"]}]"#,
      #""identifier":[{"value":"2"}]"#,
    ] {
      let reading = try read(bundle("collection", anna, named, weight(other)))
      #expect(reading.error == "several-patients", "\(other)")
    }
  }

  @Test func versionsAreNotCounted() throws {
    #expect(try read(bundle("history", weight(), weight())).error == "bundle-of-versions")
    let reordered =
      #"{"resourceType":"Bundle","entry":[{"resource":\#(weight())}],"type":"history"}"#
    #expect(try read(reordered).error == "bundle-of-versions")
    #expect(
      try read(bundle("batch-response", bundle("history", weight()))).error == "bundle-of-versions")
  }

  @Test func bundlesInBundles() throws {
    let patient = #"{"resourceType":"Patient","id":"anna"}"#
    let page = bundle("searchset", weight(subject("Patient/anna")), patient)
    #expect(try read(bundle("batch-response", page, page)) == Reading(count: 2))
    let deep = bundle("collection", page, weight(subject("Patient/anna")))
    #expect(try read(bundle("batch-response", deep, page)) == Reading(count: 3))
    let foreign = bundle("searchset", weight(subject("Patient/ben")))
    #expect(try read(bundle("batch-response", page, foreign)).error == "several-patients")
    let link = #""type":"searchset","link":[{"relation":"next","url":"b"}]"#
    let first = page.replacing(#""type":"searchset""#, with: link)
    #expect(try read(bundle("batch-response", first)).rules == ["missing-page"])
    #expect(try read(#"{"resourceType":"Bundle","type":"searchset","total":0}"#) == Reading())
  }

  @Test func resourcesAreRecognizedByAnyOfThem() throws {
    let device = #"{"resourceType":"Device","id":"d"}"#
    let encounter = #"{"resourceType":"Encounter","id":"e"}"#
    for end in ["\n", "\r\n"] {
      #expect(try read("\(device)\(end)\(weight())\(end)", "a.ndjson") == Reading(count: 1))
    }
    #expect(try read("[\(encounter),\(weight())]") == Reading(count: 1, rules: ["unread-resource"]))
    let sorted =
      #"{"entry":[{"resource":\#(encounter)},{"resource":\#(weight())}],"resourceType":"Bundle","type":"collection"}"#
    #expect(try read(sorted) == Reading(count: 1, rules: ["unread-resource"]))
    // A clinical record belongs to an export.
    #expect(try read(#"{"resourceType":"AllergyIntolerance","id":"a"}"#).error == "unsupported")
  }

  /// A folder of bundles, named by their patients, as Synthea writes them.
  @Test func foldersOfBundles() throws {
    let folder = try TemporaryFolder()
    let patient = #"{"resourceType":"Patient","id":"anna"}"#
    _ = try folder.write(
      bytes: Array(bundle("transaction", patient, weight(subject("Patient/anna"))).utf8),
      "Anna_1.json")
    _ = try folder.write(bytes: Array(#"{"name":"notes"}"#.utf8), "Notes.json")
    #expect(try read(at: folder.path) == Reading(count: 1))
    _ = try folder.write(
      bytes: Array(bundle("transaction", #"{"resourceType":"Patient","id":"ben"}"#).utf8),
      "Ben.json")
    #expect(try read(at: folder.path).error == "several-patients")
    #expect(try read(at: folder.path, subject: "anna") == Reading(count: 1))
  }

  /// Names of bulk data, with numbers and compressed.
  @Test(arguments: [
    "Observation.ndjson", "Observation.000.ndjson", "1.Observation.ndjson", "Observation-1.ndjson",
    "a_Observation.ndjson", "Observation.ndjson.gz", "Observation.000.ndjson.gz",
    "bundle-1.json.gz", "Anna.json.gz",
  ])
  func namesOfBulkData(_ name: String) throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let text = name.hasSuffix(".json.gz") ? bundle("collection", weight()) : weight()
    let bytes = Array(text.utf8)
    _ = try folder.write(bytes: name.hasSuffix(".gz") ? packed(bytes) : bytes, name)
    #expect(try read(at: folder.path) == Reading(count: 1))
    // A copy without compression is not read again.
    guard name.hasSuffix(".gz") else { return }
    _ = try folder.write(bytes: bytes, String(name.dropLast(3)))
    #expect(try read(at: folder.path) == Reading(count: 1))
  }

  private func packed(_ bytes: [UInt8]) throws -> [UInt8] {
    let sink = BytesSink()
    let output = try OutputContainer(gzip: sink)
    let entry = try output.open("")
    try entry.write(bytes.span)
    try entry.finish()
    try output.finish()
    return sink.bytes
  }

  @Test func electrocardiogramsOfOtherPrograms() throws {
    func recording(_ data: String) -> String {
      """
      {"resourceType":"Observation","status":"final","code":{"coding":[{"system":\
      "http://developer.apple.com/documentation/healthkit","code":"HKElectrocardiogram"}]},"effectiveDateTime":\
      "2024-12-01T09:00:00Z","component":[{"code":{"text":"I"},"valueSampledData":{"origin":{"value":0,"code":"mV"},\
      "period":2,"dimensions":1,"data":"\(data)"}}]}
      """
    }
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes: Array(recording("0.1 0.2").utf8), "a.json")
    var samples = try Dataset.open(path).samples()
    guard case .electrocardiogram(let sample) = try samples.next() else {
      Issue.record("not an electrocardiogram")
      return
    }
    #expect(sample.fields.unit == "mV")
    #expect(sample.fields.sampleRate?.description == "500")
    #expect(sample.fields.voltages.count == 2)
    #expect(try read(recording("0.1 E 0.2")) == Reading(rules: ["unread-resource"]))
    _ = try Conversion(of: .open(path), to: .fhir).run(toFile: folder.path + "/out/")
    let written = try Fixtures.bytes(folder.path + "/out/Observation.ndjson")
    #expect(String(decoding: written, as: UTF8.self).contains(#""code":"mV""#))
  }
}
