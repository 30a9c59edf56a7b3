import HealthBytes
import HealthFormats
package import HealthModel

/// Facts about a store and its dataset: the rows of the table `store`.
package struct StoreFacts: Equatable {
  /// The names of facts.
  package enum Name: String, CaseIterable {
    /// Which store it is: 32 hexadecimal digits.
    case identity
    /// The version of the tables, where the database has no place of its own for it.
    case version
    /// The number that the next change gets.
    case nextChange = "next_change"
    /// The highest number of a deletion that is not remembered any more.
    case purged
    case exportDate = "export_date"
    case locale
    case exportVersion = "export_version"
    case path
    /// Unknown attributes of the dataset, as JSON.
    case attributes
    /// The number that the next change had when the answers were calculated.
    case answers
    /// The clock by which the days of answers begin.
    case answersZone = "answers_zone"
    /// The sources with the highest priority, as requested, with commas between.
    case answersPriority = "answers_priority"
    /// The sources that answers were merged of, from the highest priority on.
    case answersSources = "answers_sources"
    /// A hash of all others and of the characteristics.
    case digest
  }

  /// The values, by their names.
  package internal(set) var values: [Name: String] = [:]

  /// The facts of an empty store with an identity of its own.
  package init() {
    let identity = SampleID(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max))
    values = [.identity: identity.description, .nextChange: "1", .purged: "0"]
  }

  /// Facts that were read.
  ///
  /// - Parameter rows: Names and values; unknown names are left out.
  package init(_ rows: [(name: String, value: String)]) {
    for row in rows { if let name = Name(rawValue: row.name) { values[name] = row.value } }
  }

  /// Which store it is.
  package var identity: String { values[.identity] ?? "" }

  /// The version of the tables, where the database has no place of its own for it.
  package var version: Int64? {
    get { values[.version].flatMap { Int64($0) } }
    set { values[.version] = newValue.map { "\($0)" } }
  }

  /// The number that the next change gets. Of a damaged store, too, it can be counted on.
  package var nextChange: Int64 {
    get { min(max(values[.nextChange].flatMap { Int64($0) } ?? 1, 1), 1 << 62) }
    set { values[.nextChange] = "\(newValue)" }
  }

  /// The highest number of a deletion that is not remembered any more.
  package var purged: Int64 {
    get { values[.purged].flatMap { Int64($0) } ?? 0 }
    set { values[.purged] = "\(newValue)" }
  }

  /// The state of the store.
  package var anchor: StoreAnchor { StoreAnchor(store: identity, change: nextChange - 1) }

  /// Refuses an anchor from which a client cannot continue.
  ///
  /// - Throws: `StoreError`: `.foreignAnchor`, also if its number is yet to be given, as with a store that was
  ///   restored from an older copy; `.expiredAnchor`.
  package func check(_ anchor: StoreAnchor, of store: String) throws(StoreError) {
    guard anchor.store == identity, anchor.horizon < nextChange else {
      throw StoreError(
        .foreignAnchor, store,
        "the anchor belongs to another store, or to a later state of this one")
    }
    guard anchor.horizon >= purged else {
      throw StoreError(
        .expiredAnchor, store, "the anchor has expired: deletions since then are no longer recorded"
      )
    }
  }

  /// What is known of the dataset, but for the characteristics, which have a table of their own; `nil` where that
  /// cannot be read.
  package var info: DatasetInfo? {
    var info = DatasetInfo()
    if let text = values[.exportDate] {
      guard let date = Timestamp(text) else { return nil }
      info.exportDate = date
    }
    info.locale = values[.locale]
    info.exportVersion = values[.exportVersion]
    info.path = values[.path]
    if let text = values[.attributes] {
      let reader = ExtrasReader()
      guard let extras = try? reader.extras(text.utf8Span.span).extras else { return nil }
      info.attributes = extras.attributes
    }
    return info
  }

  /// Notes what is known of the dataset.
  package mutating func set(_ info: DatasetInfo) {
    values[.exportDate] = info.exportDate?.description
    values[.locale] = info.locale
    values[.exportVersion] = info.exportVersion
    values[.path] = info.path
    values[.attributes] =
      info.attributes.isEmpty ? nil : ExtrasText(Extras(attributes: info.attributes)).text
  }
}
