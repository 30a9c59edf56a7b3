import HealthBytes
import HealthModel

/// The parts of a line that are the same for all samples of one descriptor, printed once.
struct DescriptorFragments {
  /// `{"kind":"quantity","type":"…","id":"`
  let head: [UInt8]
  /// `,"unit":"…","source":{…},"device":{…}` of a device without an address.
  let tail: [UInt8]
  /// Where the address of the device belongs in ``tail``, if there is a device.
  let address: Int?
  /// Whether nothing else is known of the device.
  let isDeviceEmpty: Bool

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
    var (place, isEmpty) = (Int?.none, false)
    tail = Self.bytes { buffer in
      if let unit = descriptor.unitText, !kind.hasOwnUnit {
        buffer.append(",\"unit\":")
        buffer.append(json: unit)
      }
      if descriptor.hasSource {
        buffer.append(",\"source\":")
        buffer.append(object: Self.fields(of: descriptor.source))
      }
      guard let device = descriptor.device else { return }
      buffer.append(",\"device\":{")
      place = buffer.count
      buffer.append(members: Self.fields(of: device))
      isEmpty = buffer.count == place
      buffer.append(UInt8(ascii: "}"))
    }
    address = place
    isDeviceEmpty = isEmpty
  }

  private static func bytes(_ build: (inout ByteBuffer) -> Void) -> [UInt8] {
    var buffer = ByteBuffer(capacity: 512)
    buffer.most = Limits.lineBytes.value
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
    Device.Field.allCases.map { field in
      let text = device[field]
      return (field.rawValue, field == .creationDate ? text.map { DeviceDate.written($0) } : text)
    } + [("raw", device.raw)]
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
