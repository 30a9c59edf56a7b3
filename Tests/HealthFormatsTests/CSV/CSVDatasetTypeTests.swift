import HealthModel
import HealthTesting
import Testing

@testable import HealthFormats

/// The reader is as strict as `datapackage.json` is: what is not of a column's type it refuses or finds, and
/// columns that are not there it misses.
@Suite struct CSVDatasetTypeTests {
  /// The rows of a table, each cell as it is spelled, with its quotes.
  private static func rows(_ text: String) -> [[String]] {
    var rows: [[String]] = [[""]]
    var isQuoted = false
    for scalar in text.unicodeScalars {
      if scalar == "\"" { isQuoted.toggle() }
      switch scalar {
      case "," where !isQuoted: rows[rows.count - 1].append("")
      case "\n" where !isQuoted: rows.append([""])
      case "\r" where !isQuoted: break
      default:
        rows[rows.count - 1][rows[rows.count - 1].count - 1].unicodeScalars.append(scalar)
      }
    }
    return rows
  }

  private static func text(_ rows: [[String]]) -> String {
    rows.map { $0.joined(separator: ",") }.joined(separator: "\n")
  }

  /// Writes the samples of each kind by themselves, and reads them after each change of a table.
  ///
  /// - Parameter change: Makes a change of a column: of its name in row 0, or of the first value in row 1.
  /// - Throws: What cannot be written.
  private func read(
    after change: (DatasetTable.Column, (_ row: Int, _ cell: String) throws -> Void) throws -> Void
  ) throws {
    for (kind, table) in zip(
      SampleKind.allCases, DatasetTable.kinds(hasParticipants: false))
    {
      let dataset = CSVDatasetText()
      defer { dataset.remove() }
      let samples = MarkedSamples.all.filter { $0.kind == kind }
      try dataset.write(samples, MarkedSamples.dataset)
      let whole = try dataset.read()
      #expect(whole.error == nil && whole.samples == samples)
      for table in table.all {
        let file = "\(table.name).csv"
        guard let text = try? dataset.text(file) else { continue }
        let rows = Self.rows(text)
        try #require(rows[0] == table.columns.map(\.name) && rows.count > 2)
        for (index, column) in table.columns.enumerated() {
          try change(column) { row, cell in
            var changed = rows
            changed[row][index] = cell
            try dataset.replace(file, Self.text(changed))
            let read = try dataset.read()
            #expect(
              read.error != nil || !read.findings.isEmpty, "\(file): \(column.name): \(cell)")
          }
        }
        try dataset.replace(file, text)
      }
    }
  }

  @Test func whatIsOfAnotherTypeIsRefusedOrFound() throws {
    var count = 0
    try read { column, change in
      guard [.integer, .number, .date].contains(column.type) else { return }
      try change(1, column.type == .integer ? "1.5" : "x")
      count += 1
    }
    #expect(count > 200)
  }

  @Test func columnsThatAreNotThereAreMissed() throws {
    var count = 0
    try read { _, change in
      try change(0, "unheard")
      count += 1
    }
    #expect(count > 400)
  }
}
