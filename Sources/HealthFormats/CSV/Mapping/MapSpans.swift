import HealthBytes
import HealthModel

/// A table of which a row belongs to the one that lasted at its time, such as a distance to the workout of the same app.
struct MapSpanJoin: Sendable {
  let table: String
  /// The name under which the map uses it.
  let alias: String
  /// A column of the row, and the column of the table that must be equal to it.
  let reference: String
  let key: String
  /// The columns of a row with its start and its end; equal for an instant. All times are integers of one unit.
  let times: [String]
  /// The columns of the table with the start and the end.
  let during: [String]

  /// The columns of a row by which it finds another one.
  var columns: [String] { [reference] + times }
}

/// The rows of a table that lasted for a time, in memory.
struct MapSpans {
  private struct Span {
    let start: Int64
    let end: Int64
    /// The texts of the columns that the map mentions.
    let texts: [[UInt8]?]
  }

  /// The columns that the map mentions, as it names them.
  let names: [String]
  /// Where a row has the columns by which it finds another one; empty if it lacks one.
  private let columns: [Int]
  /// By the text of the key, in the order of their starts.
  private var spans: [[UInt8]: [Span]] = [:]

  /// How many of the spans that began before a row are compared with it: those that began last.
  private static let mostCompared = 64
  /// The bytes of memory for a span other than its texts.
  private static let spanSize = 128

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - mentioned: The columns that the map mentions, of all tables.
  ///   - row: The columns of a row.
  ///   - place: The table of the rows, for errors.
  /// - Throws: If the texts exceed the limit `databaseAnswer`, or the database cannot be read.
  init(
    _ join: MapSpanJoin, _ mentioned: [String], row: [String], of database: any MapDatabase,
    _ place: Place
  ) throws(HealthError) {
    let prefix = join.alias + "."
    names = mentioned.filter { $0.hasPrefix(prefix) }
    let columns = join.columns.compactMap { row.firstIndex(of: $0) }
    let wanted = [join.key] + join.during + names.map { String($0.dropFirst(prefix.count)) }
    let own = try database.tables()[join.table]?.columns ?? []
    guard columns.count == 3, wanted.allSatisfy(own.contains) else {
      self.columns = []
      return
    }
    self.columns = columns
    let rows = try database.rows(
      of: MapQuery(
        table: join.table, joins: [], columns: wanted.map { MapQuery.Column(own: $0) }))
    var (bytes, cells, size): ([UInt8], [Range<Int>?], Int) = ([], [], 0)
    while try rows.next(&bytes, &cells) != nil {
      let texts = cells.map { range in range.map { Array(bytes[$0]) } }
      size += bytes.count + Self.spanSize
      guard size <= Limits.databaseAnswer.value else {
        throw HealthError(
          .malformed, rule: "limit", place: place, "found \(Limits.databaseAnswer.excess)")
      }
      if let key = texts[0], let start = Self.time(texts[1]), let end = Self.time(texts[2]),
        start <= end
      {
        spans[key, default: []].append(
          Span(start: start, end: end, texts: Array(texts.dropFirst(3))))
      }
      bytes.removeAll(keepingCapacity: true)
      cells.removeAll(keepingCapacity: true)
    }
    for key in spans.keys { spans[key]?.sort { $0.start < $1.start } }
  }

  /// Appends the cells of the joined row that lasted at the time of a row, for at least half of the time of that row. If several
  /// joined rows did, those of the last one are appended; if no joined row did, the cells are empty.
  func append(to bytes: inout [UInt8], _ cells: inout [Range<Int>?]) {
    guard let span = span(bytes, cells) else {
      cells += repeatElement(nil, count: names.count)
      return
    }
    for text in span.texts {
      let start = bytes.count
      bytes += text ?? []
      cells.append(text == nil ? nil : start..<bytes.count)
    }
  }

  private func span(_ bytes: [UInt8], _ cells: [Range<Int>?]) -> Span? {
    if columns.isEmpty || spans.isEmpty { return nil }
    let texts = columns.map { column in cells[column].map { Array(bytes[$0]) } }
    guard let key = texts[0], let start = Self.time(texts[1]), let end = Self.time(texts[2]),
      start <= end, let spans = spans[key]
    else { return nil }
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].start <= end { low = middle + 1 } else { high = middle }
    }
    return spans[..<low].suffix(Self.mostCompared).last { span in
      let common = min(end, span.end).subtractingReportingOverflow(max(start, span.start))
      let length = end.subtractingReportingOverflow(start)
      guard !common.overflow, !length.overflow, common.partialValue >= 0 else { return false }
      return common.partialValue >= length.partialValue - common.partialValue
    }
  }

  private static func time(_ text: [UInt8]?) -> Int64? {
    text.flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
  }
}
