import HealthBytes
import HealthModel

/// The descriptors of the samples that a rule makes, by the texts of the columns they come from.
///
/// If all parts are the same in every row, there is one descriptor. Otherwise the latest are cached in fixed memory by
/// the bytes of their cells.
struct PlannedDescriptors {
  /// The cells of a device.
  enum Device {
    case none
    case text(PlannedCell)
    case fields([(name: String, cell: PlannedCell)])
  }

  private let type: PlannedCell
  private let isWorkout: Bool
  private let unit: PlannedCell?
  private let units: [String: String]
  private let source: PlannedCell?
  private let version: PlannedCell?
  private let device: Device
  /// The columns that tell descriptors apart, that of a device's text excepted.
  private let columns: [Int]
  private let deviceColumn: Int?
  private var slots: [Entry?]
  private var recent: Entry?

  private final class Entry {
    let lengths: [Int]
    let key: [UInt8]
    let descriptor: SampleDescriptor

    init(_ lengths: [Int], _ key: [UInt8], _ descriptor: SampleDescriptor) {
      self.lengths = lengths
      self.key = key
      self.descriptor = descriptor
    }
  }

  private static let capacity = 1_024
  /// The longest texts that are kept, in bytes.
  private static let longest = 4_096

  init(
    type: PlannedCell, isWorkout: Bool, unit: PlannedCell?, units: [String: String],
    source: PlannedCell?, version: PlannedCell?, device: Device
  ) {
    self.type = type
    self.isWorkout = isWorkout
    self.unit = unit
    self.units = units
    self.source = source
    self.version = version
    self.device = device
    var columns = [type, unit, source, version].flatMap { $0?.columns ?? [] }
    var deviceColumn: Int?
    switch device {
    case .none: break
    case .text(let cell): deviceColumn = cell.columns.first
    case .fields(let fields): columns += fields.flatMap(\.cell.columns)
    }
    self.columns = columns
    self.deviceColumn = deviceColumn
    let isFixed = columns.isEmpty && deviceColumn == nil
    slots = Array(repeating: nil, count: isFixed ? 1 : Self.capacity)
  }

  /// Whether the type is the same in every row.
  var hasFixedType: Bool { type.fixedText != nil }

  /// The descriptor of a row's sample, and the address of its device.
  mutating func descriptor(
    of row: MapRow
  ) throws(CellFault) -> (SampleDescriptor, address: UInt64?) {
    let (tail, address) = deviceParts(row)
    if let recent, matches(recent, row, tail) { return (recent.descriptor, address) }
    var hash: UInt64 = 0
    for column in columns { Self.add(row.range(column), row, to: &hash) }
    Self.add(tail, row, to: &hash)
    let slot = Int(truncatingIfNeeded: hash % UInt64(slots.count))
    if let entry = slots[slot], matches(entry, row, tail) {
      recent = entry
      return (entry.descriptor, address)
    }
    let made = try make(row)
    let entry = self.entry(made, row, tail)
    if entry.key.count <= Self.longest {
      slots[slot] = entry
      recent = entry
    }
    return (made, address)
  }

  // MARK: Keys

  private func matches(_ entry: Entry, _ row: MapRow, _ tail: Range<Int>?) -> Bool {
    let key = entry.key
    var (index, at) = (0, 0)
    func isNext(_ range: Range<Int>?) -> Bool {
      let count = range?.count ?? 0
      guard entry.lengths[index] == count else { return false }
      index &+= 1
      guard let range else { return true }
      defer { at &+= count }
      return ByteScan.equal(
        row.bytes.span, at: range.lowerBound, to: key.span.extracting(at..<(at &+ count)))
    }
    for column in columns where !isNext(row.range(column)) { return false }
    return isNext(tail)
  }

  private func entry(
    _ descriptor: SampleDescriptor, _ row: MapRow, _ tail: Range<Int>?
  ) -> Entry {
    let ranges = columns.map { row.range($0) } + [tail]
    return Entry(
      ranges.map { $0?.count ?? 0 }, ranges.flatMap { $0.map { Array(row.bytes[$0]) } ?? [] },
      descriptor)
  }

  private static func add(_ range: Range<Int>?, _ row: MapRow, to hash: inout UInt64) {
    let part =
      range.map { ByteScan.hash64(row.bytes.span, from: $0.lowerBound, to: $0.upperBound) } ?? 1
    hash = (hash &<< 7 | hash &>> 57) ^ part
  }

  /// What is left of the text of a device without the address, which changes with every record, and the
  /// address.
  private func deviceParts(_ row: MapRow) -> (tail: Range<Int>?, address: UInt64?) {
    guard let deviceColumn, let range = row.range(deviceColumn) else { return (nil, nil) }
    let bytes = row.bytes.span
    let prefix: StaticString = "<<HKDevice: 0x"
    guard ByteScan.equal(bytes, at: range.lowerBound, to: prefix) else { return (range, nil) }
    let start = range.lowerBound + prefix.utf8CodeUnitCount
    let end = ByteScan.firstIndex(
      of: UInt8(ascii: ">"), in: bytes, from: start, to: range.upperBound)
    guard end < range.upperBound, end - start <= 16,
      let address = UInt64(JSONTape.text(bytes, start..<end), radix: 16)
    else { return (range, nil) }
    // Only an address that prints as it is written can be left out of the key.
    guard String(address, radix: 16).utf8.count == end - start else { return (range, nil) }
    return (end..<range.upperBound, address)
  }

  // MARK: Making

  private func make(_ row: MapRow) throws(CellFault) -> SampleDescriptor {
    guard let name = try type.text(in: row) else {
      throw CellFault(
        cell: type.column, rule: "missing-type", message: "found no type of the sample")
    }
    let unitText = try unitText(row)
    let sourceName = try source?.text(in: row)
    let versionText = try version?.text(in: row)
    return SampleDescriptor(
      type: sampleType(name, hasUnit: unitText != nil), unitText: unitText,
      source: sourceName.map { Source(name: $0, version: versionText) },
      device: try makeDevice(row))
  }

  private func sampleType(_ name: String, hasUnit: Bool) -> SampleType {
    if isWorkout {
      return .workout(
        WorkoutActivityType(Enumeration.allActivities?.value(named: name)?.name ?? name))
    }
    switch MapTypes.entry(named: name) {
    case let entry? where entry.kind == "quantity":
      return .quantity(QuantityType(entry.identifier))
    case let entry? where entry.kind == "category":
      return .category(CategoryType(entry.identifier))
    case let entry? where entry.kind == "correlation":
      return .correlation(CorrelationType(entry.identifier))
    case let entry?: return .other(entry.identifier)
    case nil:
      return hasUnit ? .quantity(QuantityType(name)) : .category(CategoryType(name))
    }
  }

  private func unitText(_ row: MapRow) throws(CellFault) -> String? {
    guard let unit, let text = try unit.text(in: row) else { return nil }
    return units[text] ?? text
  }

  private func makeDevice(_ row: MapRow) throws(CellFault) -> HealthModel.Device? {
    switch device {
    case .none: return nil
    case .text(let cell): return try cell.text(in: row).map { HealthModel.Device.parse($0).device }
    case .fields(let cells):
      var device = HealthModel.Device()
      for field in MapDevice.fields {
        guard let cell = cells.first(where: { $0.name == field.name })?.cell else { continue }
        device[field.field] = try cell.text(in: row)
      }
      return device == HealthModel.Device() ? nil : device
    }
  }
}
