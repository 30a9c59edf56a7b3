import HealthBytes

/// The pages of a column in the current row group.
final class ColumnChunkWriter {
  let column: ParquetColumn
  private let width: Int
  private let codec: Codec
  private var pages = ByteBuffer(capacity: 16)
  private var dictionary: ValueDictionary
  private var statistics: ColumnStatistics
  /// Whether values are added to the dictionary; `false` for the rest of the row group once it has become large.
  private var usesDictionary: Bool
  private var hasDictionaryPages = false
  private var hasPlainPages = false
  private var rows = 0
  private var nulls = 0
  /// Bytes before compression.
  private var unpacked = 0
  /// Of a shared column, the entries of the dictionary by the numbers of groups: -1 where none was looked up, -2 where the
  /// group has no text.
  private var groups: [Int32] = []

  init(_ column: ParquetColumn) {
    self.column = column
    width = column.kind.physicalType.width
    codec = column.kind.codec
    dictionary = ValueDictionary(width: column.kind.isNumber ? width : 0)
    statistics = ColumnStatistics(column.kind)
    usesDictionary = Self.canUseDictionary(column)
  }

  private static func canUseDictionary(_ column: ParquetColumn) -> Bool {
    !column.kind.isDelta && column.kind != .fixed16 && column.kind != .bytes
  }

  /// The bytes that wait to be written.
  var count: Int { pages.count + dictionary.plain.count }

  // MARK: Pages

  /// Adds a page of rows whose values are in the builder: numbers, or ranges of the heap.
  func add(
    rows: Int, _ presence: PageRows.Presence, _ builder: PageBuilder, _ heap: Span<UInt8>
  ) {
    if column.kind.isNumber { statistics.add(builder.values) }
    builder.begin(rows: rows, presence, isRequired: column.isRequired)
    self.rows += rows
    nulls += rows - (column.kind == .fixed16 ? builder.values.count / 2 : builder.values.count)
    if usesDictionary, !builder.values.isEmpty, addIndexes(rows, builder, heap) { return }
    hasPlainPages = true
    if column.kind.isDelta, !builder.values.isEmpty {
      DeltaEncoder.append(builder.values, &builder.differences, to: &builder.body)
      return end(rows, .delta, builder)
    }
    if column.kind.isNumber {
      builder.body.append(words: builder.values, width: width)
    } else if column.kind == .fixed16 {
      builder.body.append(words: builder.values, width: 8)
    } else {
      for value in builder.values {
        let text = heap.extracting(value.heapRange)
        builder.body.append(plain: text)
        if statistics.tracksTexts { statistics.add(text) }
      }
    }
    end(rows, .plain, builder)
  }

  private func end(_ rows: Int, _ encoding: Encoding, _ builder: PageBuilder) {
    unpacked += builder.end(rows: rows, encoding, codec, to: &pages)
  }

  /// Adds a page of entries of the dictionary.
  ///
  /// - Returns: Whether they were added; if not, the dictionary is unchanged, and not used again in this row group.
  private func addIndexes(_ rows: Int, _ builder: PageBuilder, _ heap: Span<UInt8>) -> Bool {
    // Moved out of this object, because each access to a property of an object costs a check for exclusive access.
    var dictionary = ValueDictionary(width: 0)
    swap(&dictionary, &self.dictionary)
    var indexes: [UInt64] = []
    swap(&indexes, &builder.levels)
    let isUseful = dictionary.find(builder.values, heap, &indexes)
    swap(&dictionary, &self.dictionary)
    defer { swap(&indexes, &builder.levels) }
    guard isUseful else {
      usesDictionary = false
      // The remaining entries are those of the pages before. `endRowGroup` adds them to the statistics.
      return false
    }
    append(indexes, builder)
    end(rows, .dictionary, builder)
    hasDictionaryPages = true
    return true
  }

  private func append(_ indexes: [UInt64], _ builder: PageBuilder) {
    let width = indexWidth
    builder.body.append(UInt8(truncatingIfNeeded: width))
    HybridEncoder.append(indexes, width: width, to: &builder.body)
  }

  private var indexWidth: Int { max(1, bitWidth(UInt64(max(1, dictionary.count) - 1))) }

  // MARK: Shared columns

  /// Adds a page of rows whose values are texts of groups. `numbers` has the group of each row, `used` each of these groups
  /// once, and `texts` returns the range of a group's text in the heap, if the column has one.
  func add(
    groups numbers: [UInt64], used: [Int], _ builder: PageBuilder, _ heap: Span<UInt8>,
    _ texts: (Int) -> UInt64?
  ) {
    let rows = numbers.count
    self.rows += rows
    var found: (least: Int32, most: Int32) = (.max, .min)
    if usesDictionary {
      let before = dictionary.count
      for group in used {
        while groups.count <= group { groups.append(-1) }
        if groups[group] == -1 {
          groups[group] =
            texts(group).map { Int32(dictionary.number(of: heap.extracting($0.heapRange))) } ?? -2
        }
        found = (min(found.least, groups[group]), max(found.most, groups[group]))
      }
      if dictionary.isFull {
        dictionary.truncate(to: before)
        usesDictionary = false
      }
    }
    guard usesDictionary else { return addPlain(numbers, builder, heap, texts) }
    if found.least == found.most {
      let isNone = found.least == -2
      builder.begin(rows: rows, isNone ? .none : .all, isRequired: column.isRequired)
      if isNone {
        nulls += rows
        hasPlainPages = true
        return end(rows, .plain, builder)
      }
      builder.body.append(UInt8(truncatingIfNeeded: indexWidth))
      HybridEncoder.append(
        run: rows, of: UInt64(found.least), width: indexWidth, to: &builder.body)
    } else {
      let isSome = found.least < 0
      var (values, levels) = builder.takeLists()
      let entries = groups
      values.append(addingCapacity: rows) { values in
        for number in numbers {
          let entry = entries[Int(truncatingIfNeeded: number)]
          if isSome { levels.append(entry < 0 ? 0 : 1) }
          if entry >= 0 { values.append(UInt64(truncatingIfNeeded: entry)) }
        }
      }
      nulls += rows - values.count
      builder.levels = levels
      builder.begin(rows: rows, isSome ? .some : .all, isRequired: column.isRequired)
      append(values, builder)
      builder.values = values
    }
    hasDictionaryPages = true
    end(rows, .dictionary, builder)
  }

  /// Adds a page of texts of groups where there are too many for a dictionary.
  private func addPlain(
    _ numbers: [UInt64], _ builder: PageBuilder, _ heap: Span<UInt8>, _ texts: (Int) -> UInt64?
  ) {
    var (values, levels) = builder.takeLists()
    for number in numbers {
      let text = texts(Int(truncatingIfNeeded: number))
      levels.append(text == nil ? 0 : 1)
      if let text { values.append(text) }
    }
    let presence: PageRows.Presence =
      values.count == numbers.count ? .all : values.isEmpty ? .none : .some
    (builder.values, builder.levels) = (values, levels)
    rows -= numbers.count
    add(rows: numbers.count, presence, builder, heap)
  }

  /// Removes the groups, whose numbers become invalid.
  func removeGroups() { groups.removeAll(keepingCapacity: true) }

  // MARK: Row groups

  /// Writes the pages and describes them for the footer. `position` is the offset of the first page in the file; afterwards,
  /// that of the next column.
  func endRowGroup(
    at position: inout Int64, _ builder: PageBuilder, _ footer: inout CompactWriter,
    to sink: any ByteSink
  ) throws(HealthError) {
    let start = position
    var data = start
    if hasDictionaryPages {
      if column.kind == .text {
        for entry in 0..<dictionary.count {
          let range = dictionary.range(entry)
          dictionary.plain.withBytes { statistics.add($0.extracting(range)) }
        }
      }
      var page = ByteBuffer(capacity: dictionary.plain.count + 64)
      unpacked += builder.append(dictionary, codec, to: &page)
      data += Int64(page.count)
      try page.flush(to: sink)
    }
    position = data + Int64(pages.count)
    try pages.flush(to: sink)
    describe(start: start, data: data, end: position, &footer)
    pages.removeAll(keepingCapacity: false)
    dictionary.removeAll()
    statistics = ColumnStatistics(column.kind)
    usesDictionary = Self.canUseDictionary(column)
    (hasDictionaryPages, hasPlainPages, rows, nulls, unpacked) = (false, false, 0, 0, 0)
    removeGroups()
  }

  /// The bytes of the pages before compression.
  private(set) var unpackedBefore = 0

  private func describe(
    start: Int64, data: Int64, end: Int64, _ footer: inout CompactWriter
  ) {
    unpackedBefore = unpacked
    footer.beginItem()
    footer.int64(2, start)
    footer.beginStructure(3)
    footer.int32(1, column.kind.physicalType.rawValue)
    var encodings = [Encoding.runLength]
    if hasDictionaryPages { encodings.append(.dictionary) }
    if hasPlainPages || hasDictionaryPages { encodings.append(.plain) }
    if column.kind.isDelta { encodings.append(.delta) }
    footer.list(2, .int32, count: encodings.count)
    for encoding in encodings { footer.item(int32: encoding.rawValue) }
    footer.list(3, .bytes, count: 1)
    footer.item(text: column.name)
    footer.int32(4, codec.rawValue)
    footer.int64(5, Int64(rows))
    footer.int64(6, Int64(unpacked))
    footer.int64(7, end - start)
    footer.int64(9, data)
    if hasDictionaryPages { footer.int64(11, start) }
    footer.beginStructure(12)
    footer.int64(3, Int64(nulls))
    if let (least, greatest) = statistics.bounds {
      footer.bytes(5, greatest)
      footer.bytes(6, least)
    }
    footer.endStructure()
    footer.endStructure()
    footer.endStructure()
  }
}

extension ByteBuffer {
  /// Appends the lowest `width` bytes of each word.
  fileprivate mutating func append(words: [UInt64], width: Int) {
    for word in words { append(word: word, count: width) }
  }
}

extension UInt64 {
  /// The range in a heap that a cell contains: the start in the upper half, the length in the lower.
  @inline(__always)
  var heapRange: Range<Int> {
    let start = Int(truncatingIfNeeded: self &>> 32)
    return start..<(start &+ Int(truncatingIfNeeded: self & 0xffff_ffff))
  }
}
