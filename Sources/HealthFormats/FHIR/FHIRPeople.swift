import HealthBytes
import HealthModel

/// Checks that all resources are about one person.
///
/// A patient has an id, identifiers and, in a bundle, an address, which may be a UUID without relation to the id. Observations
/// refer to any of these; names of different forms cannot be compared, unless the patient is there.
struct FHIRPeople {
  /// A name of a person.
  private struct Name: Equatable {
    /// Names of one form can be compared.
    enum Form { case id, address, identifier }

    let form: Form
    let text: String
    /// The address of the server of an id; `nil` if it is not stated.
    var server: String?

    /// The name in a reference such as `https://server/fhir/Patient/anna/_history/2` or `urn:uuid:…`.
    init(reference: String) {
      if reference.hasPrefix("urn:") {
        self.init(.address, reference)
        return
      }
      let parts = Self.parts(of: reference)
      self.init(.id, parts.last.map(String.init) ?? reference)
      if parts.count > 2 { server = parts.dropLast(2).joined(separator: "/") }
    }

    /// The parts of a path, whose last one is the id, after the type.
    static func parts(of reference: String) -> [Substring] {
      // The same server may be named with http and https.
      let path = reference.split(separator: "://", maxSplits: 1).last ?? ""
      var parts = path.split(separator: "/", omittingEmptySubsequences: false)
      if parts.count > 2, parts[parts.count - 2] == "_history" { parts.removeLast(2) }
      return parts
    }

    init?(identifier: JSONValue) {
      guard let value = identifier["value"]?.string else { return nil }
      self.init(.identifier, "\(identifier["system"]?.string ?? "")|\(value)")
    }

    init(_ form: Form, _ text: String) { (self.form, self.text) = (form, text) }

    /// What a reference states: the address of a resource, and an identifier.
    static func all(of reference: JSONValue?) -> [Name] {
      [
        reference?["reference"]?.string.map { Name(reference: $0) },
        reference?["identifier"].flatMap { Name(identifier: $0) },
      ].compactMap { $0 }
    }

    /// Whether one person can have both; an id without a server is that of any.
    func fits(_ other: Name) -> Bool {
      form == other.form && text == other.text
        && (server == other.server || server == nil || other.server == nil)
    }
  }

  /// The id or the address of the patient that is read; `nil` if there must be only one.
  private let wanted: Name?
  /// The names of the person, as the patient and observations state them.
  private var names: [Name] = []
  private var hasPatient = false
  /// The patients in observations that differ in what they state.
  private var contained: [Contained] = []
  /// How many names of a person are compared, since each is compared with all.
  private static let most = 64
  /// The reference of the last observation about the person.
  private var lastReference: String?
  /// The first resource of another person than the wanted one.
  private var firstOther: Place?

  /// The first resource of another person, if none was of the wanted one.
  var placeWithoutPerson: Place? { names.isEmpty ? firstOther : nil }

  init(_ wanted: String?) { self.wanted = wanted.map { Name(reference: $0) } }

  /// Whether a patient is the person whose data are read.
  mutating func isPerson(patient entry: FHIREntry) throws(HealthError) -> Bool {
    var found = entry.address.map { [Name(reference: $0)] } ?? []
    if let id = entry.resource["id"]?.string { found.append(Name(.id, id)) }
    if let wanted {
      guard found.contains(where: wanted.fits) else {
        firstOther = firstOther ?? entry.place
        return false
      }
    } else if hasPatient, !found.contains(where: { name in names.contains(where: name.fits) }) {
      throw several(entry.place)
    }
    hasPatient = true
    let identifiers = (entry.resource["identifier"]?.items ?? []).prefix(Self.most)
    found += identifiers.compactMap { Name(identifier: $0) }
    for name in found { try add(name, entry.place) }
    return true
  }

  /// Whether an observation is about the person whose data are read.
  mutating func isPerson(observation entry: FHIREntry) throws(HealthError) -> Bool {
    let subject = entry.resource["subject"]
    let reference = subject?["reference"]
    if let id = reference?.text(after: "#"), wanted == nil {
      try addContained(id, entry)
    }
    if let lastReference, reference?.isText(lastReference) == true { return true }
    guard
      let found = reference?.string.map({ Name(reference: $0) })
        ?? subject?["identifier"].flatMap({ Name(identifier: $0) })
    else {
      if wanted != nil { firstOther = firstOther ?? entry.place }
      return wanted == nil
    }
    let comparable = names.filter { $0.form == found.form }
    if !comparable.contains(where: found.fits) {
      if let wanted {
        guard wanted.fits(found) else {
          firstOther = firstOther ?? entry.place
          return false
        }
      } else if !comparable.isEmpty {
        throw several(entry.place)
      }
    }
    try add(found, entry.place)
    lastReference = reference?.string
    return true
  }

  /// Whether an observation is about something other than its subject, such as a child or a device.
  static func hasOtherFocus(_ resource: JSONValue) -> Bool {
    guard let focus = resource["focus"]?.items else { return false }
    let subject = Name.all(of: resource["subject"])
    return focus.contains { item in
      isOther(item)
        || !Name.all(of: item).contains { name in subject.contains(where: name.fits) }
    }
  }

  /// Whether the subject of an observation is something other than a patient, such as a device or a group.
  func hasOtherSubject(_ resource: JSONValue) -> Bool {
    guard let subject = resource["subject"] else { return false }
    if let lastReference, subject["reference"]?.isText(lastReference) == true { return false }
    return Self.isOther(subject)
  }

  /// Whether a reference is to a resource of another type than a patient, as its path or its type states.
  private static func isOther(_ reference: JSONValue) -> Bool {
    if let text = reference["reference"]?.string, !text.hasPrefix("urn:") {
      let parts = Name.parts(of: text)
      if parts.count > 1, let first = parts[parts.count - 2].utf8.first,
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first),
        parts[parts.count - 2].utf8.allSatisfy({ ($0 | 32) &- 97 < 26 })
      {
        return parts[parts.count - 2] != "Patient"
      }
    }
    guard let type = reference["type"]?.text(afterLast: UInt8(ascii: "/")) else { return false }
    return type != "Patient"
  }

  /// What a patient in an observation states, whose id is only known there.
  private struct Contained: Equatable {
    var identifiers: Set<String> = []
    var birthDate: String?
    var name: [String] = []
    var fullName: String?

    init(_ patient: JSONValue) {
      identifiers = Set(
        (patient["identifier"]?.items ?? []).compactMap { Name(identifier: $0)?.text })
      birthDate = patient["birthDate"]?.string
      if let first = patient["name"]?.items.first {
        name = [first["family"], first["given"]?.items.first].compactMap { $0?.string }
        fullName = first["text"]?.string
      }
    }

    /// Whether both cannot be one person.
    func contradicts(_ other: Contained) -> Bool {
      !identifiers.isEmpty && !other.identifiers.isEmpty
        && identifiers.isDisjoint(with: other.identifiers)
        || birthDate != nil && other.birthDate != nil && birthDate != other.birthDate
        || hasOtherName(than: other)
    }

    private func hasOtherName(than other: Contained) -> Bool {
      if !name.isEmpty, !other.name.isEmpty { return name != other.name }
      guard let fullName, let otherName = other.fullName else { return false }
      return fullName != otherName
    }
  }

  /// Compares the patient in an observation with those in others.
  private mutating func addContained(_ id: String, _ entry: FHIREntry) throws(HealthError) {
    let resource = entry.resource["contained"]?.items.first {
      $0["id"]?.isText(id) == true && $0["resourceType"]?.isText("Patient") == true
    }
    guard let resource else { return }
    let patient = Contained(resource)
    if contained.contains(where: patient.contradicts) { throw several(entry.place) }
    if contained.count < Self.most, !contained.contains(patient) { contained.append(patient) }
  }

  /// Adds a name of the person.
  private mutating func add(_ name: Name, _ place: Place) throws(HealthError) {
    guard !names.contains(name) else { return }
    // The id of a patient is not that on another server.
    if names.contains(where: { $0.form == name.form && $0.text == name.text && !$0.fits(name) }) {
      throw several(place)
    }
    if names.count < Self.most { names.append(name) }
  }

  private func several(_ place: Place) -> HealthError {
    HealthError(
      .malformed, rule: "several-patients", place: place,
      "found a second patient, expected data of one", remedy: .selectPatient)
  }
}
