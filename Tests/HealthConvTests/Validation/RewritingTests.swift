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

  /// A writer with a fault at the second sample.
  private struct FaultyWriter: SampleWriter, ~Copyable {
    var writer: any SampleWriter & ~Copyable
    let fault: Fault
    var count = 0

    mutating func begin(_ dataset: DatasetInfo) throws(HealthError) { try writer.begin(dataset) }

    mutating func write(_ sample: consuming Sample) throws(HealthError) {
      count += 1
      guard count == 2 else { return try writer.write(sample) }
      switch fault {
      case .losesASample: return
      case .writesOneTwice:
        try writer.write(copy sample)
        try writer.write(sample)
      case .changesAValue: try writer.write(MarkedSamples.quantity("61"))
      }
    }

    mutating func finish() throws(HealthError) { try writer.finish() }
  }

  private static func format(_ format: Format, _ fault: Fault?) -> Format {
    Format(
      name: format.name, title: format.title, extensions: format.extensions,
      schemes: format.schemes, isText: format.isText, layouts: format.layouts,
      readOptions: format.readOptions, writeOptions: format.writeOptions, losses: [],
      confidence: format.confidence,
      makeReader: format.makeReader,
      makeWriter: { (output, options) throws(HealthError) in
        guard let make = format.makeWriter else {
          throw HealthError(.unsupported, "no writer")
        }
        let writer = try make(output, options)
        if let fault { return FaultyWriter(writer: writer, fault: fault) }
        return writer
      })
  }

  /// A file of samples, a store in a file, and one on a server where there is one.
  private static let places =
    ["a.jsonl", "a.db"] + (ModelPlaceTests.server == nil ? [] : ["server"])

  @Test(arguments: places, [nil] + Fault.allCases.map(Optional.some))
  func onlyWhatReadsBackEqualReplacesTheOriginal(_ name: String, _ fault: Fault?) throws {
    let folder = try TemporaryFolder()
    let samples = ["60", "72", "80"].map { MarkedSamples.quantity($0) }
    let path =
      name == "server" ? ModelPlaceTests.newServerPath() ?? "" : folder.path + "/" + name
    let made = try folder.write(samples, "made.jsonl")
    let format = name == "server" ? try Format.named("postgres") : try Format.forWriting(to: path)
    _ = try Conversion(of: .open(made), to: format).run(toFile: path)
    let before = try Self.samples(path)
    #expect(before.count == 3)
    let files = try Fixtures.files(in: folder.path, suffix: "")
    let conversion = Conversion(of: try Dataset.open(path), to: Self.format(format, fault))
    do throws(HealthError) {
      let rewriting = try Rewriting(conversion, at: path)
      #expect(fault == nil)
      try Rewriting.finish([rewriting], with: [])
    } catch {
      #expect(fault != nil)
      #expect(error.description.contains("differ when read back"))
    }
    #expect(try Self.samples(path) == before)
    #expect(try Fixtures.files(in: folder.path, suffix: "") == files)
  }

  private static func samples(_ path: String) throws -> [Sample] {
    var reading = try Dataset.open(path).samples()
    var samples: [Sample] = []
    while let sample = try reading.next() { samples.append(sample) }
    return samples
  }
}
