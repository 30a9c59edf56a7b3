// A finding about a nested structure (a statistic, an event, a point of a route, a member) has the structure's own
// location. The reader records the locations of the elements of one sample while it builds them (`Place.Parts`, 72
// bytes for each element of a sample that is not a plain record); a check names the path to the structure, and the
// path is looked up only for a finding. The location of a point in a route file is found by reading the file again.
// A finding about a side file is located in that file. Electrocardiograms and clinical records are checked whenever
// they are read; XML documents only when rules are checked, since that is another pass over a file that may be as
// long as the export.

extension Finding {
  /// How much a finding matters.
  public enum Severity: String, Sendable, Comparable, CaseIterable {
    /// Worth knowing.
    case info
    /// Probably not as meant; a repair that was made.
    case warning
    /// Wrong.
    case error

    /// Orders severities from the least.
    public static func < (a: Finding.Severity, b: Finding.Severity) -> Bool {
      a.rank < b.rank
    }

    private var rank: Int {
      switch self {
      case .info: 0
      case .warning: 1
      case .error: 2
      }
    }
  }
}

/// Something worth saying about what was read. A value, never thrown.
public struct Finding: Sendable, Equatable, CustomStringConvertible {
  /// The rule's stable name, such as `broken-dtd`.
  public let rule: String
  /// How much it matters.
  public var severity: Finding.Severity
  /// The location of what was found.
  public let place: Place
  /// The fault and its repair, without health values.
  public let message: String
  /// The identifier of the type of the sample it is about, if it is about one.
  public let type: String?
  /// The name of the source that wrote the sample. It may name a person: not for messages.
  public let source: String?
  /// The values that were found, for those who ask to see values.
  public let detail: String?
  /// Whether it states that something could not be read or checked. Its content is then unknown, so no
  /// baseline may contain it.
  public let isFailure: Bool

  /// A finding.
  ///
  /// - Parameters:
  ///   - message: The fault and its repair, without health values.
  ///   - detail: The values that were found, for those who ask to see values.
  ///   - isFailure: Whether it states that something could not be read or checked.
  public init(
    rule: String, severity: Finding.Severity, place: Place, message: String, type: String? = nil,
    source: String? = nil, detail: String? = nil, isFailure: Bool = false
  ) {
    self.rule = rule
    self.severity = severity
    self.place = place
    // Findings are kept, thousands of them, and names may be of any length.
    self.message = Self.shortened(message, to: 2_048)
    self.type = type.map { Self.shortened($0, to: 512) }
    self.source = source.map { Self.shortened($0, to: 512) }
    self.detail = detail.map { Self.shortened($0, to: 2_048) }
    self.isFailure = isFailure
  }

  private static func shortened(_ text: String, to count: Int) -> String {
    if text.utf8.count <= count { return text }
    return String(decoding: text.utf8.prefix(count), as: UTF8.self) + "…"
  }

  /// `export.xml:12:3: warning: … [broken-dtd]`
  public var description: String {
    "\(place): \(severity.rawValue): \(message) [\(rule)]"
  }

  /// The same finding in a file, of a part of which that begins at a place it was made.
  package func relocated(to start: Place) -> Finding {
    Finding(
      rule: rule, severity: severity, place: start.place(ofPart: place), message: message,
      type: type,
      source: source, detail: detail, isFailure: isFailure)
  }

  /// Identifies the cause of findings, equal in every run and in later exports of the same data: a hash of the rule,
  /// the type and the source, never of the line. A finding about no sample is known by its message.
  public var fingerprint: SampleID {
    var hash = IdentityHash()
    hash.combine(rule)
    hash.combine(type ?? message)
    hash.combine(source ?? "")
    return hash.id
  }
}

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

extension Place {
  /// A step from a sample to a structure nested in it.
  public enum Part: Sendable, Hashable {
    /// The child element of this name and number, counted from 0 among the children of the same name: those of a
    /// ``Sample/FieldVisitor/list(_:element:_:)``.
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

extension Sample {
  /// Whether other structures or samples can be nested in it.
  public var canHaveParts: Bool {
    switch self {
    case .quantity, .category: false
    default: true
    }
  }
}
