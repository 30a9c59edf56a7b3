import HealthBytes
import HealthFormats
import HealthModel

/// Writing an export to memory.
enum ExportText {
  static func write(
    _ samples: [Sample], _ dataset: DatasetInfo = DatasetInfo()
  ) throws -> (bytes: [UInt8], losses: [Loss.Count]) {
    let sink = BytesSink()
    var writer = AppleHealthWriter(sink: sink)
    try writer.begin(dataset)
    for sample in samples { try writer.write(sample) }
    try writer.finish()
    return (sink.bytes, writer.losses)
  }

  /// The lines between the root and the end.
  static func lines(_ samples: [Sample]) throws -> [String] {
    let text = String(decoding: try write(samples).bytes, as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    return Array(lines.drop { !$0.hasPrefix("<HealthData") }.dropFirst().dropLast())
  }
}
