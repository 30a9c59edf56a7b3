import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting

/// TCX in and out of memory, for tests.
enum TCXText {
  static func read(
    _ document: String, capacity: Int? = nil, isStrict: Bool = false,
    pointLimit: Int = Limits.routePoints.value
  ) -> GPXText.Outcome {
    read(Array(document.utf8), capacity: capacity, isStrict: isStrict, pointLimit: pointLimit)
  }

  static func read(
    _ document: [UInt8], capacity: Int? = nil, isStrict: Bool = false,
    pointLimit: Int = Limits.routePoints.value
  ) -> GPXText.Outcome {
    var options = ReadOptions()
    options.isStrict = isStrict
    var reader = TCXReader(
      source: BytesSource(document), name: "t.tcx", options: options, capacity: capacity ?? 1 << 17,
      pointLimit: pointLimit)
    var outcome = GPXText.Outcome()
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

  /// Samples as a file of a format, with what was lost.
  static func write(
    _ samples: [Sample], as format: Format = .tcx, _ info: DatasetInfo = DatasetInfo()
  ) throws -> (text: String, losses: [String: Int]) {
    let sink = BytesSink()
    guard let make = format.makeWriter else { return ("", [:]) }
    var writer = try make(OutputContainer(file: sink), WriteOptions())
    try writer.begin(info)
    for sample in samples { try writer.write(sample) }
    try writer.finish()
    let losses = writer.losses.filter { $0.count > 0 }.map { ($0.loss.name, $0.count) }
    return (
      String(decoding: sink.bytes, as: UTF8.self), Dictionary(uniqueKeysWithValues: losses)
    )
  }

  static func sample(_ name: String) throws -> [UInt8] {
    try Fixtures.bytes(Fixtures.samples + "/accept/tcx/\(name).tcx")
  }
}
