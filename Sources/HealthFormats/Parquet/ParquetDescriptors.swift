import HealthModel
import HealthParquet

/// Makes descriptors of the texts that samples share, so that rows alike share one: rows with the same entries of the
/// dictionaries have the same texts.
struct ParquetDescriptors {
  private let type: ParquetColumnReader?
  private let origin: [(column: CSVOriginColumn, reader: ParquetColumnReader?)]
  private let readers: [ParquetColumnReader]
  private var known: [Key: SampleDescriptor] = [:]
  private var last: (key: Key, descriptor: SampleDescriptor)?
  private var eras = 0
  /// The factors of the columns in the numbers of `entries`.
  private var factors: [UInt64]
  /// For each row in memory a number that the entries of all columns make, in two parts; none if texts are not in dictionaries.
  private var entries = (low: [UInt64](), high: [UInt64]())
  private var hasEntries = false

  /// The entries of a row, and what else distinguishes descriptors.
  private struct Key: Hashable {
    var low: UInt64
    var high: UInt64
    var hasAddress: Bool
    var hasDevice: Bool
  }

  /// The most descriptors that are kept.
  private static var most: Int { 1 << 10 }

  init(
    type: ParquetColumnReader?, _ origin: [(column: CSVOriginColumn, reader: ParquetColumnReader?)]
  ) {
    self.type = type
    self.origin = origin
    readers = [type].compactMap { $0 } + origin.compactMap(\.reader)
    factors = [UInt64](repeating: 0, count: readers.count)
  }

  /// The descriptors of the same columns of another reader of the file.
  init(
    _ other: ParquetDescriptors, _ counterpart: (ParquetColumnReader) -> ParquetColumnReader?
  ) {
    self.init(
      type: other.type.flatMap(counterpart),
      other.origin.map { ($0.column, $0.reader.flatMap(counterpart)) })
  }

  /// Call it when other rows are in memory.
  mutating func begin(_ rows: Int) {
    if entries.low.isEmpty {
      entries.low = [UInt64](repeating: 0, count: ParquetColumnReader.batch)
      entries.high = entries.low
    }
    for row in 0..<rows { (entries.low[row], entries.high[row]) = (0, 0) }
    // A digit for each column, from 0 for no value.
    var (factor, isLow) = (UInt64(1), true)
    var (eras, isSame) = (0, true)
    hasEntries = true
    for (column, reader) in readers.enumerated() {
      eras &+= reader.era
      guard let count = reader.entryCount else {
        hasEntries = false
        continue
      }
      if count == 0 { continue }
      var (next, isOverflow) = factor.multipliedReportingOverflow(by: UInt64(count) + 1)
      if isOverflow {
        if !isLow { hasEntries = false }
        (factor, isLow, next) = (1, false, UInt64(count) + 1)
      }
      if factors[column] != factor { (factors[column], isSame) = (factor, false) }
      if isLow {
        reader.addEntries(rows, times: factor, to: &entries.low)
      } else {
        reader.addEntries(rows, times: factor, to: &entries.high)
      }
      factor = next
    }
    // A row group without values in a column has no dictionary for it.
    if eras != self.eras || !isSame {
      self.eras = eras
      known.removeAll(keepingCapacity: true)
      last = nil
    }
  }

  /// The descriptor of a row; `nil` if a text is not UTF-8.
  mutating func descriptor(
    _ kind: SampleKind, _ row: Int, hasAddress: Bool, hasDevice: Bool
  ) -> SampleDescriptor? {
    guard hasEntries else {
      return made(kind, row, hasAddress: hasAddress, hasDevice: hasDevice)
    }
    let key = Key(
      low: entries.low[row], high: entries.high[row], hasAddress: hasAddress, hasDevice: hasDevice)
    if let last, last.key == key { return last.descriptor }
    if let descriptor = known[key] {
      last = (key, descriptor)
      return descriptor
    }
    guard let descriptor = made(kind, row, hasAddress: hasAddress, hasDevice: hasDevice) else {
      return nil
    }
    if !descriptor.isHeavy {
      if known.count >= Self.most { known.removeAll(keepingCapacity: true) }
      known[key] = descriptor
      last = (key, descriptor)
    }
    return descriptor
  }

  private func made(
    _ kind: SampleKind, _ row: Int, hasAddress: Bool, hasDevice: Bool
  ) -> SampleDescriptor? {
    var isText = true
    func text(_ reader: ParquetColumnReader?) -> String? {
      guard let reader, reader.hasValue(row) else { return nil }
      let text = reader.text(row)
      if text == nil { isText = false }
      return text
    }
    let descriptor = SampleDescriptor(
      type: SampleType(kind, text(type) ?? ""), hasAddress: hasAddress, hasDevice: hasDevice
    ) { column in text(origin.first { $0.column == column }?.reader) }
    return isText ? descriptor : nil
  }
}
