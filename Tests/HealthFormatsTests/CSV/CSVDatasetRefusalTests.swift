import Foundation
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Tables that do not fit together are refused, with the place of the cell that shows it.
@Suite struct CSVDatasetRefusalTests {
  struct Change: CustomTestStringConvertible, Sendable {
    let file: String
    let from: String
    let to: String
    let error: String

    var testDescription: String { error }
  }

  static let changes = [
    Change(
      file: "datapackage.json", from: "\"healthconv\": 1", to: "\"healthconv\": 2",
      error: "cannot read 'set/datapackage.json': found version 2 of the tables, expected 1"),
    Change(
      file: "datapackage.json", from: "\"healthconv\": 1", to: "\"other\": 1",
      error:
        "cannot read 'set/datapackage.json': found tables that this program did not write: the package "
        + "names no version as \"healthconv\""),
    Change(
      file: "quantity.csv", from: "n,id,nested,type", to: "n,id,nested,sort",
      error: "set/quantity.csv:1:1: error: found no column 'type' in the header [missing-column]"),
    Change(
      file: "quantity.csv", from: "\n2,", to: "\n0,",
      error:
        "set/quantity.csv:3:1: error: found a number less than that of the preceding row, "
        + "expected ascending numbers [row-order]"),
    Change(
      file: "quantity.csv", from: "\n1,", to: "\none,",
      error: "set/quantity.csv:2:1: error: found no whole number in the column n "
        + "[malformed-number]"),
    Change(
      file: "quantity.csv", from: "2024-06-01T", to: "2024-06-32T",
      error: "set/quantity.csv:2:71: error: start has day 32, expected 01 to 30 [malformed-date]"),
    Change(
      file: "quantity.csv", from: ",,HK", to: ",nestedOnly,HK",
      error:
        "set/quantity.csv:2:36: error: found a nested sample whose correlation or workout is missing "
        + "or out of order [unknown-parent]"),
    Change(
      file: "quantity_metadata.csv", from: "\n2,", to: "\n1,",
      error: ""),
    Change(
      file: "quantity_metadata.csv", from: "\n2,", to: "\n7,",
      error:
        "set/quantity_metadata.csv:2:1: error: found a row whose parent is missing or "
        + "out of order [unknown-parent]"),
  ]

  @Test(arguments: changes)
  func refusesWithAPlace(_ change: Change) throws {
    let text = CSVDatasetText()
    defer { text.remove() }
    let samples = [
      MarkedSamples.quantity("1"),
      MarkedSamples.quantity("2") {
        $0.metadata = Metadata([MetadataEntry(key: MetadataKey("k"), value: "v")])
      },
    ]
    try text.write(samples, DatasetInfo())
    let before = try text.text(change.file)
    let range = try #require(before.firstRange(of: change.from))
    try text.replace(change.file, before.replacingCharacters(in: range, with: change.to))
    let read = try text.read()
    #expect((read.error?.description ?? "") == change.error)
  }

  /// A table that got lost would be samples without their details, and nobody the wiser.
  @Test(arguments: ["quantity.csv", "quantity_metadata.csv"])
  func aTableThatIsListedHasToBeThere(_ name: String) throws {
    let text = CSVDatasetText()
    defer { text.remove() }
    let sample = MarkedSamples.quantity("1") {
      $0.metadata = Metadata([MetadataEntry(key: MetadataKey("k"), value: "v")])
    }
    try text.write([sample], DatasetInfo())
    #expect(try text.read().error == nil)
    try FileManager.default.removeItem(atPath: "\(text.folder)/\(name)")
    #expect(
      try text.read().error?.description
        == "cannot read 'set/datapackage.json': found no file of the table '\(name)', which is listed"
    )
  }

  /// The row of a workout stays at hand while what is in it is read.
  @Test func aWorkoutInItselfIsRefused() throws {
    let text = CSVDatasetText()
    defer { text.remove() }
    try text.write(MarkedSamples.kinds.filter { $0.kind == .workout }, DatasetInfo())
    #expect(try text.read().error == nil)
    let list = try text.text("workout_samples.csv")
    let row = try #require(list.split(whereSeparator: \.isNewline).dropFirst().first)
    var cells = row.split(separator: ",")
    cells[1] = cells[0]
    try text.replace(
      "workout_samples.csv",
      list.replacing(row, with: cells.joined(separator: ","), maxReplacements: 1))
    let error = try #require(try text.read().error?.description)
    #expect(error.hasPrefix("set/workout.csv:2:"))
    #expect(error.hasSuffix("[malformed-value]"))
  }

  /// What a nested sample is has to be one of the words.
  @Test(arguments: [
    ("", "found an empty cell"), ("no", "found another word"),
  ])
  func nestedSamplesNeedTheirMark(_ mark: String, _ found: String) throws {
    let text = CSVDatasetText()
    defer { text.remove() }
    try text.write(MarkedSamples.kinds.filter { $0.kind == .correlation }, DatasetInfo())
    #expect(try text.read().error == nil)
    let table = try text.text("quantity.csv")
    try #require(table.contains(",nestedOnly,"))
    try text.replace(
      "quantity.csv", table.replacing(",nestedOnly,", with: ",\(mark),", maxReplacements: 1))
    let error = try #require(try text.read().error?.description)
    #expect(
      error.contains(
        "\(found) in the column nested, expected 'alsoTopLevel', 'nestedOnly' or 'alsoNested'"),
      "\(error)")
    #expect(error.hasPrefix("set/quantity.csv:2:"))
  }

  @Test func identitiesThatDifferAreSaidOnce() throws {
    let text = CSVDatasetText()
    defer { text.remove() }
    try text.write([MarkedSamples.quantity("1"), MarkedSamples.quantity("2")], DatasetInfo())
    let table = try text.text("quantity.csv")
    try text.replace("quantity.csv", table.replacingOccurrences(of: "Watch", with: "Clock"))
    let read = try text.read()
    #expect(read.samples.count == 2)
    #expect(read.findings.count == 1)
    #expect(read.rules == ["id-differs": 1])
  }
}
