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
    return (Device(tail: tail), address)
  }

  /// A device from what an export writes after the address: `, name:Apple Watch, …>`.
  ///
  /// - Parameter tail: The text after the address and its `>`.
  public init(tail: String) {
    self.init()
    if tail.hasSuffix(">") { takeFields(tail.dropLast()) }
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

  private mutating func takeFields(_ text: Substring) {
    var rest = text
    var current: WritableKeyPath<Device, String?>?
    var value = ""
    while !rest.isEmpty {
      if rest.hasPrefix(", "),
        let field = Self.fields.first(where: { rest.dropFirst(2).hasPrefix($0.key + ":") })
      {
        if let current { self[keyPath: current] = value }
        current = field.path
        value = ""
        rest = rest.dropFirst(field.key.count + 3)
      } else {
        value.append(rest.removeFirst())
      }
    }
    if let current { self[keyPath: current] = value }
  }
}
