public import HealthModel

/// Which samples are meant (`NSPredicate` for queries of HealthKit, but typed).
///
/// One law for streams and stores alike: what ``SampleMatcher`` says. A store may look up a part of it in its
/// indexes, and asks the matcher about what it finds.
public indirect enum SamplePredicate: Sendable, Equatable {
  /// Every sample.
  case all
  /// Samples of a type, by its identifier; of an element nobody knows, by its name.
  case type(String)
  /// Samples of a kind.
  case kind(SampleKind)
  /// By when they began. Samples without dates match no comparison.
  case start(Comparison, Timestamp)
  /// By when they ended.
  case end(Comparison, Timestamp)
  /// By when they were saved on the phone, where that is known.
  case created(Comparison, Timestamp)
  /// By how long they took, in seconds.
  case duration(Comparison, Double)
  /// By the number of a quantity. Compared in the unit named: samples of other dimensions do not match. Without
  /// a unit, the numbers are compared as they stand.
  case value(Comparison, Double, unit: String?)
  /// By the case of a category: its name as exports write it, or its number.
  case category(TextMatch)
  /// By a text that describes them: of the source, the device, the unit. What is not there matches nothing.
  case text(TextField, TextMatch)
  /// By metadata: any value of the key.
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
    case source, sourceVersion, sourceProductType
    case device, deviceManufacturer, deviceModel, deviceHardware, deviceFirmware, deviceSoftware
    case deviceLocalIdentifier, deviceUDI
    case unit
    /// The zone that the metadata name.
    case timeZone
  }

  /// How a text is compared. Names of sources and devices are compared folded: case, kinds of spaces and invisible
  /// characters do not matter.
  public enum TextMatch: Sendable, Equatable {
    /// Is this text.
    case equals(String)
    /// Fits a pattern of `*` and `?`.
    case like(String)
    /// Is there at all.
    case exists
  }

  /// How a value of metadata is compared.
  public enum MetadataMatch: Sendable, Equatable {
    /// The key is there.
    case exists
    /// The text.
    case text(TextMatch)
    /// The number; with a unit, the quantity, compared in that unit.
    case number(Comparison, Double, unit: String?)
    /// The date.
    case date(Comparison, Timestamp)
  }
}
