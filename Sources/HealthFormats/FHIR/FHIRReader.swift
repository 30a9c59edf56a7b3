package import HealthBytes
package import HealthModel
import HealthValidation

/// Reads the observations of FHIR: NDJSON, bundles and arrays.
package struct FHIRReader: SampleReader, ~Copyable {
  private let files: [Input.File]
  private var nextFile = 0
  private var items: FHIRItems?
  private var decoder: FHIRDecoder
  private let isStrict: Bool
  private var info: DatasetInfo?
  private var held: (resource: JSONText, place: Place)?
  private var ordinals = OrdinalCounter()
  private var tally = FindingTally()
  /// Where the last sample begins.
  public private(set) var place: Place
  /// Where the patient is described, if there is one.
  public private(set) var personPlace: Place?
  /// Nothing is counted in addition to samples.
  public var notes: ReaderNotes { ReaderNotes() }
  private var lastProgress = ByteProgress(consumed: 0, total: nil)
  /// How far the current file has been read.
  public var progress: ByteProgress { items?.progress ?? lastProgress }

  private static let invalidStatuses: Set<String> = ["entered-in-error", "cancelled"]

  /// A reader of an input.
  public init(_ input: Input, options: ReadOptions = ReadOptions()) throws(HealthError) {
    place = Place(file: input.name)
    isStrict = options.isStrict
    decoder = FHIRDecoder(zone: options.zone)
    let found = try input.files(missing: "it contains no file to read") {
      let path = $0.path.lowercased()
      let name = path.split(separator: "/").last ?? ""
      return path.hasSuffix(".ndjson") && !path.hasSuffix("device.ndjson")
        || name.hasPrefix("bundle-") && name.hasSuffix(".json")
    }
    // Facts about the patient precede the samples.
    let isPatient = { (file: Input.File) in file.name.hasSuffix("Patient.ndjson") }
    files = found.filter(isPatient) + found.filter { !isPatient($0) }
  }

  /// The names of files by which a folder or an archive is recognized.
  static let mainNames: Set<String> = ["Observation.ndjson", "Bundle-000000.json"]

  /// Whether bytes begin a resource, a bundle, or an array of these.
  static func isResource(_ bytes: [UInt8]) -> Bool {
    var at = bytes.byteOrderMarkLength
    while at < bytes.count, [9, 10, 13, 32, UInt8(ascii: "[")].contains(bytes[at]) { at += 1 }
    guard at < bytes.count, bytes[at] == UInt8(ascii: "{") else { return false }
    let text = bytes[at...].prefix(4_096)
    guard let found = text.firstRange(of: Array("\"resourceType\"".utf8)) else { return false }
    let rest = text[found.upperBound...].filter { ![9, 10, 13, 32].contains($0) }
    // A clinical record of another type belongs to its export.
    return [":\"Observation\"", ":\"Bundle\"", ":\"Patient\""].contains {
      rest.starts(with: Array($0.utf8))
    }
  }

  /// The facts that the patient states.
  public mutating func dataset() throws(HealthError) -> DatasetInfo {
    if let info { return info }
    info = DatasetInfo()
    while let (resource, place) = try nextResource() {
      guard resource["resourceType"]?.string == "Patient" else {
        held = (resource, place)
        break
      }
      personPlace = place
      info = decoder.dataset(resource)
    }
    return info ?? DatasetInfo()
  }

  /// The sample of the next observation.
  public mutating func next() throws(HealthError) -> Sample? {
    if case nil = info { _ = try dataset() }
    while let (resource, place) = try nextResource() {
      let type = resource["resourceType"]?.string
      if type == "Observation" {
        if let status = resource["status"]?.string, Self.invalidStatuses.contains(status) {
          try note("an observation that was entered in error or cancelled; skipped", place)
          continue
        }
        if decoder.needsZone(resource) {
          nextFile = files.count
          items = nil
          throw HealthError(
            .malformed, rule: "missing-zone", place: place,
            "the date of an observation has no time zone", remedy: .nameZone)
        }
        if let decoded = decoder.sample(resource) {
          self.place = place
          return number(decoded.sample, decoded.uuid)
        }
        try note("an observation without a known code and a value; skipped", place)
      } else if type != "Patient", type != "Device" {
        try note("a resource of another type than Observation; skipped", place)
      }
    }
    return nil
  }

  /// Counts duplicates. A UUID that the sample has anyway is not stated.
  private mutating func number(_ sample: Sample, _ uuid: SampleUUID?) -> Sample {
    var sample = ordinals.numbered(sample)
    if let uuid, uuid != sample.uuid { sample.updateHeader { $0.uuid = uuid } }
    return sample
  }

  private mutating func note(_ message: String, _ place: Place) throws(HealthError) {
    let rule = "unread-resource"
    if isStrict {
      nextFile = files.count
      items = nil
      throw HealthError(.malformed, rule: rule, place: place, message)
    }
    if !tally.counts(rule, message) { tally.add(rule, message, at: place) }
  }

  /// The findings since the last call.
  public mutating func takeFindings() -> [Finding] {
    tally.isEmpty ? [] : tally.takeAll()
  }

  private mutating func nextResource() throws(HealthError) -> (resource: JSONText, place: Place)? {
    if let held = held.take() { return held }
    do throws(HealthError) {
      while true {
        if items == nil {
          guard nextFile < files.count else { return nil }
          let file = files[nextFile]
          nextFile += 1
          do throws(HealthError) {
            items = FHIRItems(try file.open(), file: file.name)
          } catch { throw error.reading(at: Place(file: file.name)) }
        }
        guard let bytes = try items?.next() else {
          lastProgress = progress
          items = nil
          continue
        }
        let place = items?.itemPlace ?? place
        guard let value = JSONText(parsing: bytes) else {
          throw HealthError(
            .malformed, rule: "malformed-json", place: place,
            "found a resource that is not valid JSON in UTF-8")
        }
        return (value["resource"] ?? value, place)
      }
    } catch {
      nextFile = files.count
      items = nil
      throw error
    }
  }
}

extension JSONText {
  package subscript(name: String) -> JSONText? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.0 == name }?.1
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }

  package var items: [JSONText] { if case .array(let items) = self { items } else { [] } }

  /// The text of a number.
  var numberText: String? {
    switch self {
    case .number(let number): "\(number)"
    case .literal(let text) where text != "null": text
    default: nil
    }
  }

  var isTrue: Bool { if case .boolean(true) = self { true } else { false } }
}
