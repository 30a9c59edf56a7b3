package import HealthBytes

/// Rows of a small CSV file as texts, such as a map that a user made.
package struct CSVTexts: ~Copyable {
  private var rows: CSVRowReader
  private let header: CSVHeader

  /// Reads the header.
  ///
  /// - Parameters:
  ///   - columns: The columns that are read; others are an error.
  ///   - required: The columns that the file must have.
  package init(
    _ source: any ByteSource, file: String, columns: [String], required: Set<String>
  ) throws(HealthError) {
    var rows = CSVRowReader(source: source, file: file)
    let header = try CSVHeader(&rows, columns: columns, required: required)
    if let unknown = header.unknown.first {
      throw HealthError(
        .malformed, rule: "unknown-column", place: Place(file: file, line: 1, column: 1),
        "found the column '\(unknown.name.printableName)', expected one of \(columns.joined(separator: ", "))"
      )
    }
    self.header = header
    self.rows = rows
  }

  /// The texts of the next row, by the columns; `nil` at the end.
  package mutating func next() throws(HealthError) -> (texts: [String?], place: Place)? {
    guard try rows.next() else { return nil }
    try header.check(rows)
    let texts = header.cells.map { $0 < 0 ? nil : rows.text($0) }
    return (texts, rows.place(ofCell: 0))
  }
}

/// The tables of codes that are embedded into the program.
enum TabSeparated {
  /// The cells of each line after the header; lines with another number of cells are none.
  static func rows(_ bytes: [UInt8], count: Int) -> [[String]] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }.filter { $0.count == count }
  }
}
