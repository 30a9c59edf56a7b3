import HealthBytes
import HealthModel

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

/// SHA-256 (FIPS 180-4) and HMAC (RFC 2104) of short messages: ids of participants, names of sources, the text of a policy.
package enum SHA256 {
  private static let primes: [UInt64] = {
    var primes: [UInt64] = []
    var candidate: UInt64 = 2
    while primes.count < 64 {
      if !primes.contains(where: { candidate % $0 == 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes
  }()

  /// The first 32 bits of the fraction of a root, from which the standard takes its constants.
  private static func fraction(ofRoot degree: Int, of number: UInt64) -> UInt32 {
    let target = UInt128(number) << (32 * degree)
    var root: UInt128 = 0
    for bit in (0...37).reversed() {
      let next = root | 1 << bit
      if (1..<degree).reduce(next, { power, _ in power * next }) <= target { root = next }
    }
    return UInt32(truncatingIfNeeded: root)
  }

  private static let start = primes.prefix(8).map { fraction(ofRoot: 2, of: $0) }
  private static let constants = primes.map { fraction(ofRoot: 3, of: $0) }

  /// The hash of a message: 32 bytes.
  package static func hash(_ message: [UInt8]) -> [UInt8] {
    var padded = message + [0x80]
    padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += bytes(UInt64(message.count) * 8)
    var state = start
    var words = [UInt32](repeating: 0, count: 64)
    for block in stride(from: 0, to: padded.count, by: 64) {
      for index in 0..<16 {
        let place = block + index * 4
        words[index] =
          UInt32(padded[place]) << 24 | UInt32(padded[place + 1]) << 16
          | UInt32(padded[place + 2]) << 8 | UInt32(padded[place + 3])
      }
      for index in 16..<64 {
        let (a, b) = (words[index - 15], words[index - 2])
        let first = rotated(a, 7) ^ rotated(a, 18) ^ a >> 3
        let second = rotated(b, 17) ^ rotated(b, 19) ^ b >> 10
        words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
      }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      var (e, f, g, h) = (state[4], state[5], state[6], state[7])
      for index in 0..<64 {
        let sum = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
        let first = h &+ sum &+ ((e & f) ^ (~e & g)) &+ constants[index] &+ words[index]
        let other = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
        let second = other &+ ((a & b) ^ (a & c) ^ (b & c))
        (a, b, c, d, e, f, g, h) = (first &+ second, a, b, c, d &+ first, e, f, g)
      }
      for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }

  /// The keyed hash of a message: 32 bytes.
  package static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    let short = key.count > 64 ? hash(key) : key
    let block = short + [UInt8](repeating: 0, count: 64 - short.count)
    let inner = hash(block.map { $0 ^ 0x36 } + message)
    return hash(block.map { $0 ^ 0x5c } + inner)
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
  }
}

extension [UInt8] {
  /// The bytes as lower-case hexadecimal digits.
  package var hexadecimal: String {
    let digits = Array<Character>("0123456789abcdef")
    return String(flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}

/// How the dates of one sample move: all by the same time, so that durations and distances between them are exact.
struct DateMove {
  /// What is added to the instant.
  private let seconds: Int64
  private let isLocal: Bool
  /// What is added to days of the calendar.
  let days: Int64

  /// The move of a sample.
  ///
  /// - Parameters:
  ///   - start: Its start, whose offset is that of its local clock.
  ///   - shift: How many days to the past.
  /// - Returns: `nil` if the dates would leave the calendar.
  init?(start: Timestamp, shift: Int64, _ settings: Policy.Settings) {
    // Samples have a day: see ``Policy/forYears``.
    if settings.dates == .year { return nil }
    isLocal = settings.clock == .local
    let offset = isLocal ? Int64(start.offsetMinutes) * 60 : 0
    seconds = offset - shift * 86_400
    days = -shift
    guard moved(start) != nil else { return nil }
  }

  /// The date in the output, without its text form.
  func moved(_ date: Timestamp) -> Timestamp? {
    let (sum, isOverflow) = date.secondsSince1970.addingReportingOverflow(seconds)
    if isOverflow { return nil }
    return Timestamp(
      validating: sum, nanoseconds: date.nanoseconds,
      offsetMinutes: isLocal ? 0 : Int64(date.offsetMinutes))
  }

  /// The day in the output.
  func moved(_ day: CalendarDay) -> CalendarDay? {
    let moved = day.midnight.secondsSince1970 + days * 86_400
    return Timestamp(validating: moved).map { CalendarDay($0) }
  }

  /// The local day of an instant, in days since 1970.
  static func localDay(_ date: Timestamp) -> Int64 {
    CalendarDay(date).midnight.secondsSince1970 / 86_400
  }
}
