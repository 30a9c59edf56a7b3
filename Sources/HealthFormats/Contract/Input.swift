public import HealthBytes

/// Something to read: a file, a folder, an archive or standard input.
public struct Input: Sendable {
  /// Its name, with which messages begin.
  public let name: String
  /// Its files. A single file is a container of one entry.
  public let container: InputContainer

  /// Names something to read.
  public init(name: String, container: InputContainer) {
    self.name = name
    self.container = container
  }
}
