import HealthBytes
import HealthStore

/// The pages of a tree that have the same distance from the leaves, each written when it is full.
///
/// A page that leads to others has to lead to two at least, so two cells wait until it is sure that they do not end
/// the tree.
struct TreeLevel: ~Copyable {
  private let kind: PageKind
  private let file: PageFile
  private var cells = Cells()
  /// How many of the first cells go into one page.
  private var fitting = 0
  private var above: Box?
  private var page: [UInt8]

  /// A level holds the one above.
  private final class Box {
    var level: TreeLevel
    init(_ level: consuming TreeLevel) { self.level = level }
  }

  init(_ kind: PageKind, _ file: PageFile) {
    self.kind = kind
    self.file = file
    page = Array(repeating: 0, count: file.pageSize)
  }

  /// Adds a cell.
  ///
  /// - Parameter key: In the leaves of a table the key of the cell before, which leads to these if the page ends there.
  @inline(__always)
  mutating func add(after key: Int64 = 0, _ write: (inout ByteBuffer) -> Void) throws(StoreError) {
    write(&cells.bytes)
    cells.end()
    let count = cells.count
    if fitting == count &- 1,
      kind.fits(count, size: cells.size(ofFirst: count), in: file.pageSize)
    {
      fitting = count
    } else if kind == .tableLeaf {
      try turn(after: key)
    } else if count > fitting &+ 1 {
      try turn(fitting)
    }
  }

  /// Writes a page of all cells but the last.
  private mutating func turn(after key: Int64) throws(StoreError) {
    let number = try append(fitting, last: nil)
    try upper().level.add { cell in
      cell.append(pageNumber: number)
      cell.append(varint: UInt64(bitPattern: key))
    }
    cells.removeFirst(fitting)
    fitting = 1
  }

  /// Writes a page of the first cells. The next leads from above to the page, and is itself no part of it.
  private mutating func turn(_ count: Int) throws(StoreError) {
    var divider = ByteBuffer(capacity: 1 << 10)
    cells.withCell(count) { divider.append($0) }
    var last: UInt32?
    if !kind.isLeaf {
      last = divider.withBytes { $0.pageNumber }
      divider.removeFirst(4)
    }
    let number = try append(count, last: last)
    try upper().level.add { cell in
      cell.append(pageNumber: number)
      divider.withBytes { cell.append($0) }
    }
    cells.removeFirst(count + 1)
    fitting = cells.count
  }

  /// The level above, which is there from the first page on.
  private mutating func upper() -> Box {
    if let above { return above }
    let box = Box(TreeLevel(kind.above, file))
    above = box
    return box
  }

  /// Writes what is left, up to the top.
  mutating func finish(root: UInt32, last: UInt32? = nil) throws(StoreError) {
    if cells.count > fitting { try turn(cells.count - 2) }
    if let above {
      try above.level.finish(root: root, last: try append(cells.count, last: last))
    } else {
      cells.fill(&page, first: cells.count, kind, last: last)
      let page = page
      try file.replace(root, page.span)
    }
  }

  private mutating func append(_ count: Int, last: UInt32?) throws(StoreError) -> UInt32 {
    cells.fill(&page, first: count, kind, last: last)
    let page = page
    return try file.append(page.span)
  }
}

extension Span<UInt8> {
  /// The number of a page, at the beginning.
  fileprivate var pageNumber: UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32(self[$1]) }
  }
}
