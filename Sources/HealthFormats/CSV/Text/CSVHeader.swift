import HealthBytes
import HealthModel

/// The columns of a file, found by name in any order.
struct CSVHeader {
  /// The cell of each known column, -1 where the file has none.
  let cells: [Int]
  /// How many cells a row has.
  let width: Int
  /// Columns that are not known, by their cell.
  let unknown: [(cell: Int, name: String)]

  /// Reads the first row of a file.
  ///
  /// - Parameters:
  ///   - rows: The file; its first row is read.
  ///   - required: How many of them, from the first on, must be there.
  init(
    _ rows: inout CSVRowReader, columns: [String], required: Set<String>
  ) throws(HealthError) {
    guard try rows.next() else {
      throw HealthError(
        .malformed, rule: "missing-header", place: Place(file: rows.file, line: 1, column: 1),
        "found no row, expected the names of the columns first")
    }
    rows.tokenizer.quotesAbsentCells = rows.cells.allSatisfy(\.isQuoted)
    var cells = [Int](repeating: -1, count: columns.count)
    var unknown: [(cell: Int, name: String)] = []
    width = rows.cells.count
    for cell in 0..<width {
      let name = rows.text(cell) ?? ""
      guard let column = columns.firstIndex(of: name) else {
        unknown.append((cell, name))
        continue
      }
      guard cells[column] < 0 else {
        throw HealthError(
          .malformed, rule: "duplicate-column", place: rows.place(ofCell: cell),
          "found the column '\(name.printableName)' twice")
      }
      cells[column] = cell
    }
    for (column, name) in columns.enumerated() where required.contains(name) && cells[column] < 0 {
      throw HealthError(
        .malformed, rule: "missing-column", place: rows.place(ofCell: 0),
        "found no column '\(name)' in the header")
    }
    self.cells = cells
    self.unknown = unknown
  }

  /// Looks whether a row has as many cells as the header.
  @inline(__always)
  func check(_ rows: borrowing CSVRowReader) throws(HealthError) {
    let found = rows.cells.count
    guard found != width else { return }
    if let message = rows.truncation(columns: width) {
      throw rows.error("truncated-row", cell: found, message)
    }
    throw HealthError(
      .malformed, rule: "row-length", place: rows.place(ofCell: min(found, width)),
      "found \(found) cells in the row, expected \(width) as in the header")
  }
}

extension CSVRowReader {
  /// What is wrong with the row read last if the end of the file cuts it off; its last cell may be a part of a value.
  func truncation(columns: Int) -> String? {
    guard lacksEnd, cells.count < columns else { return nil }
    return "the file ends within its last row: found \(cells.count) of the "
      + "\(columns) cells of the header"
  }
}
