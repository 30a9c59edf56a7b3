import HealthBytes
import HealthModel

extension MapSample {
  /// Compiles a quantity or a category, depending on its type; each item of a list becomes a
  /// sample that begins where the one before ends.
  static func value(
    _ fields: inout MapFields, _ entries: [Catalog.Entry], _ units: [String: String],
    hasSync: Bool
  ) throws(HealthError) -> Kind {
    let stated = try MapCell(try fields.require("value"), plain: .column)
    let statedUnit = try fields.takeCell("unit", plain: .text)
    let list = fields.take("list")
    let listText = try list?.text
    let isCharacters = listText == "characters"
    let flag = isCharacters ? true : try list?.flag
    let isList = flag ?? false
    if isList, hasSync, let list {
      throw list.fault("the items of a list would be versions of one sample by 'sync'")
    }
    for entry in entries { try MapTypes.check(entry, stated, statedUnit) }
    return { header in
      let cell = header.find(stated)
      if cell.isAbsent { return nil }
      var unit = statedUnit.map(header.find)
      if unit == nil, let text = cell.unit {
        header.note(unit: units[text] ?? text, cell.column)
        unit = MapCell(text: text, place: stated.place)
      }
      var reader = ValueReader(cell: cell, isCharacters: isCharacters)
      return MapKind(value: cell, unit: unit) { (row, rule, output) throws(CellFault) in
        guard !cell.isEmpty(in: row) || !rule.hasFixedType else { return }
        let header = try rule.header(row, isList: isList, &output.notes)
        if !isList {
          return try reader.append(header, row, to: &output)
        }
        let start = output.samples.count
        do throws(CellFault) {
          try reader.appendList(header, row, rule.times, to: &output)
        } catch {
          output.samples.removeSubrange(start...)
          throw error
        }
      }
    }
  }
}

/// Makes quantities or categories from a cell.
private struct ValueReader {
  let cell: MapCell
  /// Whether each character of a list is an item.
  private let isCharacters: Bool
  /// The latest category values by their texts.
  private var known = TextCache<CategoryValue>()
  /// The most items of a list in a cell.
  private static let listLimit = 1 << 16

  init(cell: MapCell, isCharacters: Bool) { (self.cell, self.isCharacters) = (cell, isCharacters) }

  /// Appends the sample of a row. A 0 of a quantity that is never 0 is a note instead.
  mutating func append(
    _ header: SampleHeader, _ row: MapRow, to output: inout MapOutput
  ) throws(CellFault) {
    guard case .category(let type) = header.descriptor.type else {
      guard let number = try cell.number(in: row) else {
        throw cell.fault("missing-value", "found nothing, expected a number")
      }
      if number.digits == 0, case .quantity(let type) = header.descriptor.type, type.isNeverZero {
        output.notes.append(
          cell.fault(
            "zero-value", "found 0, which programs write where nothing was measured; not read"))
        return
      }
      return output.samples.append(.quantity(QuantitySample(header: header, number: number)))
    }
    let range = cell.isJoined ? nil : cell.columns.first.flatMap { row.plainRange($0) }
    if let range, let cached = known.value(range, in: row.bytes.span) {
      return output.samples.append(.category(CategorySample(header: header, value: cached)))
    }
    let value = try cell.text(in: row).map { type.value(named: $0) ?? CategoryValue($0) }
    if let range, let value { known.keep(value, for: range, in: row.bytes.span) }
    output.samples.append(.category(CategorySample(header: header, value: value)))
  }

  mutating func appendList(
    _ header: SampleHeader, _ row: MapRow, _ times: MapTimes, to output: inout MapOutput
  ) throws(CellFault) {
    guard !cell.isJoined, let column = cell.columns.first else { return }
    var values = CellList(row, column, isCharacters: isCharacters)
    // A duration that is not a list applies to every item.
    let lengthColumn = times.lasts?.cell.columns.first.flatMap { column in
      row.range(column).flatMap { row.bytes[$0.lowerBound] == UInt8(ascii: "[") ? column : nil }
    }
    var lengths = lengthColumn.map { CellList(row, $0) }
    let hasLength = times.lasts != nil
    let limit = try hasLength ? times.limit(of: row) : nil
    // A quantity that is measured at one moment has no duration: a length is then the time until the next item.
    let isMomentary =
      if case .quantity(let type) = header.descriptor.type { type.isMomentary } else { false }
    var (header, item) = (header, row)
    var count = 0
    while let range = values.next(in: row) {
      guard count < Self.listLimit else {
        throw cell.fault(
          "limit", "found a list of more than \(Self.listLimit) items, the limit")
      }
      count += 1
      // Items after the latest end have no time.
      if let limit, header.start >= limit { return }
      item.replace(column, with: range)
      if let lengthColumn {
        let length = lengths?.next(in: row)
        if let length { item.replace(lengthColumn, with: length) }
        guard length != nil, let end = try times.end(lastingFrom: header.start, in: item) else {
          throw CellFault(
            cell: lengthColumn, rule: "malformed-number",
            message: "the number of lengths differs from the number of items in the list")
        }
        header.end = end
      } else if hasLength, let end = try times.end(lastingFrom: header.start, in: row) {
        header.end = end
      }
      // `null`: nothing was measured.
      if range.count == 4, ByteScan.equal(row.bytes.span, at: range.lowerBound, to: "null") {
        header.start = header.end
        continue
      }
      let end = header.end
      if isMomentary { header.end = header.start }
      try append(header, item, to: &output)
      header.start = end
    }
  }
}

extension QuantityType {
  /// Whether 0 means that nothing was measured, since a person always has more, such as a heart rate or a body mass.
  fileprivate var isNeverZero: Bool {
    (plausibleValues?.lowerBound ?? 0) > 0 || self == .heartRateVariabilitySDNN
      || self == .heartRateVariabilityRMSSD
  }
}

/// The items of a list in a cell: `[60,60]`.
private struct CellList {
  private var at: Int
  private let end: Int
  private let isCharacters: Bool

  init(_ row: MapRow, _ column: Int, isCharacters: Bool = false) {
    let range = row.range(column) ?? 0..<0
    (at, end, self.isCharacters) = (range.lowerBound, range.upperBound, isCharacters)
  }

  /// The next item; `nil` after the last.
  mutating func next(in row: MapRow) -> Range<Int>? {
    func isBetween(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
        || byte <= UInt8(ascii: " ")
    }
    while at < end, isBetween(row.bytes[at]) { at += 1 }
    guard at < end else { return nil }
    let start = at
    if isCharacters {
      at += 1
      return start..<at
    }
    while at < end, !isBetween(row.bytes[at]) { at += 1 }
    return start..<at
  }
}
