import HealthBytes
import HealthModel
import Testing

@testable import HealthConv

/// What is done between reading and writing, and what is told of it.
struct ConversionTests {
  private static func run(
    _ change: (inout Conversion) throws -> Void
  ) throws -> (ids: [String], report: Conversion.Report) {
    var conversion = Conversion(of: try Dataset.open(Fixture.smallExport), to: .jsonLines)
    try change(&conversion)
    let sink = BytesSink()
    let report = try conversion.run(into: OutputContainer(file: sink), name: "memory")
    let lines = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").dropFirst()
    let starts = lines.map { line in
      line.split(separator: "\"start\":\"").dropFirst().first.map { String($0.prefix(19)) } ?? ""
    }
    return (starts, report)
  }

  @Test func sortsByStart() throws {
    let (starts, report) = try Self.run { $0.order = .start }
    #expect(starts.count == 9)
    let own = starts.filter { $0 != "" }
    #expect(own == own.sorted())
    #expect(report.samplesWritten == 9)
    #expect(report.kinds.map(\.written) == [5, 1, 1, 1, 1])
  }

  /// Merging is idempotent, and drops nothing but duplicates.
  @Test(arguments: [1, 2, 3])
  func mergesDuplicates(_ times: Int) throws {
    let dataset = try Dataset.open(Fixture.smallExport)
    var conversion = Conversion(of: Array(repeating: dataset, count: times), to: .jsonLines)
    conversion.mergesDuplicates = true
    let sink = BytesSink()
    let report = try conversion.run(into: OutputContainer(file: sink), name: "memory")
    #expect(report.samplesRead == 9 * times)
    #expect(report.samplesWritten == 9)
    #expect(report.duplicates == 9 * (times - 1))
    let once = BytesSink()
    _ = try Conversion(of: dataset, to: .jsonLines).run(
      into: OutputContainer(file: once), name: "memory")
    #expect(sink.bytes == once.bytes)
  }

  /// A document in parts is not torn, though the other begins alike.
  @Test func documentsStayWhole() throws {
    let stage = try DuplicateStage(DatasetInfo())
    let parts = [("a", 0), ("b", 1), ("a", 0), ("c", 1)].map { text, offset in
      var fields = Sample.HealthDocumentFields()
      fields.path = "export_cda.xml"
      fields.offset = offset == 0 ? nil : Number(offset)
      fields.size = Number(2)
      fields.data = Array(text.utf8)
      let start = Timestamp(secondsSince1970: 0)
      let header = SampleHeader(
        descriptor: SampleDescriptor(type: .other("CDA"), source: nil), start: start, end: start)
      return Sample.document(HealthDocument(header: header, fields: fields))
    }
    for part in parts { #expect(try stage.process(part) == nil) }
    for part in parts { #expect(try stage.release() == part) }
    #expect(try stage.release() == nil)
  }

  /// A document is of all times: with bounds in time no part of one is selected.
  @Test func documentsHaveNoTime() throws {
    var selection = Selection()
    let descriptor = SampleDescriptor(type: .other("CDA"), source: nil)
    #expect(selection.selects(descriptor, kind: .document))
    selection.types = [try TypePattern("HeartRate")]
    #expect(!selection.selects(descriptor, kind: .document))
    selection.types.append(try TypePattern("document"))
    #expect(selection.selects(descriptor, kind: .document))
    selection.until = DateBound("2100-01-01")
    #expect(!selection.selects(descriptor, kind: .document))
  }

  @Test func stagesFollowTheSelection() throws {
    let (starts, report) = try Self.run {
      $0.order = .start
      $0.selection.types = [try TypePattern("BloodPressure*")]
      try $0.units.add("BloodPressureSystolic=kPa")
    }
    #expect(starts.count == 3)
    #expect(report.samplesRead == 9)
    #expect(report.samplesWritten == 3)
    #expect(report.samplesConverted == 2)
  }

  @Test func aDryRunCountsWhatARunWrites() throws {
    let conversion = Conversion(of: try Dataset.open(Fixture.smallExport), to: .jsonLines)
    let sink = BytesSink()
    let real = try conversion.run(into: OutputContainer(file: sink), name: "memory")
    let dry = try conversion.dryRun(toFile: nil)
    #expect(dry.types == real.types)
    #expect(dry.losses == real.losses)
    #expect(dry.bytesWritten == real.bytesWritten)
  }

  @Test(arguments: [
    ("delimiter", ";"), ("guard-formulas", ""), ("apple", ""), ("saving", "append"),
  ])
  func optionsOfOtherFormatsAreRefused(_ name: String, _ text: String) throws {
    var conversion = Conversion(of: try Dataset.open(Fixture.smallExport), to: .jsonLines)
    let option = try #require(Format.all.flatMap(\.writeOptions).first { $0.name == name })
    let isValue = try conversion.options.set(option, to: text)
    #expect(isValue)
    let isOther = try conversion.options.set(option, to: "other")
    #expect(!isOther)
    #expect(conversion.options.given.map(\.name) == [name])
    #expect {
      try conversion.run(into: OutputContainer(file: BytesSink()), name: "memory")
    } throws: { error in
      (error as? HealthError)?.code == .usage
    }
  }
}
