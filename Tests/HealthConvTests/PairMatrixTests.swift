import Foundation
import HealthBytes
import HealthConv
import HealthFormats
import HealthGenerator
import HealthTesting
import HealthXML
import Testing
import ToyFormat

/// Every ordered pair of formats over all kinds with all fields and over an archive with all side files, and every other sample
/// through each format twice: what comes out is equal but for the losses that were
/// declared and counted, and for no others. The first of a pair is written in each container that its format has;
/// the second in its first one, since each container has its turn as the first.
@Suite struct PairMatrixTests {
  /// The ways in which a format can be written and read again.
  struct Way: CustomTestStringConvertible, Sendable {
    let format: Format
    let output: OutputContainer.Kind

    /// Where stores can be that have no file: an address without the schema they are in.
    private static let server = ProcessInfo.processInfo.environment["HEALTHCONV_POSTGRES"]

    static let formats = Format.all + [.toy]

    static let all: [Way] = formats.filter { $0.makeReader != nil }.flatMap { format in
      (format.layouts.first?.outputs ?? []).map { Way(format: format, output: $0) }
    }.filter { way in
      switch way.output {
      case .database: !way.format.extensions.isEmpty || server != nil
      case .file: !way.format.takesOneWorkout
      case .folder, .archive: true
      }
    }

    /// The format, in the container that it prefers.
    var isPreferred: Bool { output == format.layouts.first?.outputs.first }

    var testDescription: String { "\(format.name) as \(output.rawValue)" }

    /// A schema of its own for each path.
    private static func schema(_ path: String) -> String {
      ((server ?? "").contains("?") ? "&" : "?") + "options=-csearch_path%3Dpairs_"
        + path.suffix(40).lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
    }

    func path(_ name: String) -> String {
      switch output {
      case .file: "\(name).\(format.extensions.first { $0 != "zip" } ?? "")"
      case .database where format.extensions.isEmpty: (Self.server ?? "") + Self.schema(name)
      case .database: "\(name).\(format.extensions[0])"
      case .archive: "\(name).zip"
      case .folder: "\(name)/"
      }
    }
  }

  /// A dataset as texts to compare: a line for itself, then one for each sample, to the letter.
  struct Content {
    let dataset: String
    let samples: [String]
    let losses: [Loss.Count]

    var lost: Int { losses.reduce(0) { $0 + $1.count } }
    var hasWorkout: Bool { samples.contains { $0.contains("\"kind\":\"workout\"") } }
  }

  @Test(arguments: Way.all)
  func everyPair(_ first: Way) throws {
    let folder =
      FileManager.default.temporaryDirectory.path + "/healthconv-pairs-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let inputs = try inputs(folder)
    for (number, input) in inputs.enumerated() {
      let isPaired = number >= inputs.count - 2
      let written = first.path(folder + "/\(number)")
      let whole = try content(of: input)
      // Without a workout there is nothing to write.
      guard !first.format.takesOneWorkout || whole.hasWorkout else { continue }
      let once = try pass(
        input, whole, through: first, at: written,
        "\(input) -> \(first.testDescription)")
      for second in Way.all
      where isPaired && second.isPreferred
        || (second.format.name == first.format.name && second.output == first.output)
      {
        let name = "\(input) -> \(first.testDescription) -> \(second.testDescription)"
        let path = second.path(folder + "/\(number)-again")
        let twice = try pass(written, once, through: second, at: path, name)
        if second.format.name == first.format.name, second.output == first.output {
          #expect(twice.lost == 0, "\(name): \(twice.losses) is lost again")
          #expect(twice.samples == once.samples, "\(name)")
        }
        if FileManager.default.fileExists(atPath: path) {
          try FileManager.default.removeItem(atPath: path)
        }
      }
    }
  }

  /// Writes a dataset in a format, reads that, and compares it with the content of the dataset.
  private func pass(
    _ input: String, _ before: Content, through way: Way, at path: String, _ name: String
  ) throws -> Content {
    let report = try Conversion(of: try Dataset.open(input, among: Way.formats), to: way.format)
      .run(toFile: path)
    #expect(report.readError == nil, "\(name)")
    try expectValid(path, way)
    let after = try content(
      of: path, as: way.format, losses: report.losses.filter { $0.count > 0 })
    #expect(report.losses.allSatisfy { way.format.losses.contains($0.loss) }, "\(name)")
    guard after.lost > 0 else {
      #expect(after.dataset == before.dataset, "\(name)")
      expectEqual(after.samples, before.samples, name)
      return after
    }
    // What is gone or changed was counted.
    var left: [String: Int] = [:]
    for sample in after.samples { left[sample, default: 0] += 1 }
    var changed: [String] = []
    for sample in before.samples {
      if let count = left[sample], count > 0 {
        left[sample] = count - 1
      } else {
        changed.append(sample)
      }
    }
    let new = Dictionary(grouping: left.filter { $0.value > 0 }.keys, by: withoutPaths)
    let missing = changed.count { sample in
      !(new[withoutPaths(sample)] ?? []).contains { isNamed($0, sample) }
    }
    #expect(missing <= after.lost, "\(name): \(missing) samples differ, \(after.losses)")
    return after
  }

  /// XML that is written is well-formed to libxml2, too, and GPX is what its schema says.
  private func expectValid(_ path: String, _ way: Way) throws {
    guard way.output == .file, ["apple-health", "gpx", "tcx"].contains(way.format.name) else {
      return
    }
    _ = try LibXML2.events(of: try Fixtures.bytes(path))
    guard way.format.name == "gpx" else { return }
    let schema = Fixtures.samples + "/../Schemas/gpx11-all.xsd"
    let violations = try SchemaValidator(path: schema).violations(
      in: BytesSource(Fixtures.bytes(path)))
    #expect(violations == [], "\(path)")
  }

  private func expectEqual(_ a: [String], _ b: [String], _ name: String) {
    #expect(a.count == b.count, "\(name)")
    for (a, b) in zip(a, b) where a != b && !isNamed(a, b) {
      Issue.record("\(name):\n\(a.prefix(2_000))\n\(b.prefix(2_000))")
      return
    }
  }

  /// The text of a sample without the paths of its files, the same for samples that ``isNamed`` holds for.
  private func withoutPaths(_ sample: String) -> String {
    func without(_ value: Any) -> Any {
      if let object = value as? [String: Any] {
        return object.filter { $0.key != "path" }.mapValues(without)
      }
      return (value as? [Any])?.map(without) ?? value
    }
    guard let value = try? JSONSerialization.jsonObject(with: Data(sample.utf8)),
      let data = try? JSONSerialization.data(withJSONObject: without(value), options: .sortedKeys)
    else { return sample }
    return String(decoding: data, as: UTF8.self)
  }

  /// Whether samples differ only in that a file of one, which had no path, has got one.
  private func isNamed(_ after: String, _ before: String) -> Bool {
    func matches(_ after: Any, _ before: Any) -> Bool {
      if let after = after as? [String: Any], let before = before as? [String: Any] {
        let added = Set(after.keys).subtracting(before.keys)
        return added.isSubset(of: ["path"])
          && before.allSatisfy { key, value in after[key].map { matches($0, value) } ?? false }
      }
      if let after = after as? [Any], let before = before as? [Any] {
        return after.count == before.count && zip(after, before).allSatisfy(matches)
      }
      return (after as? NSObject) == (before as? NSObject)
    }
    guard let after = try? JSONSerialization.jsonObject(with: Data(after.utf8)),
      let before = try? JSONSerialization.jsonObject(with: Data(before.utf8))
    else { return false }
    return matches(after, before)
  }

  private func content(
    of path: String, as format: Format? = nil, losses: [Loss.Count] = []
  ) throws -> Content {
    let sink = BytesSink()
    let dataset = try Dataset.open(path, among: Way.formats)
    if let format { #expect(dataset.format.name == format.name, "\(path) is recognised") }
    let report = try Conversion(of: dataset, to: .jsonLines)
      .run(into: OutputContainer(file: sink), name: path)
    #expect(report.readError == nil, "\(path)")
    let lines = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return Content(
      dataset: try self.dataset(lines.first ?? ""), samples: Array(lines.dropFirst()),
      losses: losses)
  }

  /// The dataset's line without what is of the file and not of the data: where the main file lies in an
  /// archive.
  private func dataset(_ line: String) throws -> String {
    var members = try #require(
      JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    members["path"] = nil
    let data = try JSONSerialization.data(withJSONObject: members, options: .sortedKeys)
    return String(decoding: data, as: UTF8.self)
  }

  /// Every accepted sample, every kind with every field, and an archive with all kinds of side files.
  private func inputs(_ folder: String) throws -> [String] {
    var inputs = try Fixtures.files(in: Fixtures.samples + "/accept", suffix: "")
      .flatMap { try Fixtures.files(in: $0, suffix: "") }
    let marked = folder + "/marked.jsonl"
    let lines = try AtomicFile(marked)
    var writer = JSONLinesWriter(sink: lines)
    try writer.begin(MarkedSamples.dataset)
    // A reader counts twins, so those of the input have to be counted, too.
    var twins: [SampleID: UInt32] = [:]
    for var sample in MarkedSamples.all {
      sample.ordinal = twins[sample.id, default: 0]
      twins[sample.id, default: 0] += 1
      try writer.write(sample)
    }
    try writer.finish()
    try lines.finish()
    inputs.append(marked)
    let archive = folder + "/generated.zip"
    let zip = try AtomicFile(archive)
    _ = try ExportGenerator(ExportGenerator.Options(seed: 5, size: .records(300))).writeArchive(
      to: zip)
    try zip.finish()
    inputs.append(archive)
    return inputs
  }
}
