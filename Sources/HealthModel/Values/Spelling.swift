/// The text a value was written with, kept only where printing the value would not give it back.
///
/// A shared box, so that values without a special text form store only a null pointer.
@usableFromInline package final class Spelling: Sendable {
  /// The text, exactly as it was read.
  public let text: String

  /// Keeps a text.
  public init(_ text: String) {
    self.text = text
  }
}
