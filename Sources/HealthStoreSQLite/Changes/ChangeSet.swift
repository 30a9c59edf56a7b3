/// A set of change numbers: a bitmap in pages that are allocated on first use.
///
/// Each change takes one bit: 125 KB for a million samples with consecutive numbers.
struct ChangeSet {
  private var pages: [[UInt64]] = []
  /// The index in `pages` of each page, by the upper bits that all changes of the page share.
  private var places: [Int64: Int] = [:]
  /// The page of the last inserted change: the next one is usually on the same page.
  private var last = (page: Int64.min, place: 0)

  /// A page is 4 KB: 32,768 changes.
  private static let bitsOfPage = 1 << 15

  /// Whether the largest number of pages is reached: 64 MB, half a billion samples with consecutive numbers.
  var isFull: Bool { pages.count >= 1 << 14 }

  var count: Int {
    pages.reduce(0) { $0 + $1.reduce(0) { $0 + $1.nonzeroBitCount } }
  }

  mutating func insert(_ change: Int64) {
    let (page, bit) = Self.place(change)
    if page != last.page { last = (page, place(of: page)) }
    pages[last.place][bit &>> 6] |= 1 &<< UInt64(bit & 63)
  }

  private mutating func place(of page: Int64) -> Int {
    if let place = places[page] { return place }
    places[page] = pages.count
    pages.append(Array(repeating: 0, count: Self.bitsOfPage / 64))
    return pages.count - 1
  }

  func contains(_ change: Int64) -> Bool {
    let (page, bit) = Self.place(change)
    return places[page].map { pages[$0][bit &>> 6] & 1 &<< UInt64(bit & 63) != 0 } ?? false
  }

  private static func place(_ change: Int64) -> (page: Int64, bit: Int) {
    (change &>> 15, Int(change) & (bitsOfPage - 1))
  }
}

// MARK: Runs

extension ChangeSet {
  /// The recorded changes as runs of consecutive numbers.
  struct Runs {
    private let pages: [[UInt64]]
    private let isDescending: Bool
    /// The remaining pages and their indexes in `pages`, the next one last.
    private var left: [(page: Int64, place: Int)]
    /// The runs of the current page, the next at the end.
    private var runs: [ClosedRange<Int64>] = []

    fileprivate init(_ changes: ChangeSet, isDescending: Bool) {
      pages = changes.pages
      self.isDescending = isDescending
      left = changes.places.map { (page: $0.key, place: $0.value) }
        .sorted { isDescending ? $0.page < $1.page : $0.page > $1.page }
    }

    /// The next run; `nil` at the end.
    mutating func next() -> ClosedRange<Int64>? {
      while runs.isEmpty {
        guard let (page, place) = left.popLast() else { return nil }
        runs = ChangeSet.runs(of: pages[place], from: page &<< 15)
        if !isDescending { runs.reverse() }
      }
      return runs.popLast()
    }
  }

  /// The changes in runs.
  ///
  /// - Returns: The runs. A run that crosses the end of a page is returned as two.
  func runs(isDescending: Bool = false) -> Runs { Runs(self, isDescending: isDescending) }

  private static func runs(of words: [UInt64], from first: Int64) -> [ClosedRange<Int64>] {
    var runs: [ClosedRange<Int64>] = []
    var begin: Int64?
    for (index, word) in words.enumerated() {
      let base = first &+ Int64(index &* 64)
      var bit = 0
      while bit < 64 {
        // Advance to the next bit that begins or ends a run.
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
