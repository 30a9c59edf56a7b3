import HealthBytes

/// The places of an SQLite database where a long text continues on another page: the end of what is on the one, and the beginning
/// of what is on the other. Each page is searched by itself before, so these are all that is left to search.
///
/// Pages are read whether they are in use or not, since a page that was freed keeps its content. Not found is where a row
/// continued that was deleted from a page in use: its beginning is overwritten.
struct PageJoints {
  private let file: RandomAccessFile
  private let size: Int
  /// The bytes of a page that have content.
  private let usable: Int
  private let pages: Int64

  /// The bytes on each side.
  private static let side = NeedleSearch.most * 2

  /// - Parameter beginning: The first bytes of the file.
  /// - Returns: `nil` if it is no database.
  init?(_ file: RandomAccessFile, _ beginning: [UInt8]) {
    guard beginning.count >= 100, beginning.starts(with: "SQLite format 3\0".utf8) else {
      return nil
    }
    let size = Self.number(beginning, 16, 2)
    self.size = size == 1 ? 65_536 : size
    usable = self.size - Int(beginning[20])
    guard self.size >= 512, usable >= 480 else { return nil }
    self.file = file
    pages = file.count / Int64(self.size)
  }

  /// Calls a function with the bytes around each joint.
  func forEach(_ body: ([UInt8]) throws(HealthError) -> Void) throws(HealthError) {
    var page = [UInt8](repeating: 0, count: size)
    for index in 0..<pages {
      try file.read(size, at: index * Int64(size), into: &page)
      // A page of a chain begins with the number of the next one.
      if let next = try beginning(of: Self.number(page, 0, 4)) {
        try body(Array(page[..<usable].suffix(Self.side)) + next)
      }
      for content in overflowing(page, header: index == 0 ? 100 : 0) {
        guard let next = try beginning(of: Self.number(page, content.upperBound, 4)) else {
          continue
        }
        try body(Array(page[content].suffix(Self.side)) + next)
      }
    }
  }

  /// What a page has after the number of the next one; `nil` if there is no such page.
  private func beginning(of number: Int) throws(HealthError) -> [UInt8]? {
    guard number > 1, Int64(number) <= pages else { return nil }
    var bytes = [UInt8](repeating: 0, count: min(Self.side, usable - 4))
    try file.read(bytes.count, at: Int64(number - 1) * Int64(size) + 4, into: &bytes)
    return bytes
  }

  /// The parts of rows that continue on another page, whose number follows them ("B-tree Pages" in SQLite's file format).
  private func overflowing(_ page: [UInt8], header: Int) -> [Range<Int>] {
    let kind = page[header]
    guard [2, 10, 13].contains(kind) else { return [] }
    let first = header + (kind == 2 ? 12 : 8)
    let most = kind == 13 ? usable - 35 : (usable - 12) * 64 / 255 - 23
    let least = (usable - 12) * 32 / 255 - 23
    let count = min(Self.number(page, header + 3, 2), (usable - first) / 2)
    return (0..<count).compactMap { cell in
      var position = Self.number(page, first + cell * 2, 2) + (kind == 2 ? 4 : 0)
      let length = Self.variable(page, &position)
      if kind == 13 { _ = Self.variable(page, &position) }
      guard length > most else { return nil }
      let rest = least + (length - least) % (usable - 4)
      let end = position + (rest <= most ? rest : least)
      return end + 4 <= usable ? position..<end : nil
    }
  }

  private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
    bytes[start..<(start + count)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number of up to nine bytes; 0 where it is damaged.
  private static func variable(_ bytes: [UInt8], _ position: inout Int) -> Int {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard position < bytes.count else { return 0 }
      let byte = bytes[position]
      position += 1
      if index == 8 { return Int(clamping: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { break }
    }
    return Int(clamping: value)
  }
}
