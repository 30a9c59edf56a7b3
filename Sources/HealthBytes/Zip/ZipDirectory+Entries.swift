extension ZipDirectory {
  /// Reads the members it lists (APPNOTE 4.3.12). Cost: memory for the whole directory.
  func entries(_ file: FileDescriptor) throws(ByteError) -> [ZipEntry] {
    let bytes = try file.bytes(at: start, count: Int(size))
    var entries: [ZipEntry] = []
    var place = 0
    while place + 46 <= bytes.count, bytes.little32(place) == 0x0201_4B50 {
      let nameEnd = place + 46 + bytes.little16(place + 28)
      let extraEnd = nameEnd + bytes.little16(place + 30)
      let end = extraEnd + bytes.little16(place + 32)
      guard end <= bytes.count else { break }
      guard entries.count < Limits.archiveEntries.value else {
        throw ByteError(.tooLarge, file.name, "has \(Limits.archiveEntries.excess)")
      }
      entries.append(
        try Self.entry(bytes, place, nameEnd: nameEnd, extraEnd: extraEnd, file.name))
      place = end
    }
    let isComplete =
      isZip64 ? count == entries.count : count == Int64(UInt16(truncatingIfNeeded: entries.count))
    guard isComplete else {
      throw ByteError(
        .corrupt, file.name,
        "its central directory lists \(entries.count) members, its end record states \(count)")
    }
    try refuseOverlaps(entries, file.name)
    return entries
  }

  private static func entry(
    _ bytes: [UInt8], _ place: Int, nameEnd: Int, extraEnd: Int, _ archive: String
  ) throws(ByteError) -> ZipEntry {
    let flags = bytes.little16(place + 8)
    let rawName = Array(bytes[(place + 46)..<nameEnd])
    var name: String?
    var sizes = (
      uncompressed: bytes.little32(place + 24), compressed: bytes.little32(place + 20),
      offset: bytes.little32(place + 42)
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
        // Info-ZIP's name in UTF-8, good as long as the plain name is the one it was made for.
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
      rawName: rawName, method: ZipMethod(rawValue: UInt16(bytes.little16(place + 10))),
      compressedSize: sizes.compressed, uncompressedSize: sizes.uncompressed,
      crc32: UInt32(bytes.little32(place + 16)),
      modified: ZipTimestamp(date: bytes.little16(place + 14), time: bytes.little16(place + 12)),
      isEncrypted: flags & 0x2041 != 0, offset: sizes.offset, isZip64: isZip64)
  }

  /// The numbers that did not fit 32 bits, in the order of APPNOTE 4.5.3.
  private static func zip64(
    _ bytes: [UInt8], _ range: Range<Int>,
    _ sizes: (uncompressed: Int64, compressed: Int64, offset: Int64), _ archive: String
  ) throws(ByteError) -> (uncompressed: Int64, compressed: Int64, offset: Int64) {
    var place = range.lowerBound
    func whole(_ number: Int64) throws(ByteError) -> Int64 {
      guard number == 0xFFFF_FFFF else { return number }
      guard place + 8 <= range.upperBound, let whole = bytes.little64(place) else {
        throw ByteError(.corrupt, archive, "a zip64 field of its central directory is damaged")
      }
      place += 8
      return whole
    }
    return (
      try whole(sizes.uncompressed), try whole(sizes.compressed), try whole(sizes.offset)
    )
  }

  /// Members that share bytes: a way to pack terabytes into a small archive (Fifield 2019).
  ///
  /// Offsets noted modulo 4 GiB cannot be put in order, so such archives are let through.
  private func refuseOverlaps(_ entries: [ZipEntry], _ archive: String) throws(ByteError) {
    if fileSize > 0xFFFF_FFFF, !isZip64 { return }
    let inOrder = entries.indices.sorted { entries[$0].offset < entries[$1].offset }
    var end: Int64 = 0
    for index in inOrder {
      let entry = entries[index]
      if entry.offset < end {
        throw ByteError(.corrupt, archive, "its members overlap, expected one after the other")
      }
      let (header, isOverflow) = entry.offset.addingReportingOverflow(
        30 + Int64(entry.rawName.count))
      let (next, isOverflowToo) = header.addingReportingOverflow(entry.compressedSize)
      if isOverflow || isOverflowToo {
        throw ByteError(.corrupt, archive, "a member is longer than the file")
      }
      end = next
    }
  }
}
