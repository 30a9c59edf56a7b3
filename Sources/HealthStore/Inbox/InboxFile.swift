package import HealthBytes
package import HealthModel

/// A row of the ledger of a store: a file that `healthconv load` has read, known by the hash of its content.
package struct InboxFile: Sendable, Equatable {
  package enum Status: String, Sendable, CaseIterable {
    /// Its samples were saved.
    case loaded
    /// Its content breaks a rule of its format; nothing of it was saved.
    case damaged
    /// Its format is unknown or cannot be read.
    case unsupported
    /// Nothing of it was saved, since it is of another person or participant, or a source was renamed.
    case refused
  }

  /// 16 hexadecimal digits.
  package let hash: String
  /// The name under which it came first, without folders.
  package var name: String
  /// Bytes.
  package var size: Int64
  package var status: Status
  /// The rule of the error, if it was not loaded because of one.
  package var rule: String?
  /// How many samples it has at top level.
  package var samples = 0
  /// How many of them the store did not have.
  package var new = 0
  /// How many of them replaced another version.
  package var changed = 0
  /// How many of them are aggregates that were not saved, since the store has better data of their time.
  package var superseded = 0
  /// How many aggregates of earlier files were removed, since this one has better data of their time.
  package var removed = 0
  /// The days on which its samples begin, by the UTC offset of each.
  package var days = DayRanges()
  /// When it was read.
  package var date: Timestamp

  package init(hash: String, name: String, size: Int64, status: Status, date: Timestamp) {
    (self.hash, self.name, self.size, self.status, self.date) = (hash, name, size, status, date)
  }

  /// The name of a file whose own name is hidden: it cannot be guessed from that, and is the same in each run.
  package static func hiddenName(hash: String) -> String { "file-\(hash.prefix(12))" }

  package mutating func hideName() { name = Self.hiddenName(hash: hash) }

  /// Sets the counts of a load.
  ///
  /// - Parameter superseded: Aggregates that were removed: those of the load, and those stored before.
  package mutating func count(_ counts: SaveCounts, superseded: (new: Int, stored: Int)) {
    (new, changed) = (counts.new - superseded.new, counts.replaced)
    (self.superseded, removed) = superseded
  }
}

/// A load of a file that has a row in the ledger.
package protocol InboxLoad: StoreLoad {
  /// Makes everything that was saved part of the store, together with the row of the file and the removal of aggregates
  /// that do not count any more.
  ///
  /// - Returns: The row with its counts.
  func commit(_ file: InboxFile, _ times: InboxTimes) throws(HealthError) -> InboxFile
}

extension InboxFile {
  /// Reads the ledger, in the order in which files came.
  package static func all(in database: any SQLDatabase) throws(HealthError) -> [InboxFile] {
    var files: [InboxFile] = []
    var last: Int64 = 0
    while true {
      let rows = try database.rows(
        """
        SELECT n, hash, name, size, status, rule, samples, new_samples, changed_samples, superseded_samples,
          removed_samples, days, loaded_date
        FROM inbox_file WHERE n > $1 ORDER BY n LIMIT \(rowsAtOnce)
        """, [.integer(last)],
        as: [
          .integer, .text, .text, .integer, .text, .text, .integer, .integer, .integer, .integer,
          .integer, .text, .instant,
        ])
      for row in rows {
        guard let number = row[0].integer, number > last, let size = row[3].integer,
          let status = row[4].text.flatMap(Status.init), let days = DayRanges(row[11].text ?? ""),
          case .instant(let seconds, _) = row[12],
          let date = Timestamp(validating: seconds, offsetMinutes: 0)
        else {
          throw HealthError(
            .damaged, database.name, "a row of the table 'inbox_file' is malformed")
        }
        last = number
        var file = InboxFile(
          hash: try row[1].text(in: database), name: try row[2].text(in: database), size: size,
          status: status, date: date)
        func count(_ column: Int) -> Int { Int(clamping: row[column].integer ?? 0) }
        file.rule = row[5].text
        (file.samples, file.new, file.changed) = (count(6), count(7), count(8))
        (file.superseded, file.removed, file.days) = (count(9), count(10), days)
        files.append(file)
      }
      if rows.count < rowsAtOnce { return files }
    }
  }

  /// Writes the row, in the place of that of the same content.
  package func write(_ database: any SQLDatabase) throws(HealthError) {
    try remove(database)
    try insert(database)
  }

  func remove(_ database: any SQLDatabase) throws(HealthError) {
    try database.run("DELETE FROM inbox_file WHERE hash = $1", [.text(hash)])
  }

  func insert(_ database: any SQLDatabase) throws(HealthError) {
    let counts = [samples, new, changed, superseded, removed].map { StoreValue.integer(Int64($0)) }
    try database.run(
      """
      INSERT INTO inbox_file (n, hash, name, size, status, rule, samples, new_samples, changed_samples,
        superseded_samples, removed_samples, days, loaded_date)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
      """,
      [
        .integer(try database.nextNumber(in: "inbox_file")), .text(hash), .text(name),
        .integer(size), .text(status.rawValue), .text(rule),
      ] + counts + [.text(days.text), .instant(date)])
  }
}

extension StoreTable {
  /// The tables of files that are loaded from folders.
  static let inbox: [StoreTable] = [
    StoreTable(
      "inbox_file", .other,
      [
        Column("n", .integer, isOptional: false, title: "number of the file: its key"),
        Column("hash", .text, isOptional: false, title: "hash of its content"),
        Column("name", .text, isOptional: false, title: "its first name, without folders"),
        Column("size", .integer, isOptional: false, title: "bytes"),
        Column(
          "status", .text, isOptional: false,
          title: "`loaded`, or why not: `damaged`, `unsupported`, `refused`"),
        Column("rule", .text, title: "rule of the error, if there was one"),
        Column("samples", .integer, isOptional: false, title: "its samples at top level"),
        Column("new_samples", .integer, isOptional: false, title: "those that were not stored yet"),
        Column(
          "changed_samples", .integer, isOptional: false,
          title: "those that replaced another version"),
        Column(
          "superseded_samples", .integer, isOptional: false,
          title: "aggregates that were not saved: there are better data of their time"),
        Column(
          "removed_samples", .integer, isOptional: false,
          title: "aggregates of earlier files that were removed because of this one"),
        Column(
          "days", .text, isOptional: false,
          title: "days on which samples begin, as `2024-06-01/2024-06-06,2024-06-08`"),
        Column("loaded_date", .instant, isOptional: false, title: "when it was read"),
      ], title: "Files that were read from a folder ('load')"),
    StoreTable(
      "export_coverage", .other,
      [
        Column("n", .integer, isOptional: false, title: "number of the row: its key"),
        Column("type", .text, isOptional: false, title: "identifier of the type"),
        Column("source", .text, isOptional: false, title: "name of the source in lower case"),
        Column("first_date", .instant, isOptional: false, title: "when the first sample begins"),
        Column("last_date", .instant, isOptional: false, title: "when the last sample ends"),
        Column("export_date", .instant, isOptional: false, title: "when the export was made"),
      ], title: "The time of which full exports have samples ('load')"),
  ]
}

/// Days, as ranges without gaps, in order.
package struct DayRanges: Sendable, Equatable {
  /// The ranges of days since 1970-01-01.
  package private(set) var ranges: [ClosedRange<Int>] = []

  package init() {}

  /// The days of a set.
  package init(_ days: Set<Int>) { self.init(days.map { $0...$0 }) }

  /// The days of ranges in any order.
  package init(_ all: [ClosedRange<Int>]) {
    for range in all.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = ranges.last, last.upperBound + 1 >= range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  /// The days between the first and the last that are not among them.
  package var gaps: [ClosedRange<Int>] {
    zip(ranges, ranges.dropFirst()).map { ($0.upperBound + 1)...($1.lowerBound - 1) }
  }

  package var first: Int? { ranges.first?.lowerBound }
  package var last: Int? { ranges.last?.upperBound }

  /// A day as in `2024-06-01`.
  package static func text(_ day: Int) -> String {
    Timestamp(secondsSince1970: Int64(day) * 86_400).dayText
  }

  /// The ranges as text: `2024-06-01/2024-06-06,2024-06-08`.
  package var text: String {
    ranges.map {
      $0.count == 1
        ? Self.text($0.lowerBound) : "\(Self.text($0.lowerBound))/\(Self.text($0.upperBound))"
    }.joined(separator: ",")
  }

  /// Reads ``text``; `nil` for any other text.
  package init?(_ text: String) {
    for part in text.split(separator: ",", omittingEmptySubsequences: text.isEmpty) {
      let ends = part.split(separator: "/", omittingEmptySubsequences: false).map {
        CalendarDay(String($0)).map { Int($0.midnight.secondsSince1970 / 86_400) }
      }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count < 3,
        first <= last, self.last.map({ $0 < first }) ?? true
      else { return nil }
      ranges.append(first...last)
    }
  }
}
