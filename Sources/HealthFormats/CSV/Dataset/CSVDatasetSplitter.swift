import HealthBytes

/// Splits the tables of a dataset before the same samples, so that each piece has all rows of its samples.
///
/// The numbers of samples ascend in all tables. A piece can end before any sample that is not nested, if all tables have
/// been looked at so far.
final class CSVDatasetSplitter: PieceInput {
  private var tables: [CSVTableLines?]
  /// The numbers of the tables of samples, and of those that list nested samples.
  private let kinds: [Int]
  private let lists: [Int]
  private let size: Int
  private let make: () -> any PieceDecoder
  /// The first number of the next piece.
  private var number: Int64 = 0
  private var isEnded = false

  /// - Parameters:
  ///   - tables: By their numbers; `nil` for those without rows.
  ///   - size: The usual size of a piece.
  init(
    _ tables: [CSVTableLines?], kinds: [Int], lists: [Int], size: Int,
    makeDecoder: @escaping () -> any PieceDecoder
  ) {
    self.tables = tables
    self.kinds = kinds
    self.lists = lists
    self.size = max(1, size)
    make = makeDecoder
  }

  func makeDecoder() -> any PieceDecoder { make() }

  func next(_ piece: inout Piece) -> Bool {
    guard !isEnded else { return false }
    let content = piece.content as? CSVDatasetPiece ?? CSVDatasetPiece(tables: tables.count)
    piece.content = content
    let end = nextEnd()
    isEnded = end == nil || end == .max
    piece.beginsItem = end != nil
    piece.isLast = isEnded
    if let end {
      content.numbers = number..<end
      number = end
      for index in tables.indices { tables[index]?.take(before: end, into: &content.chunks[index]) }
    }
    let consumed = tables.reduce(0) { $0 + ($1?.consumed ?? 0) }
    piece.progress = ByteProgress(consumed: consumed, total: nil)
    return true
  }

  /// The number before which the next piece ends: the largest one if nothing follows; `nil` if that cannot be found.
  private func nextEnd() -> Int64? {
    for index in tables.indices { tables[index]?.fill() }
    while true {
      var bound = Int64.max
      var limiting: Int?
      for (index, table) in tables.enumerated() {
        guard let table else { continue }
        guard table.isValid else { return nil }
        // Further rows may have the number of the last one.
        if !table.isEnded, case let known = table.rows.last?.number ?? -1, known < bound {
          (bound, limiting) = (known, index)
        }
      }
      let end = limiting == nil ? .max : sample(through: bound)
      let count = tables.reduce(0) { $0 + ($1?.count(before: end) ?? 0) }
      guard count <= CSVTableLines.most else { return nil }
      guard let limiting, let capacity = tables[limiting]?.capacity else { return end }
      if end > firstNumber, count >= size / 2 || capacity >= size { return end }
      guard capacity < CSVTableLines.most else { return nil }
      tables[limiting]?.grow()
      tables[limiting]?.fill()
    }
  }

  private var firstNumber: Int64 {
    kinds.reduce(Int64.max) { min($0, tables[$1]?.rows.first?.number ?? .max) }
  }

  /// The number of the last sample at top level up to a number, or -1.
  private func sample(through bound: Int64) -> Int64 {
    var bound = bound
    while true {
      var last: Int64 = -1
      for index in kinds {
        let row = tables[index]?.rows.last { $0.number <= bound }
        last = max(last, row?.number ?? -1)
      }
      // A sample that holds it, or one of those around it.
      var holder: Int64?
      for index in lists where holder == nil {
        holder = tables[index]?.rows.first { $0.number < last && last <= $0.member }?.number
      }
      guard let holder else { return last }
      bound = holder
    }
  }
}
