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
