/// Something that a format cannot carry, declared beforehand and counted when it happens.
public struct Loss: Sendable, Equatable {
  /// A stable name, such as `route-files`.
  public let name: String
  /// What is lost, in a sentence.
  public let explanation: String

  /// Declares a loss.
  ///
  /// - Parameters:
  ///   - name: A stable name.
  ///   - explanation: What is lost, in a sentence.
  public init(_ name: String, _ explanation: String) {
    self.name = name
    self.explanation = explanation
  }
}
