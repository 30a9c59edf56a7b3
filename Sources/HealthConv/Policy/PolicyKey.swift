import HealthBytes

/// The secret of a policy: 32 random bytes. Shifts, pseudonyms and angles are derived from it: with the key they can be undone.
package struct PolicyKey: Sendable {
  private let bytes: [UInt8]

  private static let size = 32

  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// Writes a new key to a file that only its owner may read.
  ///
  /// - Throws: `HealthError`, also of code `.exists`: a key is never replaced, because releases depend on it.
  package static func create(at path: String) throws(HealthError) -> PolicyKey {
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<size).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
    let file: AtomicFile
    do throws(HealthError) {
      file = try AtomicFile(path)
      try file.write((bytes.hexadecimal + "\n").utf8Span.span)
      try file.finish()
    } catch {
      if error.code == .exists {
        throw HealthError(
          .exists,
          "cannot create '\(path)': it exists already, and a key is never replaced, because releases depend on it. Name another file"
        )
      }
      throw error.writing(path)
    }
    return PolicyKey(bytes: bytes)
  }

  /// Reads the key of a file.
  ///
  /// - Throws: `HealthError` of code `.usage` if other users may read the file, or if it is no key. Messages do not
  ///   contain the content.
  package init(file path: String) throws(HealthError) {
    let text = try String(ofSmallFile: path)
    guard FileStatus(path: path, following: true)?.isOnlyForOwner ?? true else {
      throw HealthError(
        .usage, "others may read the key '\(path)'. Expected a file of mode 0600: chmod 600 it")
    }
    guard let key = PolicyKey(text) else {
      throw HealthError(.usage, "'\(path)' is not a key, expected 64 hexadecimal digits")
    }
    self = key
  }

  /// Reads the key of a variable of the environment.
  package init(variable name: String) throws(HealthError) {
    guard let text = Environment[name] else {
      throw HealthError(.usage, "the variable \(name.printableName) with the key is not set")
    }
    guard let key = PolicyKey(text) else {
      throw HealthError(
        .usage, "the variable \(name.printableName) is not a key, expected 64 hexadecimal digits")
    }
    self = key
  }

  private init?(_ text: String) {
    let digits = text.filter { !$0.isWhitespace }
    guard digits.utf8.count == Self.size * 2, digits.allSatisfy({ $0.isASCII && $0.isHexDigit })
    else { return nil }
    let values = digits.compactMap(\.hexDigitValue)
    bytes = stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }

  /// Identifies the key in an audit file without revealing it.
  package var id: String {
    String(SHA256.code(of: Array("id".utf8), key: bytes).hexadecimal.prefix(8))
  }

  /// The keyed hash of a text, from a sub-key of its own for each purpose and release, so that two releases cannot be linked.
  func code(of text: String, for purpose: String, release: String) -> [UInt8] {
    let subkey = SHA256.code(
      of: Array("healthconv-policy/1|\(purpose)|\(release)".utf8), key: bytes)
    return SHA256.code(of: Array(text.utf8), key: subkey)
  }

  /// A keyed number from 1 to a limit.
  func number(of text: String, for purpose: String, release: String, upTo limit: Int) -> Int {
    let code = code(of: text, for: purpose, release: release)
    return 1 + Int(code.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % UInt64(limit))
  }
}
