/// A length of time as a clock shows it.
enum ClockLength {
  /// The seconds of `1:02:03`, `1:02` or `62:03`; without the fraction.
  ///
  /// - Parameter isHoursFirst: Whether of two numbers the first is hours.
  /// - Returns: The seconds, or `nil` if it is no such text.
  static func seconds(_ text: String, isHoursFirst: Bool) -> Int64? {
    let whole = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)[0]
    let parts = whole.split(separator: ":", omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count else { return nil }
    var seconds: Int64 = 0
    for part in parts {
      guard part.utf8.count <= 6, part.utf8.allSatisfy({ $0 &- 48 < 10 }), let value = Int64(part)
      else { return nil }
      seconds = seconds * 60 + value
    }
    return parts.count == 2 && isHoursFirst ? seconds * 60 : seconds
  }
}
