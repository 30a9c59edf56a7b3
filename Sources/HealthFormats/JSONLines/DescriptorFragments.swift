import HealthBytes
import HealthModel

/// The parts of a line that are the same for all samples of one descriptor, printed once.
struct DescriptorFragments {
  /// `{"kind":"quantity","type":"…","id":"`
  let head: [UInt8]
  /// `,"unit":"…","source":{…},"device":{…}` of a device without an address.
  let tail: [UInt8]
  /// The same with an address, up to its digits: `…,"device":{"address":"0x`
  let beforeAddress: [UInt8]
  /// The text after the digits: `","name":"…"}`
  let behindAddress: [UInt8]
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
    let common = Self.bytes { buffer in
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
    guard let device = descriptor.device else {
      tail = common
      beforeAddress = []
      behindAddress = []
      return
    }
    let fields = Self.bytes { $0.append(members: Self.fields(of: device)) }
    tail = common + Array(",\"device\":{".utf8) + fields + Array("}".utf8)
    beforeAddress = common + Array(",\"device\":{\"address\":\"0x".utf8)
    behindAddress = Array((fields.isEmpty ? "\"" : "\",").utf8) + fields + Array("}".utf8)
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
