import HealthParquet

/// The cells of some rows of a table at hand, by column and row: numbers, and which cells have a value.
///
/// They are copied from the columns, since each access to a property of a class is checked and counts a reference.
struct ParquetBatch {
  /// The columns; `nil` for those that the file does not have.
  let readers: [ParquetColumnReader?]
  /// The columns whose texts are counted.
  private let texts: [ParquetColumnReader]
  /// How many rows there are, and the one at hand.
  private(set) var count = 0
  private(set) var row = 0
  private var numbers: [UInt64] = []
  private var presence: [UInt64] = []
  /// Bytes of the texts of each row.
  private var lengths: [Int] = []
  /// The capacity in rows: the largest number of rows so far.
  private var capacity = 0

  init(_ readers: [ParquetColumnReader?], texts: [ParquetColumnReader]) {
    self.readers = readers
    self.texts = texts
  }

  /// The same columns of another reader of the file.
  init(_ batch: ParquetBatch, _ counterpart: (ParquetColumnReader) -> ParquetColumnReader?) {
    self.init(
      batch.readers.map { $0.flatMap(counterpart) }, texts: batch.texts.compactMap(counterpart))
  }

  /// Goes to the next row; `false` after the last one at hand.
  @inline(__always)
  mutating func next() -> Bool {
    row &+= 1
    return row < count
  }

  /// Goes before a row at hand, or after all of them.
  mutating func move(before row: Int) { self.row = row - 1 }

  /// Takes the rows that the columns have now, and goes to one of them.
  mutating func begin(_ rows: Int, at row: Int) {
    (self.row, count) = (row, rows)
    if capacity < rows {
      capacity = rows
      numbers = [UInt64](repeating: 0, count: readers.count * capacity)
      presence = numbers
      lengths = [Int](repeating: 0, count: capacity)
    }
    for (index, reader) in readers.enumerated() {
      reader?.copy(rows, to: &numbers, &presence, at: index * capacity)
    }
    for row in 0..<rows { lengths[row] = 0 }
    for reader in texts where reader.commonEntry != -1 { reader.addLengths(rows, to: &lengths) }
  }

  /// Frees the memory.
  mutating func close() {
    (numbers, presence, lengths) = ([], [], [])
    (capacity, row, count) = (0, 0, 0)
  }

  /// Bytes of the texts of the row.
  var length: Int { lengths[row] }

  /// Whether the row has a value in a column.
  @inline(__always)
  func hasValue(_ column: Int) -> Bool { presence[place(column)] != 0 }

  /// The number in a column that has one.
  @inline(__always)
  func word(_ column: Int) -> UInt64 { numbers[place(column)] }

  @inline(__always)
  private func place(_ column: Int) -> Int { column &* capacity &+ row }

  /// The column, if the row has a value in it.
  func reader(_ column: Int) -> ParquetColumnReader? { hasValue(column) ? readers[column] : nil }
}
