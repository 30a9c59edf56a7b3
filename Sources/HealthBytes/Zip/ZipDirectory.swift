/// The end of a zip archive: the location of its central directory, and how to interpret its
/// offsets.
struct ZipDirectory: Sendable {
  /// Where the central directory begins in the file.
  private(set) var start: Int64
  /// Its length.
  private(set) var size: Int64
  /// How many members it should list.
  private(set) var count: Int64
  /// Whether `count` is the complete number; otherwise only its low 16 bits are stated.
  private(set) var isZip64 = false
  /// Bytes in front of the archive that its offsets do not count, as in self-extracting archives.
  private(set) var prefix: Int64 = 0
  let fileSize: Int64

  /// Finds the directory from the end of the file (APPNOTE 4.3.14 to 4.3.16).
  init(_ file: FileDescriptor) throws(HealthError) {
    guard let fileSize = file.size else {
      throw HealthError(.unsupported, file.name, "a zip archive has to be a regular file")
    }
    self.fileSize = fileSize
    if fileSize == 0 {
      throw HealthError(.truncated, file.name, "is empty, expected a zip archive")
    }
    // The end record is 22 bytes and at most 65 535 of comment; 20 bytes of locator come before.
    let tailSize = Int(min(fileSize, 22 + 65535 + 20))
    let tailStart = fileSize - Int64(tailSize)
    let tail = try file.bytes(at: tailStart, count: tailSize)
    guard let position = Self.endRecord(in: tail) else {
      throw HealthError(
        .truncated, file.name, "has no end of central directory: not a whole zip archive")
    }
    guard tail.little16(position + 4) == tail.little16(position + 6) else {
      throw HealthError(.unsupported, file.name, "is a part of an archive in several volumes")
    }
    var end = tailStart + Int64(position)
    count = Int64(tail.little16(position + 10))
    size = tail.little32(position + 12)
    start = tail.little32(position + 16)
    if position >= 20, tail.little32(position - 20) == 0x0706_4B50 {
      try readZip64(file, noted: tail.little64(position - 12), locator: end - 20, end: &end)
    }
    let noted = start
    guard size <= end else {
      throw HealthError(.damaged, file.name, "its central directory is longer than the file")
    }
    // The directory ends where its end record begins; the difference to its recorded start is the
    // length of a prefix.
    start = end - size
    prefix = start - noted
    if count > 0, try !hasSignature(file, at: start) {
      guard noted >= 0, noted <= fileSize - size, try hasSignature(file, at: noted) else {
        throw HealthError(.damaged, file.name, "its central directory is not where it should be")
      }
      start = noted
      prefix = 0
    }
    if size > Limits.archiveDirectory.value {
      throw HealthError(.tooLarge, file.name, "has \(Limits.archiveDirectory.excess)")
    }
  }

  /// The last end record whose comment ends with the file, else the last whose comment fits.
  private static func endRecord(in tail: [UInt8]) -> Int? {
    var fitting: Int?
    var position = tail.count - 22
    while position >= 0 {
      if tail[position] == 0x50, tail.little32(position) == 0x0605_4B50 {
        let end = position + 22 + tail.little16(position + 20)
        if end == tail.count { return position }
        if end < tail.count, fitting == nil { fitting = position }
      }
      position -= 1
    }
    return fitting
  }

  /// Reads the zip64 end record, which is at the position that its locator states, or directly before the locator.
  private mutating func readZip64(
    _ file: FileDescriptor, noted: Int64?, locator: Int64, end: inout Int64
  ) throws(HealthError) {
    for position in [noted ?? -1, locator - 56] where position >= 0 && position <= locator - 56 {
      let record = try file.bytes(at: position, count: 56)
      guard record.count == 56, record.little32(0) == 0x0606_4B50 else { continue }
      guard let count = record.little64(32), let size = record.little64(40),
        let start = record.little64(48)
      else { break }
      (self.count, self.size, self.start) = (count, size, start)
      isZip64 = true
      end = position
      return
    }
    throw HealthError(.damaged, file.name, "its zip64 end of central directory is damaged")
  }

  private func hasSignature(_ file: FileDescriptor, at position: Int64) throws(HealthError) -> Bool
  {
    let bytes = try file.bytes(at: position, count: 4)
    return bytes.count == 4 && bytes.little32(0) == 0x0201_4B50
  }
}

extension ZipDirectory {
  /// Where the compressed bytes of a member begin: after its local header (APPNOTE 4.3.7).
  ///
  /// The header is searched for at the stated location, after a prefix, and, in archives beyond
  /// 4 GiB without zip64, whole multiples of 4 GiB further on.
  func contentOffset(
    of entry: ZipEntry, _ file: FileDescriptor, subject: String
  ) throws(HealthError) -> Int64 {
    if let position = try contentOffset(of: entry, file, at: entry.offset, plus: prefix) {
      return position
    }
    var shift: Int64 = 0
    repeat {
      if let position = try contentOffset(of: entry, file, at: entry.offset, plus: shift) {
        return position
      }
      shift += 1 << 32
    } while !isZip64 && shift < fileSize
    throw HealthError(.damaged, subject, "does not begin where the central directory states")
  }

  private func contentOffset(
    of entry: ZipEntry, _ file: FileDescriptor, at offset: Int64, plus shift: Int64
  ) throws(HealthError) -> Int64? {
    let (position, isOverflow) = offset.addingReportingOverflow(shift)
    guard !isOverflow, position >= 0, position < fileSize else { return nil }
    let nameSize = entry.rawName.count
    let header = try file.bytes(at: position, count: 30 + nameSize)
    guard header.count == 30 + nameSize, header.little32(0) == 0x0403_4B50,
      header.little16(26) == nameSize, header[30...] == entry.rawName[...]
    else { return nil }
    return position + Int64(30 + nameSize + header.little16(28))
  }
}

extension ZipDirectory {
  /// Reads the members it lists (APPNOTE 4.3.12). Cost: memory for the whole directory.
  func entries(_ file: FileDescriptor) throws(HealthError) -> [ZipEntry] {
    let bytes = try file.bytes(at: start, count: Int(size))
    var entries: [ZipEntry] = []
    var position = 0
    while position + 46 <= bytes.count, bytes.little32(position) == 0x0201_4B50 {
      let nameEnd = position + 46 + bytes.little16(position + 28)
      let extraEnd = nameEnd + bytes.little16(position + 30)
      let end = extraEnd + bytes.little16(position + 32)
      guard end <= bytes.count else { break }
      guard entries.count < Limits.archiveEntries.value else {
        throw HealthError(.tooLarge, file.name, "has \(Limits.archiveEntries.excess)")
      }
      entries.append(
        try Self.entry(bytes, position, nameEnd: nameEnd, extraEnd: extraEnd, file.name))
      position = end
    }
    let isComplete =
      isZip64 ? count == entries.count : count == Int64(UInt16(truncatingIfNeeded: entries.count))
    guard isComplete else {
      throw HealthError(
        .damaged, file.name,
        "its central directory lists \(entries.count) members, its end record states \(count)")
    }
    try refuseOverlaps(entries, file.name)
    return entries
  }

  private static func entry(
    _ bytes: [UInt8], _ position: Int, nameEnd: Int, extraEnd: Int, _ archive: String
  ) throws(HealthError) -> ZipEntry {
    let flags = bytes.little16(position + 8)
    let rawName = Array(bytes[(position + 46)..<nameEnd])
    var name: String?
    var sizes = (
      uncompressed: bytes.little32(position + 24), compressed: bytes.little32(position + 20),
      offset: bytes.little32(position + 42)
    )
    var isZip64 = false
    var field = nameEnd
    while field + 4 <= extraEnd {
      let content = field + 4
      let end = content + bytes.little16(field + 2)
      guard end <= extraEnd else { break }
      switch bytes.little16(field) {
      case 0x0001:
        sizes = try zip64(bytes, content..<end, sizes, archive)
        isZip64 = true
      case 0x7075 where end - content > 5 && bytes[content] == 1:
        // Info-ZIP's name in UTF-8; it is valid only if its checksum is that of the plain name.
        var checksum = Checksum()
        checksum.update(rawName.span)
        if bytes.little32(content + 1) == checksum.value {
          name = String(validating: bytes[(content + 5)..<end], as: UTF8.self)
        }
      default: break
      }
      field = end
    }
    return ZipEntry(
      name: name ?? SystemPath.text(rawName),
      rawName: rawName, method: ZipMethod(rawValue: UInt16(bytes.little16(position + 10))),
      compressedSize: sizes.compressed, uncompressedSize: sizes.uncompressed,
      crc32: UInt32(bytes.little32(position + 16)),
      modified: ZipTimestamp(
        date: bytes.little16(position + 14), time: bytes.little16(position + 12)),
      isEncrypted: flags & 0x2041 != 0, offset: sizes.offset, isZip64: isZip64)
  }

  /// The numbers that did not fit 32 bits, in the order of APPNOTE 4.5.3.
  private static func zip64(
    _ bytes: [UInt8], _ range: Range<Int>,
    _ sizes: (uncompressed: Int64, compressed: Int64, offset: Int64), _ archive: String
  ) throws(HealthError) -> (uncompressed: Int64, compressed: Int64, offset: Int64) {
    var position = range.lowerBound
    func whole(_ number: Int64) throws(HealthError) -> Int64 {
      guard number == 0xFFFF_FFFF else { return number }
      guard position + 8 <= range.upperBound, let whole = bytes.little64(position) else {
        throw HealthError(.damaged, archive, "a zip64 field of its central directory is damaged")
      }
      position += 8
      return whole
    }
    return (
      try whole(sizes.uncompressed), try whole(sizes.compressed), try whole(sizes.offset)
    )
  }

  /// Throws if members share bytes, which is a way to pack terabytes into a small archive (Fifield 2019).
  ///
  /// Archives whose offsets are stated modulo 4 GiB are not checked, since these offsets cannot be sorted.
  private func refuseOverlaps(_ entries: [ZipEntry], _ archive: String) throws(HealthError) {
    if fileSize > 0xFFFF_FFFF, !isZip64 { return }
    let inOrder = entries.indices.sorted { entries[$0].offset < entries[$1].offset }
    var end: Int64 = 0
    for index in inOrder {
      let entry = entries[index]
      if entry.offset < end {
        throw HealthError(.damaged, archive, "its members overlap, expected one after the other")
      }
      let (header, isOverflow) = entry.offset.addingReportingOverflow(
        30 + Int64(entry.rawName.count))
      let (next, isOverflowToo) = header.addingReportingOverflow(entry.compressedSize)
      if isOverflow || isOverflowToo {
        throw HealthError(.damaged, archive, "a member is longer than the file")
      }
      end = next
    }
  }
}

/// A member of a zip archive, as the central directory describes it.
package struct ZipEntry: Sendable, Hashable {
  /// The path in the archive, with `/` between its parts. Bytes that are not UTF-8 have the same form as in paths of files,
  /// since archives do not state their encoding.
  public let name: String
  /// The path as written.
  public let rawName: [UInt8]
  /// How it is compressed.
  public let method: ZipMethod
  /// Bytes in the archive. Without zip64, members over 4 GiB may be noted modulo 4 GiB.
  public let compressedSize: Int64
  /// Bytes when unpacked. Without zip64, members over 4 GiB may be noted modulo 4 GiB.
  public let uncompressedSize: Int64
  /// CRC-32 of the unpacked bytes.
  public let crc32: UInt32
  /// When it was last changed.
  public let modified: ZipTimestamp
  /// Whether a password is needed.
  public let isEncrypted: Bool
  /// The stated offset of its local header.
  public let offset: Int64
  /// Whether sizes and offset are whole 64-bit numbers, instead of the last 32 bits of them.
  let isZip64: Bool

  /// Whether it is a folder.
  public var isDirectory: Bool { rawName.last == UInt8(ascii: "/") }
}
