/// The app or device that wrote a sample, in one of its versions (`HKSourceRevision`).
public struct Source: Hashable, Sendable {
  /// The name given by user or manufacturer, preserved exactly, with no-break spaces and emoji.
  public let name: String
  /// The version it had when it wrote the sample. Any text: `11.6.1`, `202311211629`.
  public let version: String?
  /// The product it ran on, such as `Watch7,2`. Exports do not carry it.
  public let productType: String?
  /// The operating system it ran on. Exports do not carry it.
  public let operatingSystemVersion: String?

  /// A source in one of its versions.
  ///
  /// - Parameter name: The source's name; empty where a file names none.
  public init(
    name: String, version: String? = nil, productType: String? = nil,
    operatingSystemVersion: String? = nil
  ) {
    self.name = name
    self.version = version
    self.productType = productType
    self.operatingSystemVersion = operatingSystemVersion
  }

  /// Bytes of its texts.
  var weight: Int {
    name.utf8.count + (version?.utf8.count ?? 0) + (productType?.utf8.count ?? 0)
      + (operatingSystemVersion?.utf8.count ?? 0)
  }

  /// The name with no-break spaces as spaces, invisible characters dropped and case folded: the same
  /// for names that a reader would call the same.
  public var foldedName: String {
    // All characters that are replaced are beyond ASCII.
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
    var folded = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\u{A0}", "\u{202F}", "\u{2007}": folded.unicodeScalars.append(" ")
      case "\u{200B}"..."\u{200F}", "\u{2060}", "\u{FEFF}": continue
      default: folded.unicodeScalars.append(scalar)
      }
    }
    return folded.lowercased()
  }
}
