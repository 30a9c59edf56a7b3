import HealthFormats
import HealthModel
import HealthStore
import Testing

/// The rule of which numbers a column of floating point gives back.
@Suite struct StoredNumberTests {
  @Test(arguments: [
    ("0", true), ("7", true), ("-7", true), ("100", true), ("72.5", true), ("0.1", true),
    ("-0.001", true), ("999999999999999", true), ("0.123456789012345", true),
    ("0.00000000000000001", true), ("123456.789012345", true),
    ("72.50", false), ("0.0", false), ("-0", false), ("007", false), ("+5", false),
    ("1e300", false), ("1E5", false), ("1000000000000000", false), ("0.1234567890123456", false),
    ("12345678901234567", false), ("1e400", false), ("0.00000000000000000000001", false),
  ])
  func rule(_ text: String, isReal: Bool) throws {
    let number = try #require(Number(text))
    #expect(number.isReal == isReal, "\(text)")
    if isReal { #expect(Number(real: number.doubleValue).description == text) }
  }

  @Test func everyNumberOfUpToFifteenDigits() {
    var random = SystemRandomNumberGenerator()
    var count = 0
    for _ in 0..<20_000 {
      let length = Int.random(in: 1...17, using: &random)
      var digits = Int64.random(in: 0..<Int64(1e17), using: &random)
      for _ in 0..<(17 - length) { digits /= 10 }
      if Bool.random(using: &random) { digits = -digits }
      let number = Number(digits: digits, exponent: Int16.random(in: -24...3, using: &random))
      guard number.isReal else { continue }
      count += 1
      let again = Number(real: number.doubleValue)
      #expect(again.digits == number.digits && again.exponent == number.exponent)
    }
    #expect(count > 10_000)
  }

  /// Whatever a database holds, reading it gives a number that is nearest to it.
  @Test(arguments: [
    Double.infinity, -.infinity, .nan, 1e300, -1e300, .leastNonzeroMagnitude, 1.0 / 3, 0.1 + 0.2,
    1e15, -0.0,
    0x1p53, 0x1p63, .leastNormalMagnitude,
  ])
  func anyDouble(_ value: Double) {
    let number = Number(real: value)
    #expect(number.doubleValue == (value.isFinite ? value : 0))
  }
}
