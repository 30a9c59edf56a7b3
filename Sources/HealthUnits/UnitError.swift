/// Why a text is not a unit, or a value cannot be converted.
public struct UnitError: Error, Equatable, Sendable {
  /// The kinds of fault.
  public enum Code: Sendable {
    /// A symbol that is no unit, such as `ug`.
    case unknownUnit
    /// A text against the grammar, such as `m^2^2`.
    case malformed
    /// A text that is too long, nested too deep or of too high a power.
    case beyondLimit
    /// Two units of different dimension.
    case incompatible
    /// An amount of substance and a mass, which a molar mass makes compatible.
    case missingMolarMass
  }

  /// The kind of fault.
  public let code: Code

  /// The text that was read, shortened if too long, or the unit that was to be converted.
  public let text: String

  /// Where in the text the fault is, in Unicode scalars from 0; `nil` if it has no place in a text.
  public let offset: Int?

  /// A suggestion, such as `mcg` for `ug`.
  public let suggestion: String?

  private let message: String

  init(
    _ code: Code, found: String, expected: String? = nil, suggestion: String? = nil, at offset: Int,
    of text: String
  ) {
    (self.code, self.text, self.offset, self.suggestion) = (code, text, offset, suggestion)
    let expectation = expected.map { ", expected \($0)" } ?? ""
    message = "\(found) at character \(offset + 1) of '\(text)'\(expectation)"
  }

  /// A conversion between dimensions.
  init(incompatible unit: HealthUnit, with other: HealthUnit) {
    let isMassMissing = unit.isCompatibleGivenMolarMass(with: other)
    code = isMassMissing ? .missingMolarMass : .incompatible
    (text, offset, suggestion) = (unit.description, nil, nil)
    message =
      "cannot convert '\(unit)' (\(unit.dimension)) to '\(other)' (\(other.dimension))"
      + (isMassMissing
        ? " without the molar mass of the substance, such as mol<180.1558800000541> for glucose"
        : "")
  }
}

extension UnitError: CustomStringConvertible {
  /// One sentence: `unknown unit 'dLx' at character 4 of 'mg/dLx'`.
  ///
  /// Control characters of the text are shown as `�`, so that it cannot steer a terminal.
  public var description: String {
    let advice = suggestion.map { "; did you mean '\($0)'?" } ?? ""
    let shown = (message + advice).unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
    }
    return String(String.UnicodeScalarView(shown))
  }
}
