public import Foundation
public import HealthModel

extension UUID {
  /// The UUID of a sample.
  public init(_ uuid: SampleUUID) {
    func byte(_ word: UInt64, _ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: word &>> (56 - 8 * index))
    }
    let (a, b) = (uuid.high, uuid.low)
    self.init(
      uuid: (
        byte(a, 0), byte(a, 1), byte(a, 2), byte(a, 3), byte(a, 4), byte(a, 5), byte(a, 6),
        byte(a, 7), byte(b, 0), byte(b, 1), byte(b, 2), byte(b, 3), byte(b, 4), byte(b, 5),
        byte(b, 6), byte(b, 7)
      ))
  }
}

extension SampleUUID {
  /// A UUID of Foundation as that of a sample.
  public init(_ uuid: UUID) {
    func word(_ bytes: [UInt8]) -> UInt64 { bytes.reduce(0) { $0 &<< 8 | UInt64($1) } }
    let b = uuid.uuid
    self.init(
      high: word([b.0, b.1, b.2, b.3, b.4, b.5, b.6, b.7]),
      low: word([b.8, b.9, b.10, b.11, b.12, b.13, b.14, b.15]))
  }
}
