import HealthModel

/// Lists in cells.
extension PlannedSample {
  /// The most items of a list in a cell.
  static let listLimit = 1 << 16

  /// Makes a sample of each item of a list, one after another in time.
  func appendList(
    _ cell: PlannedCell, _ header: SampleHeader, _ row: MapRow, to samples: inout [Sample]
  ) throws(CellFault) {
    guard case .column(let column) = cell.content else { return }
    var values = CellList(row, column)
    var lengths = times.lasts.flatMap(\.columns.first).map { CellList(row, $0) }
    var header = header
    let before = samples.count
    do throws(CellFault) {
      while let range = values.next(in: row) {
        guard samples.count - before < Self.listLimit else {
          throw CellFault(
            cell: column, rule: "limit",
            message: "found a list of more than \(Self.listLimit) items, the limit")
        }
        let item = MapRow(
          bytes: row.bytes, cells: row.replacing(column, with: range), form: row.form)
        if let lasts = times.lasts, let lengthColumn = lasts.columns.first {
          guard let length = lengths?.next(in: row), let count = row.number(length) else {
            throw CellFault(
              cell: lengthColumn, rule: "malformed-number",
              message: "the number of lengths differs from the number of items in the list")
          }
          header.end = try times.date(lasts.scaled(count), after: header.start, lasts, in: row)
        }
        samples.append(try sample(cell, header, item))
        header.start = header.end
      }
    } catch {
      samples.removeLast(samples.count - before)
      throw error
    }
  }
}

/// The items of a list in a cell: `[60,60]`.
struct CellList {
  private var at: Int
  private let end: Int

  init(_ row: MapRow, _ column: Int) {
    let range = row.range(column) ?? 0..<0
    (at, end) = (range.lowerBound, range.upperBound)
  }

  /// The next item; `nil` after the last.
  mutating func next(in row: MapRow) -> Range<Int>? {
    func isBetween(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
        || byte <= UInt8(ascii: " ")
    }
    while at < end, isBetween(row.bytes[at]) { at += 1 }
    guard at < end else { return nil }
    let start = at
    while at < end, !isBetween(row.bytes[at]) { at += 1 }
    return start..<at
  }
}

extension MapRow {
  /// The cells, one of them cut down to an item of its list.
  fileprivate func replacing(_ column: Int, with range: Range<Int>) -> [CSVCell] {
    var cells = cells
    cells[column] = CSVCell(
      start: range.lowerBound, end: range.upperBound, isQuoted: false, hasQuotes: false)
    return cells
  }
}
