// The reader decodes 256 rows of each column at a time, and copies their numbers into one array of the table
// (`ParquetBatch`): each access to a column, which is an object, would be checked and count a reference. Pages,
// dictionaries and footers of all files share one memory limit (`ParquetMemory`); every length, count and offset of
// a file is checked before use. The parsers contain no `unsafe`. Columns contain `Double` values: `Number(real:)`
// returns the decimal number, and numbers that it does not return exactly are stored as text, as in stores
// (`PlainNumber+Scanning.swift`).

package import HealthBytes

/// Reads the rows of a table of Parquet, one after the other, in memory of a fixed size.
///
/// A table is a file, or several files one after another, as Spark and others write it. Bounds hold for every length, count
/// and offset that a file states; nothing is allocated by one alone.
package final class ParquetTableReader {
  private struct Part {
    let file: RandomAccessFile
    /// The name of the file in errors.
    let name: String
    var footer: Footer
  }

  private var parts: [Part] = []
  private let memory: ParquetMemory
  /// The file being read, and the rows and bytes of those before it.
  private var current = 0
  private var rowsBefore: Int64 = 0
  private var bytesBefore: Int64 = 0
  /// The columns that are read, with their position in the file being read.
  private var readers: [(position: Int, reader: ParquetColumnReader)] = []
  /// The bytes of the current row group, its rows, and how many of them were not read.
  private var group = (bytes: 0..<0 as Range<Int64>, rows: 0, left: 0)
  /// Rows read so far, including those of the current batch.
  package private(set) var count: Int64 = 0
  private let mostRows: Int64

  /// Opens the files of a table, at least one.
  package init(
    _ files: [(file: RandomAccessFile, name: String)], memory: ParquetMemory
  ) throws(HealthError) {
    self.memory = memory
    mostRows = 1 << 20 + files.reduce(0) { $0 + $1.file.count } * Int64(Limits.parquetRows.value)
    for (file, name) in files {
      do throws(ParquetFault) {
        parts.append(Part(file: file, name: name, footer: try Footer(file, memory)))
      } catch { throw HealthError(error.code, name, error.message) }
    }
  }

  /// Opens a file.
  package convenience init(
    _ file: RandomAccessFile, name: String, memory: ParquetMemory
  ) throws(HealthError) {
    try self.init([(file, name)], memory: memory)
  }

  /// A reader of the same files from the first row on, for another thread.
  ///
  /// - Parameters:
  ///   - memory: Must not be that of the other reader.
  ///   - columns: Columns of the other reader.
  package init(
    like other: ParquetTableReader, memory: ParquetMemory, columns: [ParquetColumnReader]? = nil
  ) {
    parts = other.parts
    self.memory = memory
    mostRows = other.mostRows
    for index in parts.indices { parts[index].footer.rewind() }
    readers = other.readers.compactMap { position, reader in
      guard columns?.contains(where: { $0 === reader }) ?? true else { return nil }
      let column = reader.column
      guard let position = parts[0].footer.columns.firstIndex(where: { $0.name == column.name }),
        let type = parts[0].footer.columns[position].type
      else { return nil }
      return (position, ParquetColumnReader(column, type, parts[0].file, memory))
    }
  }

  /// The names of the columns, in the order of the first file.
  package var columns: [String] { parts[0].footer.columns.map(\.name) }

  /// What the first file states about itself.
  package var notes: [String: String] { parts[0].footer.notes }

  /// Bytes of the descriptions of the files, which stay in memory.
  package var footerSize: Int { parts.reduce(0) { $0 + $1.footer.bytes.count } }

  /// About how many bytes of the files were read.
  package var consumed: Int64 {
    let bytes = group.bytes
    guard group.rows > 0 else { return bytesBefore + bytes.lowerBound }
    let part = Double(group.rows - group.left) / Double(group.rows)
    return bytesBefore + bytes.lowerBound
      + Int64(Double(bytes.upperBound - bytes.lowerBound) * part)
  }

  /// The length of the files.
  package var size: Int64 { parts.reduce(0) { $0 + $1.file.count } }

  /// The file of the current rows, by its name in errors.
  package var name: String { parts[current].name }

  /// The number in its file of one of the current rows.
  ///
  /// - Parameter row: Its number in the table.
  package func rowInFile(_ row: Int64) -> Int64 { row - rowsBefore }

  /// Reads a column, too. To be called before the first row.
  ///
  /// - Parameter kind: What it has to hold. Integers of any length are read for each other, and so are instants in any unit and
  ///   bytes of any kind; ``ParquetColumnReader/column`` names the type.
  /// - Returns: Its values; `nil` if there is no such column.
  package func open(
    _ name: String, _ kind: ParquetColumn.Kind
  ) throws(HealthError) -> ParquetColumnReader? {
    guard let first = try find(name, kind, in: parts[0]) else { return nil }
    for part in parts.dropFirst() {
      guard let other = try find(name, kind, in: part), other.kind == first.kind else {
        throw HealthError(
          .damaged, part.name,
          "found no column '\(name.printableName)' of \(kind.title) as in the first file of the table"
        )
      }
    }
    let (_, type, isRequired) = parts[0].footer.columns[first.position]
    let reader = ParquetColumnReader(
      ParquetColumn(name, first.kind, isRequired: isRequired), type ?? StoredType(), parts[0].file,
      memory)
    readers.append((first.position, reader))
    return reader
  }

  private func find(
    _ name: String, _ kind: ParquetColumn.Kind, in part: Part
  ) throws(HealthError) -> (position: Int, kind: ParquetColumn.Kind)? {
    let columns = part.footer.columns
    let places = columns.indices.filter { columns[$0].name == name }
    guard let position = places.first else { return nil }
    guard places.count == 1 else {
      throw HealthError(.damaged, part.name, "found a second column '\(name.printableName)'")
    }
    guard let found = columns[position].type?.kind(for: kind) else {
      throw HealthError(
        .damaged, part.name,
        "found \(columns[position].type?.title ?? "values of an unknown type") in the column '\(name.printableName)', expected \(kind.title)"
      )
    }
    return (position, found)
  }

  /// The column that was copied from one of another reader with ``init(like:memory:columns:)``.
  package func counterpart(
    of column: ParquetColumnReader, in other: ParquetTableReader
  ) -> ParquetColumnReader? {
    guard other.readers.contains(where: { $0.reader === column }) else { return nil }
    return readers.first { $0.reader.column.name == column.column.name }?.reader
  }

  /// Frees the memory of the columns. Nothing can be read afterwards.
  package func close() {
    for (_, reader) in readers { reader.close() }
  }

  /// Goes to the next rows: the columns have their values by numbers from 0. Which rows come together does not depend on those that
  /// are skipped, so faults are found at the same rows.
  ///
  /// - Parameter first: The number of a row in the table, from 0. Rows before those that come with it are skipped, and
  ///   pages without others are not unpacked.
  /// - Returns: How many rows; 0 after the last.
  package func nextRows(with first: Int64 = 0) throws(HealthError) -> Int {
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
          do throws(ParquetFault) { try reader.prepare() } catch { throw error.named(reader) }
          rows = min(rows, reader.pageRows)
        }
        let isSkipped = count + Int64(rows) <= first
        for (_, reader) in readers {
          if isSkipped {
            reader.skip(rows)
          } else {
            do throws(ParquetFault) { try reader.read(rows) } catch { throw error.named(reader) }
          }
        }
        group.left -= rows
        count += Int64(rows)
        if !isSkipped { return rows }
      }
    } catch {
      throw HealthError(error.code, name, error.message)
    }
  }

  private func nextGroup() throws(ParquetFault) -> (rows: Int, chunks: [Footer.Chunk])? {
    while true {
      if let group = try parts[current].footer.nextGroup() {
        guard Int64(clamping: group.rows) <= mostRows - count else {
          throw ParquetFault("found \(Limits.parquetRows.excess)", .tooLarge)
        }
        return group
      }
      guard current + 1 < parts.count else { return nil }
      beginPart()
    }
  }

  /// Goes to the next file, whose columns were checked.
  private func beginPart() {
    bytesBefore += parts[current].file.count
    rowsBefore = count
    current += 1
    group = (0..<0, 0, 0)
    let columns = parts[current].footer.columns
    for index in readers.indices {
      let reader = readers[index].reader
      guard let position = columns.firstIndex(where: { $0.name == reader.column.name }),
        let type = columns[position].type
      else { continue }
      readers[index].position = position
      reader.open(parts[current].file, type, isRequired: columns[position].isRequired)
    }
  }

  private func begin(_ next: (rows: Int, chunks: [Footer.Chunk])) throws(ParquetFault) {
    for (position, reader) in readers {
      do throws(ParquetFault) { try reader.begin(next.chunks[position], rows: next.rows) } catch {
        throw error.named(reader)
      }
    }
    let size = parts[current].file.count
    let start = next.chunks.reduce(size) { min($0, $1.start) }
    let end = min(size, next.chunks.reduce(start) { max($0, $1.end) })
    group = (start..<end, next.rows, next.rows)
  }
}

extension ParquetFault {
  fileprivate func named(_ reader: ParquetColumnReader) -> ParquetFault {
    ParquetFault("\(message), in the column '\(reader.column.name.printableName)'", code)
  }
}

/// The memory that all tables of one dataset may take together while they are read.
package final class ParquetMemory {
  private var left: Int

  /// The bytes of the page that is unpacked, of whatever column.
  private(set) var packed: [UInt8] = []

  /// - Parameter parts: The number of equal parts that the memory is divided into. This object has one part.
  package init(parts: Int = 1) { left = Limits.parquetMemory.value / max(1, parts) }

  /// Reads bytes of a file over the first ones of ``packed``.
  func read(
    _ count: Int, at position: Int64, of file: RandomAccessFile
  ) throws(ParquetFault) {
    var bytes: [UInt8] = []
    swap(&bytes, &packed)
    defer { swap(&bytes, &packed) }
    try lengthen(&bytes, to: count)
    try Footer.read(count, at: position, of: file, into: &bytes)
  }

  /// Reserves some bytes of it until the end.
  func reserve(_ count: Int) throws(ParquetFault) {
    left -= count
    guard left >= 0 else { throw ParquetFault("found \(Limits.parquetMemory.excess)", .tooLarge) }
  }

  /// Makes an array longer, if it is shorter than needed.
  func lengthen(_ array: inout [UInt8], to count: Int) throws(ParquetFault) {
    guard array.count < count else { return }
    try reserve(count - array.count)
    array.lengthen(to: count)
  }
}
