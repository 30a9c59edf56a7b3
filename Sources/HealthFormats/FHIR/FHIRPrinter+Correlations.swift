import HealthBytes
import HealthModel

/// The members of correlations.
extension FHIRPrinter {
  mutating func components(of sample: Correlation) {
    var isFirst = true
    for member in sample.members {
      let header: SampleHeader
      switch member.sample {
      case .quantity(let sample): header = sample.header
      case .category(let sample): header = sample.header
      default:
        losses.add(.members)
        continue
      }
      guard !header.descriptor.type.identifier.isEmpty, header.start.isKnown, header.end.isKnown
      else {
        losses.add(.members)
        continue
      }
      buffer.append(isFirst ? ",\"component\":[{" : ",{")
      isFirst = false
      memberExtensions(header, sample.header, member.membership)
      buffer.append("\"code\":")
      buffer.append(
        FHIRFragments.concept(
          header.descriptor.type.identifier, codes, header.descriptor.unitText))
      switch member.sample {
      case .quantity(let sample):
        if !sample.beats.isEmpty { losses.add(.beats) }
        value(ofMember: sample)
      case .category(let sample): value(sample)
      default: break
      }
      buffer.append("}")
    }
    if !isFirst { buffer.append("]") }
  }

  private static func isSame(_ a: Timestamp?, _ b: Timestamp?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return a.isSame(as: b)
  }

  /// In what a member differs from its correlation.
  private mutating func memberExtensions(
    _ header: SampleHeader, _ parent: SampleHeader, _ membership: NestedSample.Membership
  ) {
    let start = buffer.count
    buffer.append("\"extension\":[")
    let first = buffer.count
    func comma(_ buffer: inout ByteBuffer) { if buffer.count > first { buffer.append(",") } }
    let descriptor = header.descriptor
    let other = parent.descriptor
    let isSameOrigin =
      descriptor.source == other.source && descriptor.hasSource == other.hasSource
      && descriptor.device == other.device
    let origin = FHIRFragments.origin(descriptor)
    count(header, origin.emptyTexts, origin.hasRawDevice)
    if !isSameOrigin {
      buffer.append("{\"url\":\"urn:healthconv:fhir:own-origin\",\"valueBoolean\":true}")
      if !origin.text.isEmpty {
        buffer.append(",")
        buffer.append(origin.text)
      }
    }
    if header.metadata.entries.contains(where: { !$0.key.identifier.isEmpty && !$0.value.isEmpty })
    {
      comma(&buffer)
      append(header.metadata)
    } else {
      countEmpty(header.metadata)
    }
    if membership == .alsoTopLevel {
      comma(&buffer)
      buffer.append("{\"url\":\"urn:healthconv:fhir:also-top-level\",\"valueBoolean\":true}")
    }
    if !header.start.isSame(as: parent.start) || !header.end.isSame(as: parent.end) {
      comma(&buffer)
      buffer.append("{\"url\":\"urn:healthconv:fhir:period\",\"valuePeriod\":{\"start\":")
      append(header.start)
      if header.start < header.end || header.start == header.end {
        buffer.append(",\"end\":")
        append(header.end)
      } else {
        losses.add(.dates)
      }
      buffer.append("}}")
    }
    if !Self.isSame(header.created, parent.created) {
      comma(&buffer)
      if let created = header.created {
        buffer.append("{\"url\":\"urn:healthconv:fhir:issued\",\"valueDateTime\":")
        append(created)
        buffer.append("}")
      } else {
        buffer.append("{\"url\":\"urn:healthconv:fhir:issued\",\"valueBoolean\":false}")
      }
    }
    if let uuid = header.uuid {
      comma(&buffer)
      buffer.append("{\"url\":\"urn:healthconv:fhir:uuid\",\"valueString\":\"")
      append(uuid)
      buffer.append("\"}")
    }
    if header.ordinal != 0 {
      comma(&buffer)
      buffer.append("{\"url\":\"urn:healthconv:fhir:ordinal\",\"valueDecimal\":")
      buffer.append(decimal: Int64(header.ordinal))
      buffer.append("}")
    }
    if buffer.count == first {
      buffer.truncate(to: start)
    } else {
      buffer.append("],")
    }
  }
}
