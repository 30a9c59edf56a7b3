internal import HealthBytes

/// The part of a tag that all samples of one source and version share, made once: who wrote it,
/// with which device, in which unit.
struct SourceForm {
  /// Up to the pointer of the device, or to the first date where there is no device.
  let head: [UInt8]
  /// From after the pointer to the first date; empty where there is no device.
  let tail: [UInt8]

  /// - Parameters:
  ///   - type: the type of a record, which then begins with this form; else `nil`
  ///   - origin: source and device
  ///   - version: the version of the source
  ///   - hasDevice: whether to write the device, if any
  ///   - unit: the unit of a record
  init(
    record type: String? = nil, _ origin: Origin, version: String, hasDevice: Bool = true,
    unit: String? = nil
  ) {
    var text = ByteBuffer(capacity: 512)
    if let type {
      text.append("<Record type=\"")
      text.append(escaping: type)
      text.append("\"")
    }
    text.append(" sourceName=\"")
    text.append(escaping: origin.name)
    text.append("\" sourceVersion=\"")
    text.append(escaping: version)
    text.append("\"")
    var head: [UInt8] = []
    if hasDevice, let device = origin.device {
      text.append(" device=\"&lt;&lt;HKDevice: 0x3")
      head = text.bytes
      text.removeAll()
      text.append(
        escaping: """
          >, name:\(device.name), manufacturer:\(device.manufacturer), model:\(device.model), \
          hardware:\(device.hardware), software:\(version)\(device.addition)>
          """)
      text.append("\"")
    }
    if let unit {
      text.append(" unit=\"")
      text.append(escaping: unit)
      text.append("\"")
    }
    text.append(" creationDate=\"")
    self.head = head.isEmpty ? text.bytes : head
    tail = head.isEmpty ? [] : text.bytes
  }
}

extension ExportDocument {
  /// Writes the source, the device and the three dates of a sample.
  ///
  /// - Parameter pointer: the address of the device in memory, which differs in each sample
  mutating func append(_ form: SourceForm, pointer: UInt64, at moment: Moment) {
    output.bytes.append(form.head)
    if !form.tail.isEmpty {
      output.bytes.append(pointer: pointer)
      output.bytes.append(form.tail)
    }
    append(date: moment.created)
    output.bytes.append("\" startDate=\"")
    append(date: moment.start)
    output.bytes.append("\" endDate=\"")
    append(date: moment.end)
    output.bytes.append("\"")
    cover(moment.start, moment.end)
  }
}

extension ByteBuffer {
  /// Appends the eight hexadecimal digits in which the pointers of devices differ.
  fileprivate mutating func append(pointer bits: UInt64) {
    var rest = bits
    for _ in 0..<7 {
      let digit = UInt8(truncatingIfNeeded: rest & 15)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      rest >>= 4
    }
    append("0")
  }
}
