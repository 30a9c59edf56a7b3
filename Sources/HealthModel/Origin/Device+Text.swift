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
  private mutating func takeFields(_ text: [UInt8]) {
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

  /// The text before the value of each field.
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
