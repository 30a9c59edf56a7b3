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
  /// Whether all rows at hand have the same entries, and whether the last descriptor is one of these rows.
  private var isCommon = false
  private var isLastAtHand = false

  /// The entries of a row, -1 where it has no value, and what else tells descriptors apart.
  private struct Key: Hashable {
    var entries: [Int32]
    var kind: SampleKind
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
  }

  /// Other rows are at hand now.
  mutating func beginBatch() {
    isCommon = readers.allSatisfy { $0.commonEntry != nil }
    isLastAtHand = false
    var eras = 0
    for reader in readers { eras &+= reader.era }
    if eras != self.eras {
      self.eras = eras
      known.removeAll(keepingCapacity: true)
      last = nil
    }
  }

  /// The descriptor of a row; `nil` if a text is not UTF-8.
  mutating func descriptor(
    _ kind: SampleKind, _ row: Int, hasAddress: Bool, hasDevice: Bool
  ) -> SampleDescriptor? {
    if let last, last.key.hasAddress == hasAddress, last.key.hasDevice == hasDevice,
      isCommon && isLastAtHand || isRow(row, last.key.entries)
    {
      isLastAtHand = true
      return last.descriptor
    }
    var key = Key(entries: [], kind: kind, hasAddress: hasAddress, hasDevice: hasDevice)
    for reader in readers {
      guard let entry = Self.entry(reader, row) else {
        return made(kind, row, hasAddress: hasAddress, hasDevice: hasDevice)
      }
      key.entries.append(entry)
    }
    if let descriptor = known[key] {
      last = (key, descriptor)
      isLastAtHand = true
      return descriptor
    }
    guard let descriptor = made(kind, row, hasAddress: hasAddress, hasDevice: hasDevice) else {
      return nil
    }
    if !descriptor.isHeavy {
      if known.count >= Self.most { known.removeAll(keepingCapacity: true) }
      known[key] = descriptor
      last = (key, descriptor)
      isLastAtHand = true
    }
    return descriptor
  }

  /// The entry of a row, -1 without a value; `nil` for a plain value.
  @inline(__always)
  private static func entry(_ reader: ParquetColumnReader, _ row: Int) -> Int32? {
    guard reader.hasValue(row) else { return -1 }
    return reader.entry(row).map { Int32(truncatingIfNeeded: $0) }
  }

  private func isRow(_ row: Int, _ entries: [Int32]) -> Bool {
    for index in readers.indices where Self.entry(readers[index], row) != entries[index] {
      return false
    }
    return true
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
