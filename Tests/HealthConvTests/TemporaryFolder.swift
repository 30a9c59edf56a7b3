import Foundation
import HealthConv
import HealthFormats
import HealthTesting

/// A folder of its own for a test, gone with it.
final class TemporaryFolder {
  /// Where it is.
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/healthconv-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes samples as JSON Lines, over what was there.
  ///
  /// - Parameters:
  ///   - samples: The samples.
  ///   - name: The name of the file.
  ///   - info: What is known of the dataset.
  /// - Returns: The path of the file.
  /// - Throws: If it cannot be written.
  func write(
    _ samples: [Sample], _ name: String, _ info: DatasetInfo = MarkedSamples.dataset
  ) throws -> String {
    let file = path + "/" + name
    let sink = BytesSink()
    var writer = JSONLinesWriter(sink: sink)
    try writer.begin(info)
    for sample in samples { try writer.write(sample) }
    try writer.finish()
    try Data(sink.bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  /// Writes bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - name: The name of the file.
  /// - Returns: The path of the file.
  /// - Throws: If it cannot be written.
  func write(bytes: [UInt8], _ name: String) throws -> String {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }
}
