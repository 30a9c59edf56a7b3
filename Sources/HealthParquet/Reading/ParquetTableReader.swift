package import HealthBytes

/// Reads the rows of a file of Parquet, one after the other, in memory of a fixed size.
///
/// Bounds hold for every length, count and offset that the file states; nothing is allocated by one alone.
package final class ParquetTableReader {
  private let file: RandomAccessFile
  private let memory: ParquetMemory
  /// What errors call the file.
  private let name: String
  private var footer: Footer
  /// The columns that are read, by their place in the file.
  private var readers: [(place: Int, reader: ParquetColumnReader)] = []
  private var rowsInGroup = 0
  private var batch = 0
  /// Rises when other rows are at hand.
  package private(set) var batches = 0
  /// The row at hand among those of its columns.
  package private(set) var row = -1
  /// Rows read so far, the one at hand included.
  package private(set) var count: Int64 = 0
  private let mostRows: Int64

  /// Opens a file.
  package init(
    _ file: RandomAccessFile, name: String, memory: ParquetMemory
  ) throws(ByteError) {
    self.file = file
    self.name = name
    self.memory = memory
    mostRows = 1 << 20 + file.count * Int64(Limits.parquetRows.value)
    do throws(ParquetFault) { footer = try Footer(file, memory) } catch {
      throw ByteError(error.code, name, error.message)
    }
  }

  /// The names of the columns, in the order of the file.
  package var columns: [String] { footer.columns.map(\.name) }

  /// What the file states about itself.
  package var notes: [String: String] { footer.notes }

  /// Bytes of pages that were read.
  package var consumed: Int64 { readers.reduce(0) { $0 + $1.reader.consumed } }

  /// The length of the file.
  package var size: Int64 { file.count }

  /// Reads a column, too. To be called before the first row.
  ///
  /// - Parameter kind: What it has to hold. Integers of any length are read for each other, and so are instants in any unit and
  ///   bytes of any kind; ``ParquetColumnReader/column`` has what there is.
  /// - Returns: Its values; `nil` if there is no such column.
  package func open(
    _ name: String, _ kind: ParquetColumn.Kind
  ) throws(ByteError) -> ParquetColumnReader? {
    let places = footer.columns.indices.filter { footer.columns[$0].name == name }
    guard let place = places.first else { return nil }
    guard places.count == 1 else {
      throw ByteError(.corrupt, self.name, "found a second column '\(name.printableName)'")
    }
    guard let column = footer.columns[place].column, column.kind.isLike(kind) else {
      throw ByteError(
        .corrupt, self.name, "found values of another type in the column '\(name.printableName)'")
    }
    let reader = ParquetColumnReader(column, file, memory)
    readers.append((place, reader))
    return reader
  }

  /// Goes to the next row; `false` after the last.
  @inline(__always)
  package func next() throws(ByteError) -> Bool {
    row &+= 1
    if row < batch {
      count &+= 1
      return true
    }
    do throws(ParquetFault) { return try nextBatch() } catch {
      throw ByteError(error.code, name, error.message)
    }
  }

  private func nextBatch() throws(ParquetFault) -> Bool {
    (row, batch) = (0, 0)
    while rowsInGroup == 0 {
      guard let group = try footer.nextGroup() else {
        row = -1
        return false
      }
      rowsInGroup = group.rows
      guard Int64(clamping: group.rows) <= mostRows - count else {
        throw ParquetFault("found \(Limits.parquetRows.excess)", .tooLarge)
      }
      for (place, reader) in readers { try reader.begin(group.chunks[place]) }
    }
    var rows = min(rowsInGroup, ParquetColumnReader.batch)
    for (_, reader) in readers {
      try reader.prepare()
      rows = min(rows, reader.pageRows)
    }
    for (_, reader) in readers { try reader.read(rows) }
    batch = rows
    batches += 1
    rowsInGroup -= rows
    count += 1
    return true
  }
}

extension ParquetColumn.Kind {
  /// Whether values of a kind are read for those of another.
  fileprivate func isLike(_ other: Self) -> Bool {
    func group(_ kind: Self) -> Int {
      switch kind {
      case .int16, .int32, .int64, .uint64: 0
      case .double: 1
      case .text, .json, .bytes: 2
      case .fixed16: 3
      case .date: 4
      case .timestamp: 5
      }
    }
    return group(self) == group(other)
  }
}
