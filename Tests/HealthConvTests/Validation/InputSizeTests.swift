import Foundation
import Testing

@testable import HealthConv

/// The size of an input in reports is that of the input, however far and by how many threads it was read.
@Suite struct InputSizeTests {
  @Test(arguments: ["export.xml", "export.xml.gz", "export.zip", "samples.jsonl", "table.csv"])
  func theSizeDoesNotDependOnThreads(name: String) throws {
    let folder = try TemporaryFolder()
    let export = try ChunkTests.generated(folder, records: 3_000)
    let path = "\(folder.path)/\(name)"
    if name == "export.xml.gz" {
      var conversion = Conversion(of: try Dataset.open(export), to: .appleHealth)
      conversion.options.layout = nil
      _ = try conversion.run(toFile: path, overwriting: true)
    } else if path != export {
      _ = try Conversion(of: Dataset.open(export), to: Format.forWriting(to: path))
        .run(toFile: path, overwriting: true)
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    let length = try #require(attributes[.size] as? Int64)
    for failsFast in [false, true] {
      var sizes: Set<Int64?> = []
      for jobs in [1, 2, 8] {
        var options = ReadOptions()
        options.jobs = jobs
        options.chunkSize = 10_000
        var settings = Validation.Options()
        settings.failsFast = failsFast
        settings.failing = .info
        var validation = Validation(settings)
        try validation.check(Dataset.open(path, options: options))
        sizes.insert(validation.finish().inputs[0].size)
      }
      #expect(sizes.count == 1, "\(name)")
      // The directory of an archive is not among the bytes that are read.
      if !name.hasSuffix(".zip") { #expect(sizes == [length], "\(name)") }
    }
  }
}
