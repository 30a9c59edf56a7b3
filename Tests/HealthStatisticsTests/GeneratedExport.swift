import HealthBytes
import HealthFormats
import HealthGenerator
import HealthModel

/// A generated export of six days, by a watch, a phone and apps, in which the clocks of Berlin change on 2024-03-31.
enum GeneratedExport {
  static let zone = "Europe/Berlin"

  private static let made = Result { try make() }

  private static func make() throws -> (samples: [Sample], truth: GroundTruth) {
    let sink = BytesSink()
    let truth = try ExportGenerator(
      .init(seed: 11, size: .days(6), end: 1_712_160_000, units: .metric)
    ).writeXML(to: sink)
    var reader = AppleHealthReader(source: BytesSource(sink.bytes), name: "export.xml")
    var samples: [Sample] = []
    while let sample = try reader.next() { samples.append(sample) }
    return (samples, truth)
  }

  /// The samples in the order of the export, and what the generator planted.
  static func read() throws -> (samples: [Sample], truth: GroundTruth) { try made.get() }
}
