public import HealthModel

/// What a sample is found by in a store: its identity, and which of duplicates it is.
public struct SampleKey: Hashable, Sendable, Comparable {
  /// The identity.
  public let id: SampleID
  /// How many duplicates came before it.
  public let ordinal: UInt32

  /// The key of a duplicate.
  public init(id: SampleID, ordinal: UInt32 = 0) {
    self.id = id
    self.ordinal = ordinal
  }

  /// The key of a sample.
  public init(_ sample: Sample) {
    self.init(id: sample.id, ordinal: sample.ordinal)
  }

  /// Orders by identity, then by ordinal.
  public static func < (a: SampleKey, b: SampleKey) -> Bool {
    (a.id, a.ordinal) < (b.id, b.ordinal)
  }
}

extension SampleKey: CustomStringConvertible {
  /// The identity as 32 hexadecimal digits, for a duplicate with `-` and its ordinal.
  public var description: String { ordinal == 0 ? "\(id)" : "\(id)-\(ordinal)" }

  /// The key that a text spells, or `nil`.
  ///
  /// - Parameter text: As ``description`` has it.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count <= 2, let id = SampleID(String(parts[0])) else { return nil }
    guard parts.count == 2 else {
      self.init(id: id)
      return
    }
    guard let ordinal = UInt32(parts[1]), ordinal > 0, "\(ordinal)" == parts[1] else { return nil }
    self.init(id: id, ordinal: ordinal)
  }
}
