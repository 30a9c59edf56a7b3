/// Metadata of a sample: keys with values, in the order written.
///
/// A key may occur more than once. Values are preserved exactly; ``MetadataEntry/typed`` interprets them by the type
/// that the catalog has for the key.
public struct Metadata: Sendable, Equatable {
  /// The entries, in the order written.
  public var entries: [MetadataEntry]

  /// Metadata of some entries.
  ///
  /// - Parameter entries: The entries, in order; none by default.
  public init(_ entries: [MetadataEntry] = []) {
    self.entries = entries
  }

  /// Whether there are no entries.
  public var isEmpty: Bool { entries.isEmpty }

  /// The first value of a key, exactly as written.
  ///
  /// - Complexity: Linear in the number of entries.
  public subscript(key: MetadataKey) -> String? {
    entries.first { $0.key == key }?.value
  }

  /// All values of a key, in order.
  public func values(of key: MetadataKey) -> [String] {
    entries.filter { $0.key == key }.map(\.value)
  }
}

/// One key with one value.
public struct MetadataEntry: Sendable, Equatable {
  /// The key: one of HealthKit's or any text.
  public let key: MetadataKey
  /// The value, exactly as written.
  public let value: String

  /// Notes a value.
  public init(key: MetadataKey, value: String) {
    self.key = key
    self.value = value
  }
}
