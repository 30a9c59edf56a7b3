import HealthModel
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
    var random = RandomWords(seed: 1)
    for _ in 0..<20_000 {
      let text = Self.text(&random)
      let number = try #require(Number(text), "\(text)")
      #expect(number.description == text)
      #expect(number.doubleValue == Double(text), "\(text)")
    }
  }

  private static func text(_ random: inout RandomWords) -> String {
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
    var random = RandomWords(seed: 2)
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
    ("0.00100", "1e-3"),
  ])
  func numbersAreEqualHoweverWritten(one: String, other: String) throws {
    let (one, other) = (try #require(Number(one)), try #require(Number(other)))
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
  }

  @Test(arguments: [("1", "2"), ("-2", "-1"), ("9.99", "10"), ("1e-5", "0.0001")])
  func numbersAreOrdered(less: String, more: String) throws {
    let (less, more) = (try #require(Number(less)), try #require(Number(more)))
    #expect(less < more)
    #expect(less != more)
  }
}

/// Words that look random and are always the same (SplitMix64, Steele, Lea and Flood 2014).
struct RandomWords {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word &>> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word &>> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word &>> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
