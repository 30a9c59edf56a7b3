package import HealthModel

/// Bounds for looking up a predicate in indexes: all matching samples are within these bounds, but not every sample
/// within them matches.
package struct SampleBounds: Sendable, Equatable {
  /// The identifiers of the types, or the names of unknown elements; `nil` for any.
  public private(set) var types: Set<String>?
  /// The kinds.
  public private(set) var kinds = Set(SampleKind.allCases)
  /// The names of the sources, folded as ``HealthModel/Source/foldedName`` does; `nil` for any, and for none.
  public private(set) var sources: Set<String>?
  /// When samples begin.
  public private(set) var start = TimeRange()
  /// When samples end.
  public private(set) var end = TimeRange()

  /// The bounds of a predicate.
  public init(_ predicate: SamplePredicate) {
    self.init(of: predicate.form)
  }

  /// Whether they are empty.
  public var isEmpty: Bool {
    kinds.isEmpty || types?.isEmpty == true || sources?.isEmpty == true || start.isEmpty
      || end.isEmpty
  }

  private init() {}

  private static var none: SampleBounds {
    var bounds = SampleBounds()
    bounds.kinds = []
    return bounds
  }

  private static var dated: SampleBounds {
    var bounds = SampleBounds()
    bounds.kinds.subtract([.document, .unknown])
    return bounds
  }

  private static var described: SampleBounds {
    var bounds = SampleBounds()
    bounds.kinds.remove(.unknown)
    return bounds
  }

  init(of form: SamplePredicate.Form) { self.init(form, isNegated: false) }

  private init(_ predicate: SamplePredicate.Form, isNegated: Bool) {
    switch predicate {
    case .and(let parts): self.init(parts, isNegated, isUnion: isNegated)
    case .or(let parts): self.init(parts, isNegated, isUnion: !isNegated)
    case .not(let part): self.init(part, isNegated: !isNegated)
    case .all: self = isNegated ? .none : SampleBounds()
    case .kind(let kind):
      self.init()
      kinds = isNegated ? kinds.subtracting([kind]) : [kind]
    // The complement of any other condition has no bounds.
    case _ where isNegated: self.init()
    case .type(let identifier):
      self.init()
      types = [identifier]
    case .types, .participant: self.init()
    case .start(let comparison, let bound):
      self = .dated
      start = bound.range(of: comparison)
    case .end(let comparison, let bound):
      self = .dated
      end = bound.range(of: comparison)
    case .duration: self = .dated
    case .value:
      self.init()
      kinds = [.quantity]
    case .figure(let figure, _, _, _), .hasFigure(let figure):
      self.init()
      kinds = [figure.kind]
    case .category:
      self.init()
      kinds = [.category]
    case .text(.source, .equals(let name)):
      self = .described
      sources = [Source(name: name).foldedName]
    case .text, .metadata, .created, .hasCreated, .uuids: self = .described
    }
  }

  private init(_ parts: [SamplePredicate.Form], _ isNegated: Bool, isUnion: Bool) {
    self = isUnion ? .none : SampleBounds()
    for part in parts {
      let bounds = SampleBounds(part, isNegated: isNegated)
      if isUnion { formUnion(bounds) } else { formIntersection(bounds) }
    }
  }

  private mutating func formIntersection(_ other: SampleBounds) {
    kinds.formIntersection(other.kinds)
    if let names = other.types { types = types?.intersection(names) ?? names }
    if let names = other.sources { sources = sources?.intersection(names) ?? names }
    start.formIntersection(other.start)
    end.formIntersection(other.end)
  }

  private mutating func formUnion(_ other: SampleBounds) {
    if other.isEmpty { return }
    if isEmpty {
      self = other
      return
    }
    kinds.formUnion(other.kinds)
    if let names = other.types { types?.formUnion(names) } else { types = nil }
    if let names = other.sources { sources?.formUnion(names) } else { sources = nil }
    start.formUnion(other.start)
    end.formUnion(other.end)
  }
}
