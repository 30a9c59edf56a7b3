/// Where in a file something is.
public struct Place: Sendable, Hashable, CustomStringConvertible {
  /// The file, as its user named it; members of an archive after a slash.
  public var file: String
  /// The line, from 1; 0 where the file has no lines.
  public var line: Int
  /// The column in characters, in findings about text formats with lines (`LineReader`) in bytes, from 1; 0 where it is not
  /// known.
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

extension Place {
  /// A step from a sample to a structure nested in it.
  public enum Part: Sendable, Hashable {
    /// The child element of this name and number, counted from 0 among the children of the same name: those of a
    /// `Sample.FieldVisitor.list(_:element:_:)`.
    case element(String, Int)
    /// The point of this number in a route file, which is named by its path in the export.
    case point(file: String, Int)
  }
}

extension Place {
  /// The locations of the elements that the last sample was read from, so that a finding about a nested structure names
  /// its own line.
  public struct Parts {
    /// An element; the entries of its children follow it.
    public struct Entry: Sendable {
      let name: String
      let file: String?
      let depth: Int
      let line: Int
      let column: Int
      let byteOffset: Int64

      /// An element at a depth; the outermost element has depth 0. Without a file it is in that of the others.
      public init(
        name: String, file: String? = nil, depth: Int, line: Int, column: Int, byteOffset: Int64
      ) {
        self.name = name
        self.file = file
        self.depth = depth
        self.line = line
        self.column = column
        self.byteOffset = byteOffset
      }

      /// The same element, which was found in a part of a file that begins at a place.
      package func relocated(to start: Place) -> Entry {
        let place = start.place(
          ofPart: Place(file: "", line: line, column: column, byteOffset: byteOffset))
        return Entry(
          name: name, file: file, depth: depth, line: place.line, column: place.column,
          byteOffset: place.byteOffset)
      }
    }

    private let file: String
    private let entries: [Entry]
    private let point: (([Place.Part]) -> Place?)?

    /// The locations of the elements of one sample.
    ///
    /// - Parameters:
    ///   - entries: The elements in the order of their start tags, the outermost element first.
    ///   - point: Finds the route point that a path ends at; it may read the route's file again.
    public init(
      file: String, entries: [Entry], point: (([Place.Part]) -> Place?)? = nil
    ) {
      self.file = file
      self.entries = entries
      self.point = point
    }

    /// The location of a nested structure, by the steps from the sample to it; `nil` if there is no such element.
    ///
    /// - Complexity: Linear in the number of elements.
    public func place(of path: [Place.Part]) -> Place? {
      if case .point = path.last { return point?(path) }
      var index = 0
      for case .element(let name, let number) in path {
        guard let child = child(of: index, name, number) else { return nil }
        index = child
      }
      guard index < entries.count else { return nil }
      let entry = entries[index]
      return Place(
        file: entry.file ?? file, line: entry.line, column: entry.column,
        byteOffset: entry.byteOffset
      )
    }

    /// The same locations with other names of files.
    package func namingFiles(_ name: @escaping (String) -> String) -> Parts {
      let named = entries.map { entry in
        Entry(
          name: entry.name, file: entry.file.map(name), depth: entry.depth, line: entry.line,
          column: entry.column, byteOffset: entry.byteOffset)
      }
      return Parts(
        file: name(file), entries: named,
        point: point.map { point in
          { path in
            var place = point(path)
            if let file = place?.file { place?.file = name(file) }
            return place
          }
        })
    }

    private func child(of parent: Int, _ name: String, _ number: Int) -> Int? {
      guard parent < entries.count else { return nil }
      let depth = entries[parent].depth + 1
      var left = number
      var index = parent + 1
      while index < entries.count, entries[index].depth >= depth {
        if entries[index].depth == depth, entries[index].name == name {
          if left == 0 { return index }
          left -= 1
        }
        index += 1
      }
      return nil
    }
  }
}
