extension Device {
  /// A device from the text an export has for it, and the address in that text.
  ///
  /// The text is a debugging description: `<<HKDevice: 0x282a45810>, name:Apple Watch, …>`. The address
  /// is that of an object in the exporting phone's memory; it changes from record to record and says
  /// nothing. Values may hold commas and colons, so the text is split only before a known key.
  ///
  /// - Returns: The device without the address, and the address if it prints as it was written.
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
    if tail.hasSuffix(">") { takeFields(Array(tail.utf8.dropLast())) }
    if self.tail != tail { raw = tail }
  }

  /// The text after the address in an export.
  var tail: String {
    var text = ""
    // Not by way of key paths: a file may have another device in each record.
    func add(_ key: StaticString, _ value: String?) {
      guard let value else { return }
      text += ", "
      text += key.description
      text += ":"
      text += value
    }
    add("name", name)
    add("manufacturer", manufacturer)
    add("model", model)
    add("hardware", hardwareVersion)
    add("firmware", firmwareVersion)
    add("software", softwareVersion)
    add("localIdentifier", localIdentifier)
    add("UDIDeviceIdentifier", udiDeviceIdentifier)
    add("creation date", creationDate)
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
  private mutating func takeFields(_ text: [UInt8]) {
    let bytes = text.span
    var current: Int?
    var (start, index) = (0, 0)
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: ","), let field = Self.field(in: bytes, at: index + 1) {
        if let current { set(current, text[start..<index]) }
        current = field
        index += Self.beginnings[field].count + 1
        start = index
      } else {
        index += 1
      }
    }
    if let current { set(current, text[start...]) }
  }

  /// The text before the value of each field, in order of the fields.
  private static let beginnings = fields.map { Array(" \($0.key):".utf8) }

  private static func field(in bytes: Span<UInt8>, at index: Int) -> Int? {
    for field in beginnings.indices {
      let beginning = beginnings[field]
      guard index + beginning.count <= bytes.count else { continue }
      var count = 0
      while count < beginning.count, bytes[index + count] == beginning[count] { count += 1 }
      if count == beginning.count { return field }
    }
    return nil
  }

  private mutating func set(_ field: Int, _ bytes: ArraySlice<UInt8>) {
    let value = String(decoding: bytes, as: UTF8.self)
    switch field {
    case 0: name = value
    case 1: manufacturer = value
    case 2: model = value
    case 3: hardwareVersion = value
    case 4: firmwareVersion = value
    case 5: softwareVersion = value
    case 6: localIdentifier = value
    case 7: udiDeviceIdentifier = value
    default: creationDate = value
    }
  }
}
