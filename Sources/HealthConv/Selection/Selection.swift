import HealthModel
import HealthStatistics
import HealthStore

/// A selection of samples by type, source and start.
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

  /// A further condition on them.
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
    // A predicate never matches samples without a source; a pattern may.
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

extension Selection {
  /// A condition of a selection that no sample meets: most probably a mistake.
  public enum Note: Sendable, Equatable, CustomStringConvertible {
    /// No sample has the type that was named.
    case noType(String)
    /// No sample is of the source that was named.
    case noSource(String)
    /// The interval of starts is empty.
    case emptyInterval(since: DateBound, until: DateBound)
    /// No sample meets all conditions. It comes after those that no sample meets, if there are any.
    case noSample
    /// Samples have the types, but are neither quantities nor categories, which have statistics.
    case noStatistics([String])

    /// The condition in words: no name but those that were given.
    public var description: String {
      switch self {
      case .noType(let name): "no sample has the type '\(name)'"
      case .noSource(let name): "no sample has the source '\(name)'"
      case .emptyInterval(let since, let until):
        "no time is at or after \(since) and before \(until)"
      case .noSample: "no sample meets all conditions"
      case .noStatistics(let names):
        "samples of \(names.map { "'\($0)'" }.joined(separator: ", ")) have no statistics: they are neither quantities nor categories"
      }
    }
  }
}

/// The conditions of a selection that no sample has met so far. It is shown every descriptor once.
final class UnmetConditions {
  private let selection: Selection
  /// The types and sources that no sample has had so far.
  private var types: [TypePattern]
  private var sources: [Selection.SourcePattern]
  /// The order of sources that was stated, and which texts of it no source has matched so far.
  private let priority: SourcePriority
  private var unmatched: Set<Int>
  /// Some names of sources, for a message about a text that matches none.
  private var names: Set<String> = []
  /// Whether it is not known yet that a selected sample is of a kind that has statistics.
  private var needsKinds: Bool

  /// - Parameter priority: The texts of an order of sources, of which each has to match a source.
  /// - Parameter findsStatistics: Whether it matters that some selected sample is of a kind that has statistics.
  init(_ selection: Selection, priority: [String] = [], findsStatistics: Bool = false) {
    self.selection = selection
    needsKinds = findsStatistics && !selection.types.isEmpty
    types = selection.types
    sources = selection.sources
    self.priority = SourcePriority(priority)
    unmatched = Set(priority.indices)
  }

  /// Whether every condition had a match; further samples need not be compared.
  var areMet: Bool { types.isEmpty && sources.isEmpty && unmatched.isEmpty && !needsKinds }

  func note(_ descriptor: SampleDescriptor, kind: SampleKind) {
    if areMet { return }
    types.removeAll { $0.matches(descriptor.type, kind: kind) }
    if !sources.isEmpty {
      let name = descriptor.source.foldedName
      sources.removeAll { $0.glob.matches(name) }
    }
    note(sourceNamed: descriptor.source.name)
    if needsKinds, kind == .quantity || kind == .category,
      selection.selects(descriptor, kind: kind)
    {
      needsKinds = false
    }
  }

  private func note(sourceNamed name: String) {
    guard !unmatched.isEmpty else { return }
    unmatched.subtract(priority.places(of: name))
    if names.count < 16, !name.isEmpty { names.insert(name) }
  }

  /// Throws if a text of the order of sources matches none.
  func checkPriority() throws(HealthError) {
    guard let place = unmatched.min() else { return }
    throw HealthError(
      .usage,
      "no source matches '\(priority[place].printableName)' in the order of sources."
        + NearMiss.question(priority[place], names.sorted()) + " Expected some of: "
        + names.sorted().map { "'\($0.printableName)'" }.joined(separator: ", "))
  }

  func note(_ element: Element) {
    types.removeAll { $0.matches(element) }
  }

  /// Queries a store for the conditions that are left: only the selected samples were read from it.
  func removeThoseMet(in dataset: Dataset) {
    guard !areMet, dataset.isStore, let store = try? dataset.store() else { return }
    if !unmatched.isEmpty, let descriptors = try? store.descriptors() {
      for entry in descriptors { note(sourceNamed: entry.descriptor.source.name) }
    }
    func has(_ form: SamplePredicate.Form) -> Bool {
      let predicate = SamplePredicate(form).granted(by: dataset.grant)
      return (try? store.samples(SampleQuery(predicate, limit: 1)).next()) != nil
    }
    types.removeAll { has(.types(like: $0.text)) }
    sources.removeAll { has(.text(.source, .like($0.pattern))) }
  }

  /// What is worth noting once everything was read and so many samples met all conditions.
  func notes(selected count: Int) -> [Selection.Note] {
    if selection.isEmpty { return [] }
    if count == 0, let since = selection.since, let until = selection.until,
      since.excludes(before: until)
    {
      return [.emptyInterval(since: since, until: until)]
    }
    let unmet: [Selection.Note] =
      types.map { .noType($0.text) } + sources.map { .noSource($0.pattern) }
    if count == 0, unmet.isEmpty, needsKinds {
      return [.noStatistics(selection.types.map(\.text))]
    }
    return count == 0 ? unmet + [.noSample] : unmet
  }
}

extension TypePattern {
  /// A pattern that may fit types the catalog does not know.
  ///
  /// - Parameter text: `HeartRate`, `HKQuantityTypeIdentifierHeartRate`, `workout`, `running`, `Dietary*`. Case is
  ///   ignored; `*` matches any number of characters and `?` a single one.
  /// - Throws: `HealthError` of code `.usage` if it is not a pattern, an identifier or a known name: a mistyped
  ///   name would select nothing.
  public init(_ text: String) throws(HealthError) {
    guard let pattern = TypePattern(known: text) else {
      let hint = Catalog.question(for: text)
      throw HealthError(
        .usage, "unknown type '\(text)'.\(hint)", remedy: .list(.types))
    }
    self = pattern
  }
}
