import HealthBytes
import HealthFormats
package import HealthModel

/// Facts about a store and its dataset: the rows of the table `store`.
package struct StoreFacts: Equatable {
  /// The names of facts.
  package enum Name: String, CaseIterable {
    /// The identity of the store: 32 hexadecimal digits.
    case identity
    /// The version of the tables, where the database has no place of its own for it.
    case version
    /// The number that the next change gets.
    case nextChange = "next_change"
    /// The highest number of a deletion that is not remembered any more.
    case purged
    case exportDate = "export_date"
    case locale
    /// The id of the only participant.
    case participant
    /// Facts about each of several participants, as JSON.
    case participants
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

  /// The identity of the store.
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
  /// - Throws: `HealthError`: `.foreignAnchor`, also if its number is yet to be given, as with a store that was
  ///   restored from an older copy; `.expiredAnchor`.
  package func check(_ anchor: StoreAnchor, of store: String) throws(HealthError) {
    guard anchor.store == identity, anchor.horizon < nextChange else {
      throw HealthError(
        .foreignAnchor, store,
        "the anchor belongs to another store, or to a later state of this one")
    }
    guard anchor.horizon >= purged else {
      throw HealthError(
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
    info.participant = values[.participant]
    guard info.participant.map(Participant.isID) ?? true else { return nil }
    if let text = values[.participants] {
      guard let several = DatasetInfo(jsonText: text) else { return nil }
      info.participants = several.participants
    }
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
    values[.participant] = info.participant
    var several = DatasetInfo()
    several.participants = info.participants
    values[.participants] =
      info.participants.isEmpty ? nil : JSONLinesWriter.text(of: several)
    values[.exportVersion] = info.exportVersion
    values[.path] = info.path
    values[.attributes] =
      info.attributes.isEmpty ? nil : ExtrasText(Extras(attributes: info.attributes)).text
  }
}

extension StoreFacts {
  /// The same with a digest over them and over what is known of the person: what is written.
  ///
  /// - Parameter characteristics: What is known of the person, in the order of the table.
  package func withDigest(with characteristics: [DatasetInfo.Characteristic]) -> StoreFacts {
    var facts = self
    facts.values[.digest] = digest(with: characteristics)
    return facts
  }

  /// Whether the facts are unchanged since they were written.
  ///
  /// - Parameter characteristics: What is known of the person, in the order of the table.
  package func matchesSeal(with characteristics: [DatasetInfo.Characteristic]) -> Bool {
    values[.digest] == digest(with: characteristics)
  }

  private func digest(with characteristics: [DatasetInfo.Characteristic]) -> String {
    var hash = ContentHash()
    for name in Name.allCases where name != .digest {
      guard let value = values[name] else { continue }
      hash.combine(name.rawValue)
      hash.combine(value)
    }
    hash.combine(characteristics.count)
    for characteristic in characteristics {
      hash.combine(characteristic.type.identifier)
      hash.combine(characteristic.value)
    }
    return "\(Int64(bitPattern: hash.state))"
  }
}

extension StoreFacts {
  /// Reads the facts of a store.
  package init(_ database: any SQLDatabase) throws(HealthError) {
    let rows = try database.rows("SELECT name, value FROM store", [], as: [.text, .text])
    self.init(
      try rows.map { (row) throws(HealthError) in
        (try row[0].text(in: database), try row[1].text(in: database))
      })
  }

  /// The same with a digest over them and over the characteristics of the person that are there.
  package func withDigest(_ database: any SQLDatabase) throws(HealthError) -> StoreFacts {
    withDigest(with: try DatasetInfo.characteristics(database))
  }

  /// Replaces the facts. The characteristics of the person must be written before.
  package func write(_ database: any SQLDatabase) throws(HealthError) {
    try database.run("DELETE FROM store")
    let values = try withDigest(database).values
    for name in Name.allCases {
      guard let value = values[name] else { continue }
      try database.run(
        "INSERT INTO store (name, value) VALUES ($1, $2)", [.text(name.rawValue), .text(value)])
    }
  }
}

extension DatasetInfo {
  /// Reads the facts about the dataset and the person.
  package init(_ facts: StoreFacts, _ database: any SQLDatabase) throws(HealthError) {
    guard let info = facts.info else {
      throw HealthError(.damaged, database.name, "the facts about the dataset cannot be read")
    }
    self = info
    characteristics = try Self.characteristics(database)
    try listParticipants(database)
  }

  /// Lists participants of samples that were saved without facts about the dataset.
  ///
  /// - Throws: `HealthError`: `.damaged` for what is not the id of a participant.
  private mutating func listParticipants(_ database: any SQLDatabase) throws(HealthError) {
    let known = participantIDs
    func isListed(_ row: [StoreValue]) -> Bool { row[0].text.map(known.contains) ?? true }
    let select = "SELECT DISTINCT participant FROM series"
    if try database.rows(select, [], as: [.text]).allSatisfy(isListed) { return }
    // A series may have no samples any more.
    let used = try database.rows(
      """
      \(select) WHERE EXISTS (SELECT 1 FROM sample WHERE sample.series = series.number)
      ORDER BY participant
      """, [], as: [.text])
    let added = used.filter { !isListed($0) }.compactMap { $0[0].text }
    guard added.allSatisfy(Participant.isID) else {
      throw HealthError(
        .damaged, database.name,
        "the column 'participant' of the table 'series' has a text that is not "
          + Participant.expected)
    }
    if known.isEmpty, added.count == 1, used.count == 1 {
      participant = added[0]
    } else if participant != nil {
      self = DatasetInfo(of: listed + added.map { DatasetInfo().with(participant: $0) })
    } else {
      participants += added.map { DatasetInfo().with(participant: $0) }
    }
  }

  static func characteristics(
    _ database: any SQLDatabase
  ) throws(HealthError) -> [DatasetInfo.Characteristic] {
    try database.rows("SELECT type, value FROM characteristic ORDER BY n", [], as: [.text, .text])
      .map { (row) throws(HealthError) in
        DatasetInfo.Characteristic(
          type: CharacteristicType(try row[0].text(in: database)),
          value: try row[1].text(in: database))
      }
  }

  /// Replaces the characteristics of the person.
  package func writeCharacteristics(_ database: any SQLDatabase) throws(HealthError) {
    try database.run("DELETE FROM characteristic")
    for (n, characteristic) in characteristics.enumerated() {
      try database.run(
        "INSERT INTO characteristic (n, type, value) VALUES ($1, $2, $3)",
        [
          .integer(Int64(n)), .text(characteristic.type.identifier), .text(characteristic.value),
        ])
    }
  }
}
