package import HealthBytes
package import HealthModel
import HealthValidation

/// Reads the observations of FHIR: NDJSON, bundles and arrays.
package struct FHIRReader: SampleReader, ~Copyable {
  private let files: [Input.File]
  /// How many of the files, at the beginning, are of patients.
  private let patientFiles: Int
  private var nextFile = 0
  /// How many files are bundles that refer to a next page.
  private var pagesWithNext = 0
  private var items: FHIRItems?
  /// Entries of a bundle in another, in reverse.
  private var nestedEntries: [FHIREntry] = []
  private var decoder: FHIRDecoder
  private let isStrict: Bool
  private var info: DatasetInfo?
  private var people: FHIRPeople
  /// The version of the patient whose facts are read.
  private var patientVersion: FHIRVersion?
  /// Whether this format wrote the patient, whose id is a hash.
  private var isOwnPatient = false
  /// Whether resources may have several versions.
  private var hasVersions = true
  /// Whether it was reported that the id of the patient has no field, once for all observations.
  private var hasNotedPatient = false
  /// Whether the patient is looked for in all files first: not in a stream, nor in bulk data that have a file of patients.
  private let findsPatient: Bool
  /// The ids that were read with the patient.
  private let ids: FHIRIDs
  /// Observations with several versions; `nil` before they were looked for.
  private var versions: FHIRVersions?
  private var ordinals = OrdinalCounter()
  private var tally = FindingTally()
  /// Where the last sample begins.
  public private(set) var place: Place
  /// Where the patient is described, if there is one.
  public private(set) var personPlace: Place?
  /// Counts of files that are not read.
  public private(set) var notes = ReaderNotes()
  private var lastProgress = ByteProgress(consumed: 0, total: nil)
  /// How far the current file has been read.
  public var progress: ByteProgress { items?.progress ?? lastProgress }

  /// A reader of an input.
  ///
  /// - Parameter mostIDs: How many ids are compared, for tests.
  package init(
    _ input: Input, options: ReadOptions = ReadOptions(), mostIDs: Int = Limits.resourceIDs.value
  ) throws(HealthError) {
    ids = FHIRIDs(most: mostIDs)
    place = Place(file: input.name)
    isStrict = options.isStrict
    decoder = FHIRDecoder(zone: options.zone)
    people = FHIRPeople(options.subject)
    findsPatient = !input.container.isStream
    let hasNames = input.container.entries.contains {
      Self.isMain($0.path.split(separator: "/").last ?? "")
    }
    let paths = Set(input.container.entries.lazy.map(\.path))
    let found = try input.files(missing: "it contains no file to read") {
      let unpacked = Self.withoutGzip($0.path)
      // A file that is there without compression, too, is read once.
      if unpacked != $0.path, paths.contains(unpacked) { return false }
      let path = unpacked.lowercased()
      let name = path.split(separator: "/").last ?? ""
      return path.hasSuffix(".ndjson") && !path.hasSuffix("device.ndjson")
        || path.hasSuffix(".json")
          && (name.hasPrefix("bundle-")
            || Self.isBundle($0, in: input.container, orUnreadable: !hasNames))
    }
    let names = Set(found.map(\.name))
    let unread = input.unread {
      names.contains(input.file($0).name)
        || Self.withoutGzip($0.path).lowercased().hasSuffix("device.ndjson")
    }
    notes.unreadFiles = unread.counts
    for finding in unread.findings {
      tally.add(finding.rule, finding.message, at: finding.place, severity: finding.severity)
    }
    // Facts about the patient precede the samples.
    let isPatient = { (file: Input.File) in
      Self.withoutGzip(file.name).hasSuffix("Patient.ndjson")
    }
    let patients = found.filter(isPatient)
    files = patients + found.filter { !isPatient($0) }
    patientFiles = patients.count
  }

  /// The facts that the patient states, whose resource may be after the observations.
  public mutating func dataset() throws(HealthError) -> DatasetInfo {
    if let info { return info }
    info = DatasetInfo()
    guard findsPatient else { return DatasetInfo() }
    let files = patientFiles > 0 ? files.prefix(patientFiles) : files[...]
    do throws(HealthError) {
      for file in files {
        var items = try Self.open(file, patientFiles > 0 ? nil : ids)
        while let bytes = try items.next(containing: "\"Patient\"") {
          let entry = try FHIREntry(bytes, items.itemPlace)
          for entry in [entry] + entry.nested { try readPatient(entry) }
        }
      }
    } catch {
      // Other faults of the text are found again where samples are read; a disk may not fail twice.
      if error.rule == "several-patients" || error.kind != .malformed {
        try ending { (_) throws(HealthError) in throw error }
      }
    }
    return info ?? DatasetInfo()
  }

  private mutating func readPatient(_ entry: FHIREntry) throws(HealthError) {
    guard entry.resource["resourceType"]?.string == "Patient",
      try people.isPerson(patient: entry)
    else { return }
    let version = FHIRVersion(entry.resource)
    if let last = patientVersion, version != last {
      let earlier = version < last ? entry.place : personPlace ?? entry.place
      try note(
        "a patient that has a later version; skipped", earlier, .info, rule: "earlier-version")
      if version < last { return }
    }
    (personPlace, patientVersion) = (entry.place, version)
    info = decoder.dataset(entry.resource)
    isOwnPatient = FHIRDecoder.isOwn(patient: entry.resource)
    // A server adds its version to what this format wrote, whose ids are hashes of the content.
    hasVersions = !isOwnPatient || entry.resource["meta"] != nil
    for name in FHIRDecoder.unreadMembers(ofPatient: entry.resource) {
      try note("the member '\(name)' of the patient has no field; left out", entry.place, .info)
    }
  }

  /// The sample of the next observation.
  public mutating func next() throws(HealthError) -> Sample? {
    if case nil = info { _ = try dataset() }
    return try ending { (reader) throws(HealthError) in
      if case nil = reader.versions { try reader.findVersions() }
      while let entry = try reader.nextEntry() {
        if let sample = try reader.sample(entry) { return sample }
      }
      if let place = reader.people.placeWithoutPerson {
        throw HealthError(
          .malformed, rule: "several-patients", place: place,
          "no resource is about the patient that was chosen; this one is about another",
          remedy: .selectPatient)
      }
      return nil
    }
  }

  /// Finds the latest versions of the observations, which can be anywhere. A stream can be read only once.
  private mutating func findVersions() throws(HealthError) {
    versions = FHIRVersions()
    defer { ids.removeAll() }
    guard findsPatient, hasVersions else { return }
    do throws(HealthError) {
      if patientFiles > 0 {
        for file in files {
          var items = try Self.open(file, ids)
          try items.readIDs()
        }
      }
      let repeated = ids.takeRepeated()
      var found = FHIRVersions(repeated)
      var people = people
      for file in files where !found.isEmpty {
        var items = try Self.open(file, FHIRIDs(among: repeated))
        while let bytes = try items.next() {
          var entries = [try FHIREntry(bytes, items.itemPlace)]
          while let entry = entries.popLast() {
            entries += entry.nested.reversed()
            if found.contains(entry.resource), !people.hasOtherSubject(entry.resource),
              try people.isPerson(observation: entry)
            {
              found.add(entry.resource)
            }
          }
        }
      }
      found.rewind()
      versions = found
    } catch {
      // Faults of the text are found again where samples are read.
      if error.kind != .malformed { throw error }
    }
    if ids.isFull {
      try note(
        "\(Limits.resourceIDs.excess); versions are only looked for among the first of them",
        Place(file: files.first?.name ?? ""), .info, rule: "unknown-version")
    }
  }

  /// Whether an observation counts: not if it has a later version, which is noted.
  private mutating func isLatest(_ resource: JSONValue, _ place: Place) throws(HealthError) -> Bool
  {
    switch versions?.answer(resource) ?? .counts {
    case .counts: return true
    case .isEarlier:
      try note(
        "an observation that has a later version; skipped", place, .info, rule: "earlier-version")
      return false
    case .isUnknown:
      if !FHIRDecoder.hasOneVersion(resource) {
        try note(
          "observations with one id, without a version that states which is the latest; all are read",
          place, rule: "unknown-version")
      }
      return true
    }
  }

  /// The sample of a resource; `nil` if it has none, which is noted.
  private mutating func sample(_ entry: FHIREntry) throws(HealthError) -> Sample? {
    let (resource, place) = (entry.resource, entry.place)
    switch resource["resourceType"]?.string {
    case "Observation": break
    case "Patient":
      if !findsPatient {
        isOwnPatient = FHIRDecoder.isOwn(patient: resource)
        try note("a patient in a stream; its facts are not read", place)
      }
      return nil
    case "Device": return nil
    case "Bundle":
      if resource["type"]?.string == "history" { throw Self.history(place) }
      nestedEntries += entry.nested.reversed()
      if resource["link"]?.items.contains(where: { $0["relation"]?.string == "next" }) == true {
        try noteMissingPage(place)
      }
      return nil
    case let type:
      try note(
        "a resource of type '\((type ?? "").printableName)', which is not read; skipped", place)
      return nil
    }
    if people.hasOtherSubject(resource) {
      try note("an observation whose subject is not a patient; skipped", place)
      return nil
    }
    guard try people.isPerson(observation: entry) else {
      try note("an observation of another patient; skipped", place, .info)
      return nil
    }
    guard try isLatest(resource, place) else { return nil }
    let status = resource["status"]?.string
    if let status, FHIRVersions.invalidStatuses.contains(status) {
      try note("an observation that was entered in error or cancelled; skipped", place)
      return nil
    }
    if let exclusion = FHIRDecoder.exclusion(resource) {
      try note("\(exclusion); skipped", place)
      return nil
    }
    if decoder.needsZone(resource), decoder.hasSample(resource) {
      throw HealthError(
        .malformed, rule: "missing-zone", place: place,
        "the date of an observation has no time zone", remedy: .nameZone)
    }
    guard var decoded = decoder.sample(resource, at: entry.address) else {
      try note("\(decoder.reason(resource)); skipped", place)
      return nil
    }
    if decoder.isBound(resource) {
      try note("a value that is stated as a bound of it", place, rule: "bounded-value")
    }
    if let message = decoder.incompleteDate(resource, decoded.sample) {
      try note(message, place, rule: "incomplete-date")
    }
    if decoder.hasUncertainTime(resource) {
      try note(uncertainTimeMessage, place, rule: "uncertain-time")
    }
    for message in decoder.contradictoryUnits(resource) {
      try note(message, place, rule: "unit-mismatch")
    }
    for _ in 0..<decoder.unreadComponents(resource, decoded.sample) {
      try note("a component without a value, or whose code or unit is not known; left out", place)
    }
    for name in decoder.readRest(of: resource, into: &decoded.sample) {
      try note("the member '\(name)' of observations has no field; left out", place, .info)
    }
    if !hasNotedPatient, resource["subject"] != nil {
      hasNotedPatient = true
      if !isOwnPatient {
        try note("the id of the patient has no field; left out", place, .info)
      }
    }
    self.place = place
    return number(decoded.sample, decoded.uuid)
  }

  /// Counts duplicates. A UUID that the sample has anyway is not stated.
  private mutating func number(_ sample: Sample, _ uuid: SampleUUID?) -> Sample {
    var sample = ordinals.numbered(sample)
    if let uuid, uuid != sample.uuid { sample.updateHeader { $0.uuid = uuid } }
    return sample
  }

  private mutating func note(
    _ message: String, _ place: Place, _ severity: Finding.Severity = .warning,
    rule: String? = nil
  ) throws(HealthError) {
    let rule = rule ?? (severity == .info ? "unread-member" : "unread-resource")
    if isStrict, severity != .info {
      throw HealthError(.malformed, rule: rule, place: place, message)
    }
    if !tally.counts(rule, message) { tally.add(rule, message, at: place, severity: severity) }
  }

  /// The findings since the last call.
  public mutating func takeFindings() -> [Finding] {
    tally.isEmpty ? [] : tally.takeAll()
  }

  private static func open(
    _ file: Input.File, _ ids: FHIRIDs? = nil
  ) throws(HealthError) -> FHIRItems {
    do throws(HealthError) { return FHIRItems(try file.open(), file: file.name, ids: ids) } catch {
      throw error.reading(at: Place(file: file.name))
    }
  }

  /// Does a step that is the last one if it fails.
  private mutating func ending<T>(
    _ step: (inout FHIRReader) throws(HealthError) -> T
  ) throws(HealthError) -> T {
    do throws(HealthError) { return try step(&self) } catch {
      nextFile = files.count
      items = nil
      throw error
    }
  }

  private mutating func noteMissingPage(_ place: Place) throws(HealthError) {
    try note(
      "the bundle refers to a next page, which is not part of the input; the data are not complete",
      place, rule: "missing-page")
  }

  private static func history(_ place: Place) -> HealthError {
    HealthError(
      .malformed, rule: "bundle-of-versions", place: place,
      "the bundle is a history, which has earlier versions of resources and deleted ones, "
        + "expected the current resources")
  }

  private mutating func nextEntry() throws(HealthError) -> FHIREntry? {
    while true {
      if let entry = nestedEntries.popLast() { return entry }
      if items == nil {
        guard nextFile < files.count else { return nil }
        let file = files[nextFile]
        nextFile += 1
        items = try Self.open(file)
      }
      let bytes = try items?.next()
      if let items, items.isHistory { throw Self.history(items.itemPlace) }
      if let bytes { return try FHIREntry(bytes, items?.itemPlace ?? place) }
      lastProgress = progress
      if items?.hasNextPage == true { pagesWithNext += 1 }
      items = nil
      if nextFile == files.count, pagesWithNext == files.count {
        try noteMissingPage(Place(file: files.last?.name ?? ""))
      }
    }
  }
}
