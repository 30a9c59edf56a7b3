extension ZipDirectory {
  /// Where the compressed bytes of a member begin: behind its local header (APPNOTE 4.3.7).
  ///
  /// The header is looked for where the directory says, behind a prefix, and, in archives beyond
  /// 4 GiB without zip64, whole multiples of 4 GiB further on.
  func contentOffset(
    of entry: ZipEntry, _ file: FileDescriptor, subject: String
  ) throws(ByteError) -> Int64 {
    if let place = try contentOffset(of: entry, file, at: entry.offset, plus: prefix) {
      return place
    }
    var shift: Int64 = 0
    repeat {
      if let place = try contentOffset(of: entry, file, at: entry.offset, plus: shift) {
        return place
      }
      shift += 1 << 32
    } while !isZip64 && shift < fileSize
    throw ByteError(.corrupt, subject, "does not begin where the central directory states")
  }

  private func contentOffset(
    of entry: ZipEntry, _ file: FileDescriptor, at offset: Int64, plus shift: Int64
  ) throws(ByteError) -> Int64? {
    let (place, isOverflow) = offset.addingReportingOverflow(shift)
    guard !isOverflow, place >= 0, place < fileSize else { return nil }
    let nameSize = entry.rawName.count
    let header = try file.bytes(at: place, count: 30 + nameSize)
    guard header.count == 30 + nameSize, header.little32(0) == 0x0403_4B50,
      header.little16(26) == nameSize, header[30...] == entry.rawName[...]
    else { return nil }
    return place + Int64(30 + nameSize + header.little16(28))
  }
}
