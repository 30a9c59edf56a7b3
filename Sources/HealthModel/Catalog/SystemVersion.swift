/// A version of iOS, such as 16.4.
public struct SystemVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number before the point.
  public let major: UInt8
  /// The number after the point.
  public let minor: UInt8

  /// Makes a version of its two numbers.
  public init(_ major: UInt8, _ minor: UInt8) {
    self.major = major
    self.minor = minor
  }

  /// Whether `lhs` came before `rhs`.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.major, lhs.minor) < (rhs.major, rhs.minor)
  }

  /// Both numbers, as in `16.4`.
  public var description: String { "\(major).\(minor)" }
}
