import Foundation
import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// FHIR: what is written, that all of it is read again, and what others write.
struct FHIRTests {
  private static func header(_ type: SampleType, _ unit: String? = nil) throws -> SampleHeader {
    SampleHeader(
      descriptor: SampleDescriptor(
        type: type, unitText: unit, source: Source(name: "Anna’s Watch", version: "10.2")),
      start: try #require(Timestamp("2024-12-01 09:00:00 -0800")),
      end: try #require(Timestamp("2024-12-01 09:05:00 -0800")))
  }

  private static func quantity(_ type: String, _ number: String, _ unit: String) throws -> Sample {
    .quantity(
      QuantitySample(
        header: try header(.quantity(QuantityType(type)), unit),
        number: try #require(Number(number))))
  }

  private func write(
    _ samples: [Sample], _ folder: TemporaryFolder, _ layout: String, _ name: String,
    patient: String? = nil
  ) throws -> (path: String, lost: [String]) {
    let path = "\(folder.path)/\(name)"
    var info = DatasetInfo()
    if layout == "transaction", patient == nil {
      info.characteristics = [.init(type: .dateOfBirth, value: "1980-01-05")]
    }
    let input = try folder.write(samples, "in-\(UUID().uuidString).jsonl", info)
    var conversion = Conversion(of: try Dataset.open(input), to: .fhir)
    conversion.options.layout = layout
    if let patient {
      let option = try #require(Format.fhir.writeOptions.first { $0.name == "patient" })
      #expect(try conversion.options.set(option, to: patient))
    }
    let report = try conversion.run(toFile: path)
    return (path, report.losses.filter { $0.count > 0 }.map(\.loss.name))
  }

  private func lines(_ path: String, zone: Zone? = nil) throws -> [String] {
    let sink = BytesSink()
    var options = ReadOptions()
    options.zone = zone
    let report = try Conversion(of: try Dataset.open(path, options: options), to: .jsonLines)
      .run(into: OutputContainer(file: sink), name: path)
    if let error = report.readError { throw error }
    return String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").dropFirst()
      .map(String.init)
  }

  private func lines(of samples: [Sample]) throws -> [String] {
    let sink = BytesSink()
    var writer = JSONLinesWriter(sink: sink)
    for sample in samples { try writer.write(sample) }
    try writer.finish()
    return String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Dates without an offset need a zone, as in US Core's examples; what was entered in error is left out.
  @Test func datesWithoutAnOffset() throws {
    let folder = try TemporaryFolder()
    func observation(_ date: String, _ status: String) -> String {
      """
      {"resourceType":"Observation","status":"\(status)","code":{"coding":[{"system":"http://loinc.org",\
      "code":"8867-4"}]},"effectiveDateTime":"\(date)","valueQuantity":{"value":44,\
      "system":"http://unitsofmeasure.org","code":"/min"}}

      """
    }
    let path = folder.path + "/a.ndjson"
    try
      (observation("1999-07-02", "final") + observation("1999-07-02T08:00:00", "amended")
      + observation("1999-07-02T08:00:00Z", "entered-in-error"))
      .write(toFile: path, atomically: true, encoding: .utf8)
    let error = #expect(throws: HealthError.self) { _ = try lines(path) }
    #expect(error?.rule == "missing-zone" && error?.place.line == 1)
    var options = ReadOptions()
    options.zone = try Zone("Europe/Berlin")
    var samples = try Dataset.open(path, options: options).samples()
    var starts: [String] = []
    while let sample = try samples.next() { starts.append(sample.startDate?.description ?? "") }
    #expect(starts == ["1999-07-02 00:00:00 +0200", "1999-07-02 08:00:00 +0200"])
    #expect(samples.takeFindings().map(\.rule) == ["incomplete-date", "unread-resource"])
  }

  private func observations(_ samples: [Sample], layout: String = "ndjson") throws -> String {
    let folder = try TemporaryFolder()
    let (path, _) = try write(samples, folder, layout, layout == "ndjson" ? "out/" : "a.json")
    let name = layout == "ndjson" ? path + "Observation.ndjson" : path
    return String(decoding: try Fixtures.bytes(name), as: UTF8.self)
  }

  private static func sampleOfDevice() throws -> Sample {
    var device = Device()
    device.name = "Apple Watch"
    return .quantity(
      QuantitySample(
        header: SampleHeader(
          descriptor: SampleDescriptor(
            type: .quantity(.heartRate), unitText: "count/min", source: Source(name: "Watch"),
            device: device),
          start: try #require(Timestamp("2024-12-01 09:00:00 -0800")),
          end: try #require(Timestamp("2024-12-01 09:00:00 -0800"))), number: Number(60)))
  }

  /// Ids of FHIR are compared with their case.
  @Test(arguments: ["ndjson", "bundle", "transaction"])
  func devicesAreThoseReferredTo(_ layout: String) throws {
    let folder = try TemporaryFolder()
    let sample = try Self.sampleOfDevice()
    let isFolder = layout == "ndjson"
    let (path, _) = try write([sample], folder, layout, isFolder ? "out/" : "a.json", patient: "p")
    let names = isFolder ? [path + "Observation.ndjson", path + "Device.ndjson"] : [path]
    var text = ""
    for name in names { text += String(decoding: try Fixtures.bytes(name), as: UTF8.self) }
    let address = layout == "bundle" ? "urn:uuid:" : "Device/"
    let member = #""device":{"reference":"\#(address)"#
    let start = try #require(text.firstRange(of: member)?.upperBound)
    let reference = text[start...].prefix { $0 != "\"" }
    #expect(text.contains(#""resourceType":"Device","id":"\#(reference)""#))
  }

  /// Each reference in a collection is the full URL of one of its entries.
  @Test func referencesOfCollectionsAreResolved() throws {
    let folder = try TemporaryFolder()
    let samples = [try Self.sampleOfDevice()]
    let (path, lost) = try write(samples, folder, "bundle", "b.json")
    #expect(lost == [])
    let text = String(decoding: try Fixtures.bytes(path), as: UTF8.self)
    let references = text.matches(of: /"reference":"([^"]*)"/).map { String($0.1) }
    let addresses = text.matches(of: /"fullUrl":"([^"]*)"/).map { String($0.1) }
    #expect(references.count == 2 && addresses.count == 3)
    #expect(Set(references).isSubset(of: addresses))
    #expect(try lines(path) == lines(of: samples))
  }

  private static func pressure(_ members: [(String, String)]) throws -> Sample {
    .correlation(
      Correlation(
        header: try header(.correlation(.bloodPressure)),
        members: try members.map { (type, unit) in
          NestedSample(
            sample: try quantity("HKQuantityTypeIdentifierBloodPressure\(type)", "80", unit),
            membership: .nestedOnly)
        }))
  }

  /// The profile requires both values, in millimeters of mercury.
  @Test(arguments: [
    ([("Systolic", "mmHg"), ("Diastolic", "mmHg")], true), ([("Systolic", "mmHg")], false),
    ([("Systolic", "kPa"), ("Diastolic", "kPa")], false),
  ])
  func theProfileOfPressures(_ members: [(String, String)], _ isClaimed: Bool) throws {
    let text = try observations([try Self.pressure(members)])
    #expect(text.contains("us-core-blood-pressure") == isClaimed)
  }

  /// What it was measured in, and a status that is not final, are written again.
  @Test(arguments: [
    ("specimen", "interstitial", "mg/dL", #""code":"99504-3""#),
    ("specimen", "serum or plasma", "mg/dL", #""code":"2345-7""#),
    ("specimen", "serum or plasma", "mmol<180.1558800000541>/L", #""code":"14749-6""#),
    ("specimen", "blood", "mg/dL", #""code":"41653-7""#),
    ("status", "preliminary", "mg/dL", #""status":"preliminary""#),
    ("bodySite", "Left arm", "mg/dL", #","bodySite":{"text":"Left arm"},"#),
    ("interpretation", "High", "mg/dL", #","interpretation":[{"text":"High"}],"#),
    ("method", "Glucometer", "mg/dL", #","method":{"text":"Glucometer"},"#),
    ("status", "entered-in-error", "mg/dL", #""status":"final""#),
    ("HKMetadataKeyQuantityClampedToLowerBound", "1", "mg/dL", #""comparator":"<=""#),
    ("HKMetadataKeyQuantityClampedToUpperBound", "1", "mg/dL", #""comparator":">=""#),
    ("other", "", "mmol<180.1558800000541>/L", #""unit":"mmol/L""#),
  ])
  func metadataDecideCodes(_ key: String, _ value: String, _ unit: String, _ part: String) throws {
    var header = try Self.header(.quantity(.bloodGlucose), unit)
    if !value.isEmpty {
      header.metadata = Metadata([MetadataEntry(key: MetadataKey(key), value: value)])
    }
    let sample = Sample.quantity(QuantitySample(header: header, number: Number(100)))
    #expect(try observations([sample]).contains(part))
  }

  /// Values, codes and units of a few types.
  @Test(arguments: [
    (
      "OxygenSaturation", "0.98", "%",
      #""valueQuantity":{"value":98,"unit":"%","system":"http://unitsofmeasure.org","code":"%"}"#
    ),
    (
      "StepCount", "42", "count",
      #""valueQuantity":{"value":42,"unit":"steps","system":"http://unitsofmeasure.org","code":"{steps}"}"#
    ),
    (
      "BodyMass", "72.50", "kg",
      #""valueQuantity":{"value":72.50,"unit":"kg","system":"http://unitsofmeasure.org","code":"kg"}"#
    ),
    (
      "BodyMass", "160", "lb",
      #""valueQuantity":{"value":160,"unit":"lbs","system":"http://unitsofmeasure.org","code":"[lb_av]"}"#
    ),
    (
      "BodyMassIndex", "22.5", "count",
      #""valueQuantity":{"value":22.5,"unit":"kg/m^2","system":"http://unitsofmeasure.org","code":"kg/m2"}"#
    ),
    (
      "HeartRate", "72", "count/min",
      #""code":"8867-4","display":"Heart rate"},{"system":"http://developer.apple.com/documentation/healthkit","code":"HKQuantityTypeIdentifierHeartRate","display":"Heart Rate"}]"#
    ),
    ("HeartRate", "72", "count/min", "us-core-heart-rate"),
    ("HeartRate", "72", "count/min", #""code":"vital-signs""#),
    (
      "EnvironmentalAudioExposure", "70", "dBASPL", #""code":"dB[SPL]""#
    ),
    (
      "AtrialFibrillationBurden", "0.02", "%",
      #""code":"HKQuantityTypeIdentifierAtrialFibrillationBurden""#
    ),
    (
      "HeartRate", "72", "count/min",
      #""effectivePeriod":{"start":"2024-12-01T09:00:00-08:00","end":"2024-12-01T09:05:00-08:00"}"#
    ),
  ])
  func quantitiesAreWritten(_ type: String, _ number: String, _ unit: String, _ part: String) throws
  {
    let folder = try TemporaryFolder()
    let sample = try Self.quantity("HKQuantityTypeIdentifier\(type)", number, unit)
    let (path, lost) = try write([sample], folder, "ndjson", "out/")
    let text = String(
      decoding: try Fixtures.bytes(path + "Observation.ndjson"), as: UTF8.self)
    #expect(text.contains(part), "\(text)")
    #expect(lost == [])
  }

  /// Every type of the catalog, in every unit and with every value, in every layout.
  @Test func theCatalogComesBack() throws {
    var samples: [Sample] = []
    for type in QuantityType.all {
      for unit in [type.canonicalUnit].compactMap({ $0 }) + type.otherUnits {
        samples.append(try Self.quantity(type.identifier, "0.25", unit))
        samples.append(try Self.quantity(type.identifier, "12", unit))
      }
    }
    for type in CategoryType.all {
      let header = try Self.header(.category(type))
      samples += type.values.map { .category(CategorySample(header: header, value: $0)) }
      samples.append(.category(CategorySample(header: header, value: nil)))
    }
    for type in WorkoutActivityType.all {
      var fields = Sample.WorkoutFields()
      (fields.duration, fields.durationUnit) = (Number(30), "min")
      (fields.totalDistance, fields.totalDistanceUnit) = (Number("3.2"), "km")
      samples.append(.workout(Workout(header: try Self.header(.workout(type)), fields: fields)))
    }
    // A reader counts duplicates: categories with two names for one number.
    var twins: [SampleID: UInt32] = [:]
    for index in samples.indices {
      samples[index].ordinal = twins[samples[index].id, default: 0]
      twins[samples[index].id, default: 0] += 1
    }
    let expected = try lines(of: samples)
    let folder = try TemporaryFolder()
    for (layout, name) in [
      ("ndjson", "out/"), ("ndjson", "out.zip"), ("bundle", "b.json"), ("transaction", "t.json"),
      ("transaction", "transactions/"), ("transaction", "transactions.zip"),
    ] {
      let (path, lost) = try write(samples, folder, layout, name)
      #expect(lost == [], "\(layout)")
      let found = try lines(path)
      #expect(found.count == expected.count)
      for (a, b) in zip(found, expected) where a != b {
        Issue.record("\(layout): \(a) \(b)")
        break
      }
    }
  }

  /// Resources are valid to another program.
  @Test(.enabled(if: Python.has("fhirkit"), "no fhirkit"))
  func resourcesAreValid() throws {
    let folder = try TemporaryFolder()
    let (path, _) = try write(MarkedSamples.kinds, folder, "ndjson", "out/")
    let (bundle, _) = try write(MarkedSamples.kinds, folder, "transaction", "b.json")
    let run = try Python.run(
      """
      import fhirkit, glob, sys
      texts = [open(sys.argv[2]).read()]
      for name in glob.glob(sys.argv[1] + "*.ndjson"):
        texts += open(name).read().split("\\n")[:-1]
      for text in texts:
        for issue in fhirkit.validate(text): print(issue)
      print(len(texts) > 3)
      """, [path, bundle])
    #expect(run.output == "True\n")
  }

  /// A file that is cut anywhere is read up to there, and never more than the whole one.
  @Test func cutFilesAreRefused() throws {
    let folder = try TemporaryFolder()
    let samples = [
      try Self.quantity("HKQuantityTypeIdentifierHeartRate", "72", "count/min"),
      try Self.quantity("HKQuantityTypeIdentifierStepCount", "42", "count"),
    ]
    for layout in ["bundle", "transaction"] {
      let path = try write(samples, folder, layout, "\(layout).json").path
      let bytes = try Fixtures.bytes(path)
      for count in stride(from: 200, to: bytes.count - 2, by: 7) {
        let cut = try folder.write(bytes: Array(bytes.prefix(count)), "cut.json")
        #expect(throws: HealthError.self) { try lines(cut) }
      }
    }
  }

  /// A transaction has no more entries than most servers take.
  @Test func transactionsAreOfLimitedSize() throws {
    let folder = try TemporaryFolder()
    let sample = try Self.quantity("HKQuantityTypeIdentifierHeartRate", "72", "count/min")
    var samples = [Sample](repeating: sample, count: 501)
    for index in samples.indices { samples[index].ordinal = UInt32(index) }
    let (path, _) = try write(samples, folder, "transaction", "t/")
    let sizes = try (0..<3).map { number in
      let text = String(
        decoding: try Fixtures.bytes("\(path)Bundle-00000\(number).json"), as: UTF8.self)
      return text.matches(of: /"resourceType":"Observation"/).count
    }
    #expect(sizes == [0, 500, 1])
  }

  /// The patient of a server: no patient is written.
  @Test func aPatientIsNamed() throws {
    let folder = try TemporaryFolder()
    let sample = try Self.quantity("HKQuantityTypeIdentifierHeartRate", "72", "count/min")
    let (path, _) = try write([sample], folder, "bundle", "b.json", patient: "anna-1")
    let text = String(decoding: try Fixtures.bytes(path), as: UTF8.self)
    #expect(text.contains(#""subject":{"reference":"Patient/anna-1"}"#))
    #expect(!text.contains(#""resourceType":"Patient""#))
  }

  /// Profiles of US Core, which observations claim, require an identifier and a name of the patient, or why there is none.
  @Test func thePatientHasWhatProfilesRequire() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let sample = try Self.quantity("HKQuantityTypeIdentifierHeartRate", "72", "count/min")
    let (path, _) = try write([sample], folder, "ndjson", "out/")
    let text = String(decoding: try Fixtures.bytes(path + "Patient.ndjson"), as: UTF8.self)
    let id = try #require(text.firstRange(of: #""id":""#)?.upperBound)
    let uuid = text[id...].prefix { $0 != "\"" }
    #expect(
      text.contains(
        #""identifier":[{"system":"urn:ietf:rfc:3986","value":"urn:uuid:\#(uuid)"}]"#))
    #expect(text.contains(#"StructureDefinition/data-absent-reason","valueCode":"unknown"}]}]"#))
  }

  /// Loading twice is idempotent: the ids are the same.
  @Test func idsAreStable() throws {
    let folder = try TemporaryFolder()
    let first = try write(MarkedSamples.kinds, folder, "bundle", "1.json").path
    let second = try write(MarkedSamples.kinds, folder, "bundle", "2.json").path
    #expect(try Fixtures.bytes(first) == Fixtures.bytes(second))
  }

  /// An observation of another program, by its code of LOINC and a fitting unit.
  @Test(arguments: [
    ("8867-4", "/min", "HKQuantityTypeIdentifierHeartRate", "\"unit\":\"count/min\""),
    ("29463-7", "kg", "HKQuantityTypeIdentifierBodyMass", "\"value\":98.5"),
    ("59408-5", "%", "HKQuantityTypeIdentifierOxygenSaturation", "\"value\":0.985"),
  ])
  func codesOfLOINCAreRead(_ code: String, _ unit: String, _ type: String, _ part: String) throws {
    let text = """
      [{"resourceType": "Observation", "id": "a", "status": "final",
        "code": {"coding": [{"system": "http://loinc.org", "code": "\(code)"}]},
        "effectiveDateTime": "2024-12-01T09:00:00Z",
        "valueQuantity": {"value": 98.5, "system": "http://unitsofmeasure.org", "code": "\(unit)"}}]
      """
    let folder = try TemporaryFolder()
    let found = try lines(try folder.write(bytes: Array(text.utf8), "a.json"))
    #expect(found.count == 1 && found[0].contains(type) && found[0].contains(part), "\(found)")
    #expect(found[0].contains("\"HKExternalUUID\":\"a\""))
    // A unit that does not fit.
    let other = text.replacingOccurrences(of: "\"\(unit)\"", with: "\"m\"")
    #expect(try lines(try folder.write(bytes: Array(other.utf8), "b.json")) == [])
  }

  /// What HealthKitOnFHIR and US Core write.
  @Test(.enabled(if: Fixtures.arePresent, "no real files beside the repository"))
  func foreignFilesAreRead() throws {
    let files = Fixtures.folder + "/interop/fhir"
    guard FileManager.default.fileExists(atPath: files) else { return }
    let found = try lines(files + "/hkf_shape.ndjson")
    #expect(found.count >= 3)
    for name in ["blood-pressure", "heart-rate", "oxygen-saturation", "weight"] {
      // Their dates have no time.
      #expect(try lines("\(files)/uscore_\(name).json", zone: Zone("UTC")).count == 1, "\(name)")
    }
  }
}
