/// Changes whose samples were met in a load: a bit for each, in pages that are made when they are needed.
///
/// One bit for a sample of the store: 125 KB for a million.
struct MetChanges {
  private var pages: [Int64: [UInt64]] = [:]

  private static let bitsOfPage: Int64 = 1 << 15

  /// Notes a change.
  mutating func insert(_ change: Int64) {
    let (page, word, bit) = Self.place(change)
    pages[page, default: Array(repeating: 0, count: Int(Self.bitsOfPage / 64))][word] |= bit
  }

  /// Whether a change was noted.
  func contains(_ change: Int64) -> Bool {
    let (page, word, bit) = Self.place(change)
    return pages[page].map { $0[word] & bit != 0 } ?? false
  }

  private static func place(_ change: Int64) -> (page: Int64, word: Int, bit: UInt64) {
    let index = change & (bitsOfPage - 1)
    return (change &>> 15, Int(index &>> 6), 1 &<< UInt64(index & 63))
  }
}
