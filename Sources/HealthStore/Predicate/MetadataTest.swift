import HealthModel
import HealthUnits

/// A ``SamplePredicate/MetadataMatch``, prepared for many samples.
enum MetadataTest: Sendable {
  case text(TextTest)
  case number(SamplePredicate.Comparison, Double, UnitName?)
  case date(SamplePredicate.Comparison, DateBound)

  init(_ match: SamplePredicate.MetadataMatch) {
    self =
      switch match {
      case .text(let match): .text(TextTest(match))
      case .number(let comparison, let value, let unit):
        .number(comparison, value, unit.map(UnitName.init))
      case .date(let comparison, let bound): .date(comparison, bound)
      }
  }

  /// Whether a value fits.
  func matches(_ value: String, _ units: inout UnitMemo) -> Bool {
    switch self {
    case .text(let test): return test.matches(value)
    case .date(let comparison, let bound):
      return Timestamp(value).map { bound.holds($0, comparison) } ?? false
    case .number(let comparison, let wanted, let unit):
      let space = value.utf8.firstIndex(of: UInt8(ascii: " "))
      guard let number = Number(space.map { String(value[..<$0]) } ?? value) else { return false }
      var scale: NumberScale? = NumberScale()
      if let unit {
        guard let space else { return false }
        scale = units.scale(from: String(value[value.utf8.index(after: space)...]), to: unit)
      }
      return scale.map { comparison.holds($0.value(of: number), wanted) } ?? false
    }
  }
}

/// Remembers how units of metadata convert, which are texts in each value.
struct UnitMemo: Sendable {
  private struct Pair: Hashable {
    let from: String
    let to: String
  }

  private var scales: [Pair: NumberScale?] = [:]

  /// The scale from one unit to another; `nil` if they cannot be converted.
  mutating func scale(from text: String, to wanted: UnitName) -> NumberScale? {
    if text == wanted.text { return NumberScale() }
    let pair = Pair(from: text, to: wanted.text)
    if let known = scales[pair] { return known }
    // Real files have a handful of units; one with a new unit in each sample must not fill the memory.
    if scales.count >= 64 { scales = [:] }
    let scale = NumberScale(from: UnitName(text).unit, to: wanted.unit)
    if text.utf8.count < 256 { scales[pair] = scale }
    return scale
  }
}

/// A ``SamplePredicate/TextMatch``, prepared for many samples.
enum TextTest: Sendable {
  case equals(FoldedText)
  case differs(FoldedText)
  case like(Glob)
  case exists

  init(_ match: SamplePredicate.TextMatch) {
    self =
      switch match {
      case .equals(let text): .equals(FoldedText(text))
      case .differs(let text): .differs(FoldedText(text))
      case .like(let pattern): .like(Glob(Source(name: pattern).foldedName))
      case .exists: .exists
      }
  }

  /// Whether a text fits; what is not there never does.
  func matches(_ text: String?) -> Bool {
    guard let text else { return false }
    return switch self {
    case .equals(let wanted): wanted == text
    case .differs(let wanted): !(wanted == text)
    case .like(let glob): glob.matches(Source(name: text).foldedName)
    case .exists: true
    }
  }
}

/// A text that others are compared with as a reader would.
struct FoldedText: Sendable {
  /// The text with case folded.
  let text: String
  /// The original text.
  let spelling: String

  init(_ text: String) {
    spelling = text
    self.text = Source(name: text).foldedName
  }

  /// Whether another text is equal when folded. Identical bytes are not folded.
  static func == (wanted: FoldedText, text: String) -> Bool {
    wanted.spelling.utf8.elementsEqual(text.utf8) || wanted.text == Source(name: text).foldedName
  }
}

/// A unit that a predicate names: its text, and what it means if it is known.
struct UnitName: Sendable {
  let text: String
  let unit: HealthUnit?

  init(_ text: String) {
    self.text = text
    unit = try? HealthUnit(text)
  }

  /// The unit with the molar mass of what a type measures, where moles were named without one: people write
  /// `mmol/L`, exports of blood glucose `mmol<180.1558800000541>/L`.
  func unit(for type: SampleType) -> HealthUnit? {
    guard case .quantity(let type) = type else { return unit }
    return unit?.measuring(type)
  }

  /// Whether values of some of these types may have it; `nil` is any type.
  func fits(anyOf types: Set<String>?) -> Bool {
    types?.contains { fits(QuantityType($0)) } ?? true
  }

  /// Whether values of a type may have it; any value may if the type is unknown.
  private func fits(_ type: QuantityType) -> Bool {
    guard let canonical = type.canonicalUnit else { return true }
    let wanted = unit(for: .quantity(type))
    return ([canonical] + type.otherUnits).contains {
      NumberScale(from: try? HealthUnit($0), to: wanted) != nil
    }
  }
}

/// A ``SamplePredicate/TextMatch`` for units: spellings of one unit are the same.
struct UnitTest: Sendable {
  private let test: TextTest
  private let wanted: UnitName?

  init(_ match: SamplePredicate.TextMatch) {
    test = TextTest(match)
    switch match {
    case .equals(let text), .differs(let text): wanted = UnitName(text)
    case .like, .exists: wanted = nil
    }
  }

  /// Whether the unit of samples fits; `false` if they have no unit.
  func matches(_ descriptor: SampleDescriptor) -> Bool {
    guard let text = descriptor.unitText else { return false }
    guard let wanted else { return test.matches(text) }
    // The case of a unit's letters has a meaning.
    let isSame =
      text == wanted.text
      || (wanted.unit != nil && descriptor.unit == wanted.unit(for: descriptor.type))
    if case .differs = test { return !isSame }
    return isSame
  }
}

/// Converts the numbers of samples to the unit of a query.
struct NumberScale: Sendable {
  private let conversion: HealthUnit.Conversion?

  /// Compares numbers without conversion.
  init() { conversion = nil }

  init?(from own: HealthUnit?, to wanted: HealthUnit?) {
    guard let own, let wanted, let conversion = try? own.conversion(to: wanted) else { return nil }
    self.init(conversion)
  }

  init(_ conversion: HealthUnit.Conversion) {
    self.conversion = conversion.powerOfTen == 0 ? nil : conversion
  }

  /// The scale from the unit of samples to another; `nil` if they cannot be converted.
  init?(from descriptor: SampleDescriptor, to wanted: UnitName?) {
    if wanted == nil || wanted?.text == descriptor.unitText {
      self.init()
    } else {
      self.init(from: descriptor.unit, to: wanted?.unit(for: descriptor.type))
    }
  }

  /// The number in the unit of the query.
  func value(of number: Number) -> Double {
    guard let conversion else { return number.doubleValue }
    // Of a number with more digits, only the spelling has all of them.
    guard number.spelling == nil || number.digits.magnitude < 10_000_000_000_000_000 else {
      return conversion(number.doubleValue)
    }
    return conversion(digits: number.digits, exponent: Int(number.exponent))
  }
}
