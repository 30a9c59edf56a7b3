package import HealthErrors
import HealthFormats
import HealthModel

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
