import HealthBytes
import HealthFormats
import HealthModel

/// Finds the numbers of the values that samples share, and caches them.
///
/// Memory is fixed, whatever the samples contain.
struct DictionaryEncoder {
  private let sink: any RowSink
  private var index = DescriptorIndex()
  /// The numbers of the series, by the index of descriptors.
  private var series: [(number: Int64, kind: SampleKind)] = []
  private var values = NumberedSlots<CategoryValue>(count: 256)
  private var keys = NumberedSlots<MetadataKey>(count: 512)
  private var metadata = NumberedSlots<Metadata>(count: 1 << 11)
  /// Bytes of the texts that samples refer to, as often as they do.
  private(set) var text = 0
  /// Counts the rows of the current sample.
  let size = SampleSize()

  init(_ sink: any RowSink) { self.sink = sink }

  /// The most bytes of metadata that are cached: longer ones rarely repeat.
  private static var longest: Int { 1 << 10 }

  // MARK: Series

  @inline(__always)
  mutating func series(
    of descriptor: SampleDescriptor, _ kind: SampleKind
  ) throws(HealthError) -> Int64 {
    text &+= descriptor.weight
    if descriptor.isHeavy { try size.add(descriptor.weight, of: sink.name) }
    if let index = index.number(of: descriptor), series[index].kind == kind {
      return series[index].number
    }
    return try newSeries(descriptor, kind)
  }

  @inline(never)
  private mutating func newSeries(
    _ descriptor: SampleDescriptor, _ kind: SampleKind
  ) throws(HealthError) -> Int64 {
    if index.isLarge {
      index = DescriptorIndex()
      series = []
    }
    let place = index.insert(descriptor)
    if place < series.count, series[place].kind == kind { return series[place].number }
    let found = try number(
      [
        .integer(type(descriptor.type.identifier, kind)),
        .integer(unit(descriptor.unitText)),
        .integer(descriptor.hasSource ? source(descriptor.source) : nil),
        .integer(device(descriptor.device)), .text(descriptor.participant),
      ], .series)
    if place == series.count { series.append((found, kind)) }
    return found
  }

  func series(of element: Element) throws(HealthError) -> Int64 {
    try number(
      [
        .integer(type(element.name, .unknown)), .null, .null, .null, .text(element.participant),
      ], .series)
  }

  private func type(_ identifier: String, _ kind: SampleKind) throws(HealthError) -> Int64 {
    try number([.text(kind.rawValue), .text(identifier)], .type)
  }

  private func unit(_ text: String?) throws(HealthError) -> Int64? {
    guard let text else { return nil }
    return try number([.text(text)], .unit)
  }

  private func source(_ source: Source) throws(HealthError) -> Int64 {
    try number(
      [
        .text(source.name), .text(source.version), .text(source.productType),
        .text(source.operatingSystemVersion),
      ], .source)
  }

  private func device(_ device: Device?) throws(HealthError) -> Int64? {
    guard let device else { return nil }
    return try number(
      Device.Field.allCases.map { .text(device[$0]) } + [.text(device.raw)], .device)
  }

  private func number(_ row: [StoreValue], _ table: StoreTable) throws(HealthError) -> Int64 {
    try sink.number(of: row, in: table).number
  }

  // MARK: Values

  mutating func number(of value: CategoryValue) throws(HealthError) -> Int64 {
    let name = value.name
    let hash = Self.hash(name)
    text &+= name.utf8.count
    if name.utf8.count > Self.longest { try size.add(name.utf8.count, of: sink.name) }
    if let number = values.number(of: value, hash: hash) { return number }
    let number = try number(
      [.text(name), .integer(value.number.map { Int64($0) })], .categoryValue)
    if name.utf8.count <= Self.longest { values.keep(number, of: value, hash: hash) }
    return number
  }

  private mutating func number(of key: MetadataKey) throws(HealthError) -> Int64 {
    let name = key.identifier
    let hash = Self.hash(name)
    if let number = keys.number(of: key, hash: hash) { return number }
    let number = try number([.text(name)], .metadataKey)
    if name.utf8.count <= Self.longest { keys.keep(number, of: key, hash: hash) }
    return number
  }

  /// The number of metadata; none has none.
  @inline(__always)
  mutating func number(of metadata: Metadata) throws(HealthError) -> Int64? {
    metadata.isEmpty ? nil : try numberOfSome(metadata)
  }

  @inline(never)
  private mutating func numberOfSome(_ some: Metadata) throws(HealthError) -> Int64 {
    var hash: UInt64 = 0
    var size = 0
    for entry in some.entries {
      let key = entry.key.identifier
      hash = (hash &+ Self.hash(key)) &* 0x9e37_79b9_7f4a_7c15
      hash = (hash ^ hash &>> 32 &+ Self.hash(entry.value)) &* 0xa076_1d64_78bd_642f
      size += 64 + key.utf8.count + entry.value.utf8.count
    }
    hash ^= hash &>> 32
    text &+= size
    try self.size.add(size, of: sink.name)
    if let number = metadata.number(of: some, hash: hash) { return number }
    let version = some[.syncIdentifier].map { _ in SyncVersion(some[.syncVersion]).number }
    let (number, isNew) = try sink.number(
      of: [.id(some.id), .integer(version)], in: .metadata)
    if isNew {
      for (place, entry) in some.entries.enumerated() {
        try sink.insert(
          [
            .integer(number), .integer(Int64(place)), .integer(self.number(of: entry.key)),
            .text(entry.value),
          ], into: .metadataEntry)
      }
    }
    if size <= Self.longest { metadata.keep(number, of: some, hash: hash) }
    return number
  }

  private static func hash(_ text: String) -> UInt64 {
    let bytes = text.utf8Span.span
    return ByteScan.hash64(bytes, from: 0, to: bytes.count)
  }
}
