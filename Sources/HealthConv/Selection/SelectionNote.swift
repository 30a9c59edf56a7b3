import HealthStatistics
import HealthStore

extension Selection {
  /// A condition of a selection that no sample meets: most probably a mistake.
  public enum Note: Sendable, Equatable, CustomStringConvertible {
    /// No sample has the type, as it was named.
    case noType(String)
    /// No sample is of the source, as it was named.
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
  func checkPriority() throws(ConversionError) {
    guard let place = unmatched.min() else { return }
    throw ConversionError(
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
