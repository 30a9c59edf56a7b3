/// The names that elements and attributes may have.
public enum XMLName {
  /// Whether a text is a name (XML 1.0, fifth edition, production 5).
  ///
  /// - Returns: `true` for a valid name; `false` for the empty text.
  /// - Complexity: Linear in its length.
  public static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    return isStart(first) && text.unicodeScalars.dropFirst().allSatisfy(isPart)
  }

  private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? UInt8(scalar.value).isXMLNameStartByte : scalar.value.isXMLNameStart
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? UInt8(scalar.value).isXMLNameByte : scalar.value.isXMLName
  }
}
