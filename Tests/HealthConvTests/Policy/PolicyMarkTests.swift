import Foundation
import HealthConv
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// The result of a policy states so, wherever a format can hold it, and a mixture does not.
@Suite struct PolicyMarkTests {
  private static let mark = "research/1/2026a"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func original(_ name: String = "original.jsonl", participant: String? = nil) throws
    -> Dataset
  {
    let dataset = try Dataset.open(
      folder.write([MarkedSamples.quantity("61")], name))
    return try participant.map { try dataset.participant($0) } ?? dataset
  }

  private func released(_ dataset: Dataset) -> Dataset {
    dataset.releasing(Release(policy(.research) { $0.release = "2026a" }))
  }

  private func converted(_ dataset: Dataset, to format: Format, _ path: String) throws -> Dataset {
    _ = try Conversion(of: dataset, to: format).run(toFile: path, overwriting: true)
    return try .open(path, as: format)
  }

  @Test func theOriginalHasNone() throws {
    #expect(try original().info.deidentified == nil)
    #expect(try released(original()).info.deidentified == Self.mark)
    #expect(
      try original().releasing(Release(policy(.research) { $0.settings.routes = .keep })).info
        .deidentified == "research-weakened/1/1")
  }

  /// Every format keeps the mark, also in a second conversion, or counts its loss. GPX keeps it, though no other facts but a date.
  /// A server has the tables of SQLite, and is left out.
  @Test(
    arguments: PairMatrixTests.Way.all.filter {
      !$0.format.takesOneWorkout && !($0.output == .database && $0.format.extensions.isEmpty)
    })
  func conversionsKeepIt(_ way: PairMatrixTests.Way) throws {
    let path = folder.path + "/" + way.path("one")
    let report = try Conversion(of: released(original()), to: way.format).run(
      toFile: path, overwriting: true)
    let once = try Dataset.open(path, as: way.format)
    let info = try once.info
    if info.characteristics.isEmpty, way.format.name != "gpx" {
      let names = report.losses.filter { $0.count > 0 }.map(\.loss.name)
      #expect(names.contains("dataset") || names.contains("toy-details"))
      return
    }
    #expect(info.deidentified == Self.mark)
    let twice = try converted(once, to: .jsonLines, folder.path + "/two.jsonl")
    #expect(try twice.info.deidentified == Self.mark)
    #expect(try Inventory(of: once).json().contains("\"deidentified\": \"\(Self.mark)\""))
    var validation = Validation()
    try validation.check(once)
    #expect(!validation.finish().groups.list.contains { $0.rule == "unknown-attribute" })
  }

  /// The keywords of a GPX file are its own, unless they state a policy.
  @Test(arguments: ["a, b", "deidentified: \(mark)"]) func keywordsOfGPXStay(
    _ keywords: String
  ) throws {
    let text = """
      <gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">\
      <metadata><keywords>\(keywords)</keywords></metadata></gpx>
      """
    let input = try folder.write(bytes: Array(text.utf8), "input.gpx")
    let dataset = try Dataset.open(input)
    #expect(try dataset.info.deidentified == (keywords == "a, b" ? nil : Self.mark))
    let path = folder.path + "/output.gpx"
    _ = try converted(dataset, to: .gpx, path)
    let output = try String(contentsOfFile: path, encoding: .utf8)
    #expect(output.contains("<metadata><keywords>\(keywords)</keywords></metadata>"))
  }

  /// Datasets with and without a mark: without participants, of the same one, of two.
  @Test(arguments: [(false, false), (true, true), (true, false)])
  func aMixtureHasNone(_ hasParticipants: Bool, _ isSame: Bool) throws {
    let marked = try converted(
      released(original(participant: hasParticipants ? "A" : nil)), to: .jsonLines,
      folder.path + "/marked.jsonl")
    let other = try original(
      "other.jsonl", participant: isSame ? marked.info.participant : hasParticipants ? "B" : nil)
    for (inputs, isMixed) in [
      ([marked, other], true), ([other, marked], true), ([marked, marked], false),
    ] {
      let path = folder.path + "/output.jsonl"
      let conversion = try Conversion(of: inputs, to: .jsonLines).run(
        toFile: path, overwriting: true)
      #expect(conversion.findings.rules.contains { $0.name == "policy-differs" } == isMixed)
      #expect(try Dataset.open(path).info.deidentified == (isMixed ? nil : Self.mark))
      let merge = try Merge(of: inputs, to: .jsonLines).run(toFile: path, overwriting: true)
      #expect(merge.findings.rules.contains { $0.name == "policy-differs" } == isMixed)
      #expect(try Dataset.open(path).info.deidentified == (isMixed ? nil : Self.mark))
    }
  }

  /// A store of marked data is no longer one if it gets others, and the other way around.
  @Test(arguments: [true, false]) func aStoreIsMixed(_ isMarkedFirst: Bool) throws {
    let marked = try converted(released(original()), to: .jsonLines, folder.path + "/marked.jsonl")
    let inputs = try isMarkedFirst ? [marked, original()] : [original(), marked]
    let path = folder.path + "/store.db"
    let first = try Conversion(of: inputs[0], to: .sqlite).run(toFile: path)
    #expect(first.findings.rules.isEmpty)
    #expect(try Dataset.open(path).info.deidentified == (isMarkedFirst ? Self.mark : nil))
    let second = try Conversion(of: inputs[1], to: .sqlite).run(toFile: path)
    #expect(second.findings.rules.map(\.name) == ["policy-differs"])
    #expect(try Dataset.open(path).info.deidentified == nil)
  }
}
