import HealthModel
import HealthTesting
import Testing

/// A number keeps its spelling and is the nearest floating-point number.
@Suite struct NumberTests {
  @Test(arguments: [
    "0", "-0", "0.0", "-0.00", "1", "-1", "72.50", "72.5", "007", "-007", "+5", ".5", "-.5", "5.",
    "5.91532e-05", "1.23457e+06", "1E5", "1e+0005", "60.88754943410556", "139.3170000000021",
    "12345678901234567890", "123456789012345678", "1234567890123456789", "-999999999999999999",
    "0.12345678901234567890", "0.000000000000000001", "0.0000000000000000001",
    "00000000000000000000000000005", "1e9999", "1e-9999", "1e22", "1e23", "-1e-320", "4.9e-324",
    "9007199254740993", "9007199254740992.5", "1.7976931348623157e308",
  ])
  func theSpellingIsKept(text: String) throws {
    let number = try #require(Number(text))
    #expect(number.description == text)
    #expect(number.doubleValue == Double(text))
  }

  @Test(arguments: [
    "", " ", "1 ", " 1", "-", "+", ".", "-.", "e5", "1e", "1e+", "1e99999", "1.2.3", "1,5", "0x10",
    "inf", "nan", "--1", "1e5.0", "1_000", "\u{661}", "1\u{0}", String(repeating: "1", count: 401),
  ])
  func otherTextIsNoNumber(text: String) {
    #expect(Number(text) == nil)
  }

  /// Texts of every length and shape, made from a fixed seed.
  @Test func anyTextComesBackAndIsRoundedCorrectly() throws {
    var random = FixedRandom(seed: 1)
    for _ in 0..<20_000 {
      let text = Self.text(&random)
      let number = try #require(Number(text), "\(text)")
      #expect(number.description == text)
      #expect(number.doubleValue == Double(text), "\(text)")
    }
  }

  private static func text(_ random: inout FixedRandom) -> String {
    var text = ["", "", "-", "+"][random.below(4)]
    for _ in 0...random.below(21) { text += "\(random.below(10))" }
    if random.below(3) > 0 {
      text += "."
      for _ in 0..<random.below(21) { text += "\(random.below(10))" }
    }
    if random.below(4) == 0 {
      text += ["e", "E", "e-", "e+"][random.below(4)] + "\(random.below(330))"
    }
    return text
  }

  @Test func anyDoubleComesBack() throws {
    var random = FixedRandom(seed: 2)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else {
        #expect(Number(value) == nil)
        continue
      }
      let number = try #require(Number(value))
      #expect(number.doubleValue == value)
      #expect(Number(number.description)?.doubleValue == value)
    }
  }

  @Test(arguments: [
    ("72.50", "72.5"), ("0", "-0"), ("1e2", "100"), ("007", "7"), ("5.", "+5"),
    ("0.00100", "1e-3"), ("1.0", "1"), ("12345678901234567890", "1234567890123456789.0e1"),
    ("0.0000000000000000000000", "-0"), ("1e-9998", "0.1e-9997"),
    // Digits after the 18th.
    ("12345678901234567890", "12345678901234567891"),
    ("0.1234567890123456781", "0.1234567890123456782"),
  ])
  func numbersAreEqualHoweverWritten(one: String, other: String) throws {
    let (one, other) = (try #require(Number(one)), try #require(Number(other)))
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
  }

  @Test(arguments: [
    ("1", "2"), ("-2", "-1"), ("9.99", "10"), ("1e-5", "0.0001"), ("-1", "0"), ("-0", "1e-9999"),
    // The same nearest Double.
    ("9007199254740992", "9007199254740993"), ("-9007199254740993", "-9007199254740992"),
    ("1e400", "1e401"), ("-1e401", "-1e400"), ("1e-401", "1e-400"),
    ("12345678901234567890", "12345678901234568890"),
  ])
  func numbersAreOrdered(less: String, more: String) throws {
    let (less, more) = (try #require(Number(less)), try #require(Number(more)))
    #expect(less < more)
    #expect(!(more < less))
    #expect(less != more)
  }

  /// Of any two numbers exactly one is less, or they are equal; the order is that of decimal arithmetic, and equal
  /// numbers have equal hashes.
  @Test func theOrderIsTotal() throws {
    var random = FixedRandom(seed: 3)
    var numbers = [
      "0", "-0", "0.0", "1", "1.0", "1.00", "-1", "1e22", "1e23", "1e9999", "-1e9999", "1e-9999",
      "9007199254740993", "9007199254740992", "9007199254740992.5", "12345678901234567890",
      "12345678901234567891", "12345678901234567891.000", "123456789012345678e2", "+3", "003", "3.",
    ].map { Number($0) ?? Number(99) }
    numbers += [Number(Int.max), Number(Int.min), Number(digits: 5, exponent: .min)]
    for _ in 0..<60 { numbers.append(try #require(Number(Self.text(&random)))) }
    // Neighbours: the same number with another last digit, a zero more, or another power.
    for number in numbers.shuffled(seed: 4).prefix(40) {
      let text = number.description
      if text.contains("e") || text.contains("E") { continue }
      for end in ["0", "1", "e0", "e1"] { numbers += [Number(text + end)].compactMap(\.self) }
    }
    for a in numbers {
      for b in numbers {
        let answers = [a < b, a == b, b < a].filter(\.self)
        #expect(answers.count == 1, "\(a) and \(b)")
        if a == b { #expect(a.hashValue == b.hashValue, "\(a) and \(b)") }
        // Rounding keeps the order.
        if a < b { #expect(a.doubleValue <= b.doubleValue, "\(a) and \(b)") }
        if a.doubleValue < b.doubleValue { #expect(!(b < a), "\(a) and \(b)") }
      }
    }
    let sorted = numbers.sorted()
    for (index, low) in sorted.enumerated() {
      for high in sorted[index...] { #expect(!(high < low), "\(low) and \(high)") }
    }
  }
}

extension Array {
  fileprivate func shuffled(seed: UInt64) -> [Element] {
    var random = FixedRandom(seed: seed)
    return map { ($0, random.next()) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}
