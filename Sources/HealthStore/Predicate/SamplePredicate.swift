public import HealthModel

/// Which samples are meant (`NSPredicate` for queries of HealthKit, but typed).
///
/// One law for streams and stores alike: what ``SampleMatcher`` says. A store may look up a part of it in its
/// indexes (``SampleBounds``, ``SampleMatcher/canMatch(_:kind:)``), and asks the matcher about what it finds.
///
/// A comparison with something that a sample does not have is false, `!=` too; ``not(_:)`` turns any answer round.
public indirect enum SamplePredicate: Sendable, Equatable {
  /// Every sample.
  case all
  /// Samples of a type, by its identifier; of an element nobody knows, by its name.
  case type(String)
  /// Samples of types that a pattern of `*` and `?` fits: their identifier, their short name or their kind. Case
  /// does not matter.
  case types(like: String)
  /// Samples of a kind.
  case kind(SampleKind)
  /// By when they began. Documents and elements nobody knows have no dates.
  case start(Comparison, DateBound)
  /// By when they ended.
  case end(Comparison, DateBound)
  /// By when they were saved on the phone, where that is known.
  case created(Comparison, DateBound)
  /// Those of which it is known when they were saved on the phone.
  case hasCreated
  /// By how long they took from start to end, in seconds; pauses of a workout count.
  case duration(Comparison, Double)
  /// By the number of a quantity, compared as the `Double` nearest to its value in the unit named: samples of
  /// other dimensions do not match. Without a unit, the numbers are compared as they stand. `%` is a fraction, in
  /// which 1 is all.
  case value(Comparison, Double, unit: String?)
  /// By the case of a category: its name as exports write it, its short name or its number. Old and new names
  /// of one case are the same.
  case category(TextMatch)
  /// By a text that describes them: of the source, the device, the unit.
  case text(TextField, TextMatch)
  /// By metadata: one value of the key at least.
  case metadata(key: String, MetadataMatch)
  /// All of them.
  case and([SamplePredicate])
  /// One of them at least.
  case or([SamplePredicate])
  /// Not that.
  case not(SamplePredicate)

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

extension SamplePredicate {
  /// By when they began.
  ///
  /// - Parameters:
  ///   - comparison: How the start is compared.
  ///   - instant: With what.
  /// - Returns: The predicate.
  public static func start(_ comparison: Comparison, _ instant: Timestamp) -> SamplePredicate {
    .start(comparison, DateBound(instant))
  }

  /// By when they ended.
  ///
  /// - Parameters:
  ///   - comparison: How the end is compared.
  ///   - instant: With what.
  /// - Returns: The predicate.
  public static func end(_ comparison: Comparison, _ instant: Timestamp) -> SamplePredicate {
    .end(comparison, DateBound(instant))
  }

  /// By when they were saved on the phone, where that is known.
  ///
  /// - Parameters:
  ///   - comparison: How the date is compared.
  ///   - instant: With what.
  /// - Returns: The predicate.
  public static func created(_ comparison: Comparison, _ instant: Timestamp) -> SamplePredicate {
    .created(comparison, DateBound(instant))
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
