import HealthBytes
import HealthModel

/// The fields of the rarer kinds.
extension XMLFieldWriter: ElementVisitor {
  mutating func number(_ name: String, _ value: inout Number?) {
    guard !scope.isInChildren, let value, openValue(of: name) else { return }
    buffer.append(value)
    buffer.append(UInt8(ascii: "\""))
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) {
    guard !scope.isInChildren, let value, openValue(of: name) else { return }
    buffer.append(export: value)
    buffer.append(UInt8(ascii: "\""))
  }

  mutating func text(_ name: String, _ value: inout String?) {
    guard !scope.isInChildren else { return }
    // In a clinical record, the source's name precedes its address.
    if name == "sourceURL" { writeOrigin() }
    attribute(name, value)
  }

  mutating func metadata(_ value: inout Metadata) {
    let name = AppleHealthVocabulary.metadataEntry
    guard scope.isInChildren else {
      // iOS 8 wrote them as attributes, some under names that XML does not allow.
      let count = scope.extras?.renamed.count { $0.field == name } ?? 0
      let old = value.entries.prefix(count)
      let names = Set(old.map { Array($0.key.identifier.utf8) })
      guard names.count == count, old.allSatisfy({ isFree($0.key.identifier) }) else {
        // They become entries of today.
        return countLoss(.names, count)
      }
      for entry in old { attribute(entry.key.identifier, entry.value) }
      if count > 0 { scope.written[name] = count }
      return
    }
    for index in childrenToWrite(name, value.entries.count) { entry(value.entries[index]) }
  }

  mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) {
    for index in childrenToWrite(element, value.count) {
      var structure = value[index]
      self.element(element, structure.extras) { structure.visit(&$0) }
    }
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    if value != nil { countLostSideFile() }
  }

  mutating func sideFile(_ name: String, _ value: inout String?) {
    if value != nil { countLostSideFile() }
  }

  /// Counts, once for all visits, what is kept in a file that is not written.
  private mutating func countLostSideFile() {
    if !hasSideFiles || nesting > 0, !scope.isInChildren { countLoss(.sideFiles) }
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    for index in childrenToWrite(element, value.count) { nested(value[index].sample) }
  }

  /// Writes a sample nested in another. An export has only records there; other kinds are read back as unknown
  /// elements.
  mutating func nested(_ sample: Sample) {
    switch sample {
    case .quantity, .category: break
    case .unknown(let element) where element.name == AppleHealthVocabulary.record: break
    default: countLoss(.kinds)
    }
    nesting += 1
    self.sample(sample)
    nesting -= 1
  }

  /// The children of a name that are to be written now.
  mutating func childrenToWrite(_ name: String, _ count: Int) -> Range<Int> {
    guard scope.isInChildren, count > 0 else { return 0..<0 }
    let start = min(scope.written[name] ?? 0, count)
    guard let run = scope.run else { return start..<count }
    guard run.name == name else { return 0..<0 }
    let end = start + min(run.count, count - start)
    scope.written[name] = end
    return start..<end
  }

  mutating func entry(_ entry: MetadataEntry) {
    open(AppleHealthVocabulary.metadataEntry)
    buffer.append(" key=\"")
    var illegal = buffer.append(xml: entry.key.identifier)
    buffer.append("\" value=\"")
    illegal += buffer.append(xml: entry.value)
    buffer.append("\"/>")
    countLoss(.characters, illegal)
    endLine()
  }
}

/// Writes the common properties of samples: source, device, unit and dates.
extension XMLFieldWriter {
  /// A header whose attributes are still to be written.
  struct Origin {
    let header: SampleHeader
    let kind: SampleKind
    /// Whether its dates are attributes of the header, not fields of the kind.
    let hasDates: Bool
  }

  /// Writes the attributes of the pending header, if there is one.
  mutating func writeOrigin() {
    guard let origin = scope.origin else { return }
    scope.origin = nil
    let header = origin.header
    if scope.extras == nil {
      let parts = fragments(of: header.descriptor, origin.kind)
      write(header, parts, hasDates: origin.hasDates)
    } else {
      writeEach(header, hasDates: origin.hasDates)
    }
  }

  /// Writes the attributes from fragments that were printed before.
  @inline(__always)
  mutating func write(_ header: SampleHeader, _ parts: OriginFragments, hasDates: Bool) {
    if let address = header.deviceAddress, parts.hasDevice {
      buffer.append(parts.beforeAddress)
      buffer.append(hexadecimal: address)
      buffer.append(parts.afterAddress)
    } else {
      buffer.append(parts.whole)
    }
    if parts.losesSource { countLoss(.sources) }
    countLoss(.characters, parts.illegalCharacters)
    if header.uuid != nil { countLoss(.uuids) }
    if let created = header.created {
      buffer.append(" creationDate=\"")
      buffer.append(export: created)
      buffer.append(UInt8(ascii: "\""))
    }
    guard hasDates else { return }
    buffer.append(" startDate=\"")
    buffer.append(export: header.start)
    buffer.append("\" endDate=\"")
    buffer.append(export: header.end)
    buffer.append(UInt8(ascii: "\""))
  }

  /// Writes the attributes one by one, since some may have another name or none.
  private mutating func writeEach(_ header: SampleHeader, hasDates: Bool) {
    let descriptor = header.descriptor
    attribute("sourceName", descriptor.sourceName)
    attribute("sourceVersion", descriptor.source.version)
    attribute("device", descriptor.device?.text(address: header.deviceAddress))
    attribute("unit", descriptor.unitText)
    if descriptor.source.isMoreThanNameAndVersion { countLoss(.sources) }
    if header.uuid != nil { countLoss(.uuids) }
    attribute("creationDate", header.created?.description)
    guard hasDates else { return }
    attribute("startDate", header.start.description)
    attribute("endDate", header.end.description)
  }
}

extension Source {
  /// Whether it has fields for which an export has no attribute.
  var isMoreThanNameAndVersion: Bool { productType != nil || operatingSystemVersion != nil }
}

/// The attributes that are the same for all samples of one descriptor, printed once.
final class OriginFragments {
  /// ` type="…"`
  let type: [UInt8]
  /// ` sourceName="…" … device="…" unit="…"`, for a sample without a device's address.
  let whole: [UInt8]
  /// The same up to the address, and after it; for a sample with one.
  let beforeAddress: [UInt8]
  let afterAddress: [UInt8]
  /// Whether there is a device at all.
  let hasDevice: Bool
  /// Whether the source has fields for which an export has no attribute.
  let losesSource: Bool
  /// How many characters were replaced.
  let illegalCharacters: Int

  init(_ descriptor: SampleDescriptor, typeName: String?) {
    var illegal = 0
    func attributes(_ values: [(String, String?)]) -> [UInt8] {
      var buffer = ByteBuffer(capacity: 512)
      buffer.most = Limits.sampleBytes.value
      for case (let name, let value?) in values {
        buffer.append(UInt8(ascii: " "))
        buffer.append(utf8: name)
        buffer.append("=\"")
        illegal += buffer.append(xml: value)
        buffer.append(UInt8(ascii: "\""))
      }
      return buffer.bytes
    }
    type = attributes(typeName.map { [($0, descriptor.type.identifier)] } ?? [])
    let source = attributes([
      ("sourceName", descriptor.sourceName),
      ("sourceVersion", descriptor.source.version),
    ])
    let unit = attributes([("unit", descriptor.unitText)])
    whole = source + attributes([("device", descriptor.device?.text(address: nil))]) + unit
    illegalCharacters = illegal
    losesSource = descriptor.source.isMoreThanNameAndVersion
    hasDevice = descriptor.device != nil
    // Cut at the address, which is one digit here.
    let addressed = attributes([("device", descriptor.device?.text(address: 0))])
    let cut = #" device="&lt;&lt;HKDevice: 0x"#.utf8.count
    beforeAddress = source + addressed.prefix(cut)
    afterAddress = addressed.dropFirst(cut + 1) + unit
  }
}
