import HealthBytes

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

/// What measured or entered something: a source and its device.
struct Origin {
  /// The parts of a device description in their order, without the software.
  struct Device {
    let name: String
    let manufacturer: String
    let model: String
    let hardware: String
    /// What some apps add, as `, localIdentifier:…`.
    var addition = ""
  }

  let name: String
  /// The versions in the course of the export, at least one.
  let versions: [String]
  let device: Device?

  static let phone = Origin(
    name: "Sam’s iPhone", versions: ["17.6.1", "18.5", "26.2"],
    device: Device(
      name: "iPhone", manufacturer: "Apple Inc.", model: "iPhone", hardware: "iPhone15,4"))

  static let watch = Origin(
    name: "Sam’s Apple\u{A0}Watch", versions: ["10.6.1", "11.5", "26.2"],
    device: Device(
      name: "Apple Watch", manufacturer: "Apple Inc.", model: "Watch", hardware: "Watch7,2",
      addition: ", creation date:2023-09-22 09:03:11 +0000"))

  static let headphones = Origin(
    name: "Sam’s iPhone", versions: ["17.6.1", "18.5", "26.2"],
    device: Device(
      name: "AirPods Pro", manufacturer: "Apple Inc.", model: "2014", hardware: "0x4C",
      addition: ", localIdentifier:00-11-22-AA-BB-CC-tacl"))

  /// Typed in by hand.
  static let health = Origin(name: "Health", versions: ["17.6.1", "18.5", "26.2"], device: nil)

  static let scale = Origin(
    name: "Küchen & Körper", versions: ["5120", "6010803"],
    device: Device(
      name: "Lumo Body+", manufacturer: "Lumo", model: "Body+", hardware: "Rev A, 2"))

  static let cuff = Origin(
    name: "Тонометр", versions: ["2.4.0"],
    device: Device(name: "Cuff", manufacturer: "Tensio", model: "T-300", hardware: "1.0"))

  static let glucoseMeter = Origin(
    name: "🩸 Glucose Pal", versions: ["3.1", "202511211629"],
    device: Device(name: "CGM", manufacturer: "Pal", model: "P2", hardware: "P2-7"))

  static let foodDiary = Origin(
    name: "Eat \"Well\" <beta>", versions: ["15009"], device: nil)

  static let trainer = Origin(name: "Run Club 🏃", versions: ["7.1"], device: nil)

  static let cycleDiary = Origin(name: "月のノート", versions: ["1.9.2"], device: nil)
}
