// `HealthParquet` does not depend on samples. The writer collects rows as cells of eight bytes with their texts
// after them, converts 4,096 rows at a time to a page of each column, and writes a row group when there are enough
// rows. The texts of a descriptor (type, unit, source, device: 16 columns) are one cell, the number of a group of
// texts: a page of such a column is usually one run, found by the groups in the page and not by its rows.
// `ParquetTableSink` counts the waiting bytes of all tables and ends the row groups of the largest tables when there
// are too many, so memory does not depend on the number of tables and columns.

package import HealthBytes

/// Writes rows as a file of Parquet.
///
/// Rows wait until there are enough for a page of each column; pages wait until there are enough for a row group. Their bytes
/// are counted in ``waiting``, so that the owner of several tables can end the row groups of the largest ones.
package final class ParquetTableWriter {
  private let columns: [ColumnChunkWriter]
  /// Where the cell of a column is in a row, and its bit; the shared columns have one cell together.
  private let places: [(offset: Int, bit: UInt64)]
  /// The columns whose values are those of groups, and where the number of the group is.
  private let shared: [Int]
  private let sharedOffset: Int
  /// The bytes of a row: the cells, the bits, where the row's bytes begin.
  private let stride: Int
  /// The rows that wait for a page.
  private var page = PageRows()
  private var rowsInGroup = 0
  private var rows: Int64 = 0
  private let builder: PageBuilder
  /// The texts of the groups, and where those of each column are: `UInt64.max` for no text.
  private var groupHeap = ByteBuffer(capacity: 16)
  private var groupTexts: [UInt64] = []
  /// The bytes of the texts of each group, and of those of all rows that wait for a page.
  private var groupSizes: [Int] = []
  private var sharedText = 0
  /// The numbers of the groups by the bytes of their texts: texts that are equal in Swift may have different bytes.
  private var groupNumbers: [[UInt8]: Int64] = [:]
  /// The descriptions of the row groups that are written.
  private var groups = CompactWriter()
  private var groupCount = 0
  private var position: Int64 = 0
  private var pageBytes = 0
  /// Bytes of the pages of shared columns since ``takeNewSharedBytes()``.
  private var newSharedBytes = 0
  private var sharedBytes: Int { shared.reduce(0) { $0 + columns[$1].count } }
  /// Bytes of the texts of all rows so far, those of groups as often as rows have them.
  package private(set) var text: Int64 = 0

  /// Rows of a row group, unless memory is short.
  static var groupRows: Int { 1 << 17 }
  private static var mostGroups: Int { 1 << 10 }
  /// Bytes of shared texts after which a page ends: without a dictionary it repeats them for each row.
  private static var mostSharedText: Int { 4 << 20 }

  /// A writer of a table.
  ///
  /// - Parameters:
  ///   - columns: The columns: at most 64, where those that are shared count as one.
  ///   - builder: The memory of the page that is being written; several tables can share it.
  package init(
    _ columns: [ParquetColumn], shared: [Int] = [], _ builder: PageBuilder = PageBuilder()
  ) {
    var places: [(offset: Int, bit: UInt64)] = []
    var offset = 0
    var bit: UInt64 = 1
    var sharedOffset = 0
    for (index, column) in columns.enumerated() {
      precondition(bit != 0, "a table has at most 64 cells")
      if let first = shared.first, index != first, shared.contains(index) {
        places.append((sharedOffset, 0))
        continue
      }
      if index == shared.first { sharedOffset = offset }
      places.append((offset, bit))
      offset += column.kind == .fixed16 ? 16 : 8
      bit &<<= 1
    }
    self.columns = columns.map { ColumnChunkWriter($0) }
    self.places = places
    self.shared = shared
    self.sharedOffset = sharedOffset
    stride = offset + 16
    self.builder = builder
  }

  /// The bytes in memory that a row group would write.
  package var waiting: Int { page.count + groupHeap.count + pageBytes }

  /// The bytes that ended pages have added to the shared columns since the last call.
  package func takeNewSharedBytes() -> Int {
    defer { newSharedBytes = 0 }
    return newSharedBytes
  }

  /// Whether there are enough rows for a row group.
  package var isFull: Bool { rowsInGroup >= Self.groupRows }

  /// Increases when the numbers of groups become invalid, so that groups have to be made again.
  package private(set) var groupEra = 0

  /// Finds or makes a group of texts, one for each shared column.
  ///
  /// - Returns: Its number, valid until ``groupEra`` changes.
  package func group(of texts: [String?]) -> Int64 {
    // Many groups end a page, so equal texts must share one group.
    let key = Self.key(of: texts)
    if let number = groupNumbers[key] { return number }
    let size = groupHeap.count
    for text in texts {
      guard let text else {
        groupTexts.append(.max)
        continue
      }
      let start = groupHeap.count
      groupHeap.append(utf8: text)
      groupTexts.append(UInt64(start) << 32 | UInt64(groupHeap.count - start))
    }
    groupSizes.append(groupHeap.count - size)
    let number = Int64(groupSizes.count - 1)
    groupNumbers[key] = number
    if hasManyGroups { page.isFull = true }
    return number
  }

  /// The bytes of the texts, separated by bytes that UTF-8 does not contain.
  private static func key(of texts: [String?]) -> [UInt8] {
    var key: [UInt8] = []
    for text in texts {
      if let text { key += text.utf8 } else { key.append(0xFE) }
      key.append(0xFF)
    }
    return key
  }

  /// Adds a row, and empties it.
  ///
  /// - Returns: Whether a page ended; if not, ``isFull`` and ``groupEra`` are unchanged.
  @discardableResult
  package func append(_ row: inout ParquetRow) -> Bool {
    if !shared.isEmpty {
      let number = row.cells.withBytes { ByteScan.word($0, at: sharedOffset) } ?? 0
      countShared(Int64(bitPattern: number))
    }
    let isFull = page.append(&row)
    if isFull { endPage() }
    return isFull
  }

  /// Counts the shared texts of a row that is about to wait for a page.
  @inline(__always)
  private func countShared(_ group: Int64) {
    sharedText &+= groupSizes[Int(truncatingIfNeeded: group)]
    if sharedText >= Self.mostSharedText { page.isFull = true }
  }

  /// Adds a row of a ``ParquetRowLog``.
  ///
  /// - Parameter group: Converts the number of a group in the row to one of this table.
  /// - Returns: Whether a page ended.
  package func append(
    cells row: Span<UInt8>, texts: Span<UInt8>, mask: UInt64, group: (Int64) -> Int64
  ) -> Bool {
    var number: Int64?
    if !shared.isEmpty {
      let group = group(Int64(bitPattern: ByteScan.word(row, at: sharedOffset) ?? 0))
      countShared(group)
      number = group
    }
    let isFull = page.append(row, texts, mask, number, at: sharedOffset)
    if isFull { endPage() }
    return isFull
  }

  // MARK: Pages

  private func endPage() {
    guard page.rows > 0 else { return }
    // Moved out of this object, because each access to a property of an object costs a check for exclusive access.
    var page = PageRows()
    swap(&page, &self.page)
    page.cells.withBytes { cells in
      page.heap.withBytes { heap in
        for index in columns.indices where !shared.contains(index) {
          let (offset, bit) = places[index]
          let presence = page.presence(bit)
          gather(columns[index].column.kind, offset, bit, presence, cells)
          columns[index].add(rows: page.rows, presence, builder, heap)
        }
      }
      if !shared.isEmpty {
        newSharedBytes -= sharedBytes
        endSharedPage(cells, page.rows)
        newSharedBytes += sharedBytes
      }
    }
    pageBytes = columns.reduce(0) { $0 + $1.count }
    text += Int64(page.heap.count)
    rowsInGroup += page.rows
    rows += Int64(page.rows)
    text += Int64(sharedText)
    sharedText = 0
    page.removeAll()
    page.isFull = false
    swap(&page, &self.page)
    if hasManyGroups { removeGroups() }
  }

  /// Whether the groups take so much memory that they have to be made again.
  private var hasManyGroups: Bool {
    groupSizes.count >= Self.mostGroups || groupHeap.count >= 4 * PageRows.mostText
  }

  private func removeGroups() {
    groupEra += 1
    groupTexts.removeAll(keepingCapacity: true)
    groupSizes.removeAll(keepingCapacity: true)
    groupNumbers.removeAll(keepingCapacity: true)
    groupHeap.removeAll(keepingCapacity: false)
    for index in shared { columns[index].removeGroups() }
  }

  /// Collects the values of a column from the rows.
  private func gather(
    _ kind: ParquetColumn.Kind, _ offset: Int, _ bit: UInt64, _ presence: PageRows.Presence,
    _ cells: Span<UInt8>
  ) {
    var (values, levels) = builder.takeLists()
    defer { (builder.values, builder.levels) = (values, levels) }
    if presence == .none { return }
    let stride = stride
    let rows = cells.count / stride
    let isInHeap = !kind.isNumber && kind != .fixed16
    let isNarrow = kind.physicalType == .int32
    let isWide = kind == .fixed16
    if presence == .some {
      levels.append(addingCapacity: rows) { levels in
        for row in 0..<rows {
          let mask = ByteScan.word(cells, at: row &* stride &+ stride &- 16) ?? 0
          levels.append(mask & bit != 0 ? 1 : 0)
        }
      }
    }
    let isThere = levels.span
    values.append(addingCapacity: isWide ? 2 * rows : rows) { values in
      for row in 0..<rows where presence == .all || isThere[row] != 0 {
        let start = row &* stride
        var value = ByteScan.word(cells, at: start &+ offset) ?? 0
        if isInHeap {
          value &+= ByteScan.word(cells, at: start &+ stride &- 8) ?? 0
        } else if isNarrow {
          value = UInt64(bitPattern: Int64(Int32(truncatingIfNeeded: value)))
        }
        values.append(value)
        if isWide { values.append(ByteScan.word(cells, at: start &+ offset &+ 8) ?? 0) }
      }
    }
  }

  private func endSharedPage(_ cells: Span<UInt8>, _ rows: Int) {
    let (stride, offset) = (stride, sharedOffset)
    let numbers = [UInt64](capacity: rows) { numbers in
      for row in 0..<rows {
        numbers.append(ByteScan.word(cells, at: row &* stride &+ offset) ?? 0)
      }
    }
    var isUsed = [Bool](repeating: false, count: groupSizes.count)
    var used: [Int] = []
    var last = UInt64.max
    for number in numbers where number != last {
      last = number
      let group = Int(truncatingIfNeeded: number)
      if !isUsed[group] {
        isUsed[group] = true
        used.append(group)
      }
    }
    groupHeap.withBytes { heap in
      for (slot, index) in shared.enumerated() {
        columns[index].add(groups: numbers, used: used, builder, heap) { group in
          let text = groupTexts[group &* shared.count &+ slot]
          return text == .max ? nil : text
        }
      }
    }
  }

  // MARK: The file

  /// Ends the current row group, if it has rows.
  package func endRowGroup(to sink: any ByteSink) throws(HealthError) {
    endPage()
    guard rowsInGroup > 0 else { return }
    try begin(sink)
    let start = position
    var chunks = CompactWriter()
    for column in columns {
      try column.endRowGroup(at: &position, builder, &chunks, to: sink)
    }
    groups.beginItem()
    groups.list(1, .structure, count: columns.count)
    groups.items(chunks.buffer)
    groups.int64(2, columns.reduce(0) { $0 + Int64($1.unpackedBefore) })
    groups.int64(3, Int64(rowsInGroup))
    groups.int64(5, start)
    groups.int64(6, position - start)
    groups.endStructure()
    groupCount += 1
    rowsInGroup = 0
    pageBytes = 0
    if !shared.isEmpty { removeGroups() }
    guard groups.buffer.count <= Limits.parquetFooter.value else {
      throw HealthError(.tooLarge, "", "found \(Limits.parquetFooter.excess)")
    }
  }

  private func begin(_ sink: any ByteSink) throws(HealthError) {
    guard position == 0 else { return }
    try sink.write(Self.magic.span)
    position = 4
  }

  static let magic: [UInt8] = [UInt8]("PAR1".utf8)

  /// Ends the last row group and the file.
  ///
  /// - Parameter sink: Receives the file; it is not finished.
  /// - Throws: What the sink throws, and `.tooLarge` for a footer that readers refuse.
  package func finish(
    _ sink: any ByteSink, notes: [(key: String, value: String)], creator: String
  ) throws(HealthError) {
    try endRowGroup(to: sink)
    try begin(sink)
    var footer = CompactWriter()
    footer.int32(1, 1)
    footer.list(2, .structure, count: columns.count + 1)
    footer.beginItem()
    footer.text(4, "schema")
    footer.int32(5, Int32(columns.count))
    footer.endStructure()
    for writer in columns { writer.column.describe(to: &footer) }
    footer.int64(3, rows)
    footer.list(4, .structure, count: groupCount)
    footer.items(groups.buffer)
    footer.list(5, .structure, count: notes.count)
    for note in notes {
      footer.beginItem()
      footer.text(1, note.key)
      footer.text(2, note.value)
      footer.endStructure()
    }
    footer.text(6, creator)
    footer.list(7, .structure, count: columns.count)
    for _ in columns {
      footer.beginItem()
      footer.beginStructure(1)
      footer.endStructure()
      footer.endStructure()
    }
    footer.end()
    var end = ByteBuffer(capacity: footer.buffer.count + 8)
    footer.buffer.withBytes { end.append($0) }
    end.append(word: UInt64(footer.buffer.count), count: 4)
    end.append(Self.magic)
    try end.flush(to: sink)
  }
}
