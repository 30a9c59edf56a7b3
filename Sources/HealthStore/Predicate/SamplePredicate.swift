/// A condition on samples (`NSPredicate` for queries of HealthKit, but typed).
///
/// `SampleMatcher` defines which samples match, for streams and stores alike. A store may look up a part of the
/// condition in its indexes (`SampleBounds`) and gives what it finds to the matcher.
///
/// A comparison with something that a sample does not have is false, `!=` too; ``not(_:)`` inverts any answer. So a
/// mistyped type or unit would match nothing and, inverted, everything: the functions that take one throw instead.
public struct SamplePredicate: Sendable, Equatable {
  package let form: Form

  /// A condition as it is, unchecked.
  package init(_ form: Form) { self.form = form }

  /// How two values are compared.
  public enum Comparison: String, Sendable, CaseIterable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// What of a sample is a text.
  public enum TextField: String, Sendable, CaseIterable {
    case source, sourceVersion, sourceProductType, sourceOperatingSystem
    /// The name of the device.
    case device
    case deviceManufacturer, deviceModel, deviceHardware, deviceFirmware, deviceSoftware
    case deviceLocalIdentifier, deviceUDI
    /// The unit; spellings of one unit are the same.
    case unit
  }

  /// How a text is compared: folded, so that case, kinds of spaces and invisible characters do not matter.
  public enum TextMatch: Sendable, Equatable {
    /// Is this text.
    case equals(String)
    /// Is there, and another text.
    case differs(String)
    /// Fits a pattern of `*` and `?`.
    case like(String)
    /// Is there at all.
    case exists
  }

  /// How a value of metadata is compared.
  public enum MetadataMatch: Sendable, Equatable {
    /// The text.
    case text(TextMatch)
    /// The number that the text is or begins with; with a unit, the quantity that it is, compared in that unit.
    case number(Comparison, Double, unit: String?)
    /// The date.
    case date(Comparison, DateBound)
  }
}

extension SamplePredicate.MetadataMatch {
  /// The key is there.
  public static var exists: Self { .text(.exists) }
}

extension SamplePredicate.Comparison {
  /// Whether it holds between two numbers.
  func holds(_ a: Double, _ b: Double) -> Bool {
    switch self {
    case .equal: a == b
    // What is no number compares with nothing.
    case .notEqual: a < b || a > b
    case .less: a < b
    case .lessOrEqual: a <= b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    }
  }
}
