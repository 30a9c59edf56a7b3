import HealthBytes

/// The values of a column, read page by page; those of the current batch of rows are in memory.
///
/// A value is a word of eight bytes: a number, or the location of its bytes in the page or in the dictionary.
@usableFromInline package final class ParquetColumnReader {
  package let column: ParquetColumn
  private var file: RandomAccessFile
  /// How the file stores the values, and whether every row has one.
  private(set) var type: StoredType
  private var isRequired: Bool
  private let memory: ParquetMemory
  /// Where the next page begins, and where the last one ends.
  private var position: Int64 = 0
  var end: Int64 = 0
  private var codec = Codec.none
  /// The current page, if it was not unpacked yet.
  private var packedPage: PageHeader?
  /// Rows of the page to skip before those that are read next.
  private var skipped = 0
  /// Rows of the page that were neither read nor skipped.
  private(set) var pageRows = 0
  var page: [UInt8] = []
  var dictionary: [UInt8] = []
  var entries: [UInt64] = []
  private var levels: HybridDecoder?
  var values = Values.none
  /// The current rows. Their storage is allocated for the first value, and holds at most one batch.
  @usableFromInline var words: [UInt64] = []
  @usableFromInline var presence: [UInt64] = []
  /// The entries of the dictionary that are the values of the current rows.
  @usableFromInline var indexes: [UInt64] = []
  @usableFromInline var isInDictionary = false
  /// The entry of the dictionary that all current rows have, -1 if none of them has a value; `nil` if they may differ.
  package private(set) var commonEntry: Int?
  /// Rises with each dictionary that is read.
  package private(set) var era = 0

  /// The number of rows of a batch.
  package static let batch = 1 << 8

  /// How the values of the current page are written.
  enum Values {
    case none
    case plain(Int)
    case dictionary(HybridDecoder)
    case delta(DeltaDecoder)
  }

  init(
    _ column: ParquetColumn, _ type: StoredType, _ file: RandomAccessFile, _ memory: ParquetMemory
  ) {
    self.column = column
    self.type = type
    isRequired = column.isRequired
    self.file = file
    self.memory = memory
  }

  /// Continues with another file of the same table.
  func open(_ file: RandomAccessFile, _ type: StoredType, isRequired: Bool) {
    (self.file, self.type, self.isRequired) = (file, type, isRequired)
  }

  // MARK: Cells

  /// Whether a current row has a value.
  @inlinable @inline(__always)
  package func hasValue(_ row: Int) -> Bool { presence[row] != 0 }

  /// The number of a current row, as bits.
  @inlinable @inline(__always)
  package func word(_ row: Int) -> UInt64 { words[row] }

  /// The entry of the dictionary that the value of a row is; `nil` for a plain value.
  @inlinable @inline(__always)
  package func entry(_ row: Int) -> Int? {
    isInDictionary ? Int(truncatingIfNeeded: indexes[row]) : nil
  }

  /// How many bytes the value of a current row has.
  @inline(__always)
  package func byteCount(_ row: Int) -> Int { words[row].heapRange.count }

  /// The text of a current row; `nil` if it is not UTF-8.
  package func text(_ row: Int) -> String? {
    withBytes(row) { bytes in
      guard let text = try? UTF8Span(validating: bytes) else { return nil }
      return String(copying: text)
    }
  }

  /// Copies the numbers of current rows, and for each row 1 if it has a value, else 0.
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

  /// Adds the length of each current row's value to the element of `lengths` for that row.
  package func addLengths(_ rows: Int, to lengths: inout [Int]) {
    let (presence, words) = (presence, words)
    for row in 0..<rows where presence[row] != 0 { lengths[row] &+= words[row].heapRange.count }
  }

  /// Adds the index of each row's dictionary entry plus 1, times a factor, to the element of `numbers` for
  /// the row; adds nothing for a row without a value.
  package func addEntries(_ rows: Int, times factor: UInt64, to numbers: inout [UInt64]) {
    let (presence, indexes) = (presence, indexes)
    for row in 0..<rows where presence[row] != 0 {
      numbers[row] &+= (indexes[row] &+ 1) &* factor
    }
  }

  /// How many entries the dictionary has; `nil` if values of current rows are not in it.
  package var entryCount: Int? {
    commonEntry == -1 || isInDictionary ? entries.count : nil
  }

  /// Lends the bytes of a current row.
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

  /// Moves to the first page of a row group.
  ///
  /// - Parameter rows: How many rows it has.
  func begin(_ chunk: Footer.Chunk, rows: Int) throws(ParquetFault) {
    guard !chunk.isElsewhere else {
      throw ParquetFault("found pages in another file, which is not supported", .unsupported)
    }
    guard chunk.start >= 4, chunk.end >= chunk.start, chunk.end <= file.count - 8 else {
      throw ParquetFault("found pages outside of the file")
    }
    (position, end, codec) = (chunk.start, chunk.end, chunk.codec)
    (pageRows, skipped, packedPage) = (0, 0, nil)
    entries.removeAll(keepingCapacity: true)
    values = .none
    Self.lengthen(&presence, to: min(rows, Self.batch))
  }

  func close() {
    (page, dictionary) = ([], [])
    (words, presence, indexes, entries) = ([], [], [], [])
  }

  private static func lengthen(_ words: inout [UInt64], to count: Int) {
    if words.count < count { words = [UInt64](repeating: 0, count: count) }
  }

  /// Goes to the next page if the current one has no rows left. It is unpacked when rows of it are read.
  func prepare() throws(ParquetFault) {
    while pageRows == 0 {
      guard position < end else {
        throw ParquetFault("found fewer rows than the table has")
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

  /// Skips the next rows, which have to be in the current page. A page whose rows are all skipped is not unpacked.
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

  /// Reads and unpacks the bytes of a page into the beginning of an array; returns their number.
  private func load(_ header: PageHeader, into bytes: inout [UInt8]) throws(ParquetFault) -> Int {
    let levels = header.levelBytes
    guard levels <= header.packed, levels <= header.unpacked else { throw .short }
    if codec == .none || !header.isCompressed {
      try memory.lengthen(&bytes, to: header.packed)
      try Footer.read(header.packed, at: position, of: file, into: &bytes)
      try check(bytes.span.extracting(0..<header.packed), header)
      return header.packed
    }
    try memory.lengthen(&bytes, to: header.unpacked)
    try memory.read(header.packed, at: position, of: file)
    let packed = memory.packed
    try check(packed.span.extracting(0..<header.packed), header)
    if levels == 0 {
      try codec.unpack(
        packed.span.extracting(0..<header.packed), into: &bytes, count: header.unpacked)
      return header.unpacked
    }
    var rest = [UInt8](repeating: 0, count: header.unpacked - levels)
    if header.packed > levels || !rest.isEmpty {
      try codec.unpack(
        packed.span.extracting(levels..<header.packed), into: &rest, count: rest.count)
    }
    bytes.overwrite(at: 0, with: packed.span.extracting(0..<levels))
    bytes.overwrite(at: levels, with: rest.span)
    return header.unpacked
  }

  private func check(_ bytes: Span<UInt8>, _ header: PageHeader) throws(ParquetFault) {
    guard let stated = header.checksum else { return }
    var checksum = Checksum()
    checksum.update(bytes)
    guard checksum.value == stated else {
      throw ParquetFault("found a page that differs from its checksum (CRC-32)", .checksum)
    }
  }

  private func readDictionary(_ header: PageHeader) throws(ParquetFault) {
    guard entries.isEmpty else { throw ParquetFault("found a second dictionary") }
    let count = try load(header, into: &dictionary)
    let width = type.width == 0 ? 4 : type.width
    guard header.values <= count / width else { throw .short }
    if header.values > entries.capacity {
      try memory.reserve(8 * (header.values - entries.capacity))
    }
    entries = [UInt64](repeating: 0, count: header.values)
    var index = 0
    let dictionary = dictionary
    try readPlain(header.values, from: &index, count, dictionary.span, into: &entries)
    era += 1
  }

  private func readData(_ header: PageHeader) throws(ParquetFault) {
    let count = try load(header, into: &page)
    let page = page
    var start = 0
    levels = nil
    if header.kind == .data2 {
      start = header.levelBytes
      if !isRequired { levels = try HybridDecoder(0..<start, width: 1) }
    } else if !isRequired {
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
    case .delta where type.physical == .int32 || type.physical == .int64:
      values = start == count ? .none : .delta(try DeltaDecoder(start..<count, page.span))
    default:
      throw ParquetFault(
        "found values in the encoding number \(header.encoding), which is not supported",
        .unsupported)
    }
  }

  var pageEnd = 0

  // MARK: Values

  /// Reads the next rows, which have to be in the current page.
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
    // In reverse order, since values and entries move to their rows within one array.
    for row in (0..<rows).reversed() where presence[row] != 0 {
      next &-= 1
      words[row] = words[next]
      if isInDictionary { indexes[row] = indexes[next] }
    }
  }
}
