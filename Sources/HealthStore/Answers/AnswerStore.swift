package import HealthErrors

/// How the answers in a store were calculated, and from which state of the store.
package struct AnswerState: Sendable, Equatable {
  /// The zone in which days begin: `record`, or the name of a zone.
  package let zone: String
  /// The requested sources of the highest priority.
  package let priority: [String]
  /// The sources that were merged, from the highest priority on.
  package let sources: String
  /// The state of the store from which they were calculated.
  package let anchor: StoreAnchor

  package init(zone: String, priority: [String], sources: String, anchor: StoreAnchor) {
    (self.zone, self.priority, self.sources, self.anchor) = (zone, priority, sources, anchor)
  }
}

/// A row of one of ``StoreTable/answers``, without its number.
package struct AnswerRow {
  /// The index of the table.
  package let table: Int
  /// The values of all columns but the first.
  package let values: [StoreValue]

  package init(table: Int, _ values: [StoreValue]) { (self.table, self.values) = (table, values) }
}

/// A store that has tables for answers.
///
/// SQL cannot merge sources, divide samples among days of 23 hours, or add exactly, so the program saves answers as rows.
/// Other changes of the store leave these rows unchanged, but the views have no rows until the answers are calculated again:
/// an answer of an earlier state is never returned.
package protocol AnswerStore: SampleStore {
  /// How the answers were calculated; `nil` if there are none.
  func answerState() throws(HealthError) -> AnswerState?

  /// Replaces the answers.
  ///
  /// - Parameters:
  ///   - state: How they were calculated; `nil` removes them.
  ///   - next: The next row, table by table; `nil` at the end.
  func replaceAnswers(
    _ state: AnswerState?, _ next: () throws(HealthError) -> AnswerRow?
  ) throws(HealthError)
}

extension StoreFacts {
  /// How the answers in the store were calculated.
  package var answers: AnswerState? {
    get {
      guard let next = values[.answers].flatMap({ Int64($0) }), let zone = values[.answersZone]
      else { return nil }
      return AnswerState(
        zone: zone,
        priority: (values[.answersPriority] ?? "").split(separator: ",").map(String.init),
        sources: values[.answersSources] ?? "",
        anchor: StoreAnchor(store: identity, change: next - 1))
    }
    set {
      values[.answers] = newValue.map { "\($0.anchor.change + 1)" }
      values[.answersZone] = newValue?.zone
      values[.answersPriority] = newValue?.priority.joined(separator: ",")
      values[.answersSources] = newValue?.sources
    }
  }
}
