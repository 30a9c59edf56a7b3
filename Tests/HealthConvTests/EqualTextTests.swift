import Foundation
import HealthConv
import HealthModel
import HealthTesting
import Testing

/// Texts that Swift compares as equal, such as an é of one and of two characters, keep their bytes through every
/// format, wherever the model has a text.
@Suite struct EqualTextTests {
  private static let composed = "\u{E9}"
  private static let decomposed = "e\u{301}"

  /// For each place of the model a line with texts of the one form, and one with the other.
  private static func lines() throws -> [String] {
    let folder = try TemporaryFolder()
    var samples: [Sample] = []
    for place in ModelPlaces.samples where !place.name.contains("samples: ") {
      if ["members", "membership"].contains(where: place.name.contains) { continue }
      samples += place.samples
    }
    // Metadata of one entry are printed by a way of their own.
    for (key, value) in [("future", "1"), ("a", "Watch")] {
      var sample = samples[0]
      sample.updateHeader {
        $0.metadata = Metadata([MetadataEntry(key: MetadataKey(key), value: value)])
      }
      samples.append(sample)
    }
    let path = try folder.write(samples, "a.jsonl", DatasetInfo())
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return text.split(separator: "\n").flatMap { line -> [String] in
      if line.contains(#""kind":"dataset""#) { return [String(line)] }
      return [composed, decomposed].map { letter in
        var line = Self.plain(String(line))
        for word in ["Watch", "text of ", "Europe/Paris", "future", "Future", "bin\"", "kg\""] {
          line = line.replacingOccurrences(
            of: word, with: word.prefix(1) + letter + word.dropFirst())
        }
        return line
      }
    }
  }

  /// A line without the members that are calculated.
  private static func plain(_ line: String) -> String {
    line.replacing(/"(id|ordinal)":("[0-9a-f]*"|[0-9]+),/, with: "")
  }

  @Test(arguments: ModelPlaceTests.lossless)
  func losslessFormatsKeepThem(_ name: String) throws {
    let lines = try Self.lines()
    #expect(lines.count > 1_000)
    try keeps(lines, name)
  }

  /// Samples with one empty text each, wherever the model has a text that may be empty.
  private static let emptied = Result<[String], any Error> {
    let folder = try TemporaryFolder()
    var seen: Set<String> = []
    let all = try EqualTextTests.lines()
    let texts = all.dropFirst().filter { $0.contains(composed) }.flatMap { line in
      line.matches(of: /:"[^"]*\u{E9}[^"]*"/).map {
        line.replacingCharacters(in: $0.range, with: ":\"\"")
      }
    }
    return try all.prefix(1)
      + texts.filter { text in
        guard seen.insert(text).inserted else { return false }
        let path = try folder.write(bytes: Array("\(all[0])\n\(text)\n".utf8), "one.jsonl")
        let report = try Conversion(of: .open(path), to: .jsonLines)
          .run(toFile: folder.path + "/out.jsonl", overwriting: true)
        return report.readError == nil
      }
  }

  /// An empty text is neither absent nor null.
  @Test(arguments: ModelPlaceTests.lossless)
  func losslessFormatsKeepEmptyTexts(_ name: String) throws {
    let lines = try Self.emptied.get()
    #expect(lines.count > 500)
    try keeps(lines, name)
  }

  private func keeps(_ lines: [String], _ name: String) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(
      bytes: Array((lines.joined(separator: "\n") + "\n").utf8), "a.jsonl")
    let output = try #require(
      name == "server" ? ModelPlaceTests.newServerPath() : folder.path + "/" + name)
    let format: Format =
      switch name {
      case "dataset.zip": .csvDataset
      case "parquet.zip": .parquet
      case "server": try Format.named("postgres")
      default: try Format.forWriting(to: name)
      }
    _ = try Conversion(of: .open(input), to: format).run(toFile: output)
    _ = try Conversion(of: .open(output), to: .jsonLines).run(toFile: folder.path + "/back.jsonl")
    let back = try String(contentsOfFile: folder.path + "/back.jsonl", encoding: .utf8)
      .split(separator: "\n").map { Self.plain(String($0)) }
    // Strings are compared by their bytes.
    #expect(back.count == lines.count)
    let changed = zip(lines, back).filter { !$0.utf8.elementsEqual($1.utf8) }
    #expect(changed.isEmpty, "\(changed.count): \(changed.prefix(2))")
  }

  /// The order of a file, and the formats that lose some places, have as many texts of the one form as of the other.
  @Test(arguments: ["sorted.jsonl", "table.csv", "export.xml"])
  func othersHaveBothForms(_ name: String) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(
      bytes: Array((try Self.lines().joined(separator: "\n") + "\n").utf8), "a.jsonl")
    let output = folder.path + "/" + name
    var conversion = try Conversion(of: .open(input), to: Format.forWriting(to: name))
    if name == "sorted.jsonl" { conversion.order = .start }
    _ = try conversion.run(toFile: output)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: output))
    func count(_ text: String) -> Int {
      var count = 0
      var rest = bytes[...]
      while let range = rest.range(of: Data(text.utf8)) {
        count += 1
        rest = rest[range.upperBound...]
      }
      return count
    }
    #expect(count(Self.composed) > 100)
    #expect(count(Self.composed) == count(Self.decomposed))
  }
}
