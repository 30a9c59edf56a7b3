import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import HealthXML

/// GPX in and out of memory, for tests.
enum GPXText {
  /// All that comes of reading.
  struct Outcome: Equatable {
    var info = DatasetInfo()
    var samples: [Sample] = []
    var places: [String] = []
    var findings: [Finding] = []
    var error: HealthError?
  }

  static func read(
    _ document: String, capacity: Int? = nil, isStrict: Bool = false
  ) -> Outcome {
    read(Array(document.utf8), capacity: capacity, isStrict: isStrict)
  }

  static func read(
    _ document: [UInt8], capacity: Int? = nil, isStrict: Bool = false,
    pointLimit: Int = Limits.routePoints.value
  ) -> Outcome {
    var options = ReadOptions()
    options.isStrict = isStrict
    var reader = GPXReader(
      source: BytesSource(document), name: "t.gpx", options: options, capacity: capacity ?? 1 << 17,
      pointLimit: pointLimit)
    var outcome = Outcome()
    do throws(HealthError) {
      outcome.info = try reader.dataset()
      while let sample = try reader.next() {
        outcome.samples.append(sample)
        outcome.places.append(reader.place.description)
      }
    } catch { outcome.error = error }
    outcome.findings = reader.takeFindings()
    return outcome
  }

  /// Samples as a file, with what was lost.
  static func write(
    _ samples: [Sample], _ info: DatasetInfo = DatasetInfo(), options: WriteOptions = WriteOptions()
  ) throws -> (text: String, losses: [String: Int]) {
    let sink = BytesSink()
    var writer = GPXWriter(OutputContainer(file: sink), options)
    try writer.begin(info)
    for sample in samples { try writer.write(sample) }
    try writer.finish()
    let losses = writer.losses.filter { $0.count > 0 }.map { ($0.loss.name, $0.count) }
    return (
      String(decoding: sink.bytes, as: UTF8.self), Dictionary(uniqueKeysWithValues: losses)
    )
  }

  /// What the schema has to say of a document.
  static func violations(_ document: String) throws -> [String] {
    let validator = try SchemaValidator(path: Fixtures.samples + "/../Schemas/gpx11-all.xsd")
    return try validator.violations(in: BytesSource(Array(document.utf8))).map {
      "\($0.line): \($0.message)"
    }
  }
}
