import HealthBytes
import HealthConv
import HealthFormats
import HealthTesting
import Testing

/// Of a folder with several files of a format, all are read as one input, or an error names them.
@Suite struct SeveralFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The typed samples: the metadata of one file of several are a sample.
  private static func count(_ path: String) throws -> Int {
    var samples = try Dataset.open(path).samples()
    var count = 0
    while let sample = try samples.next() {
      if sample.header != nil { count += 1 }
    }
    return count
  }

  private func failure(as format: Format? = nil) -> HealthError? {
    do throws(HealthError) {
      _ = try Dataset.open(folder.path, as: format).samples()
      return nil
    } catch { return error }
  }

  @Test(arguments: [
    ["accept/gpx/apple.gpx", "accept/gpx/garmin.gpx", "accept/gpx/gpx10.gpx"],
    ["accept/tcx/garmin.tcx", "accept/tcx/strava.tcx"], ["commands/run.fit", "commands/day.fit"],
    ["csv-maps/libreview-eu.csv", "csv-maps/libreview-us.csv"],
    ["csv-maps/tidepool.json", "csv-maps/tidepool.json"],
  ])
  func allAreRead(_ names: [String]) throws {
    var options = ReadOptions()
    options.zone = try Zone("UTC")
    func count(_ path: String) throws -> Int {
      var samples = try Dataset.open(path, options: options).samples()
      var count = 0
      while try samples.next() != nil { count += 1 }
      return count
    }
    var expected = 0
    for (index, name) in names.enumerated() {
      let path = "\(Fixture.samples)/\(name)"
      expected += try count(path)
      let ending = name.split(separator: ".").last ?? ""
      _ = try folder.write(bytes: try FileSource(path).readAll(), "\(index).\(ending)")
    }
    #expect(expected > 1)
    #expect(try count(folder.path) == expected)
  }

  @Test(arguments: [("csv", "", "csv"), ("csv", ".gz", "csv"), ("gpx", ".gz", "gpx")])
  func packedFilesAreRead(_ ending: String, _ packing: String, _ name: String) throws {
    var expected = 0
    for (number, sample) in ["garmin", "gpx10", "apple"].enumerated() {
      let input = try Dataset.open("\(Fixture.samples)/accept/gpx/\(sample).gpx")
      let path = "\(folder.path)/\(number).\(ending)\(packing)"
      _ = try Conversion(of: input, to: try Format.named(name)).run(toFile: path)
      expected += try Self.count(path)
    }
    #expect(expected > 2)
    #expect(try Self.count(folder.path) == expected)
  }

  /// A dataset in JSON Lines is one file.
  @Test func filesOfLinesAreNamed() throws {
    for name in ["a.jsonl", "b.jsonl"] { _ = try folder.write([], name) }
    #expect(
      failure(as: .jsonLines)?.message
        == "it contains 2 files: 'a.jsonl', 'b.jsonl'. Name each of them instead")
    #expect(
      failure()?.message
        == "it contains no Health export, but files of format 'jsonl', such as 'a.jsonl', 'b.jsonl'. "
        + "Name each of them instead")
  }

  @Test(arguments: ["csv-dataset", "parquet"])
  func datasetsOfTablesAreNamed(_ name: String) throws {
    let input = try Dataset.open(Fixture.smallExport)
    for number in 1...2 {
      _ = try Conversion(of: input, to: try Format.named(name))
        .run(toFile: "\(folder.path)/\(number)/")
    }
    #expect(
      failure()?.message == "it contains 2 datasets: '1/', '2/'. Name each of them instead")
  }

  /// Bundles are read whatever their names are; files of another format are counted.
  @Test func bundlesAreReadNextToNumberedOnes() throws {
    let input = try Dataset.open("\(Fixture.samples)/accept/gpx/garmin.gpx")
    var expected = 0
    for name in ["bundle-1.json", "other.json"] {
      var conversion = Conversion(of: input, to: .fhir)
      conversion.options.layout = "bundle"
      _ = try conversion.run(toFile: "\(folder.path)/\(name)")
      expected += try Self.count("\(folder.path)/\(name)")
    }
    _ = try folder.write(bytes: Array("a,b\n".utf8), "table.csv")
    #expect(expected > 1)
    var samples = try Dataset.open(folder.path).samples()
    var count = 0
    while try samples.next() != nil { count += 1 }
    #expect(count == expected)
    #expect(samples.notes.unreadFiles == ["csv": 1])
    #expect(
      samples.takeFindings().contains {
        $0.message
          == "1 file is not read: 'table.csv'; to read it, name it by itself, or load the folder into a store"
      })
  }
}
