import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthStatistics
import HealthTesting
import Testing

/// Files of one archive whose times overlap: what they have in common counts once.
@Suite struct SharedSampleTests {
  private static let overlapping = [
    "2026-03-05,08:00,100\n2026-03-05,08:01,40\n", "2026-03-05,08:01,40\n2026-03-05,08:02,7\n",
  ]

  /// Opens an archive of a service with the steps of minutes.
  private static func open(_ rows: [String], in folder: TemporaryFolder) throws -> Dataset {
    let sink = BytesSink()
    let writer = ZipWriter(sink)
    for (index, rows) in rows.enumerated() {
      try writer.beginEntry(name: "u/ACTIVITY_MINUTE/ACTIVITY_MINUTE_\(index).csv")
      let text = "date,time,steps\n\(rows)"
      try writer.write(text.utf8.span)
    }
    try writer.finish()
    var options = ReadOptions()
    options.map = try CSVMap.named("zepp")
    options.zone = try Zone("+01:00")
    let path = try folder.write(bytes: sink.bytes, "a.zip")
    return try Dataset.open(path, as: .mappedCSV, options: options)
  }

  private static func answer(_ datasets: [Dataset]) throws -> (text: String, notes: [String]) {
    var answer = Answer(.statistics, of: datasets)
    answer.plan.interval = .day
    answer.plan.options = .cumulativeSum
    let sink = BytesSink()
    let report = try answer.write(to: sink, named: "answer", as: .csv)
    return (String(decoding: sink.bytes, as: UTF8.self), report.notes)
  }

  @Test func statisticsCountThemOnce() throws {
    let folder = try TemporaryFolder()
    let dataset = try Self.open(Self.overlapping, in: folder)
    let (text, notes) = try Self.answer([dataset])
    #expect(text.contains(",3,147,"), "\(text)")
    let note = "1 sample does not count: the input has it in another file, or another version of it"
    #expect(notes.contains(note), "\(notes)")
    // As one of several inputs, too.
    let twice = try Self.answer([dataset, dataset]).text
    #expect(twice.contains(",3,147,"), "\(twice)")
  }

  @Test func equalRowsOfOneFileAreTwo() throws {
    let folder = try TemporaryFolder()
    let row = "2026-03-05,08:00,100\n"
    let dataset = try Self.open([row + row, "2026-03-06,08:00,1\n"], in: folder)
    let (text, notes) = try Self.answer([dataset])
    #expect(text.contains(",2,200,") && text.contains(",1,1,"), "\(text)")
    #expect(!notes.contains { $0.contains("another file") })
    let shared = try Self.answer([Self.open([row + row, row + row + row], in: folder)]).text
    #expect(shared.contains(",3,300,"), "\(shared)")
  }

  /// A conversion writes all, and reports them; merging leaves them out, as a store does.
  @Test func conversions() throws {
    let folder = try TemporaryFolder()
    let dataset = try Self.open(Self.overlapping, in: folder)
    var conversion = Conversion(of: dataset, to: .jsonLines)
    let all = try conversion.run(toFile: folder.path + "/all.jsonl")
    #expect(all.samplesWritten == 4)
    #expect(all.findings.rules.filter { $0.name == "shared-sample" }.map(\.count) == [1])
    conversion.mergesDuplicates = true
    let merged = try conversion.run(toFile: folder.path + "/merged.jsonl")
    #expect(merged.samplesWritten == 3 && merged.duplicates == 1)
    #expect(!merged.findings.rules.contains { $0.name == "shared-sample" })
    // A store, too, of which a part is selected.
    conversion = Conversion(of: dataset, to: .sqlite)
    conversion.selection.types = [try TypePattern("StepCount")]
    let stored = try conversion.run(toFile: folder.path + "/steps.db")
    #expect(stored.samplesWritten == 3 && stored.duplicates == 1 && stored.samplesRead == 4)
    let merge = try Merge(of: [dataset], to: .jsonLines).run(toFile: folder.path + "/merge.jsonl")
    #expect(merge.written == 3 && merge.inputs.map(\.same) == [1])
  }

  /// One run as FIT and TCX, whose source has one name, counts once: in a folder, as two inputs, merged, and in a store.
  @Test func activitiesInTwoFormats() throws {
    let (files, folder) = (try TemporaryFolder(), try TemporaryFolder())
    let fit = try files.write(
      bytes: Fixtures.bytes(Fixtures.samples + "/commands/run.fit"), "run.fit")
    let run = try Dataset.open(fit)
    let tcx = files.path + "/run.tcx"
    _ = try Conversion(of: run, to: .tcx).run(toFile: tcx)
    let both = try Dataset.open(files.path)
    let inputs = [run, try Dataset.open(tcx)]
    let merged = folder.path + "/merged.jsonl"
    _ = try Merge(of: [both], to: .jsonLines).run(toFile: merged)
    let store = folder.path + "/run.db"
    _ = try Conversion(of: both, to: .sqlite).run(toFile: store)
    let other = folder.path + "/inputs.db"
    _ = try Conversion(of: inputs, to: .sqlite).run(toFile: other)
    let expected = try Self.answer([run]).text
    #expect(expected.contains("DistanceWalkingRunning"))
    for datasets in [
      [both], inputs, inputs.reversed(), [try Dataset.open(merged)], [try Dataset.open(store)],
      [try Dataset.open(other)],
    ] {
      #expect(try Self.answer(datasets).text == expected)
      let workouts = BytesSink()
      _ = try Answer(.workouts, of: datasets).write(to: workouts, named: "answer", as: .csv)
      let lines = String(decoding: workouts.bytes, as: UTF8.self).split(separator: "\n")
      #expect(lines.count == 2 && lines[1].contains(",95,"), "\(lines)")
    }
  }
}
