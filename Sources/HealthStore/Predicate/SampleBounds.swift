package import HealthErrors
import HealthFormats
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

/// Which series of a store a predicate can match, determined before any sample is read: by type, kind and source first,
/// and for further conditions (unit, device, version), by the full descriptor of the series.
package struct SeriesSelection {
  private let bounds: SampleBounds
  private let test: SampleTest

  /// Begins to choose.
  ///
  /// - Parameter predicate: The predicate; the result is `nil` if none of its conditions depends on the
  ///   series.
  package init?(_ predicate: SamplePredicate, _ bounds: SampleBounds) {
    test = SampleTest(predicate.form)
    guard test.needsDescriptor || bounds.kinds.count < SampleKind.allCases.count else { return nil }
    self.bounds = bounds
  }

  /// The numbers of the series of a database that the predicate can match; `nil` where that is any.
  package func numbers(
    in database: any SQLDatabase, _ decoder: borrowing RowDecoder
  ) throws(HealthError) -> [Int64]? {
    var chosen: [Int64] = []
    var isAll = true
    var known: KnownSource?
    var last: Int64 = .min
    while true {
      let rows = try database.rows(
        """
        SELECT number, type, source FROM series WHERE number > $1 ORDER BY number LIMIT \(rowsAtOnce)
        """, [.integer(last)], as: [.integer, .integer, .integer])
      for row in rows {
        last = row[0].integer ?? last
        if try canMatch(last, type: row[1].integer ?? 0, source: row[2].integer, &known, decoder) {
          chosen.append(last)
        } else {
          isAll = false
        }
      }
      if rows.count < rowsAtOnce { return isAll ? nil : chosen }
    }
  }

  /// The source of the series before, and whether its name is among those of the predicate.
  private typealias KnownSource = (number: Int64?, isAmong: Bool)

  private func canMatch(
    _ number: Int64, type: Int64, source: Int64?, _ known: inout KnownSource?,
    _ decoder: borrowing RowDecoder
  ) throws(HealthError) -> Bool {
    let (kind, type) = try decoder.rows.type(type)
    guard bounds.kinds.contains(kind), bounds.types?.contains(type) ?? true else { return false }
    if let sources = bounds.sources {
      if known?.number != source || known == nil {
        let name = try source.map { (number) throws(HealthError) in
          try decoder.rows.row(number, of: .source)[0].text
        }
        let text = (name ?? nil) ?? ""
        try decoder.rows.count(text.utf8.count)
        known = (source, sources.contains(Source(name: text).foldedName))
      }
      guard known?.isAmong == true else { return false }
    }
    let known = SampleTest.Subject(
      kind: kind, type: SampleType(kind, type), descriptor: nil)
    let rest = test.reduced(for: known)
    if case .constant(let answer) = rest { return answer }
    guard kind != .unknown, rest.needsDescriptor else { return true }
    let descriptor = try decoder.descriptor(ofSeries: number).descriptor
    let all = SampleTest.Subject(kind: kind, type: descriptor.type, descriptor: descriptor)
    if case .constant(false) = rest.reduced(for: all) { return false }
    return true
  }
}

extension SampleTest {
  /// Whether it has a condition on the descriptor of a series.
  var needsDescriptor: Bool {
    switch self {
    case .type, .types, .kind, .text, .participant, .unit, .value, .figure, .categoryNamed: true
    case .all(let parts), .any(let parts): parts.contains(where: \.needsDescriptor)
    case .not(let part): part.needsDescriptor
    case .constant, .start, .end, .created, .hasCreated, .duration, .number, .total, .category,
      .metadata, .uuids:
      false
    }
  }
}
