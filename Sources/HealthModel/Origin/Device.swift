/// The hardware a sample was measured with (`HKDevice`).
public struct Device: Hashable, Sendable {
  /// Its name, such as `Apple Watch`.
  public var name: String?
  /// Its maker.
  public var manufacturer: String?
  /// Its model.
  public var model: String?
  /// The revision of its hardware, such as `Watch7,2`.
  public var hardwareVersion: String?
  /// The revision of its firmware.
  public var firmwareVersion: String?
  /// The version of its software.
  public var softwareVersion: String?
  /// The identifier that the app uses for it on the phone.
  public var localIdentifier: String?
  /// Its unique device identifier (UDI) with the FDA.
  public var udiDeviceIdentifier: String?
  /// When the health store first met it, as the export writes that: not a field of `HKDevice`.
  public var creationDate: String?
  /// The export's text of the device, where the fields would not print it. The address is taken out
  /// of it, if it has one.
  public package(set) var raw: String?

  /// A device with nothing known of it.
  public init() {}

  /// Bytes of its texts.
  package var weight: Int {
    Field.allCases.reduce(raw?.utf8.count ?? 0) { $0 + (self[$1]?.utf8.count ?? 0) }
  }

  /// The fields in the order an export writes them.
  package enum Field: String, CaseIterable {
    case name, manufacturer, model, hardwareVersion, firmwareVersion, softwareVersion
    case localIdentifier, udiDeviceIdentifier, creationDate

    /// The export's name for it.
    package var key: String {
      switch self {
      case .hardwareVersion: "hardware"
      case .firmwareVersion: "firmware"
      case .softwareVersion: "software"
      case .udiDeviceIdentifier: "UDIDeviceIdentifier"
      case .creationDate: "creation date"
      default: rawValue
      }
    }
  }

  /// The text of a field. Not by key paths, which are slow: a file may have another device in each record.
  package subscript(field: Field) -> String? {
    get {
      switch field {
      case .name: name
      case .manufacturer: manufacturer
      case .model: model
      case .hardwareVersion: hardwareVersion
      case .firmwareVersion: firmwareVersion
      case .softwareVersion: softwareVersion
      case .localIdentifier: localIdentifier
      case .udiDeviceIdentifier: udiDeviceIdentifier
      case .creationDate: creationDate
      }
    }
    set {
      switch field {
      case .name: name = newValue
      case .manufacturer: manufacturer = newValue
      case .model: model = newValue
      case .hardwareVersion: hardwareVersion = newValue
      case .firmwareVersion: firmwareVersion = newValue
      case .softwareVersion: softwareVersion = newValue
      case .localIdentifier: localIdentifier = newValue
      case .udiDeviceIdentifier: udiDeviceIdentifier = newValue
      case .creationDate: creationDate = newValue
      }
    }
  }
}

extension Device {
  /// A device from the text an export has for it, and the address in that text.
  ///
  /// The text is a debugging description: `<<HKDevice: 0x282a45810>, name:Apple Watch, …>`. The address
  /// is that of an object in the exporting phone's memory; it changes from record to record and says
  /// nothing. Values may hold commas and colons, so the text is split only before a known key.
  ///
  /// - Returns: The device without the address, and the address if printing it gives the same text.
  public static func parse(_ text: String) -> (device: Device, address: UInt64?) {
    guard let (address, tail) = splitAddress(text) else {
      var device = Device()
      device.raw = text
      return (device, nil)
    }
    let device = Device(tail: tail)
    // The address 0 is written if there is no address.
    return (device, address == 0 && device.raw == nil ? nil : address)
  }

  /// A device from what an export writes after the address: `, name:Apple Watch, …>`.
  ///
  /// - Parameter tail: The text after the address and its `>`.
  public init(tail: String) {
    self.init()
    if tail.hasSuffix(">") { parseFields(Array(tail.utf8.dropLast())) }
    if self.tail != tail { raw = tail }
  }

  /// The text after the address in an export.
  var tail: String {
    var text = ""
    for field in Field.allCases {
      guard let value = self[field] else { continue }
      text += ", "
      text += field.key
      text += ":"
      text += value
    }
    return text + ">"
  }

  /// The device as an export writes it.
  ///
  /// - Parameter address: The address to write, if the text has one.
  public func text(address: UInt64?) -> String {
    guard let address else { return raw ?? "<<HKDevice: 0x0>\(tail)" }
    return "<<HKDevice: 0x\(String(address, radix: 16))>\(raw ?? tail)"
  }

  private static func splitAddress(_ text: String) -> (UInt64, String)? {
    let prefix = "<<HKDevice: 0x"
    guard text.hasPrefix(prefix), let end = text.firstIndex(of: ">") else { return nil }
    let digits = text[text.index(text.startIndex, offsetBy: prefix.count)..<end]
    guard let address = UInt64(digits, radix: 16), String(address, radix: 16) == digits else {
      return nil
    }
    return (address, String(text[text.index(after: end)...]))
  }

  /// Splits `, name:Apple Watch, model:Watch` before each known key. Text before the first key is not a field.
  private mutating func parseFields(_ text: [UInt8]) {
    let bytes = text.span
    var current: Field?
    var (start, index) = (0, 0)
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: ","), let field = Self.field(in: bytes, at: index + 1) {
        if let current { self[current] = String(decoding: text[start..<index], as: UTF8.self) }
        current = field.field
        index += field.text.count + 1
        start = index
      } else {
        index += 1
      }
    }
    if let current { self[current] = String(decoding: text[start...], as: UTF8.self) }
  }

  private static let beginnings = Field.allCases.map {
    (field: $0, text: Array(" \($0.key):".utf8))
  }

  private static func field(
    in bytes: Span<UInt8>, at index: Int
  ) -> (field: Field, text: [UInt8])? {
    for beginning in beginnings where index + beginning.text.count <= bytes.count {
      var count = 0
      while count < beginning.text.count, bytes[index + count] == beginning.text[count] {
        count += 1
      }
      if count == beginning.text.count { return beginning }
    }
    return nil
  }
}
