/// Something that a format cannot carry, declared beforehand and counted when it happens.
public struct Loss: Sendable, Equatable {
  /// A stable name, such as `route-files`.
  public let name: String
  /// An explanation of what is lost.
  public let explanation: String

  /// Declares a loss.
  public init(_ name: String, _ explanation: String) {
    self.name = name
    self.explanation = explanation
  }
}

extension Loss {
  /// How often something was lost.
  public struct Count: Sendable, Equatable {
    /// What was lost.
    public let loss: Loss
    /// How often.
    public let count: Int

    /// Counts a loss.
    public init(loss: Loss, count: Int) {
      self.loss = loss
      self.count = count
    }
  }
}
