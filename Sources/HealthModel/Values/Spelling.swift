/// The text a value was written with, kept only where printing the value would not give it back.
///
/// One shared box, so that the values that need none carry a null pointer and no more.
public final class Spelling: Sendable {
  /// The text, exactly as it was read.
  public let text: String

  /// Keeps a text.
  ///
  /// - Parameter text: The text, exactly as it was read.
  public init(_ text: String) {
    self.text = text
  }
}
