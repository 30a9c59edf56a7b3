import HealthModel
import HealthParquet

struct ParquetRows: TableChunk {
  /// Their numbers in the file, from 0, with the row after them.
  var numbers: Range<Int64> = 0..<0
}

/// Finds rows of a table by their numbers: reads the columns of the numbers only.
struct ParquetTableKeys: TableKeys {
  typealias Chunk = ParquetRows

  private let file: ParquetTableReader
  private let numbers: ParquetColumnReader
  private let members: ParquetColumnReader?
  /// The rows that were found; those from `firstRow` on were not taken.
  private var found: [TableKey] = []
  private var firstRow = 0
  /// How many rows were found in all.
  private var count = 0
  private(set) var capacity: Int
  private(set) var isEnded = false
  private(set) var isValid = true
  private var words: [UInt64]
  private var presence: [UInt64]

  /// About how many bytes of a chunk a row is.
  private static var bytesOfRow: Int { 64 }

  /// - Parameters:
  ///   - file: Reads the columns of the numbers.
  ///   - capacity: About how many bytes to look at to begin with.
  init(
    _ file: ParquetTableReader, numbers: ParquetColumnReader, members: ParquetColumnReader?,
    capacity: Int
  ) {
    self.file = file
    self.numbers = numbers
    self.members = members
    self.capacity = capacity
    words = [UInt64](repeating: 0, count: 2 * ParquetColumnReader.batch)
    presence = words
  }

  var rows: ArraySlice<TableKey> { found[firstRow...] }
  var consumed: Int64 { file.consumed }

  mutating func grow() { capacity *= 2 }

  mutating func fill() {
    guard isValid, !isEnded, rows.count * Self.bytesOfRow <= capacity / 2 else { return }
    found.removeFirst(firstRow)
    firstRow = 0
    while isValid, !isEnded, found.count * Self.bytesOfRow < capacity {
      guard let count = try? file.nextRows() else {
        isValid = false
        return
      }
      if count == 0 { isEnded = true } else { find(count) }
    }
  }

  /// Finds rows among those in memory.
  private mutating func find(_ rows: Int) {
    let second = ParquetColumnReader.batch
    numbers.copy(rows, to: &words, &presence, at: 0)
    members?.copy(rows, to: &words, &presence, at: second)
    var last = found.last?.number ?? -1
    for row in 0..<rows {
      let number = Int64(bitPattern: words[row])
      var member: Int64 = -1
      if members != nil {
        member = Int64(bitPattern: words[second + row])
        if presence[second + row] == 0 || member < 0 { isValid = false }
      }
      // The largest number ends the last chunk.
      guard presence[row] != 0, number >= last, number < .max, isValid else {
        isValid = false
        return
      }
      found.append(TableKey(number: number, member: member, start: count))
      last = number
      count += 1
    }
  }

  /// How many rows come before a number, of those that were not taken.
  private func rowCount(before number: Int64) -> Int {
    var (low, high) = (firstRow, found.count)
    while low < high {
      let middle = (low + high) / 2
      if found[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low - firstRow
  }

  func count(before number: Int64) -> Int { rowCount(before: number) * Self.bytesOfRow }

  mutating func take(before number: Int64, into chunk: inout ParquetRows) {
    let rows = rowCount(before: number)
    let first = count - (found.count - firstRow)
    firstRow += rows
    let hasNext = firstRow < found.count
    chunk.numbers = Int64(first)..<Int64(first + rows + (hasNext ? 1 : 0))
  }

  func takeRest(into chunk: inout ParquetRows) {
    chunk.numbers = Int64(count - (found.count - firstRow))..<Int64.max
  }
}
