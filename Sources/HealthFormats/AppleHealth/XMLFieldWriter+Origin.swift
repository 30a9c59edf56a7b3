import HealthBytes
import HealthModel

/// Writes the common properties of samples: source, device, unit and dates.
extension XMLFieldWriter {
  /// A header whose attributes are still to be written.
  struct Origin {
    let header: SampleHeader
    let kind: SampleKind
    /// Whether its dates are no field's.
    let hasDates: Bool
  }

  /// Writes the attributes of the header that waits for it, if it still does.
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

  /// Writes the attributes by their parts printed beforehand.
  @inline(__always)
  mutating func write(_ header: SampleHeader, _ parts: OriginFragments, hasDates: Bool) {
    if let address = header.deviceAddress, parts.hasDevice {
      buffer.append(parts.beforeAddress)
      buffer.append(hexadecimal: address)
      buffer.append(parts.afterAddress)
    } else {
      buffer.append(parts.whole)
    }
    if parts.losesSource { lose(.sources) }
    lose(.characters, parts.illegalCharacters)
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
    if descriptor.source.isMoreThanNameAndVersion { lose(.sources) }
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
