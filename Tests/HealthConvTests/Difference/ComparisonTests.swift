import Foundation
import HealthConv
import HealthModel
import HealthTesting
import Testing

/// What is the same, new, gone and changed, between datasets in files of any format.
struct ComparisonTests {
  private static func compare(
    _ old: [Sample], _ new: [Sample], _ change: (inout Comparison) -> Void = { _ in }
  ) throws -> (report: Comparison.Report, differences: [String]) {
    let folder = try TemporaryFolder()
    return try compare(
      folder.write(old, "old.jsonl"), folder.write(new, "new.jsonl"), change)
  }

  private static func compare(
    _ old: String, _ new: String, _ change: (inout Comparison) -> Void = { _ in }
  ) throws -> (report: Comparison.Report, differences: [String]) {
    var comparison = Comparison(of: try Dataset.open(old), with: try Dataset.open(new))
    change(&comparison)
    var found: [String] = []
    let report = try comparison.run {
      found.append(([$0.change.rawValue, $0.kind.rawValue] + $0.parts).joined(separator: " "))
    }
    return (report, found)
  }

  @Test(arguments: [Fidelity.meaning, .content, .exact])
  func datasetsAreTheSameAsThemselves(_ fidelity: Fidelity) throws {
    let result = try Self.compare(MarkedSamples.all, MarkedSamples.all) { $0.fidelity = fidelity }
    #expect(result.differences == [])
    #expect(result.report.isSame)
    #expect(result.report.same == MarkedSamples.all.count)
    #expect(result.report.dataset == [])
  }

  @Test func exportsAreTheSameAsTheirJSONLines() throws {
    let folder = try TemporaryFolder()
    let exports =
      [Fixture.smallExport, Fixtures.samples + "/demo/export.zip"]
      + (try Fixtures.files(in: Fixtures.samples + "/accept/apple-health", suffix: ".xml"))
    for (index, export) in exports.enumerated() {
      let copy = folder.path + "/\(index).jsonl"
      _ = try Conversion(of: try Dataset.open(export), to: .jsonLines).run(toFile: copy)
      let result = try Self.compare(export, copy) { $0.fidelity = .exact }
      #expect(result.differences == [], "\(export)")
      #expect(result.report.isSame, "\(export)")
      #expect(result.report.same > 0)
    }
  }

  @Test func orderMattersOnlyToTheLetter() throws {
    let samples = MarkedSamples.kinds
    let meaning = try Self.compare(samples, samples.reversed())
    #expect(meaning.report.isSame)
    let exact = try Self.compare(samples, samples.reversed()) { $0.fidelity = .exact }
    #expect(exact.report.isReordered)
    #expect(exact.differences == [])
    #expect(!exact.report.isSame)
  }

  /// Each sample taken out in turn is gone, put in is new, doubled is a new twin.
  @Test func everySampleCounts() throws {
    let folder = try TemporaryFolder()
    let all = MarkedSamples.kinds + MarkedSamples.elements
    let whole = try folder.write(all, "whole.jsonl")
    for index in all.indices {
      let kind = all[index].kind.rawValue
      var samples = all
      samples.remove(at: index)
      let part = try folder.write(samples, "part.jsonl")
      #expect(try Self.compare(whole, part).differences == ["gone \(kind)"])
      #expect(try Self.compare(part, whole).differences == ["new \(kind)"])
      let more = try folder.write(all + [all[index]], "more.jsonl")
      #expect(try Self.compare(whole, more).differences == ["new \(kind)"])
      let result = try Self.compare(more, whole).report
      #expect(result.gone == 1)
      #expect(result.same == all.count)
    }
  }

  /// Records of one day, meals of one instant, hearing tests of other thresholds: none is taken for another.
  @Test func aSampleOfASharedIdentityIsGoneByItself() throws {
    let folder = try TemporaryFolder()
    let all = SameIdentities.all
    let whole = try folder.write(all, "whole.jsonl")
    for index in all.indices {
      var samples = all
      samples.remove(at: index)
      let part = try folder.write(samples.reversed(), "part.jsonl")
      let kind = all[index].kind.rawValue
      #expect(try Self.compare(whole, part).differences == ["gone \(kind)"], "\(index)")
      #expect(try Self.compare(part, whole).differences == ["new \(kind)"], "\(index)")
    }
  }

  /// Samples of one sync identifier are one sample in two versions.
  @Test func aHigherVersionIsAChange() throws {
    func version(_ number: Int, _ value: String) -> Sample {
      MarkedSamples.quantity(value) {
        $0.metadata = Metadata([
          MetadataEntry(key: .syncIdentifier, value: "s"),
          MetadataEntry(key: .syncVersion, value: "\(number)"),
        ])
      }
    }
    let result = try Self.compare([version(1, "72")], [version(2, "80")])
    #expect(result.report.changed == 1 && result.report.gone == 0 && result.report.new == 0)
  }

  @Test func twinsAreMatchedByWhatTheySay() throws {
    func twin(_ zone: String) -> Sample {
      MarkedSamples.quantity("72") {
        $0.metadata = Metadata([MetadataEntry(key: .timeZone, value: zone)])
      }
    }
    let old = ["a", "b", "b", "c"].map(twin)
    #expect(try Self.compare(old, ["c", "b", "a", "b"].map(twin)).differences == [])
    #expect(
      try Self.compare(old, ["b", "c", "b"].map(twin)).differences == ["gone quantity"])
    #expect(
      try Self.compare(old, ["b", "c", "x", "b"].map(twin)).differences
        == ["changed quantity metadata"])
  }

  /// A value is part of the identity: the sample is the same all the same.
  @Test func changedValuesAreChanges() throws {
    let result = try Self.compare(
      [MarkedSamples.quantity("72"), MarkedSamples.quantity("80") { $0.start = $0.end }],
      [MarkedSamples.quantity("73"), MarkedSamples.quantity("81") { $0.start = $0.end }]
    ) { $0.showsValues = true }
    #expect(result.report.changed == 2)
    #expect(result.report.gone + result.report.new == 0)
    #expect(
      try Self.compare([MarkedSamples.quantity("72")], [MarkedSamples.quantity("73")]).differences
        == ["changed quantity value"])
    let later = MarkedSamples.quantity("72") { $0.start = $0.end }
    #expect(
      try Self.compare([MarkedSamples.quantity("72")], [later]).differences
        == ["gone quantity", "new quantity"])
  }

  @Test func onlyWhatIsSelectedIsCompared() throws {
    let heart = MarkedSamples.quantity("72")
    // The workout holds another heart rate.
    let kinds = MarkedSamples.kinds.filter { $0.kind != .workout }
    let result = try Self.compare(kinds, [heart]) {
      $0.selection.types = [(try? TypePattern("HeartRate"))].compactMap { $0 }
    }
    #expect(result.report.isSame)
    #expect(result.report.same == 1)
  }

  @Test func valuesComeOnlyWhenAskedFor() throws {
    let folder = try TemporaryFolder()
    let paths = [
      try folder.write([MarkedSamples.quantity("72")], "old.jsonl"),
      try folder.write([MarkedSamples.quantity("73")], "new.jsonl"),
    ]
    for shows in [false, true] {
      var comparison = Comparison(
        of: try Dataset.open(paths[0]), with: try Dataset.open(paths[1]))
      comparison.showsValues = shows
      _ = try comparison.run {
        #expect($0.oldValue == (shows ? "72 count/min" : nil))
        #expect($0.newValue == (shows ? "73 count/min" : nil))
        #expect($0.json.contains("72") == shows)
      }
    }
  }

  @Test func aDatasetThatBreaksOffIsAnError() throws {
    let folder = try TemporaryFolder()
    let whole = try folder.write(MarkedSamples.kinds, "whole.jsonl")
    let broken = folder.path + "/broken.jsonl"
    let text = try String(contentsOfFile: whole, encoding: .utf8)
    try String(text.dropLast(100)).write(toFile: broken, atomically: true, encoding: .utf8)
    for (old, new) in [(whole, broken), (broken, whole)] {
      #expect(throws: HealthError.self) { _ = try Self.compare(old, new) }
    }
  }
}
