import HealthBytes
import HealthModel

/// A column for a part of a descriptor other than its type: unit, source, device or participant.
enum CSVOriginColumn: String, CaseIterable {
  case unit, source, sourceVersion, sourceProduct, sourceSystem
  case device, deviceManufacturer, deviceModel, deviceHardware, deviceFirmware, deviceSoftware
  case deviceIdentifier, deviceUDI, deviceCreated, deviceText
  case participant

  /// The columns of the CSV table, which has `participant` if needed; values of all others are lost there.
  static let brief: [CSVOriginColumn] = [.unit, .source, .sourceVersion, .device]

  /// The given columns, with the column of the participant at the end if there are participants.
  static func columns(
    _ columns: [CSVOriginColumn], hasParticipants: Bool
  ) -> [CSVOriginColumn] {
    columns.filter { $0 != .participant } + (hasParticipants ? [.participant] : [])
  }

  func text(of descriptor: SampleDescriptor) -> String? {
    switch self {
    case .unit: descriptor.unitText
    case .source: descriptor.sourceName
    case .sourceVersion: descriptor.source.version
    case .sourceProduct: descriptor.source.productType
    case .sourceSystem: descriptor.source.operatingSystemVersion
    case .participant: descriptor.participant
    case .deviceText: descriptor.device?.raw
    case .deviceCreated: descriptor.device?.creationDate.map { DeviceDate.written($0) }
    default: Self.deviceFields[self].flatMap { descriptor.device?[$0] }
    }
  }

  /// The fields of a device, by the columns that hold them; both are in the same order.
  static let deviceFields = Dictionary(
    uniqueKeysWithValues: zip(allCases.drop { $0 != .device }, Device.Field.allCases))
}

extension SampleDescriptor {
  /// Makes a descriptor from its cells.
  ///
  /// - Parameters:
  ///   - hasAddress: Whether the device has an address; then `deviceText` is the text after it (``Device/init(tail:)``).
  ///   - hasDevice: Whether a device exists even if all its fields are empty.
  convenience init(
    type: SampleType, hasAddress: Bool, hasDevice: Bool, text: (CSVOriginColumn) -> String?
  ) {
    let source = text(.source).map { name in
      Source(
        name: name, version: text(.sourceVersion), productType: text(.sourceProduct),
        operatingSystemVersion: text(.sourceSystem))
    }
    var device = Device()
    if let raw = text(.deviceText) {
      device = hasAddress ? Device(tail: raw) : Device.parse(raw).device
    } else {
      for (column, field) in CSVOriginColumn.deviceFields { device[field] = text(column) }
      device.creationDate = device.creationDate.map { DeviceDate.read($0) }
    }
    self.init(
      type: type, unitText: text(.unit), source: source,
      device: hasDevice || device != Device() ? device : nil, participant: text(.participant))
  }
}

/// The cells that are the same for all samples of one descriptor, printed once.
final class CSVOriginFragments {
  /// The cells at the front: the kind, if it has a column, and the type.
  let type: [UInt8]
  /// The origin's cells, a delimiter before each.
  let origin: [UInt8]
  /// Whether the columns reproduce the descriptor, except the address of the device.
  let isWhole: Bool

  init(
    _ descriptor: SampleDescriptor, kind: SampleKind, columns: [CSVOriginColumn],
    hasKind: Bool, _ dialect: CSVDialect
  ) {
    var buffer = ByteBuffer(capacity: 512)
    buffer.most = Limits.rowBytes.value
    if hasKind {
      buffer.append(utf8: kind.rawValue)
      buffer.append(dialect.delimiter)
    }
    buffer.append(cell: descriptor.type.identifier, dialect)
    type = buffer.bytes
    buffer.removeAll()
    for column in columns {
      buffer.append(dialect.delimiter)
      if let text = column.text(of: descriptor) { buffer.append(cell: text, dialect) }
    }
    origin = buffer.bytes
    isWhole =
      descriptor.device != Device()
      && CSVOriginColumn.allCases.allSatisfy {
        columns.contains($0) || $0.text(of: descriptor) == nil
      }
  }
}

/// A cache of the fragments of recent descriptors.
struct CSVOriginCache {
  private let columns: [CSVOriginColumn]
  private let hasKind: Bool
  private let dialect: CSVDialect
  private var slots = DescriptorSlots<CSVOriginFragments>()

  init(columns: [CSVOriginColumn], hasKind: Bool, _ dialect: CSVDialect) {
    self.columns = columns
    self.hasKind = hasKind
    self.dialect = dialect
  }

  /// The fragments of a descriptor, printed if they are not cached.
  @inline(__always)
  mutating func fragments(
    of descriptor: SampleDescriptor, kind: SampleKind
  ) -> CSVOriginFragments {
    let (columns, hasKind, dialect) = (columns, hasKind, dialect)
    return slots.parts(of: descriptor, kind: kind) {
      CSVOriginFragments(descriptor, kind: kind, columns: columns, hasKind: hasKind, dialect)
    }
  }
}

/// Turns the cells of type and origin into descriptors, so that rows with the same cells share one.
struct CSVOriginReader {
  /// The origin's columns that the file has, with their cells.
  private let columns: [(column: CSVOriginColumn, cell: Int)]
  /// Whether these cells follow one another, so that their bytes are one range, which is looked up without a copy.
  private let isRun: Bool
  private var table = CSVDescriptorTable()
  private var joined: [UInt8] = []

  /// A reader of a file's columns.
  ///
  /// - Parameter columns: The columns with their cells; the cell is -1 for a column that the file does not have.
  init(_ columns: [(column: CSVOriginColumn, cell: Int)]) {
    let present = columns.filter { $0.cell >= 0 }
    self.columns = present
    isRun =
      !present.isEmpty && zip(present, present.dropFirst()).allSatisfy { $0.cell + 1 == $1.cell }
  }

  /// The descriptor of a row.
  ///
  /// - Parameter hasDevice: Whether a device exists even if all its fields are empty.
  mutating func descriptor(
    _ kind: SampleKind, type: CSVCell, _ cells: [CSVCell], _ bytes: Span<UInt8>,
    hasAddress: Bool, hasDevice: Bool
  ) -> SampleDescriptor {
    let columns = columns
    func make() -> SampleDescriptor {
      SampleDescriptor(
        type: SampleType(kind, type.unguardedText(in: bytes) ?? ""), hasAddress: hasAddress,
        hasDevice: hasDevice
      ) { column in
        columns.first { $0.column == column }.flatMap { cells[$0.cell].unguardedText(in: bytes) }
      }
    }
    if hasDevice { return make() }
    if isRun, let first = columns.first, let last = columns.last {
      let run = cells[first.cell].whole.lowerBound..<cells[last.cell].whole.upperBound
      return table.descriptor(
        kind, type: type.whole, origin: run, hasAddress: hasAddress, in: bytes, make: make)
    }
    // Cells that are not adjacent are joined first.
    joined.removeAll(keepingCapacity: true)
    for cell in [type] + columns.map({ cells[$0.cell] }) {
      for index in cell.whole { joined.append(bytes[index]) }
      joined.append(10)
    }
    let joined = joined
    return table.descriptor(
      kind, type: 0..<type.whole.count, origin: type.whole.count..<joined.count,
      hasAddress: hasAddress, in: joined.span, make: make)
  }
}

extension CSVCell {
  /// The bytes with the quotes around them.
  fileprivate var whole: Range<Int> {
    isQuoted ? (start &- 1)..<(max(start, end) &+ 1) : range
  }
}

/// Caches recent descriptors by the cells that they were made from, in fixed memory, so that samples with the same cells
/// share one.
struct CSVDescriptorTable {
  private final class Entry {
    let kind: SampleKind
    let type: [UInt8]
    let origin: [UInt8]
    let hasAddress: Bool
    let descriptor: SampleDescriptor

    init(
      kind: SampleKind, type: [UInt8], origin: [UInt8], hasAddress: Bool,
      descriptor: SampleDescriptor
    ) {
      self.kind = kind
      self.type = type
      self.origin = origin
      self.hasAddress = hasAddress
      self.descriptor = descriptor
    }
  }

  private var slots = [Entry?](repeating: nil, count: 1_024)
  /// The longest cells that are kept, in bytes.
  private static let longest = 4_096

  /// The descriptor of some cells: the cached one, or else the result of `make`.
  @inline(__always)
  mutating func descriptor(
    _ kind: SampleKind, type: Range<Int>, origin: Range<Int>, hasAddress: Bool,
    in bytes: Span<UInt8>, make: () -> SampleDescriptor
  ) -> SampleDescriptor {
    let hash =
      ByteScan.hash64(bytes, from: type.lowerBound, to: type.upperBound) &* 31
      ^ ByteScan.hash64(bytes, from: origin.lowerBound, to: origin.upperBound)
    let slot = Int(truncatingIfNeeded: hash & 1_023)
    if let entry = slots[slot], entry.kind == kind, entry.hasAddress == hasAddress,
      entry.type.count == type.count, entry.origin.count == origin.count,
      ByteScan.equal(bytes, at: type.lowerBound, to: entry.type),
      ByteScan.equal(bytes, at: origin.lowerBound, to: entry.origin)
    {
      return entry.descriptor
    }
    let descriptor = make()
    if type.count &+ origin.count <= Self.longest {
      slots[slot] = Entry(
        kind: kind, type: type.map { bytes[$0] }, origin: origin.map { bytes[$0] },
        hasAddress: hasAddress, descriptor: descriptor)
    }
    return descriptor
  }
}
