public import HealthBytes

extension Format {
  /// An XML Schema, and the files of an input that it describes.
  public struct Schema: Sendable {
    /// The name of the schema, one of ``files``.
    public let name: String
    /// Reads the schema and those that it includes, by the names by which they refer to each other.
    public let files: @Sendable () -> [String: [UInt8]]
    /// The files of an input that the schema describes. Receives the path of the main file, if the reader has one.
    public let documents: @Sendable (Input, _ main: String?) -> [InputContainer.Entry]

    /// Describes a schema.
    public init(
      _ name: String, files: @escaping @Sendable () -> [String: [UInt8]],
      documents: @escaping @Sendable (Input, _ main: String?) -> [InputContainer.Entry]
    ) {
      self.name = name
      self.files = files
      self.documents = documents
    }
  }
}
