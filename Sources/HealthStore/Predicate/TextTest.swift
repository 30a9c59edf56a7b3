import HealthModel

/// A ``SamplePredicate/TextMatch``, made ready.
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
  /// The text folded.
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
