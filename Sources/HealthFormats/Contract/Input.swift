public import HealthBytes
import HealthModel

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

extension Input {
  /// Opens one of its files, and names it as messages do.
  func open(
    _ entry: InputContainer.Entry
  ) throws(FormatError) -> (source: any ByteSource, name: String) {
    let name = container.kind == .file ? name : "\(name)/\(entry.path)"
    do throws(ByteError) { return (try container.open(entry), name) } catch {
      throw FormatError(error, place: Place(file: name))
    }
  }
}
