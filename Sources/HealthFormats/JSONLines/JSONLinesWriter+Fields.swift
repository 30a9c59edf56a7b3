import HealthBytes
package import HealthModel

/// Members of objects, and the fields of the rarer kinds.
extension JSONLinesWriter: Sample.FieldVisitor {
  /// Writes no member if the value is `nil`; neither do the functions below.
  public mutating func number(_ name: String, _ value: inout Number?) {
    guard let value else { return }
    key(JSONLinesVocabulary.key(ofAttribute: name))
    buffer.append(json: value)
    if !value.isSpelledAsJSON { spell(name, value.spelling) }
  }

  /// Writes a date, unless it is `nil`.
  public mutating func date(_ name: String, _ value: inout Timestamp?) {
    guard let value else { return }
    member(JSONLinesVocabulary.key(ofAttribute: name), value, field: name)
  }

  /// Writes a text, unless it is `nil`.
  public mutating func text(_ name: String, _ value: inout String?) {
    guard let value else { return }
    member(JSONLinesVocabulary.key(ofAttribute: name), value)
  }

  /// Writes metadata, unless they are empty.
  public mutating func metadata(_ value: inout Metadata) {
    guard !value.isEmpty else { return }
    key("metadata")
    metadataValue(value)
  }

  /// Writes a list of structures that is not empty.
  public mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) {
    guard !value.isEmpty else { return }
    key(name)
    items += value.count
    buffer.append(UInt8(ascii: "["))
    if let points = S.points(value) {
      self.points(points)
    } else {
      for index in value.indices {
        if index > 0 { buffer.append(UInt8(ascii: ",")) }
        object(&value[index])
        flushIfLong()
      }
    }
    needsComma = true
    buffer.append(UInt8(ascii: "]"))
  }

  mutating func object<S: Sample.FieldStructure>(_ structure: inout S) {
    let outer = spelled
    buffer.append(UInt8(ascii: "{"))
    needsComma = false
    spelled = []
    structure.visit(&self)
    if let extras = structure.extras { self.extras(extras) }
    writeSpelled()
    buffer.append(UInt8(ascii: "}"))
    spelled = outer
  }

  /// Writes numbers, if there are any; a number whose text form JSON cannot represent is written as a string.
  public mutating func numbers(_ name: String, _ value: inout [Number]) {
    guard !value.isEmpty else { return }
    key(name)
    items += value.count
    for (index, number) in value.enumerated() {
      buffer.append(index == 0 ? "[" : ",")
      if number.isSpelledAsJSON {
        buffer.append(json: number)
      } else {
        buffer.append(json: number.description)
      }
    }
    buffer.append(UInt8(ascii: "]"))
  }

  /// Writes bytes, if there are any, in Base64.
  public mutating func bytes(_ name: String, _ value: inout [UInt8]) {
    guard !value.isEmpty else { return }
    key(name)
    buffer.append(UInt8(ascii: "\""))
    buffer.append(base64: value.span)
    buffer.append(UInt8(ascii: "\""))
  }

  /// Writes the content of a side file, unless it is `nil`.
  public mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    guard var structure = value else { return }
    key(name)
    object(&structure)
    needsComma = true
  }

  /// Writes a list of samples that is not empty.
  public mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    guard !value.isEmpty else { return }
    key(name)
    write(value)
    needsComma = true
  }

  mutating func key(_ name: String) { buffer.append(key: name, &needsComma) }

  mutating func member(_ name: String, _ value: String) {
    key(name)
    buffer.append(json: value)
  }

  mutating func member(_ name: String, _ value: Timestamp, field: String) {
    key(name)
    dates.append(value, to: &buffer)
    if let spelling = value.spelling { spell(field, spelling) }
  }

  mutating func spell(_ field: String, _ spelling: Spelling?) {
    guard let spelling else { return }
    spelled.append((field, spelling.text))
  }

  mutating func writeSpelled() {
    guard !spelled.isEmpty else { return }
    key("spelled")
    items += buffer.append(pairs: spelled)
    spelled = []
  }

  mutating func extras(_ extras: Extras) { items += buffer.append(extras, &needsComma) }

  mutating func element(_ element: Element) { items += buffer.append(json: element) }
}

/// The parts of a line that are the same for all samples of one descriptor, printed once.
struct DescriptorFragments {
  /// `{"kind":"quantity","type":"…","id":"`
  let head: [UInt8]
  /// `,"participant":"…","unit":"…","source":{…},"device":{…}` of a device without an address.
  let tail: [UInt8]
  /// Where the address of the device belongs in ``tail``, if there is a device.
  let address: Int?
  /// Whether the device has no fields; its address may still follow.
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
      if let participant = descriptor.participant {
        buffer.append(",\"participant\":")
        buffer.append(json: participant)
      }
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
