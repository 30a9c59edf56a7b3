/// Converts between paths of the system, which are bytes and need not be UTF-8, and texts.
///
/// A byte that does not belong to UTF-8 becomes one of the characters U+10FE80 to U+10FEFF, which are for private use. So each
/// path has a different text, from which its bytes are restored. A character of that range in a path becomes four of them.
package enum SystemPath {
  private static let first: UInt32 = 0x10_FE00

  /// The text of a path or of a part of one.
  ///
  /// - Parameter bytes: The bytes, without a zero at their end.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !isEscaped(text) { return text }
    var scalars = String.UnicodeScalarView()
    var iterator = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var rest = Array(bytes)[...]
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .emptyInput: return String(scalars)
      case .error(let length):
        scalars.append(contentsOf: rest.prefix(length).map(escape))
        rest = rest.dropFirst(length)
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if byte(scalar) == nil {
          scalars.append(scalar)
        } else {
          scalars.append(contentsOf: encoded.map(escape))
        }
        rest = rest.dropFirst(encoded.count)
      }
    }
  }

  /// The bytes of a path.
  ///
  /// - Returns: The bytes, without a zero at their end.
  package static func bytes(_ text: String) -> [UInt8] {
    guard isEscaped(text) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      byte(scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// Whether a text has bytes that are not UTF-8.
  package static func isEscaped(_ text: String) -> Bool {
    // Fast check: few characters begin with 0xF4.
    text.utf8.contains(0xF4) && text.unicodeScalars.contains { byte($0) != nil }
  }

  /// The text for people, with such bytes as `caf\xE9`.
  package static func readable(_ text: String) -> String {
    guard isEscaped(text) else { return text }
    return text.unicodeScalars.map { scalar in
      byte(scalar).map { "\\x" + String($0, radix: 16, uppercase: true) } ?? String(scalar)
    }.joined()
  }

  private static func escape(_ byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(first + UInt32(byte)) ?? "\u{FFFD}"
  }

  private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    (0x80...0xFF).contains(scalar.value &- first) ? UInt8(scalar.value - first) : nil
  }
}

extension String {
  /// Calls a function of the system with the bytes of the path and a zero after them.
  package func withSystemPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    guard SystemPath.isEscaped(self) else { return unsafe withCString(body) }
    let characters = SystemPath.bytes(self).map { CChar(bitPattern: $0) } + [0]
    return unsafe body(characters)
  }

  /// The text of a path that the system returned.
  package init(systemPath: UnsafePointer<CChar>) {
    var length = 0
    while unsafe systemPath[length] != 0 { length += 1 }
    self = SystemPath.text(
      unsafe UnsafeBufferPointer(start: systemPath, count: length).map { UInt8(bitPattern: $0) })
  }
}

package enum ProcessArguments {
  /// The arguments of the process, its name first. An argument that is not UTF-8 is in the text form of paths.
  public static var all: [String] {
    (0..<Int(CommandLine.argc)).compactMap { index in
      unsafe CommandLine.unsafeArgv[index].map { unsafe String(systemPath: $0) }
    }
  }
}
