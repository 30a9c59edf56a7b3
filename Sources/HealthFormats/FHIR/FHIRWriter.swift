package import HealthBytes
package import HealthModel

/// How resources are laid out.
enum FHIRLayout: String {
  case ndjson, bundle, transaction
}

/// Writes samples as resources of FHIR R4: an observation for each, a patient, and the devices.
///
/// A transaction in a folder or an archive is several, `Bundle-000001.json` and so on, for servers that execute only small ones. The
/// patient and the devices are in `Bundle-000000.json`, which has to be executed first: observations refer to them.
package struct FHIRWriter: SampleWriter, ~Copyable {
  private let output: OutputContainer
  private let layout: FHIRLayout
  private let patient: String?
  /// How many entries a bundle has at most; `nil` if all are in one.
  private var bundleSize: Int?
  private let hasBundleSize: Bool
  /// What is known of the patient, for the bundle of the patient and the devices.
  private var dataset: (info: DatasetInfo, id: SampleUUID)?
  private var bundles = 0
  private var entries = 0
  private var printer: FHIRPrinter
  private var sink: (any ByteSink)?
  private static let flushSize = 1 << 17
  /// How many entries a bundle has at most, if nothing else is stated: what Azure's server executes.
  static let usualSize = 500

  /// A writer into a container, which it does not finish.
  public init(_ output: OutputContainer, _ options: WriteOptions = WriteOptions()) {
    self.output = output
    layout = options.layout.flatMap { FHIRLayout(rawValue: $0) } ?? .ndjson
    patient = options[Format.Option.patient]
    let size: Int? = options[Format.Option.bundleSize]
    hasBundleSize = size != nil
    bundleSize = layout == .transaction && output.kind != .file ? size ?? Self.usualSize : nil
    printer = FHIRPrinter(subject: "", layout: layout)
  }

  /// The losses so far.
  public var losses: [Loss.Count] { printer.losses.list }

  /// Writes the patient, unless the patient of another system was named.
  public mutating func begin(_ dataset: DatasetInfo) throws(HealthError) {
    if hasBundleSize, bundleSize == nil {
      throw HealthError(
        .usage,
        "a size of bundles is only for the layout 'transaction', in a folder (with / at the end) or a .zip"
      )
    }
    if layout == .transaction, patient == nil, dataset.participant == nil,
      dataset.dateOfBirth == nil
    {
      throw HealthError(
        .usage,
        "the patient cannot be distinguished from others: a server would join people without a date of birth",
        remedy: .namePatient)
    }
    let id = Self.id(of: dataset)
    printer = FHIRPrinter(
      subject: patient.map { "Patient/\($0)" }
        ?? (layout == .bundle
          ? "urn:uuid:\(id.description.lowercased())" : "Patient/\(id.description.lowercased())"),
      layout: layout)
    if layout != .ndjson, bundleSize == nil { try beginBundle("") }
    let lost = dataset.attributes.count { $0.name != DatasetInfo.deidentifiedAttribute }
    if lost > 0 { printer.losses.add(.dataset, lost) }
    if patient == nil {
      if bundleSize != nil { self.dataset = (dataset, id) } else { append(dataset, id) }
    } else if dataset != DatasetInfo() {
      printer.losses.add(.dataset)
    }
    guard layout == .ndjson else { return }
    if !printer.buffer.isEmpty {
      let sink = try output.open("Patient.ndjson")
      try printer.buffer.flush(to: sink)
      try sink.finish()
    }
    sink = try output.open("Observation.ndjson")
  }

  private mutating func flush() throws(HealthError) {
    guard !printer.buffer.isEmpty else { return }
    guard layout != .ndjson else {
      if let sink { try printer.buffer.flush(to: sink) }
      return
    }
    let ends = printer.entryEnds
    printer.entryEnds.removeAll(keepingCapacity: true)
    var (written, index) = (0, 0)
    while index < ends.count {
      if entries == bundleSize { try endBundle() }
      if sink == nil { try beginBundle(bundleName(bundles + 1)) }
      let count = min(ends.count - index, (bundleSize ?? .max) - entries)
      let end = ends[index + count - 1]
      if entries == 0 {
        // No comma before the first entry.
        try sink?.write(Array(",\"entry\":[".utf8).span)
        written += 1
      }
      try printer.buffer.withBytes { (bytes) throws(HealthError) in
        try sink?.write(bytes.extracting(written..<end))
      }
      (written, index, entries) = (end, index + count, entries + count)
    }
    printer.buffer.removeAll()
  }

  private func bundleName(_ number: Int) -> String {
    let digits = String(number)
    return "Bundle-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".json"
  }

  private mutating func beginBundle(_ name: String) throws(HealthError) {
    let sink = try output.open(name)
    let type = layout == .bundle ? "collection" : "transaction"
    try sink.write(Array("{\"resourceType\":\"Bundle\",\"type\":\"\(type)\"".utf8).span)
    self.sink = sink
    (bundles, entries) = (bundles + 1, 0)
  }

  private mutating func endBundle() throws(HealthError) {
    try sink?.write(Array((entries == 0 ? "}\n" : "\n]}\n").utf8).span)
    try sink?.finish()
    sink = nil
  }

  /// Writes the observation of a sample.
  public mutating func write(_ sample: consuming Sample) throws(HealthError) {
    try printer.print(sample)
    try checkDevices()
    if printer.buffer.count >= Self.flushSize { try flush() }
  }

  private func checkDevices() throws(HealthError) {
    if printer.deviceBytes > Limits.deviceBytes.value {
      throw HealthError(beyond: Limits.deviceBytes)
    }
  }

  /// Writes the devices.
  public mutating func finish() throws(HealthError) {
    try flush()
    if layout == .ndjson {
      try sink?.finish()
      sink = printer.devices.isEmpty ? nil : try output.open("Device.ndjson")
    } else if bundleSize != nil {
      try endBundle()
      bundleSize = nil
      try beginBundle(bundleName(0))
      if let dataset { append(dataset.info, dataset.id) }
    }
    let devices = printer.devices.map { (FHIRFragments.id(of: $0), $0) }.sorted { $0.0 < $1.0 }
    var last: SampleUUID?
    for (id, device) in devices where id != last {
      last = id
      append(device, id)
      if printer.buffer.count >= Self.flushSize { try flush() }
    }
    try flush()
    if layout == .ndjson { try sink?.finish() } else { try endBundle() }
  }

  // MARK: Encoders

  /// An encoder of observations: none depends on another one.
  public mutating func makeEncoder() -> (any Sample.Encoder)? {
    PrintingEncoder(FHIRPrinter(subject: printer.subject, layout: layout))
  }

  /// Writes the observations of an encoder.
  public mutating func append(_ encoder: any Sample.Encoder) throws(HealthError) {
    guard let encoder = encoder as? PrintingEncoder<FHIRPrinter> else { return }
    try flush()
    printer.losses.take(&encoder.printer.losses)
    for device in encoder.printer.devices { printer.insert(device) }
    try checkDevices()
    encoder.printer.removeDevices()
    swap(&printer.buffer, &encoder.printer.buffer)
    swap(&printer.entryEnds, &encoder.printer.entryEnds)
    try flush()
    swap(&printer.buffer, &encoder.printer.buffer)
    swap(&printer.entryEnds, &encoder.printer.entryEnds)
  }

  // MARK: Other resources

  /// The id of the patient: a hash of the participant's id, if there is one, and the characteristics. People with the same
  /// characteristics have the same.
  private static func id(of dataset: DatasetInfo) -> SampleUUID {
    FHIRFragments.hash(
      (dataset.participant.map { ["participant", $0] } ?? [])
        + dataset.characteristics.flatMap { [$0.type.identifier, $0.value] })
  }

  private mutating func append(_ dataset: DatasetInfo, _ id: SampleUUID) {
    printer.open("Patient", id)
    var facts: [(String, String)] = []
    if let date = dataset.exportDate { facts.append(("exportDate", date.description)) }
    if let locale = dataset.locale { facts.append(("locale", locale)) }
    if let version = dataset.exportVersion { facts.append(("exportVersion", version)) }
    if let policy = dataset.deidentified {
      facts.append((DatasetInfo.deidentifiedAttribute, policy))
    }
    facts += dataset.characteristics.map { ("characteristic/\($0.type.identifier)", $0.value) }
    let extensions = facts.compactMap { name, value -> String? in
      guard !value.isEmpty, !name.hasSuffix("/") else {
        printer.losses.add(.emptyTexts)
        return nil
      }
      let name = name.split(separator: "/").map { FHIRFragments.escaped(String($0)) }
        .joined(separator: "/")
      return
        "{\"url\":\"\(FHIRVocabulary.own)\(name)\",\"valueString\":\(FHIRFragments.json(value))}"
    }
    if !extensions.isEmpty {
      printer.buffer.append(utf8: ",\"extension\":[\(extensions.joined(separator: ","))]")
    }
    // US Core, whose profiles observations claim, requires an identifier and a name, or why there is none.
    printer.buffer.append(
      ",\"identifier\":[{\"system\":\"urn:ietf:rfc:3986\",\"value\":\"urn:uuid:")
    printer.append(id)
    printer.buffer.append("\"}],\"name\":[{\"extension\":[{\"url\":")
    printer.buffer.append(
      "\"http://hl7.org/fhir/StructureDefinition/data-absent-reason\",\"valueCode\":\"unknown\"}]}]"
    )
    let gender: String? =
      switch dataset.biologicalSex {
      case .biologicalSexFemale: "female"
      case .biologicalSexMale: "male"
      case .biologicalSexOther: "other"
      default: nil
      }
    printer.buffer.append(utf8: ",\"gender\":\"\(gender ?? "unknown")\"")
    if let date = dataset[characteristic: .dateOfBirth], dataset.dateOfBirth != nil,
      date.utf8.count == 10
    {
      printer.buffer.append(utf8: ",\"birthDate\":\(FHIRFragments.json(date))")
    }
    printer.close("Patient", id)
  }

  private mutating func append(_ device: Device, _ id: SampleUUID) {
    printer.open("Device", id)
    func member(_ name: String, _ text: String?) {
      guard let text, !text.isEmpty else { return }
      printer.buffer.append(utf8: ",\"\(name)\":\(FHIRFragments.json(text))")
    }
    member("manufacturer", device.manufacturer)
    if let name = device.name, !name.isEmpty {
      printer.buffer.append(
        utf8:
          ",\"deviceName\":[{\"name\":\(FHIRFragments.json(name)),\"type\":\"user-friendly-name\"}]"
      )
    }
    member("modelNumber", device.model)
    let versions = [
      ("hardware", device.hardwareVersion), ("firmware", device.firmwareVersion),
      ("software", device.softwareVersion),
    ].compactMap { name, value -> String? in
      guard let value, !value.isEmpty else { return nil }
      return "{\"type\":{\"text\":\"\(name)\"},\"value\":\(FHIRFragments.json(value))}"
    }
    if !versions.isEmpty {
      printer.buffer.append(utf8: ",\"version\":[\(versions.joined(separator: ","))]")
    }
    printer.close("Device", id)
  }
}
