/// What a page of a tree is, by its first byte.
enum PageKind: UInt8 {
  case indexInterior = 0x02
  case tableInterior = 0x05
  case indexLeaf = 0x0a
  case tableLeaf = 0x0d

  /// Whether it has rows, and leads nowhere.
  var isLeaf: Bool { self == .indexLeaf || self == .tableLeaf }

  /// What leads to pages of this kind.
  var above: PageKind {
    switch self {
    case .indexInterior, .indexLeaf: .indexInterior
    case .tableInterior, .tableLeaf: .tableInterior
    }
  }

  /// How many cells of a size go into a page.
  ///
  /// - Parameters:
  ///   - size: Bytes of all of them.
  ///   - pageSize: Bytes of a page.
  @inline(__always)
  func fits(_ cells: Int, size: Int, in pageSize: Int) -> Bool {
    (isLeaf ? 8 : 12) &+ 2 &* cells &+ size <= pageSize
  }

  /// How many bytes of a row are stored in its cell; the others are stored in overflow pages.
  ///
  /// - Parameters:
  ///   - count: Bytes of the row.
  ///   - pageSize: Bytes of a page.
  @inline(__always)
  func local(of count: Int, in pageSize: Int) -> Int {
    let most = self == .tableLeaf ? pageSize &- 35 : (pageSize &- 12) * 64 / 255 &- 23
    if count <= most { return count }
    let least = (pageSize - 12) * 32 / 255 - 23
    let local = least + (count - least) % (pageSize - 4)
    return local <= most ? local : least
  }
}
