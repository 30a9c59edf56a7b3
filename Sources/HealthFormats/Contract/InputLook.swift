public import HealthBytes

/// What a look at an input shows, before it is known what it is.
public struct InputLook: Sendable {
  /// What it is.
  public let kind: InputContainer.Kind
  /// Its first bytes, unpacked; of an archive or a folder, none.
  public let firstBytes: [UInt8]
  /// The paths of its files; of a single file, its name.
  public let paths: [String]

  /// What a look showed.
  ///
  /// - Parameters:
  ///   - kind: What it is.
  ///   - firstBytes: Its first bytes, unpacked; of an archive or a folder, none.
  ///   - paths: The paths of its files.
  public init(kind: InputContainer.Kind, firstBytes: [UInt8], paths: [String]) {
    self.kind = kind
    self.firstBytes = firstBytes
    self.paths = paths
  }

  /// Looks at an input. Cost: that of opening a file and reading some kilobytes; a stream stays whole.
  ///
  /// - Parameter container: The input.
  /// - Throws: `ByteError`: what opening and reading throws.
  public init(_ container: InputContainer) throws(ByteError) {
    kind = container.kind
    paths = container.entries.map(\.path)
    if container.kind == .file, let file = container.entries.first {
      firstBytes = try container.firstBytes(of: file)
    } else {
      firstBytes = []
    }
  }
}
