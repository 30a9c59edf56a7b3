import HealthBytes
import HealthModel

@testable import HealthFormats

/// Writing to a string and reading from one.
enum JSONLinesText {
  struct Reading {
    var dataset = DatasetInfo()
    var samples: [Sample] = []
    var findings: [Finding] = []
    var error: HealthError?
  }

  static func write(_ samples: [Sample], _ dataset: DatasetInfo) throws -> String {
    let sink = BytesSink()
    var writer = JSONLinesWriter(sink: sink)
    try writer.begin(dataset)
    for sample in samples { try writer.write(sample) }
    try writer.finish()
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  /// Reads all, up to the first error.
  static func readUntilError(
    _ bytes: [UInt8], pieces: Int? = nil, options: ReadOptions = ReadOptions(),
    listLimit: Int = JSONTape.listLimit
  ) -> Reading {
    var reader = JSONLinesReader(
      source: BytesSource(bytes, pieces: pieces), name: "a.jsonl", options: options,
      lineLimit: JSONLinesReader.lineLimit, listLimit: listLimit)
    var reading = Reading()
    do throws(HealthError) {
      reading.dataset = try reader.dataset()
      while let sample = try reader.next() { reading.samples.append(sample) }
    } catch {
      reading.error = error
    }
    reading.findings = reader.takeFindings()
    return reading
  }

  static func read(
    _ text: String, pieces: Int? = nil, options: ReadOptions = ReadOptions(),
    listLimit: Int = JSONTape.listLimit
  ) throws -> Reading {
    let reading = readUntilError(
      Array(text.utf8), pieces: pieces, options: options, listLimit: listLimit)
    if let error = reading.error { throw error }
    return reading
  }
}
