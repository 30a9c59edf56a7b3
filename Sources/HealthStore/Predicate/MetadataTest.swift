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
