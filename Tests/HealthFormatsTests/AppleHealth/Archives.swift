import Foundation
import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting

/// Exports of several files, in memory and on the disk.
enum Archive {
  typealias Files = [(path: String, bytes: [UInt8])]

  /// A zip archive of some files, however well they pack.
  static func zip(_ files: Files) throws -> [UInt8] {
    let sink = BytesSink()
    let writer = ZipWriter(sink, ratio: 5_000)
    for (path, bytes) in files {
      try writer.beginEntry(name: path)
      try writer.write(bytes.span)
    }
    try writer.finish()
    return sink.bytes
  }

  /// An export in its usual folder, of elements and of files beside it.
  static func export(_ elements: String..., beside files: KeyValuePairs<String, String>) throws
    -> [UInt8]
  {
    try zip(
      [("apple_health_export/export.xml", document(elements))]
        + files.map { ("apple_health_export\($0.key)", Array($0.value.utf8)) })
  }

  private static func document(_ elements: [String]) -> [UInt8] {
    Array(("<HealthData>\n" + elements.map { " \($0)\n" }.joined() + "</HealthData>\n").utf8)
  }

  /// Reads an archive.
  static func read(
    _ bytes: [UInt8], name: String = "export.zip", options: ReadOptions = ReadOptions()
  ) throws -> Reading {
    let folder = try Folder()
    try folder.write(name, bytes)
    return Reading(path: folder.path + "/" + name, options: options)
  }

  /// The files of an archive.
  static func files(_ bytes: [UInt8]) throws -> [String: [UInt8]] {
    let folder = try Folder()
    try folder.write("a.zip", bytes)
    return try files(in: folder.path + "/a.zip")
  }

  /// The files of an archive or a folder, but for what a Mac leaves there.
  static func files(in path: String) throws -> [String: [UInt8]] {
    let container = try InputContainer(path)
    var files: [String: [UInt8]] = [:]
    for entry in container.entries {
      let name = entry.path.split(separator: "/").last ?? ""
      if entry.path.hasPrefix("__MACOSX/") || name.hasPrefix("._") || name == ".DS_Store" {
        continue
      }
      files[entry.path] = try container.open(entry, isUnpacking: false).readAll()
    }
    return files
  }

  /// Writes samples as an archive.
  static func write(
    _ samples: [Sample], _ dataset: DatasetInfo = DatasetInfo()
  ) throws -> (bytes: [UInt8], losses: [String: Int]) {
    let sink = BytesSink()
    let output = OutputContainer(archive: sink)
    let losses = try write(samples, dataset, to: output)
    return (sink.bytes, losses)
  }

  /// Writes samples as a folder.
  static func write(
    _ samples: [Sample], _ dataset: DatasetInfo, toFolder path: String
  ) throws -> [String: Int] {
    try write(samples, dataset, to: OutputContainer(folder: AtomicFolder(path)))
  }

  private static func write(
    _ samples: [Sample], _ dataset: DatasetInfo, to output: OutputContainer
  ) throws -> [String: Int] {
    var writer = try AppleHealthWriter(output: output)
    try writer.begin(dataset)
    for sample in samples { try writer.write(sample) }
    try writer.finish()
    try output.finish()
    return Dictionary(
      uniqueKeysWithValues: writer.losses.filter { $0.count > 0 }.map { ($0.loss.name, $0.count) })
  }
}

/// A folder of its own for each test, gone with its last owner.
final class Folder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "healthconv-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    let file = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }
}
