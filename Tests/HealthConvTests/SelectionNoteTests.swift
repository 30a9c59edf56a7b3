import HealthConv
import HealthTesting
import Testing

/// A condition that no sample meets is named.
struct SelectionNoteTests {
  private func selection(
    types: [String] = [], sources: [String] = [], since: String? = nil, until: String? = nil,
    predicate: String = "all"
  ) throws -> Selection {
    var selection = Selection()
    selection.types = try types.map { try TypePattern($0) }
    for source in sources { selection.addSource(source) }
    selection.since = since.flatMap { DateBound($0) }
    selection.until = until.flatMap { DateBound($0) }
    selection.predicate = try SamplePredicate(parsing: predicate)
    return selection
  }

  private func notes(_ selection: Selection, of path: String) throws -> [Selection.Note] {
    var conversion = Conversion(of: try .open(path), to: .jsonLines)
    conversion.selection = selection
    return try conversion.dryRun(toFile: nil).selectionNotes
  }

  /// Selections of a small export, and what is noted.
  private func rows() throws -> [(Selection, [Selection.Note])] {
    let first = try #require(DateBound("2025-01-01"))
    let last = try #require(DateBound("2024-01-01"))
    return [
      (try selection(), []),
      (try selection(types: ["steps", "workout"], sources: ["*phone", "watch"]), []),
      (try selection(types: ["steps", "hrv"]), [.noType("hrv")]),
      (try selection(sources: ["wach"]), [.noSource("wach"), .noSample]),
      (
        try selection(types: ["glucose"], sources: ["wach"]),
        [.noType("glucose"), .noSource("wach"), .noSample]
      ),
      (
        try selection(since: "2025-01-01", until: "2024-01-01"),
        [.emptyInterval(since: first, until: last)]
      ),
      (try selection(since: "2025-01-01"), [.noSample]),
      (try selection(predicate: "value > 1000000 count"), [.noSample]),
      // Each is there, but not together.
      (try selection(types: ["steps"], sources: ["Watch"]), [.noSample]),
    ]
  }

  @Test func conditionsThatNoSampleMeetsAreNamed() throws {
    let folder = try TemporaryFolder()
    let store = folder.path + "/small.db"
    _ = try Conversion(of: try .open(Fixture.smallExport), to: try .named("sqlite")).run(
      toFile: store)
    for (selection, expected) in try rows() {
      #expect(try notes(selection, of: Fixture.smallExport) == expected)
      // Of a store, only what is selected is read.
      #expect(try notes(selection, of: store) == expected)
    }
  }

  @Test func aMergeAndAComparisonAskAllTheirInputs() throws {
    let folder = try TemporaryFolder()
    let steps = folder.path + "/steps.jsonl"
    var conversion = Conversion(of: try .open(Fixture.smallExport), to: .jsonLines)
    conversion.selection = try selection(types: ["steps"])
    _ = try conversion.run(toFile: steps)
    var comparison = Comparison(of: try .open(steps), with: try .open(Fixture.smallExport))
    comparison.selection = try selection(types: ["hr", "glucose"])
    #expect(try comparison.run { _ in }.selectionNotes == [.noType("glucose")])
    var merge = Merge(of: [try .open(steps), try .open(Fixture.smallExport)], to: .jsonLines)
    merge.selection = try selection(types: ["hr", "glucose"])
    #expect(
      try merge.run(toFile: folder.path + "/all.jsonl").selectionNotes == [.noType("glucose")])
  }

  /// Who asks for few samples has not seen all types.
  @Test func aLimitNotesNothing() throws {
    let predicate = try SamplePredicate(parsing: "type in (hr, steps)")
    var query = DatasetQuery(SampleQuery(predicate, limit: 1), of: [try .open(Fixture.smallExport)])
    query.selection = try selection(types: ["hr", "steps"])
    let folder = try TemporaryFolder()
    let report = try query.run(toFile: folder.path + "/one.jsonl", as: .jsonLines)
    #expect(report.selectionNotes == [])
    #expect(report.samplesWritten == 1)
  }

  @Test(arguments: [
    ("2024-01-02", "2024-01-01", true), ("2024-01-01", "2024-01-01", true),
    ("2024-01-01", "2024-01-02", false), ("2024-01-01T08:00:00", "2024-01-01", true),
    ("2024-01-01T10:00:00Z", "2024-01-01T11:00:00+02:00", true),
    // On some clock there is such a time.
    ("2024-01-01T10:00:00Z", "2024-01-01", false), ("2024-01-03T10:00:00Z", "2024-01-01", true),
  ])
  func boundsExcludeEachOther(_ since: String, _ until: String, _ isEmpty: Bool) throws {
    var selection = try selection(since: since, until: until)
    selection.predicate = .not(.all)
    let notes = try notes(selection, of: Fixture.smallExport)
    #expect(notes.contains(.noSample) == !isEmpty)
  }
}
