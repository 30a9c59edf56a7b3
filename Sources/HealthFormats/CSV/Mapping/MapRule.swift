import HealthBytes
import HealthModel

/// What rows become.
struct MapOutput {
  var samples: [Sample] = []
  /// Findings of rows that were read.
  var notes: [CellFault] = []
}

/// A condition of a map, in one file.
struct MapCondition {
  private let cell: MapCell
  private let texts: [String]?
  private let files: Set<String>
  private let isWanted: Bool

  init(_ stated: MapStatedCondition, _ header: MapHeader) throws(HealthError) {
    cell = try header.require(stated.cell)
    (texts, files, isWanted) = (stated.texts, header.files, stated.isWanted)
  }

  func holds(in row: MapRow) throws(CellFault) -> Bool {
    let text = try cell.text(in: row) ?? ""
    return (texts?.contains(text) ?? files.contains(text)) == isWanted
  }

  /// The words of a column that other rules read in place of a number.
  func words(in column: Int) -> [String] {
    if isWanted || cell.columns != [column] { return [] }
    return (texts ?? []).filter { !$0.isEmpty && Number($0) == nil }
  }
}

/// What a kind of samples has of its own, in one file.
struct MapKind {
  /// The cell without which there is no sample, if the kind has one.
  var value: MapCell?
  var unit: MapCell?
  let append: (MapRow, MapRule, inout MapOutput) throws(CellFault) -> Void
}

/// How a row of one file becomes a sample: what all kinds share.
final class MapRule {
  let kind: MapKind
  let times: MapTimes
  /// The columns that only its metadata has of a row.
  let metadataColumns: [Int]
  private let conditions: [MapCondition]
  private var descriptors: MapDescriptors
  private let note: String?
  /// The cell of a workout's activity.
  private let activity: MapCell?
  private let metadata: [(key: MetadataKey, cell: MapCell)]
  private let sync: MapSync?

  init(_ sample: MapSample, _ kind: MapKind, _ header: MapHeader) throws(HealthError) {
    self.kind = kind
    conditions = try sample.settings.conditions.map { (stated) throws(HealthError) in
      try MapCondition(stated, header)
    }
    note = sample.note
    activity = sample.isWorkout ? header.find(sample.type) : nil
    times = try MapTimes(sample.settings, header)
    descriptors = try MapDescriptors(sample, unit: kind.unit, header)
    metadata = sample.settings.metadata.map { (MetadataKey($0.key), header.find($0.cell)) }
    metadataColumns = metadata.flatMap(\.cell.columns)
    sync = sample.settings.sync?.found(in: header)
  }

  /// Whether the map reads the row.
  func holds(in row: MapRow) throws(CellFault) -> Bool {
    for condition in conditions where !(try condition.holds(in: row)) { return false }
    return true
  }

  /// Makes the samples of a row.
  ///
  /// - Throws: If a cell does not fit the map. Then no sample was added.
  func append(_ row: MapRow, to output: inout MapOutput) throws(CellFault) {
    let count = output.samples.count
    do throws(CellFault) { try kind.append(row, self, &output) } catch { throw explained(error) }
    if sync != nil {
      for index in count..<output.samples.count { output.samples[index].removeCalculatedUUID() }
    }
    if let note, output.samples.count > count {
      output.notes.append(CellFault(cell: kind.value?.column ?? 0, rule: "map-note", message: note))
    }
  }

  /// The fault, with the words that the map knows in the column if a number was expected there.
  private func explained(_ fault: CellFault) -> CellFault {
    let words = conditions.flatMap { $0.words(in: fault.cell) }
    if fault.rule != "malformed-number" || words.isEmpty { return fault }
    return CellFault(
      cell: fault.cell, rule: fault.rule,
      message: "\(fault.message), expected one or one of: \(words.joined(separator: ", "))",
      isFatal: fault.isFatal, remedy: fault.remedy)
  }

  /// Whether the row has no value for a kind that needs one.
  func lacksValue(in row: MapRow) -> Bool { kind.value?.isEmpty(in: row) ?? false }

  var hasFixedType: Bool { descriptors.hasFixedType }

  /// The header of the row's sample.
  ///
  /// - Parameters:
  ///   - start: When it began, if not at the start that the map states.
  ///   - isList: Whether it is the first of a list, whose items state how long each took.
  func header(
    _ row: MapRow, from start: Timestamp? = nil, isList: Bool = false, _ notes: inout [CellFault]
  ) throws(CellFault) -> SampleHeader {
    let given = start.map { MapTimes.Reading(date: $0) }
    guard let start = if let given { given } else { try times.start(of: row) } else {
      throw CellFault(
        cell: times.start?.column ?? 0, rule: "missing-start",
        message: "found nothing, expected the date at which the sample began")
    }
    let end = try times.end(after: start, isList: isList, in: row)
    let created = try times.created(in: row)
    if end.isUncertain {
      notes.append(
        CellFault(
          cell: times.start?.column ?? 0, rule: "uncertain-time", message: uncertainTimeMessage))
    }
    let (descriptor, address) = try descriptors.descriptor(of: row)
    if let name = activity?.unknownActivity(in: row) {
      notes.append(.unknownActivity(name, cell: activity?.column ?? 0))
    }
    var entries: [MetadataEntry] = []
    for (key, cell) in metadata {
      guard let text = try cell.text(in: row), !text.isEmpty else { continue }
      entries.append(MetadataEntry(key: key, value: text))
    }
    if let sync { entries += try sync.entries(of: row, times) }
    return SampleHeader(
      descriptor: descriptor, start: start.date, end: end.date, created: created,
      deviceAddress: address, metadata: Metadata(entries))
  }
}

/// The descriptors of the samples of a rule, cached by the bytes of the cells they come from.
struct MapDescriptors {
  /// Whether the type is the same in every row.
  let hasFixedType: Bool
  /// The columns that distinguish descriptors, except that of a device's text.
  private let columns: [Int]
  private let deviceColumn: Int?
  private let make: (MapRow) throws(CellFault) -> SampleDescriptor
  private lazy var cache = TextCache<SampleDescriptor>()
  /// The cells of a row, with a byte after each that no text has.
  private var key: [UInt8] = []
  /// The descriptor of the row before, and its key.
  private var recent: SampleDescriptor?
  private var recentKey: [UInt8] = []

  init(_ sample: MapSample, unit: MapCell?, _ header: MapHeader) throws(HealthError) {
    let (units, isWorkout) = (sample.settings.units, sample.isWorkout)
    let whole = sample.settings.sourceWhole
    let type: MapCell = try header.require(sample.type)
    let source = sample.settings.source.map(header.find)
    let detail = sample.settings.sourceDetail.map(header.find)
    let version = sample.settings.sourceVersion.map(header.find)
    let product = sample.settings.sourceProduct.map(header.find)
    let device = sample.settings.device.map { (field: $0.field, cell: header.find($0.cell)) }
    hasFixedType = type.fixedText != nil
    columns =
      [type, unit, source, detail, version, product].flatMap { $0?.columns ?? [] }
      + device.flatMap { $0.field == nil ? [] : $0.cell.columns }
    deviceColumn = device.first { $0.field == nil }?.cell.columns.first
    make = { (row) throws(CellFault) in
      guard let name = try type.text(in: row) else {
        throw type.fault("missing-type", "found no type of the sample")
      }
      let unitText = try unit?.text(in: row).map { units[$0] ?? $0 }
      var sourceName = try source?.text(in: row)
      if let name = sourceName, let text = try detail?.text(in: row), !whole.contains(text) {
        sourceName = "\(name) (\(text))"
      }
      let versionText = try version?.text(in: row)
      let productText = try product?.text(in: row).flatMap { $0.isEmpty ? nil : $0 }
      var (found, hasDevice) = (Device(), false)
      for (field, cell) in device {
        guard let text = try cell.text(in: row) else { continue }
        hasDevice = true
        if let field { found[field] = text } else { found = Device.parse(text).device }
      }
      return SampleDescriptor(
        type: isWorkout
          ? .workout(.init(Enumeration.allActivities?.value(named: name)?.name ?? name))
          : MapTypes.sampleType(name, hasUnit: unitText != nil),
        unitText: unitText,
        source: sourceName.map { Source(name: $0, version: versionText, productType: productText) },
        device: hasDevice ? found : nil)
    }
  }

  /// The descriptor of a row's sample, and the address of its device.
  mutating func descriptor(
    of row: MapRow
  ) throws(CellFault) -> (SampleDescriptor, address: UInt64?) {
    let (device, address) = deviceParts(row)
    key.removeAll(keepingCapacity: true)
    for column in columns { add(row.range(column), row) }
    add(device, row)
    if let recent, key == recentKey { return (recent, address) }
    let descriptor: SampleDescriptor
    if let known = cache.value(key.indices, in: key.span) {
      descriptor = known
    } else {
      descriptor = try make(row)
      let key = key
      cache.keep(descriptor, for: key.indices, in: key.span)
    }
    recent = descriptor
    swap(&key, &recentKey)
    return (descriptor, address)
  }

  private mutating func add(_ range: Range<Int>?, _ row: MapRow) {
    if let range { key += row.bytes[range] }
    key.append(0xFF)
  }

  /// The text of a device without the address, which changes with every record, and the address.
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
    // Only an address that is printed in its written form can be left out of the key.
    guard String(address, radix: 16).utf8.count == end - start else { return (range, nil) }
    return (end..<range.upperBound, address)
  }
}
