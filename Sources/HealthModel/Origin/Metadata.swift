/// What is noted with a sample beside its value: keys with values, in the order written.
///
/// A key may come more than once. Values are kept to the letter; ``MetadataEntry/typed`` reads them as
/// the catalog says.
public struct Metadata: Sendable, Equatable {
  /// The entries, in the order written.
  public var entries: [MetadataEntry]

  /// Metadata of some entries.
  ///
  /// - Parameter entries: The entries, in order; none by default.
  public init(_ entries: [MetadataEntry] = []) {
    self.entries = entries
  }

  /// Whether there is none.
  public var isEmpty: Bool { entries.isEmpty }

  /// The first value of a key, to the letter.
  ///
  /// - Complexity: Linear in the number of entries.
  public subscript(key: MetadataKey) -> String? {
    entries.first { $0.key == key }?.value
  }

  /// All values of a key, in order.
  ///
  /// - Returns: The values, to the letter.
  public func values(of key: MetadataKey) -> [String] {
    entries.filter { $0.key == key }.map(\.value)
  }
}

/// One key with one value.
public struct MetadataEntry: Sendable, Equatable {
  /// The key: one of HealthKit's or any text.
  public let key: MetadataKey
  /// The value, to the letter.
  public let value: String

  /// Notes a value.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value, to the letter.
  public init(key: MetadataKey, value: String) {
    self.key = key
    self.value = value
  }
}
