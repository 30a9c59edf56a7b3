import HealthBytes
import HealthModel

/// A resource, which may be in an entry of a bundle.
struct FHIREntry {
  let resource: JSONText
  /// The address by which other entries of the bundle refer to the resource.
  let address: String?
  let place: Place

  init(_ bytes: [UInt8], _ place: Place) throws(HealthError) {
    guard let value = JSONText(parsing: bytes) else {
      throw HealthError(
        .malformed, rule: "malformed-json", place: place,
        "found a resource that is not valid JSON in UTF-8, or nested more than "
          + "\(JSONTape.depthLimit) deep")
    }
    resource = value["resource"] ?? value
    address = value["fullUrl"]?.string
    self.place = place
  }
}

/// Checks that all resources are about one person.
///
/// A patient has an id and, in a bundle, an address, which may be a UUID without relation to the id. Observations refer to
/// either; the references of different forms cannot be compared, unless the patient is there.
struct FHIRPeople {
  /// The id of the patient that is read; `nil` if there must be only one.
  private let wanted: String?
  /// The id and the address of the patient that was read.
  private var names: Set<String> = []
  /// The reference of the first observation that has one.
  private var reference: String?

  init(_ wanted: String?) { self.wanted = wanted }

  /// The id in a reference such as `https://server/fhir/Patient/anna/_history/2`; a `urn:` reference is returned unchanged.
  private static func id(in reference: String) -> String {
    if reference.hasPrefix("urn:") { return reference }
    var parts = reference.split(separator: "/")
    if parts.count > 2, parts[parts.count - 2] == "_history" { parts.removeLast(2) }
    return parts.last.map(String.init) ?? reference
  }

  private static func isAddress(_ name: String) -> Bool { name.hasPrefix("urn:") }

  /// Whether a patient is the person whose data are read.
  mutating func isPerson(patient entry: FHIREntry) throws(HealthError) -> Bool {
    let id = entry.resource["id"]?.string
    let address = entry.address.map { Self.id(in: $0) }
    let found = Set([id, address].compactMap { $0 })
    if let wanted {
      guard found.contains(wanted) else { return false }
    } else if !names.isEmpty, names.isDisjoint(with: found) {
      throw several(entry.place)
    }
    names.formUnion(found)
    return true
  }

  /// Whether an observation is about the person whose data are read.
  mutating func isPerson(observation entry: FHIREntry) throws(HealthError) -> Bool {
    guard let text = entry.resource["subject"]?["reference"]?.string else { return wanted == nil }
    let found = Self.id(in: text)
    if let wanted { return found == wanted || names.contains(found) }
    guard !names.contains(found) else { return true }
    let isAddress = Self.isAddress(found)
    if names.contains(where: { Self.isAddress($0) == isAddress }) { throw several(entry.place) }
    if let reference, reference != found, Self.isAddress(reference) == isAddress {
      throw several(entry.place)
    }
    if reference == nil { reference = found }
    return true
  }

  private func several(_ place: Place) -> HealthError {
    HealthError(
      .malformed, rule: "several-patients", place: place,
      "found a second patient, expected data of one", remedy: .selectPatient)
  }
}
