import Foundation
import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting

/// Writing a dataset to a folder and reading it back.
struct CSVDatasetText {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("healthconv-csv-\(UUID().uuidString)").path

  func write(
    _ samples: [Sample], _ dataset: DatasetInfo, _ options: WriteOptions = WriteOptions()
  ) throws {
    let output = OutputContainer(folder: try AtomicFolder(folder))
    var writer = CSVDatasetWriter(output: output, options: options)
    try writer.begin(dataset)
    for sample in samples { try writer.write(sample) }
    try writer.finish()
    try output.finish()
  }

  /// Reads all, up to the first error.
  func read(capacity: Int = 1 << 12, options: ReadOptions = ReadOptions()) throws -> Reading {
    var reading = Reading([])
    reading.error = nil
    let input = Input(name: "set", container: try InputContainer(folder))
    do throws(HealthError) {
      var reader = try CSVDatasetReader(input, options: options, capacity: capacity)
      do throws(HealthError) {
        reading.info = try reader.dataset()
        while let sample = try reader.next() { reading.samples.append(sample) }
      } catch {
        reading.error = error
      }
      reading.findings = reader.takeFindings()
      reading.notes = reader.notes
    } catch {
      reading.error = error
    }
    return reading
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The text of a file.
  func text(_ name: String) throws -> String {
    String(decoding: try Fixtures.bytes("\(folder)/\(name)"), as: UTF8.self)
  }

  /// Puts another text in place of a file.
  func replace(_ name: String, _ text: String) throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
  }
}
