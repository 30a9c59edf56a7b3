import HealthBytes
import HealthParquet

/// Searches all bytes of an output for texts, whether a reader uses them or not: names of files, members of archives with their
/// names and comments, what is unpacked of them, text columns of Parquet, and pages of a database that are not in use, also where a
/// text is split over two.
struct OutputSearch {
  private(set) var needles: NeedleSearch
  /// Why something could not be searched, if so.
  private(set) var fault: HealthError?

  private static let part = 1 << 20
  /// The longest archive in an archive.
  private static let mostNested = 1 << 26
  private static let mostDepth = 4

  init(_ needles: [String]) { self.needles = NeedleSearch(needles) }

  /// Searches a file or a folder.
  mutating func search(_ path: String) {
    let parts = path.split(separator: "/")
    search(name: parts.last.map(String.init) ?? path)
    guard let status = FileStatus(path: path, following: true) else { return }
    noting { (search) throws(HealthError) in
      guard status.isDirectory else { return try search.search(file: path) }
      let folder = try InputContainer(path)
      for name in folder.links { search.search(name: name) }
      for entry in folder.entries {
        search.search(name: entry.path)
        search.noting { (search) throws(HealthError) in
          try search.search(file: "\(path)/\(entry.path)")
        }
      }
    }
  }

  private mutating func search(name: String) {
    search(Array(name.utf8))
  }

  private mutating func search(file path: String) throws(HealthError) {
    // As they are: a zip archive has names, comments and gaps, SQLite has free pages, Parquet footers and statistics.
    try search(FileSource(path))
    for suffix in ["-wal", "-journal"] {
      let other = path + suffix
      if FileStatus(path: other, following: true)?.isRegular == true {
        try search(FileSource(other))
      }
    }
    try search(packedIn: InputContainer(path), depth: 0)
  }

  /// Searches what is packed in a file: members of an archive, gzip, pages of Parquet.
  private mutating func search(
    packedIn container: InputContainer, depth: Int
  ) throws(HealthError) {
    for entry in container.entries {
      noting { (search) throws(HealthError) in
        let beginning = try container.firstBytes(of: entry)
        if beginning.starts(with: "PAR1".utf8) {
          try search.search(parquet: container.openAtAnyPosition(entry), name: entry.path)
        }
        if beginning.starts(with: "SQLite format 3\0".utf8),
          let joints = try PageJoints(container.openAtAnyPosition(entry), beginning)
        {
          try joints.forEach { bytes throws(HealthError) in search.search(bytes) }
        }
        let stored = try Self.first(container, entry)
        guard container.kind == .archive || beginning != stored else { return }
        guard beginning.starts(with: [0x50, 0x4B, 3, 4]) else {
          return try search.search(container.open(entry))
        }
        guard depth < Self.mostDepth, let size = entry.size, size <= Self.mostNested else {
          throw HealthError(.tooLarge, entry.path, "the archive in the archive is too large")
        }
        var bytes: [UInt8] = []
        try search.search(container.open(entry)) { bytes += $0 }
        try search.search(
          packedIn: InputContainer(bytes: bytes, named: entry.path), depth: depth + 1)
      }
    }
  }

  /// The first bytes of an entry as stored.
  private static func first(
    _ container: InputContainer, _ entry: InputContainer.Entry
  ) throws(HealthError) -> [UInt8] {
    let source = try container.open(entry, isUnpacking: false)
    var bytes = [UInt8](repeating: 0, count: 4_096)
    var end = 0
    while end < bytes.count {
      let count = try source.read(into: &bytes, at: end)
      if count == 0 { break }
      end += count
    }
    return Array(bytes.prefix(end))
  }

  /// Searches the texts of all columns of a file of Parquet, also of those that no reader uses.
  private mutating func search(
    parquet file: RandomAccessFile, name: String
  ) throws(HealthError) {
    let columns = try ParquetTableReader(file, name: name, memory: ParquetMemory()).columns
    for column in columns {
      let reader = try ParquetTableReader(file, name: name, memory: ParquetMemory())
      let opened: ParquetColumnReader?
      do throws(HealthError) { opened = try reader.open(column, .bytes) } catch { continue }
      guard let values = opened else { continue }
      var text: [UInt8] = []
      while case let rows = try reader.nextRows(), rows > 0 {
        for row in 0..<rows where values.hasValue(row) {
          values.withBytes(row) { bytes in
            for index in bytes.indices { text.append(bytes[index]) }
          }
          text.append(10)
        }
        if text.count >= Self.part {
          search(text)
          text = []
        }
      }
      search(text)
      reader.close()
    }
  }

  private mutating func search(
    _ source: any ByteSource, _ copy: ([UInt8]) -> Void = { _ in }
  ) throws(HealthError) {
    var buffer = [UInt8](repeating: 0, count: Self.part)
    // Base64 of a needle is a third longer.
    let overlap = NeedleSearch.most * 2
    var end = 0
    while true {
      let count = try source.read(into: &buffer, at: end)
      copy(Array(buffer[end..<(end + count)]))
      end += count
      if count > 0, end < buffer.count { continue }
      search(Array(buffer[..<end]))
      if count == 0 { return }
      let kept = Array(buffer[(end - overlap)..<end])
      buffer.replaceSubrange(0..<overlap, with: kept)
      end = overlap
    }
  }

  private mutating func search(_ bytes: [UInt8]) {
    for form in TextForms.all(of: bytes) { needles.search(form, isExact: false) }
  }

  /// Does something, and continues after a fault.
  private mutating func noting(
    _ body: (inout OutputSearch) throws(HealthError) -> Void
  ) {
    do throws(HealthError) { try body(&self) } catch { fault = fault ?? error }
  }
}

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
