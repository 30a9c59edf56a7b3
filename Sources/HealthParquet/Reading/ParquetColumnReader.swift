import HealthBytes

/// The values of a column, read page by page; those of some rows are at hand.
///
/// A value is a word of eight bytes: a number, or where bytes are in the page or in the dictionary.
@usableFromInline package final class ParquetColumnReader {
  package let column: ParquetColumn
  private let file: RandomAccessFile
  private let memory: ParquetMemory
  /// Where the next page begins, and where the last one ends.
  private var position: Int64 = 0
  private var end: Int64 = 0
  private var codec = Codec.none
  /// The page at hand, if it was not unpacked yet.
  private var packedPage: PageHeader?
  /// Rows of the page to skip before those that are read next.
  private var skipped = 0
  /// Rows of the page that were neither read nor skipped.
  private(set) var pageRows = 0
  private var page: [UInt8] = []
  private var dictionary: [UInt8] = []
  /// The values of the entries of the dictionary.
  private var entries: [UInt64] = []
  private var levels: HybridDecoder?
  private var values = Values.none
  /// The rows at hand. There is room for them once there is a value, and no more than row groups have rows.
  @usableFromInline var words: [UInt64] = []
  @usableFromInline var presence: [UInt64] = []
  /// The entries of the dictionary that the values of the rows at hand are.
  @usableFromInline var indexes: [UInt64] = []
  @usableFromInline var isInDictionary = false
  /// The entry of the dictionary that all rows at hand have, -1 if none of them has a value; `nil` if they may differ.
  package private(set) var commonEntry: Int?
  /// Rises with each dictionary that is read.
  package private(set) var era = 0

  /// Rows at hand at once.
  package static let batch = 1 << 8

  /// How the values of the page at hand are written.
  private enum Values {
    case none
    case plain(Int)
    case dictionary(HybridDecoder)
    case delta(DeltaDecoder)
  }

  init(_ column: ParquetColumn, _ file: RandomAccessFile, _ memory: ParquetMemory) {
    self.column = column
    self.file = file
    self.memory = memory
  }

  // MARK: Cells

  /// Whether a row at hand has a value.
  @inlinable @inline(__always)
  package func hasValue(_ row: Int) -> Bool { presence[row] != 0 }

  /// The number of a row at hand, as bits.
  @inlinable @inline(__always)
  package func word(_ row: Int) -> UInt64 { words[row] }

  /// The entry of the dictionary that the value of a row is; `nil` for a plain value.
  @inlinable @inline(__always)
  package func entry(_ row: Int) -> Int? {
    isInDictionary ? Int(truncatingIfNeeded: indexes[row]) : nil
  }

  /// How many bytes the value of a row at hand has.
  @inline(__always)
  package func byteCount(_ row: Int) -> Int { words[row].heapRange.count }

  /// The text of a row at hand; `nil` if it is not UTF-8.
  package func text(_ row: Int) -> String? {
    withBytes(row) { bytes in
      guard let text = try? UTF8Span(validating: bytes) else { return nil }
      return String(copying: text)
    }
  }

  /// Copies the numbers of rows at hand, and for each row 1 if it has a value, else 0.
  ///
  /// - Parameter start: The place of the first row in the arrays.
  package func copy(
    _ rows: Int, to numbers: inout [UInt64], _ presence: inout [UInt64], at start: Int
  ) {
    let own = self.presence
    for row in 0..<rows { presence[start &+ row] = own[row] }
    guard column.kind.isNumber, commonEntry != -1 else { return }
    let words = words
    for row in 0..<rows { numbers[start &+ row] = words[row] }
  }

  /// Adds the length of the value of each row at hand to a number of its own.
  package func addLengths(_ rows: Int, to lengths: inout [Int]) {
    let (presence, words) = (presence, words)
    for row in 0..<rows where presence[row] != 0 { lengths[row] &+= words[row].heapRange.count }
  }

  /// Adds the number of each row's entry in the dictionary to a number of its own, from 1 and times a factor; nothing for a
  /// row without a value.
  package func addEntries(_ rows: Int, times factor: UInt64, to numbers: inout [UInt64]) {
    let (presence, indexes) = (presence, indexes)
    for row in 0..<rows where presence[row] != 0 {
      numbers[row] &+= (indexes[row] &+ 1) &* factor
    }
  }

  /// How many entries the dictionary has; `nil` if values of rows at hand are not in it.
  package var entryCount: Int? {
    commonEntry == -1 || isInDictionary ? entries.count : nil
  }

  /// Lends the bytes of a row at hand.
  package func withBytes<Result, Failure: Error>(
    _ row: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard !column.kind.isNumber else { return try body(Self.noBytes.span) }
    let range = words[row].heapRange
    let bytes = isInDictionary ? dictionary : page
    return try body(bytes.span.extracting(range))
  }

  private static let noBytes: [UInt8] = []

  // MARK: Pages

  /// Goes to the pages of a row group.
  ///
  /// - Parameter rows: How many rows it has.
  func begin(_ chunk: Footer.Chunk, rows: Int) throws(ParquetFault) {
    guard !chunk.isElsewhere else {
      throw ParquetFault("found columns in another file, which is not supported", .unsupported)
    }
    guard chunk.start >= 4, chunk.end >= chunk.start, chunk.end <= file.count - 8 else {
      throw ParquetFault("found a column outside of the file")
    }
    (position, end, codec) = (chunk.start, chunk.end, chunk.codec)
    (pageRows, skipped, packedPage) = (0, 0, nil)
    entries.removeAll(keepingCapacity: true)
    values = .none
    Self.lengthen(&presence, to: min(rows, Self.batch))
  }

  /// Frees the memory.
  func close() {
    (page, dictionary) = ([], [])
    (words, presence, indexes, entries) = ([], [], [], [])
  }

  private static func lengthen(_ words: inout [UInt64], to count: Int) {
    if words.count < count { words = [UInt64](repeating: 0, count: count) }
  }

  /// Goes to the next page if the one at hand has no rows left. It is unpacked when rows of it are read.
  func prepare() throws(ParquetFault) {
    while pageRows == 0 {
      guard position < end else {
        throw ParquetFault("found fewer rows in a column than in the table")
      }
      let header = try header()
      position += Int64(header.length)
      guard Int64(header.packed) <= end - position, header.packed <= Limits.parquetPage.value,
        header.unpacked <= Limits.parquetPage.value
      else {
        throw max(header.packed, header.unpacked) > Limits.parquetPage.value
          ? ParquetFault("found \(Limits.parquetPage.excess)", .tooLarge) : .short
      }
      if header.kind == .dictionary { try readDictionary(header) }
      if header.kind == .data || header.kind == .data2, header.values > 0 {
        (packedPage, pageRows) = (header, header.values)
      } else {
        position += Int64(header.packed)
      }
    }
  }

  /// Skips the next rows, which have to be in the page at hand. A page whose rows are all skipped is not unpacked.
  func skip(_ rows: Int) {
    pageRows -= rows
    skipped += rows
    endPage()
  }

  private func endPage() {
    guard pageRows == 0 else { return }
    skipped = 0
    if let header = packedPage.take() { position += Int64(header.packed) }
  }

  private func header() throws(ParquetFault) -> PageHeader {
    // Statistics in a header may make it long.
    for size in [1 << 8, 1 << 16] {
      let count = Int(min(Int64(size), end - position))
      try memory.read(count, at: position, of: file)
      let packed = memory.packed
      do throws(ParquetFault) { return try PageHeader(packed.span, count) } catch {
        if count < size || size > 1 << 8 { throw error }
      }
    }
    throw ParquetFault.short
  }

  /// Reads the bytes of a page over the first ones of an array.
  private func load(_ header: PageHeader, into bytes: inout [UInt8]) throws(ParquetFault) -> Int {
    let levels = header.levelBytes
    guard levels <= header.packed, levels <= header.unpacked else { throw .short }
    if codec == .none || !header.isCompressed {
      try memory.lengthen(&bytes, to: header.packed)
      try Footer.read(header.packed, at: position, of: file, into: &bytes)
      return header.packed
    }
    try memory.lengthen(&bytes, to: header.unpacked)
    try memory.read(header.packed, at: position, of: file)
    let packed = memory.packed
    if levels == 0 {
      try SnappyDecompressor.unpack(
        packed.span, 0..<header.packed, into: &bytes, count: header.unpacked)
      return header.unpacked
    }
    var rest = [UInt8](repeating: 0, count: header.unpacked - levels)
    if header.packed > levels || !rest.isEmpty {
      try SnappyDecompressor.unpack(
        packed.span, levels..<header.packed, into: &rest, count: rest.count)
    }
    bytes.overwrite(at: 0, with: packed.span.extracting(0..<levels))
    bytes.overwrite(at: levels, with: rest.span)
    return header.unpacked
  }

  private func readDictionary(_ header: PageHeader) throws(ParquetFault) {
    guard entries.isEmpty else { throw ParquetFault("found a second dictionary of a column") }
    let count = try load(header, into: &dictionary)
    let width = max(4, column.kind.physicalType.width)
    guard header.values <= count / width else { throw .short }
    if header.values > entries.capacity { try memory.take(8 * (header.values - entries.capacity)) }
    entries = [UInt64](repeating: 0, count: header.values)
    var index = 0
    let dictionary = dictionary
    try Self.readPlain(
      header.values, column.kind, from: &index, count, dictionary.span, into: &entries)
    era += 1
  }

  private func readData(_ header: PageHeader) throws(ParquetFault) {
    let count = try load(header, into: &page)
    let page = page
    var start = 0
    levels = nil
    if header.kind == .data2 {
      start = header.levelBytes
      if !column.isRequired { levels = try HybridDecoder(0..<start, width: 1) }
    } else if !column.isRequired {
      guard count >= 4 else { throw .short }
      let length =
        Int(page[0]) | Int(page[1]) << 8 | Int(page[2]) << 16 | Int(page[3]) << 24
      guard length <= count - 4 else { throw .short }
      start = 4 + length
      levels = try HybridDecoder(4..<start, width: 1)
    }
    isInDictionary = false
    switch Encoding(rawValue: Int32(truncatingIfNeeded: header.encoding)) {
    case .plain:
      values = .plain(start)
      pageEnd = count
    case .dictionary, .plainDictionary:
      isInDictionary = true
      if start == count {
        values = .none
      } else {
        values = .dictionary(
          try HybridDecoder((start + 1)..<count, width: Int(page[start])))
      }
    case .delta where column.kind.isNumber && column.kind != .double:
      values = start == count ? .none : .delta(try DeltaDecoder(start..<count, page.span))
    default:
      throw ParquetFault("found an encoding of values that is not supported", .unsupported)
    }
  }

  private var pageEnd = 0

  // MARK: Values

  /// Reads the next rows, which have to be in the page at hand.
  func read(_ rows: Int) throws(ParquetFault) {
    if let header = packedPage.take() {
      try readData(header)
      position += Int64(header.packed)
    }
    while skipped > 0 {
      let part = min(skipped, Self.batch)
      try decode(part)
      skipped -= part
    }
    try decode(rows)
    pageRows -= rows
  }

  private func decode(_ rows: Int) throws(ParquetFault) {
    let page = page
    var count = rows
    if var levels = self.levels {
      try levels.read(rows, into: &presence, page.span)
      self.levels = levels
      count = 0
      for row in 0..<rows where presence[row] != 0 { count &+= 1 }
    } else {
      for row in 0..<rows { presence[row] = 1 }
    }
    commonEntry = -1
    guard count > 0 else { return }
    Self.lengthen(&words, to: presence.count)
    if isInDictionary { Self.lengthen(&indexes, to: presence.count) }
    try readValues(count)
    commonEntry = nil
    guard count < rows else {
      if isInDictionary, indexes[..<rows].allSatisfy({ $0 == indexes[0] }) {
        commonEntry = Int(truncatingIfNeeded: indexes[0])
      }
      return
    }
    var next = count
    // From the end on: values and entries move to their rows within one array.
    for row in (0..<rows).reversed() where presence[row] != 0 {
      next &-= 1
      words[row] = words[next]
      if isInDictionary { indexes[row] = indexes[next] }
    }
  }

  private func readValues(_ count: Int) throws(ParquetFault) {
    let page = page
    switch values {
    case .none: throw .short
    case .plain(var index):
      try Self.readPlain(count, column.kind, from: &index, pageEnd, page.span, into: &words)
      values = .plain(index)
    case .delta(var decoder):
      try decoder.read(count, into: &words, page.span)
      values = .delta(decoder)
    case .dictionary(var decoder):
      try decoder.read(count, into: &indexes, page.span)
      values = .dictionary(decoder)
      for place in 0..<count {
        guard indexes[place] < UInt64(entries.count) else {
          throw ParquetFault("found the number of a dictionary entry that does not exist")
        }
        words[place] = entries[Int(truncatingIfNeeded: indexes[place])]
      }
    }
  }

  private static func readPlain(
    _ count: Int, _ kind: ParquetColumn.Kind, from index: inout Int, _ end: Int,
    _ bytes: Span<UInt8>, into values: inout [UInt64]
  ) throws(ParquetFault) {
    // The dictionary of a column without values may be empty.
    guard count > 0 else { return }
    let width = kind.physicalType.width
    guard width == 0 || width <= (end - index) / count else { throw .short }
    switch (kind.physicalType, width) {
    case (.fixed, _):
      for place in 0..<count {
        values[place] = UInt64(index) << 32 | 16
        index += 16
      }
    case (_, 8):
      for place in 0..<count {
        values[place] = ByteScan.word(bytes, at: index) ?? 0
        index &+= 8
      }
    case (_, 4):
      for place in 0..<count {
        let value = Int32(truncatingIfNeeded: four(bytes, index))
        values[place] = UInt64(bitPattern: Int64(value))
        index &+= 4
      }
    default:
      for place in 0..<count {
        guard end - index >= 4 else { throw .short }
        let length = four(bytes, index)
        index += 4
        guard length <= end - index else { throw .short }
        values[place] = UInt64(index) << 32 | UInt64(length)
        index += length
      }
    }
  }

  @inline(__always)
  private static func four(_ bytes: Span<UInt8>, _ index: Int) -> Int {
    Int(bytes[index]) | Int(bytes[index &+ 1]) << 8 | Int(bytes[index &+ 2]) << 16
      | Int(bytes[index &+ 3]) << 24
  }
}
