import HealthBytes
import HealthConv

/// Prints messages to the user, with hidden paths replaced. The tool uses it in place of
/// `HealthBytes.StandardError`.
enum MessageOutput {
  static var isTerminal: Bool { HealthBytes.StandardError.isTerminal }

  /// Writes text, with control characters but the ends of its lines escaped.
  static func write(_ text: String) {
    HealthBytes.StandardError.write(HiddenPaths.message(text))
  }

  /// Writes text with its control characters.
  static func draw(_ text: String) {
    HealthBytes.StandardError.draw(HiddenPaths.message(text))
  }
}
