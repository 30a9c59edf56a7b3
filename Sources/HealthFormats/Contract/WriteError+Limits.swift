import HealthBytes

extension WriteError {
  /// A sample is larger than what readers accept.
  init(beyond limit: Limit) {
    self.init(
      ByteError(.tooLarge, "", "a sample has \(limit.excess); no reader would accept it")
    )
  }
}
