extension Device {
  /// A device from the text an export has for it, and the address in that text.
  ///
  /// The text is a debugging description: `<<HKDevice: 0x282a45810>, name:Apple Watch, …>`. The address
  /// is that of an object in the exporting phone's memory; it changes from record to record and says
  /// nothing. Values may hold commas and colons, so the text is split only before a known key.
  ///
  /// - Parameter text: The whole text.
  /// - Returns: The device without the address, and the address if it prints as it was written.
  public static func parse(_ text: String) -> (device: Device, address: UInt64?) {
    guard let (address, tail) = splitAddress(text) else {
      var device = Device()
      device.raw = text
      return (device, nil)
    }
    let device = Device(tail: tail)
    // What is written where there is no address is none.
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

  /// What an export writes after the address.
  var tail: String {
    var text = ""
    for (key, path) in Self.fields {
      if let value = self[keyPath: path] { text += ", \(key):\(value)" }
    }
    return text + ">"
  }

  /// The device as an export writes it.
  ///
  /// - Parameter address: The address to write, if the text has one.
  /// - Returns: The text.
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

  /// Splits `, name:Apple Watch, model:Watch` before each known key. What stands before the first is
  /// no field.
  private mutating func takeFields(_ text: [UInt8]) {
    let fields = Self.fields
    var current: WritableKeyPath<Device, String?>?
    var (start, index) = (0, 0)
    while index < text.count {
      if text[index] == UInt8(ascii: ","), text[index...].starts(with: ", ".utf8),
        let field = fields.first(where: { text[(index + 2)...].starts(with: "\($0.key):".utf8) })
      {
        if let current {
          self[keyPath: current] = String(decoding: text[start..<index], as: UTF8.self)
        }
        current = field.path
        index += field.key.utf8.count + 3
        start = index
      } else {
        index += 1
      }
    }
    if let current { self[keyPath: current] = String(decoding: text[start...], as: UTF8.self) }
  }
}
