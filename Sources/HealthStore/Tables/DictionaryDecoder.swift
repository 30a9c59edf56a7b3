import HealthFormats
import HealthModel

/// Reads what samples share by its number, and caches it.
///
/// Memory is fixed, whatever the tables contain.
struct DictionaryDecoder {
  private let source: any RowSource
  private let store: String
  /// Rows of the tables that series refer to.
  let rows: SharedRows
  private var descriptors = ValueSlots<(descriptor: SampleDescriptor, kind: SampleKind)>(
    count: 1 << 11)
  private var values = ValueSlots<CategoryValue>(count: 256)
  private var keys = ValueSlots<MetadataKey>(count: 512)
  private var metadata = ValueSlots<(metadata: Metadata, size: Int)>(count: 1 << 11)
  /// The metadata that were too long for this, read last.
  private var longMetadata: (number: Int64, metadata: Metadata, size: Int)?
  private var row: [StoreValue] = []
  /// Counts the rows of the current sample.
  let size = SampleSize()

  init(_ source: any RowSource, store: String) {
    self.source = source
    self.store = store
    rows = SharedRows(source, store: store)
  }

  /// The most bytes of metadata that are kept.
  private static var longest: Int { 1 << 10 }

  func damage(_ table: StoreTable, _ what: String) -> HealthError {
    HealthError(.damaged, store, "found a row of the table '\(table.name)' \(what)")
  }

  func damage(_ cursor: PartCursor, _ column: String, _ expected: String) -> HealthError {
    cursor.table.table.valueError(column, expected, row: cursor.key, of: store)
  }

  // MARK: Series

  @inline(__always)
  mutating func descriptor(_ series: Int64, _ kind: SampleKind) throws(HealthError)
    -> SampleDescriptor
  {
    if let met = descriptors[series], met.kind == kind {
      try rows.count(met.descriptor.weight)
      return met.descriptor
    }
    return try newDescriptor(series, kind)
  }

  @inline(never)
  private mutating func newDescriptor(
    _ series: Int64, _ kind: SampleKind
  ) throws(HealthError) -> SampleDescriptor {
    let (descriptor, found) = try self.descriptor(ofSeries: series)
    guard found == kind else { throw damage(.sample, "of another kind than its series") }
    if descriptor.isHeavy {
      try size.add(descriptor.weight, of: store)
    } else {
      descriptors[series] = (descriptor, kind)
    }
    return descriptor
  }

  /// Returns the descriptor of a series.
  func descriptor(
    ofSeries series: Int64
  ) throws(HealthError) -> (descriptor: SampleDescriptor, kind: SampleKind) {
    let row = try rows.row(series, of: .series)
    guard let type = row[0].integer else { throw damage(.series, "without a type") }
    let (kind, identifier) = try rows.type(type)
    let unit = try row[1].integer.map { (number) throws(HealthError) in
      try rows.row(number, of: .unit)[0].text
    }
    let descriptor = SampleDescriptor(
      type: SampleType(kind, identifier), unitText: unit ?? nil,
      source: try row[2].integer.map { (number) throws(HealthError) in try origin(number) },
      device: try row[3].integer.map { (number) throws(HealthError) in try device(number) },
      participant: row[4].text)
    try rows.count(descriptor.weight)
    return (descriptor, kind)
  }

  /// The id of the participant whose samples a series has.
  func participant(ofSeries series: Int64) throws(HealthError) -> String? {
    try rows.row(series, of: .series)[4].text
  }

  private func origin(_ number: Int64) throws(HealthError) -> Source {
    let row = try rows.row(number, of: .source)
    guard let name = row[0].text else { throw damage(.source, "without a name") }
    return Source(
      name: name, version: row[1].text, productType: row[2].text,
      operatingSystemVersion: row[3].text)
  }

  private func device(_ number: Int64) throws(HealthError) -> Device {
    let row = try rows.row(number, of: .device)
    var device = Device()
    for (column, field) in Device.Field.allCases.enumerated() { device[field] = row[column].text }
    device.raw = row[Device.Field.allCases.count].text
    return device
  }

  // MARK: Values

  mutating func value(_ number: Int64) throws(HealthError) -> CategoryValue {
    if let value = values[number] { return value }
    guard let name = try rows.row(number, of: .categoryValue)[0].text else {
      throw damage(.categoryValue, "without a name")
    }
    try rows.count(name.utf8.count)
    let value = CategoryValue(name)
    if name.utf8.count <= Self.longest {
      values[number] = value
    } else {
      try size.add(name.utf8.count, of: store)
    }
    return value
  }

  private mutating func key(_ number: Int64) throws(HealthError) -> MetadataKey {
    if let key = keys[number] { return key }
    guard let name = try rows.row(number, of: .metadataKey)[0].text else {
      throw damage(.metadataKey, "without a name")
    }
    let key = MetadataKey(name)
    if name.utf8.count <= Self.longest { keys[number] = key }
    return key
  }

  @inline(__always)
  mutating func metadata(_ number: Int64?) throws(HealthError) -> Metadata {
    guard let number else { return Metadata() }
    if let known = metadata[number] {
      try rows.count(known.size)
      return known.metadata
    }
    return try newMetadata(number)
  }

  @inline(never)
  private mutating func newMetadata(_ number: Int64) throws(HealthError) -> Metadata {
    if let last = longMetadata, last.number == number {
      try rows.count(last.size)
      return last.metadata
    }
    var entries: [MetadataEntry] = []
    var size = 0
    try source.begin(.metadataEntry, inside: number)
    while try source.next(.metadataEntry, into: &row) {
      guard row.count == 4, let name = row[2].integer, let value = row[3].text else {
        throw damage(.metadataEntry, "without a key or a value")
      }
      let key = try key(name)
      let count = key.identifier.utf8.count + value.utf8.count
      try self.size.add(32 + count, of: store)
      try rows.count(count)
      size += 64 + count
      entries.append(MetadataEntry(key: key, value: value))
    }
    // Samples without metadata have no number of them.
    if entries.isEmpty { throw damage(.metadata, "without entries, or it is missing") }
    let found = Metadata(entries)
    if size <= Self.longest {
      metadata[number] = (found, size)
    } else {
      longMetadata = (number, found, size)
    }
    return found
  }
}
