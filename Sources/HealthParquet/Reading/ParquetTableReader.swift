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
  /// The bytes of the row group at hand, its rows, and how many of them were not read.
  private var group = (bytes: 0..<0 as Range<Int64>, rows: 0, left: 0)
  /// Rows read so far, those at hand included.
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

  /// A reader of the same file from its first row on, for another thread.
  ///
  /// - Parameters:
  ///   - memory: Must not be that of the other reader.
  ///   - columns: Columns of the other reader.
  package init(
    like other: ParquetTableReader, memory: ParquetMemory, columns: [ParquetColumnReader]? = nil
  ) {
    file = other.file
    name = other.name
    self.memory = memory
    mostRows = other.mostRows
    footer = other.footer
    footer.rewind()
    readers = other.readers.compactMap { place, reader in
      guard columns?.contains(where: { $0 === reader }) ?? true else { return nil }
      return (place, ParquetColumnReader(reader.column, file, memory))
    }
  }

  /// The names of the columns, in the order of the file.
  package var columns: [String] { footer.columns.map(\.name) }

  /// What the file states about itself.
  package var notes: [String: String] { footer.notes }

  /// Bytes of the description of the file, which stays in memory.
  package var footerSize: Int { footer.bytes.count }

  /// About how many bytes of the file were read.
  package var consumed: Int64 {
    let bytes = group.bytes
    guard group.rows > 0 else { return bytes.lowerBound }
    let part = Double(group.rows - group.left) / Double(group.rows)
    return bytes.lowerBound + Int64(Double(bytes.upperBound - bytes.lowerBound) * part)
  }

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

  /// The column that was copied from one of another reader with ``init(like:memory:columns:)``.
  package func counterpart(
    of column: ParquetColumnReader, in other: ParquetTableReader
  ) -> ParquetColumnReader? {
    guard let place = other.readers.first(where: { $0.reader === column })?.place else {
      return nil
    }
    return readers.first { $0.place == place }?.reader
  }

  /// Frees the memory of the columns. Nothing can be read afterwards.
  package func close() {
    for (_, reader) in readers { reader.close() }
  }

  /// Goes to the next rows: the columns have their values by numbers from 0. Which rows come together does not depend on those that
  /// are skipped, so faults are found at the same rows.
  ///
  /// - Parameter first: The number of a row in the file, from 0. Rows before those that come with it are skipped, and
  ///   pages without others are not unpacked.
  /// - Returns: How many rows; 0 after the last.
  package func nextRows(with first: Int64 = 0) throws(ByteError) -> Int {
    do throws(ParquetFault) {
      while true {
        while group.left == 0 {
          guard let next = try nextGroup() else { return 0 }
          if count + Int64(next.rows) > first {
            try begin(next)
          } else {
            count += Int64(next.rows)
          }
        }
        var rows = min(group.left, ParquetColumnReader.batch)
        for (_, reader) in readers {
          try reader.prepare()
          rows = min(rows, reader.pageRows)
        }
        let isSkipped = count + Int64(rows) <= first
        for (_, reader) in readers {
          if isSkipped { reader.skip(rows) } else { try reader.read(rows) }
        }
        group.left -= rows
        count += Int64(rows)
        if !isSkipped { return rows }
      }
    } catch {
      throw ByteError(error.code, name, error.message)
    }
  }

  private func nextGroup() throws(ParquetFault) -> (rows: Int, chunks: [Footer.Chunk])? {
    guard let group = try footer.nextGroup() else { return nil }
    guard Int64(clamping: group.rows) <= mostRows - count else {
      throw ParquetFault("found \(Limits.parquetRows.excess)", .tooLarge)
    }
    return group
  }

  private func begin(_ next: (rows: Int, chunks: [Footer.Chunk])) throws(ParquetFault) {
    for (place, reader) in readers { try reader.begin(next.chunks[place], rows: next.rows) }
    let start = next.chunks.reduce(file.count) { min($0, $1.start) }
    let end = min(file.count, next.chunks.reduce(start) { max($0, $1.end) })
    group = (start..<end, next.rows, next.rows)
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
