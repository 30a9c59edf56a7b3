public import HealthFormats

/// A kind of store, as a value: how its stores are named and opened. Reading and writing it as a whole is a
/// `Format` like any other.
public struct StoreKind: Sendable {
  /// The purpose for which a store is opened.
  public enum Access: Sendable {
    /// For queries only.
    case reading
    /// To change an existing store.
    case writing
    /// To change a store; a missing one is created at the first commit.
    case creating
    /// To create a new store; at its first commit it replaces the existing content.
    case replacing
  }

  /// Opens a store at a location: a path, or an address with its scheme.
  public typealias Open =
    @Sendable (_ location: String, _ access: Access) throws(HealthError) -> any SampleStore

  /// Its name, its extensions and schemes, its readers and writers.
  public let format: Format
  /// Opens a store.
  public let open: Open

  /// Describes a kind of store.
  public init(format: Format, open: @escaping Open) {
    self.format = format
    self.open = open
  }
}
