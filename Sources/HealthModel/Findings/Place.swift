/// Where in a file something is.
public struct Place: Sendable, Hashable, CustomStringConvertible {
  /// The file, as its user named it; members of an archive after a slash.
  public var file: String
  /// The line, from 1; 0 where the file has no lines.
  public var line: Int
  /// The column in characters, from 1; 0 where it is not known.
  public var column: Int
  /// How many bytes of the file are before it.
  public var byteOffset: Int64

  /// A place in a file.
  public init(file: String, line: Int = 0, column: Int = 0, byteOffset: Int64 = 0) {
    self.file = file
    self.line = line
    self.column = column
    self.byteOffset = byteOffset
  }

  /// `file:line:column`, as compilers write it.
  public var description: String {
    switch (line, column) {
    case (0, _): file
    case (_, 0): "\(file):\(line)"
    default: "\(file):\(line):\(column)"
    }
  }
}

extension Place {
  /// The place in a file of a place in a part of it that begins here.
  package func place(ofPart place: Place) -> Place {
    Place(
      file: file, line: line + place.line - 1,
      column: place.line == 1 ? column + place.column - 1 : place.column,
      byteOffset: byteOffset + place.byteOffset)
  }
}
