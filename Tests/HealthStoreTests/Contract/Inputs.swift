import HealthBytes
import HealthFormats
import HealthGenerator
import HealthModel
import HealthStore
import HealthTesting

/// Samples to try stores with.
enum Inputs {
  /// One of everything, twins numbered as a reader does.
  static let marked: [Sample] = numbered(MarkedSamples.all)

  /// What a dataset says of itself and of the person.
  static let info: DatasetInfo = {
    var info = DatasetInfo()
    info.exportDate = Timestamp(secondsSince1970: 1_700_000_000, offsetMinutes: 60)
    info.locale = "de_DE"
    info.characteristics = [
      DatasetInfo.Characteristic(
        type: CharacteristicType("HKCharacteristicTypeIdentifierDateOfBirth"), value: "1980-01-01"),
      DatasetInfo.Characteristic(
        type: CharacteristicType("HKCharacteristicTypeIdentifierBloodType"),
        value: "HKBloodTypeAPositive"),
    ]
    return info
  }()

  /// Some hundred samples of an export.
  static func generated(seed: UInt64 = 3, count: Int = 400) throws -> [Sample] {
    let sink = BytesSink()
    _ = try ExportGenerator(ExportGenerator.Options(seed: seed, size: .records(count))).writeXML(
      to: sink)
    return numbered(Reading(sink.bytes).samples)
  }

  /// A heart rate.
  static func heartRate(
    _ bpm: Int, at second: Int64 = 0, source: String = "Watch", device: UInt64? = nil,
    offset: Int16 = 0, created: Int64? = nil, metadata: Metadata = Metadata()
  ) -> Sample {
    let start = Timestamp(secondsSince1970: 1_700_000_000 + second, offsetMinutes: offset)
    let descriptor = SampleDescriptor(
      type: .quantity(QuantityType("HKQuantityTypeIdentifierHeartRate")), unitText: "count/min",
      source: Source(name: source),
      device: device == nil
        ? nil
        : {
          var d = Device(); d.name = "Watch"; return d
        }())
    return .quantity(
      QuantitySample(
        header: SampleHeader(
          descriptor: descriptor, start: start, end: start,
          created: created.map {
            Timestamp(secondsSince1970: 1_700_000_000 + $0, offsetMinutes: offset)
          }, deviceAddress: device, metadata: metadata),
        number: Number(bpm)))
  }

  /// Twins numbered in their order.
  static func numbered(_ samples: [Sample]) -> [Sample] {
    var counts: [SampleID: UInt32] = [:]
    return samples.map { sample in
      var sample = sample
      sample.ordinal = counts[sample.id, default: 0]
      counts[sample.id, default: 0] += 1
      return sample
    }
  }
}

/// Many of these samples break rules: stores preserve what files hold.
extension SampleStore {
  @discardableResult
  func save(_ samples: [Sample]) throws(HealthError) -> SaveCounts {
    try save(samples, .add, .unchecked)
  }

  @discardableResult
  func save(_ samples: [Sample], _ mode: SavingMode) throws(HealthError) -> SaveCounts {
    try save(samples, mode, .unchecked)
  }

  func beginSaving(_ mode: SavingMode) throws(HealthError) -> any StoreLoad {
    try beginLoad(mode)
  }

  /// All samples in their order.
  func all(_ query: SampleQuery = SampleQuery()) throws -> [Sample] {
    try samples(query).all()
  }
}
