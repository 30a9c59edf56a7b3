import HealthBytes

/// Finds percentiles among sorted values, series by series and interval by interval.
///
/// Of n values the p-th percentile is at the place (n - 1)p/100, counted from 0; between two values it is interpolated, as
/// PostgreSQL's `percentile_cont` and NumPy do by default.
struct PercentileReader: ~Copyable {
  private var records: SortedRecords?
  private let percentiles: [Double]
  private var hasRecord: Bool

  init(_ values: consuming ExternalSorter?, _ percentiles: [Double]) throws(ByteError) {
    var records: SortedRecords?
    if let values = values.take() { records = try values.sorted() }
    hasRecord = try records?.next() == true
    self.records = records
    self.percentiles = percentiles
  }

  private mutating func advance() throws(ByteError) {
    hasRecord = try records?.next() == true
  }

  /// The percentiles of the values of a key; none where it has no values.
  ///
  /// - Parameter key: The series and the interval. Keys are to be given in rising order.
  /// - Returns: One value for each percentile.
  mutating func values(of key: UInt64, count: Int) throws(ByteError) -> [Double] {
    guard hasRecord, records?.key.high == key, count > 0 else { return [] }
    let places = percentiles.map { Double(count - 1) * min(max(0, $0), 100) / 100 }
    var found = [Double](repeating: 0, count: places.count)
    var (index, last) = (0, 0.0)
    while hasRecord, let record = records?.key, record.high == key {
      let value = Self.value(record.low)
      for (number, place) in places.enumerated() {
        if Double(index) <= place {
          found[number] = value
        } else if Double(index - 1) < place {
          found[number] = last + (value - last) * (place - Double(index - 1))
        }
      }
      last = value
      index += 1
      try advance()
    }
    return found
  }

  /// The number that an order was made of.
  private static func value(_ order: UInt64) -> Double {
    Double(bitPattern: order >> 63 == 1 ? order & ~(1 << 63) : ~order)
  }

  /// An integer that is in the same order as the numbers.
  static func order(_ value: Double) -> UInt64 {
    let bits = value.bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }
}
