/// Changes: a bit for each, in pages that are made when they are needed.
///
/// One bit for a sample of the store: 125 KB for a million.
struct ChangeSet {
  private var pages: [Int64: [UInt64]] = [:]

  /// A page is 4 KB: 32,768 changes.
  private static let bitsOfPage = 1 << 15

  /// Whether it has as many pages as are kept in memory: 64 MB, which is half a billion samples numbered in a row.
  var isFull: Bool { pages.count >= 1 << 14 }

  /// How many there are.
  var count: Int {
    pages.values.reduce(0) { $0 + $1.reduce(0) { $0 + $1.nonzeroBitCount } }
  }

  /// Notes a change.
  mutating func insert(_ change: Int64) {
    let (page, bit) = Self.place(change)
    pages[page, default: Array(repeating: 0, count: Self.bitsOfPage / 64)][bit &>> 6] |=
      1 &<< UInt64(bit & 63)
  }

  /// Whether a change was noted.
  func contains(_ change: Int64) -> Bool {
    let (page, bit) = Self.place(change)
    return pages[page].map { $0[bit &>> 6] & 1 &<< UInt64(bit & 63) != 0 } ?? false
  }

  private static func place(_ change: Int64) -> (page: Int64, bit: Int) {
    (change &>> 15, Int(change) & (bitsOfPage - 1))
  }
}

// MARK: Runs

extension ChangeSet {
  /// The changes that were noted, run by run: none left out inside of a run.
  struct Runs {
    private let pages: [Int64: [UInt64]]
    private let isDescending: Bool
    /// The pages to come, the next at the end.
    private var left: [Int64]
    /// The runs of the page at hand, the next at the end.
    private var runs: [ClosedRange<Int64>] = []

    fileprivate init(_ pages: [Int64: [UInt64]], isDescending: Bool) {
      self.pages = pages
      self.isDescending = isDescending
      left = pages.keys.sorted { isDescending ? $0 < $1 : $0 > $1 }
    }

    /// The next run; `nil` at the end and ever after.
    mutating func next() -> ClosedRange<Int64>? {
      while runs.isEmpty {
        guard let page = left.popLast(), let words = pages[page] else { return nil }
        runs = ChangeSet.runs(of: words, from: page &<< 15)
        if !isDescending { runs.reverse() }
      }
      return runs.popLast()
    }
  }

  /// The changes in runs.
  ///
  /// - Parameter isDescending: Whether the last come first.
  /// - Returns: The runs; those that meet at the end of a page are two.
  func runs(isDescending: Bool = false) -> Runs { Runs(pages, isDescending: isDescending) }

  private static func runs(of words: [UInt64], from first: Int64) -> [ClosedRange<Int64>] {
    var runs: [ClosedRange<Int64>] = []
    var begin: Int64?
    for (index, word) in words.enumerated() {
      let base = first &+ Int64(index &* 64)
      var bit = 0
      while bit < 64 {
        // To the next bit that begins a run, or ends it.
        let rest = (begin == nil ? word : ~word) &>> UInt64(bit)
        if rest == 0 { break }
        bit &+= rest.trailingZeroBitCount
        if let from = begin {
          runs.append(from...base &+ Int64(bit) &- 1)
          begin = nil
        } else {
          begin = base &+ Int64(bit)
        }
      }
    }
    if let begin { runs.append(begin...first &+ Int64(bitsOfPage) &- 1) }
    return runs
  }
}
