package import HealthBytes
package import HealthModel

extension SampleOrdering {
  /// What samples are sorted by, those of the same key in the order in which they were saved.
  package func sortKey(of sample: Sample, at position: UInt64) -> SortKey {
    switch key {
    case .saved: SortKey(high: isDescending ? ~position : position, low: 0)
    case .start: sortKey(sample.kind == .document ? nil : sample.start)
    case .end: sortKey(sample.kind == .document ? nil : sample.end)
    case .value: sortKey(sample.canonicalNumber)
    }
  }

  /// Behind all others, in whichever direction.
  private static var last: SortKey { SortKey(high: .max, low: 0) }

  private func sortKey(_ time: Timestamp?) -> SortKey {
    guard let time else { return Self.last }
    let bound: Int64 = 1 << 61
    let second = UInt64(bitPattern: max(-bound, min(bound, time.secondsSince1970)) &+ bound)
    let rest = UInt64(max(0, min(999_999_999, time.nanoseconds)))
    return isDescending
      ? SortKey(high: 1 << 62 &- second, low: 999_999_999 &- rest)
      : SortKey(high: second, low: rest)
  }

  private func sortKey(_ number: Double?) -> SortKey {
    guard let number else { return Self.last }
    // The bits of negative numbers turned over and the sign of the others set, numbers sort as unsigned words.
    let bits = number.bitPattern
    let sorted = bits >> 63 == 1 ? ~bits : bits | 1 << 63
    let word = isDescending ? ~sorted : sorted
    return SortKey(high: word >> 1, low: word << 63)
  }
}

extension Sample {
  /// The number of a quantity in the canonical unit of its type.
  fileprivate var canonicalNumber: Double? {
    guard case .quantity(let sample) = self else { return nil }
    let (digits, exponent) = sample.canonicalValue
    return Int16(exactly: exponent).map { Number(digits: digits, exponent: $0).doubleValue }
  }
}
