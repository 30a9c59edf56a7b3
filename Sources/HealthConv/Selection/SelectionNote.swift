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

    /// The condition in words: no name but those that were given.
    public var description: String {
      switch self {
      case .noType(let name): "no sample has the type '\(name)'"
      case .noSource(let name): "no sample has the source '\(name)'"
      case .emptyInterval(let since, let until):
        "no time is at or after \(since) and before \(until)"
      case .noSample: "no sample meets all conditions"
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

  init(_ selection: Selection) {
    self.selection = selection
    types = selection.types
    sources = selection.sources
  }

  func note(_ descriptor: SampleDescriptor, kind: SampleKind) {
    if types.isEmpty, sources.isEmpty { return }
    types.removeAll { $0.matches(descriptor.type, kind: kind) }
    if !sources.isEmpty {
      let name = descriptor.source.foldedName
      sources.removeAll { $0.glob.matches(name) }
    }
  }

  func note(_ element: Element) {
    types.removeAll { $0.matches(element) }
  }

  /// Queries a store for the conditions that are left: only the selected samples were read from it.
  func removeThoseMet(in dataset: Dataset) {
    guard !types.isEmpty || !sources.isEmpty, dataset.isStore, let store = try? dataset.store()
    else { return }
    func has(_ form: SamplePredicate.Form) -> Bool {
      (try? store.samples(SampleQuery(SamplePredicate(form), limit: 1)).next()) != nil
    }
    types.removeAll { has(.types(like: $0.text)) }
    sources.removeAll { has(.text(.source, .like($0.pattern))) }
  }

  /// What is worth noting once everything was read and so many samples met all conditions.
  ///
  /// - Parameter sawAll: Whether it was shown the samples outside of the interval, too.
  func notes(selected count: Int, sawAll: Bool = true) -> [Selection.Note] {
    if selection.isEmpty { return [] }
    if count == 0, let since = selection.since, let until = selection.until,
      since.excludes(before: until)
    {
      return [.emptyInterval(since: since, until: until)]
    }
    if count == 0, !sawAll, selection.since != nil || selection.until != nil { return [.noSample] }
    let unmet: [Selection.Note] =
      types.map { .noType($0.text) } + sources.map { .noSource($0.pattern) }
    return count == 0 ? unmet + [.noSample] : unmet
  }
}
