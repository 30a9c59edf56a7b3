import HealthBytes
import HealthModel

/// The parts of a line that are the same for all samples of one descriptor, printed once.
///
/// A class, so that lending it to a sample costs one reference count and not one for each part.
final class DescriptorFragments {
  /// `{"kind":"quantity","type":"…","id":"`
  let head: [UInt8]
  /// `,"unit":"…","source":{…}`
  let tail: [UInt8]
  /// The fields of the device after the address.
  let deviceFields: [UInt8]
  let hasDevice: Bool

  init(_ descriptor: SampleDescriptor, kind: SampleKind) {
    head = Self.bytes { buffer in
      buffer.append("{\"kind\":")
      buffer.append(json: kind.rawValue)
      buffer.append(",\"type\":")
      if kind == .workout {
        buffer.append(json: JSONLinesVocabulary.workoutType)
        buffer.append(",\"workoutActivityType\":")
      }
      buffer.append(json: descriptor.type.identifier)
      buffer.append(",\"id\":\"")
    }
    tail = Self.bytes { buffer in
      if let unit = descriptor.unitText, !kind.hasOwnUnit {
        buffer.append(",\"unit\":")
        buffer.append(json: unit)
      }
      if descriptor.hasSource {
        buffer.append(",\"source\":")
        buffer.append(object: Self.fields(of: descriptor.source))
      }
    }
    hasDevice = descriptor.device != nil
    deviceFields = Self.bytes { buffer in
      guard let device = descriptor.device else { return }
      buffer.append(members: Self.fields(of: device))
    }
  }

  private static func bytes(_ build: (inout ByteBuffer) -> Void) -> [UInt8] {
    var buffer = ByteBuffer(capacity: 512)
    build(&buffer)
    return buffer.bytes
  }

  private static func fields(of source: Source) -> [(String, String?)] {
    [
      ("name", source.name), ("version", source.version), ("productType", source.productType),
      ("operatingSystemVersion", source.operatingSystemVersion),
    ]
  }

  private static func fields(of device: Device) -> [(String, String?)] {
    JSONLinesVocabulary.deviceFields.map { ($0.name, device[keyPath: $0.path]) }
      + [("raw", device.raw)]
  }
}

extension ByteBuffer {
  /// Appends an object of the fields that are there.
  fileprivate mutating func append(object fields: [(String, String?)]) {
    append(UInt8(ascii: "{"))
    append(members: fields)
    append(UInt8(ascii: "}"))
  }

  fileprivate mutating func append(members fields: [(String, String?)]) {
    var isFirst = true
    for case (let name, let value?) in fields {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      append(json: name)
      append(UInt8(ascii: ":"))
      append(json: value)
    }
  }
}

/// Keeps the fragments of the descriptors met last, in fixed memory.
struct FragmentCache {
  private var slots: [(descriptor: SampleDescriptor, kind: SampleKind, parts: DescriptorFragments)?]

  init() {
    slots = Array(repeating: nil, count: 256)
  }

  /// The fragments of a descriptor, printed if they are not at hand.
  mutating func fragments(
    of descriptor: SampleDescriptor, kind: SampleKind
  ) -> DescriptorFragments {
    let slot = Int(truncatingIfNeeded: descriptor.cacheSlot & 255)
    if let entry = slots[slot], entry.descriptor === descriptor, entry.kind == kind {
      return entry.parts
    }
    let parts = DescriptorFragments(descriptor, kind: kind)
    slots[slot] = (descriptor, kind, parts)
    return parts
  }
}
