import HealthBytes

/// The footer of a file: its columns, its notes (keys with values), and the descriptions of its row groups.
struct Footer {
  /// The columns. The type is `nil` if the format does not define it.
  private(set) var columns: [(name: String, type: StoredType?, isRequired: Bool)] = []
  private(set) var notes: [String: String] = [:]
  let bytes: [UInt8]
  /// The descriptions of all row groups, and of those that are not read yet.
  private var allGroups = (reader: CompactReader(0..<0), count: 0)
  private var groups = CompactReader(0..<0)
  private var groupsLeft = 0
  /// The number of rows that the footer states, and that of the row groups that were read.
  private var rows = 0
  private var groupRows = 0

  /// The location of the pages of a column in a row group.
  struct Chunk {
    var start: Int64 = 0
    var end: Int64 = 0
    var codec: Codec = .none
    /// Whether the pages are in another file.
    var isElsewhere = false
  }

  /// The most columns of a file.
  private static var mostColumns: Int { 4_096 }

  init(_ file: RandomAccessFile, _ memory: ParquetMemory) throws(ParquetFault) {
    let isShort = ParquetFault("is too short for a Parquet file", .truncated)
    guard file.count >= 12 else { throw isShort }
    var end = [UInt8](repeating: 0, count: 8)
    try Self.read(8, at: file.count - 8, of: file, into: &end)
    guard Array(end[4...]) == ParquetTableWriter.magic else {
      throw ParquetFault(
        Array(end[4...]) == [UInt8]("PARE".utf8)
          ? "is an encrypted Parquet file, which is not supported"
          : "does not end as a Parquet file does: it is another file, or truncated")
    }
    let count = (0..<4).reduce(0) { $0 | Int(end[$1]) << (8 * $1) }
    guard count <= Limits.parquetFooter.value else {
      throw ParquetFault("found \(Limits.parquetFooter.excess)", .tooLarge)
    }
    guard Int64(count) <= file.count - 12 else { throw isShort }
    try memory.reserve(count)
    var bytes = [UInt8](repeating: 0, count: count)
    try Self.read(count, at: file.count - 8 - Int64(count), of: file, into: &bytes)
    self.bytes = bytes
    try parse(bytes.span)
  }

  static func read(
    _ count: Int, at position: Int64, of file: RandomAccessFile, into buffer: inout [UInt8]
  ) throws(ParquetFault) {
    do throws(HealthError) { try file.read(count, at: position, into: &buffer) } catch {
      throw ParquetFault(error.message, error.code)
    }
  }

  private mutating func parse(_ bytes: Span<UInt8>) throws(ParquetFault) {
    var reader = CompactReader(0..<bytes.count)
    var elements: [SchemaElement] = []
    var notes: [String: String] = [:]
    var groups = (reader: reader, count: 0)
    var rows: Int?
    try reader.structure(bytes) { (reader, field, kind) throws(ParquetFault) in
      switch field {
      case 2:
        try reader.list(bytes, kind) { (reader, kind) throws(ParquetFault) in
          guard kind == 12, elements.count <= Self.mostColumns else {
            throw ParquetFault("found more columns than are supported", .tooLarge)
          }
          elements.append(try SchemaElement(&reader, bytes))
        }
      case 3: rows = try reader.count(bytes, kind)
      case 4:
        var count = 0
        var first = reader
        try reader.list(bytes, kind) { (reader, kind) throws(ParquetFault) in
          if count == 0 { first = reader }
          guard kind == 12 else { throw ParquetFault("found a value of another type") }
          count += 1
          try reader.skip(kind, bytes)
        }
        groups = (first, count)
      case 5:
        try reader.list(bytes, kind) { (reader, _) throws(ParquetFault) in
          var (key, value) = ("", "")
          try reader.structure(bytes) { (reader, field, kind) throws(ParquetFault) in
            switch field {
            case 1: key = try reader.text(bytes, kind)
            // Other programs store long values here, which are skipped.
            case 2:
              let range = try reader.range(bytes, kind)
              guard range.count <= 1 << 16,
                let text = try? UTF8Span(validating: bytes.extracting(range))
              else { return true }
              value = String(copying: text)
            default: return false
            }
            return true
          }
          if notes.count < 64 { notes[key] = value }
        }
      default: return false
      }
      return true
    }
    guard let rows else { throw ParquetFault("has no number of rows in its footer") }
    self.notes = notes
    self.rows = rows
    allGroups = groups
    rewind()
    guard let root = elements.first, root.children == elements.count - 1 else {
      throw ParquetFault("found nested columns, expected a table", .unsupported)
    }
    for element in elements.dropFirst() {
      guard element.children == 0, element.repetition != 2 else {
        throw ParquetFault(
          "found nested values in the column '\(element.name.printableName)', expected a table",
          .unsupported)
      }
      columns.append((element.name, element.type, element.repetition == 0))
    }
  }

  /// Goes back to the first row group.
  mutating func rewind() {
    (groups, groupsLeft) = allGroups
    groupRows = 0
  }

  /// Reads the description of the next row group.
  ///
  /// - Returns: Its rows and the pages of each column; `nil` after the last.
  mutating func nextGroup() throws(ParquetFault) -> (rows: Int, chunks: [Chunk])? {
    guard groupsLeft > 0 else {
      if groupRows == rows { return nil }
      throw ParquetFault("has \(groupRows) rows, but its footer states \(rows)")
    }
    groupsLeft -= 1
    let storage = bytes
    let bytes = storage.span
    let columns = columns
    var rows = 0
    var chunks: [Chunk] = []
    var groups = groups
    defer { self.groups = groups }
    try groups.structure(bytes) { (reader, field, kind) throws(ParquetFault) in
      switch field {
      case 1:
        try reader.list(bytes, kind) { (reader, _) throws(ParquetFault) in
          guard chunks.count < columns.count else {
            throw ParquetFault("found a row group of more columns than the file has")
          }
          chunks.append(try Self.chunk(&reader, bytes))
        }
      case 3: rows = try reader.count(bytes, kind)
      default: return false
      }
      return true
    }
    guard chunks.count == columns.count else {
      throw ParquetFault("found a row group of fewer columns than the file has")
    }
    // The caller checks the limit of rows before it reads the next group.
    groupRows &+= rows
    return (rows, chunks)
  }

  private static func chunk(
    _ reader: inout CompactReader, _ bytes: Span<UInt8>
  ) throws(ParquetFault) -> Chunk {
    var chunk = Chunk()
    var (data, dictionary, size) = (0, 0, 0)
    var codec: Int64 = 0
    try reader.structure(bytes) { (reader, field, kind) throws(ParquetFault) in
      if field == 1 {
        chunk.isElsewhere = true
        return false
      }
      guard field == 3, kind == 12 else { return false }
      try reader.structure(bytes) { (reader, field, kind) throws(ParquetFault) in
        switch field {
        case 4: codec = try reader.integer(bytes, kind)
        case 7: size = try reader.count(bytes, kind)
        case 9: data = try reader.count(bytes, kind)
        case 11: dictionary = try reader.count(bytes, kind)
        default: return false
        }
        return true
      }
      return true
    }
    guard let known = Codec(rawValue: Int32(truncatingIfNeeded: codec)) else {
      throw ParquetFault(
        "found a compression that is not known, number \(codec)", .unsupported)
    }
    chunk.codec = known
    chunk.start = Int64(dictionary > 0 && dictionary < data ? dictionary : data)
    let (end, isOverflow) = chunk.start.addingReportingOverflow(Int64(size))
    chunk.end = isOverflow ? .max : end
    return chunk
  }
}
