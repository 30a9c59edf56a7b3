import HealthBytes
import HealthTesting
import Testing

@testable import HealthConv
@testable import HealthFormats

/// What a rewriting has written is read back, and takes the place of the original only if both are equal.
@Suite struct RewritingTests {
  /// A fault of a writer.
  enum Fault: CaseIterable {
    case losesASample, writesOneTwice, changesAValue
  }

  /// A writer of JSON Lines with a fault at the second sample.
  private struct FaultyWriter: SampleWriter, ~Copyable {
    var writer: JSONLinesWriter
    let fault: Fault
    var count = 0

    mutating func begin(_ dataset: DatasetInfo) throws(WriteError) { try writer.begin(dataset) }

    mutating func write(_ sample: consuming Sample) throws(WriteError) {
      count += 1
      guard count == 2 else { return try writer.write(sample) }
      switch fault {
      case .losesASample: return
      case .writesOneTwice:
        try writer.write(sample)
        try writer.write(sample)
      case .changesAValue: try writer.write(MarkedSamples.quantity("61"))
      }
    }

    mutating func finish() throws(WriteError) { try writer.finish() }
  }

  private static func format(_ fault: Fault?) -> Format {
    let lines = Format.jsonLines
    return Format(
      name: lines.name, title: lines.title, extensions: lines.extensions, isText: true,
      layouts: lines.layouts, losses: [], likeness: lines.likeness, makeReader: lines.makeReader,
      makeWriter: { (output, _) throws(WriteError) in
        let writer = JSONLinesWriter(sink: try output.stream())
        if let fault { return FaultyWriter(writer: writer, fault: fault) }
        return writer
      })
  }

  @Test(arguments: [nil] + Fault.allCases.map(Optional.some))
  func onlyWhatReadsBackEqualReplacesTheFile(_ fault: Fault?) throws {
    let folder = try TemporaryFolder()
    let samples = ["60", "72", "80"].map { MarkedSamples.quantity($0) }
    let path = try folder.write(samples, "a.jsonl")
    let before = try Fixtures.bytes(path)
    let conversion = Conversion(of: try Dataset.open(path), to: Self.format(fault))
    do throws(ConversionError) {
      let rewriting = try Rewriting(conversion, at: path)
      #expect(fault == nil)
      try Rewriting.finish([rewriting], with: [])
    } catch {
      #expect(fault != nil)
      #expect(error.description.contains("differ when read back"))
    }
    #expect(try Fixtures.bytes(path) == before)
    #expect(try Fixtures.files(in: folder.path, suffix: "") == [path])
  }
}
