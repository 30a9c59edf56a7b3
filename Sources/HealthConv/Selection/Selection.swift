/// Which samples are selected: by type, source and start.
///
/// Each condition that is given has to hold.
public struct Selection: Sendable {
  /// The selected types; empty for all.
  public var types: [TypePattern] = []
  /// The excluded types, even if they are also selected.
  public var excludedTypes: [TypePattern] = []
  /// The beginning of the interval of starts.
  public var since: DateBound?
  /// The end of the interval of starts, exclusive, so that consecutive years and days hold each sample once.
  public var until: DateBound?

  /// What else has to hold of them.
  public var predicate = SamplePredicate.all

  /// A source, by its name.
  struct SourcePattern {
    let pattern: String
    let glob: Glob
  }

  /// The selected sources; empty for all.
  private(set) var sources: [SourcePattern] = []

  /// All samples.
  public init() {}

  /// Whether all samples are selected.
  var isEmpty: Bool {
    types.isEmpty && excludedTypes.isEmpty && sources.isEmpty && !hasDates && predicate == .all
  }

  /// Also selects samples of a source.
  ///
  /// - Parameter pattern: The source's name or a pattern of it. Case does not matter, nor does which kind of
  ///   space is in it.
  public mutating func addSource(_ pattern: String) {
    sources.append(
      SourcePattern(pattern: pattern, glob: Glob(Source(name: pattern).foldedName)))
  }

  /// Whether samples of a descriptor may be selected. Called once for each descriptor.
  func selects(_ descriptor: SampleDescriptor, kind: SampleKind) -> Bool {
    if !types.isEmpty, !types.contains(where: { $0.matches(descriptor.type, kind: kind) }) {
      return false
    }
    if excludedTypes.contains(where: { $0.matches(descriptor.type, kind: kind) }) { return false }
    // A document has no date. Its parts are selected together, so that a file is never split.
    if kind == .document, hasDates { return false }
    if sources.isEmpty { return true }
    let name = descriptor.source.foldedName
    return sources.contains { $0.glob.matches(name) }
  }

  /// Whether an unknown element is selected: only without conditions on source and date, since it has neither.
  func selects(_ element: Element) -> Bool {
    guard sources.isEmpty, !hasDates else { return false }
    return (types.isEmpty || types.contains { $0.matches(element) })
      && !excludedTypes.contains { $0.matches(element) }
  }

  /// The query that finds all selected samples. With a pattern of sources that may mean no source, it finds possibly more.
  package var query: SampleQuery {
    var parts = [predicate.form]
    if !types.isEmpty {
      parts.append(.or(types.flatMap { [$0.text] + $0.members }.map { .types(like: $0) }))
    }
    if !excludedTypes.isEmpty {
      parts.append(.not(.or(excludedTypes.map { .types(like: $0.text) })))
    }
    if let since { parts.append(.start(.greaterOrEqual, since)) }
    if let until { parts.append(.start(.less, until)) }
    // A predicate never means what has no source; a pattern may.
    if !sources.isEmpty, !sources.contains(where: { $0.glob.matches("") }) {
      parts.append(.or(sources.map { .text(.source, .like($0.pattern)) }))
    }
    return SampleQuery(parts.count == 1 ? predicate : SamplePredicate(.and(parts)))
  }

  /// Whether the start of a sample matters.
  var hasDates: Bool { since != nil || until != nil }

  func selects(start: Timestamp) -> Bool {
    if let since, !since.isReached(by: start) { return false }
    if let until, until.isReached(by: start) { return false }
    return true
  }
}
