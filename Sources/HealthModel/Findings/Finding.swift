// A finding about a nested structure (a statistic, an event, a point of a route, a member) has the structure's own
// location. The reader records the locations of the elements of one sample while it builds them (`Place.Parts`, 72
// bytes for each element of a sample that is not a plain record); a check names the path to the structure, and the
// path is looked up only for a finding. The location of a point in a route file is found by reading the file again.
// A finding about a side file is located in that file. Electrocardiograms and clinical records are checked whenever
// they are read; XML documents only when rules are checked, since that is another pass over a file that may be as
// long as the export.

@_exported public import HealthErrors

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

extension Sample {
  /// Whether other structures or samples can be nested in it.
  public var canHaveParts: Bool {
    switch self {
    case .quantity, .category: false
    default: true
    }
  }
}
