/// A decimal number without a text form of its own. Unlike a `Number` it contains no reference, so that no references are
/// counted while it is handed on.
@usableFromInline package struct PlainNumber: Sendable, Equatable {
  /// The digits, at most 18, as one integer.
  public let digits: Int64
  /// The power of ten that the digits are multiplied by.
  public let exponent: Int16

  /// A number of its parts.
  @inlinable public init(digits: Int64, exponent: Int16) {
    self.digits = digits
    self.exponent = exponent
  }
}

extension Number {
  /// A number that prints as its digits.
  @inlinable package init(_ plain: PlainNumber) {
    self.init(digits: plain.digits, exponent: plain.exponent, spelling: nil)
  }
}
