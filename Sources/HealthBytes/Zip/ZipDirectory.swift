/// The end of a zip archive: the location of its central directory, and how to interpret its
/// offsets.
struct ZipDirectory: Sendable {
  /// Where the central directory begins in the file.
  private(set) var start: Int64
  /// Its length.
  private(set) var size: Int64
  /// How many members it should list.
  private(set) var count: Int64
  /// Whether `count` is whole; else the last 16 bits of it.
  private(set) var isZip64 = false
  /// Bytes in front of the archive that its offsets do not count, as in self-extracting archives.
  private(set) var prefix: Int64 = 0
  /// The length of the file.
  let fileSize: Int64

  /// Finds the directory from the end of the file (APPNOTE 4.3.14 to 4.3.16).
  init(_ file: FileDescriptor) throws(ByteError) {
    guard let fileSize = file.size else {
      throw ByteError(.unsupported, file.name, "a zip archive has to be a regular file")
    }
    self.fileSize = fileSize
    if fileSize == 0 { throw ByteError(.truncated, file.name, "is empty, expected a zip archive") }
    // The end record is 22 bytes and at most 65 535 of comment; 20 bytes of locator come before.
    let tailSize = Int(min(fileSize, 22 + 65535 + 20))
    let tailStart = fileSize - Int64(tailSize)
    let tail = try file.bytes(at: tailStart, count: tailSize)
    guard let place = Self.endRecord(in: tail) else {
      throw ByteError(
        .truncated, file.name, "has no end of central directory: not a whole zip archive")
    }
    guard tail.little16(place + 4) == tail.little16(place + 6) else {
      throw ByteError(.unsupported, file.name, "is a part of an archive in several volumes")
    }
    var end = tailStart + Int64(place)
    count = Int64(tail.little16(place + 10))
    size = tail.little32(place + 12)
    start = tail.little32(place + 16)
    if place >= 20, tail.little32(place - 20) == 0x0706_4B50 {
      try readZip64(file, noted: tail.little64(place - 12), locator: end - 20, end: &end)
    }
    let noted = start
    guard size <= end else {
      throw ByteError(.corrupt, file.name, "its central directory is longer than the file")
    }
    // The directory ends where its end record begins; the difference to its recorded start is the
    // length of a prefix.
    start = end - size
    prefix = start - noted
    if count > 0, try !hasSignature(file, at: start) {
      guard noted >= 0, noted <= fileSize - size, try hasSignature(file, at: noted) else {
        throw ByteError(.corrupt, file.name, "its central directory is not where it should be")
      }
      start = noted
      prefix = 0
    }
    if size > Limits.archiveDirectory.value {
      throw ByteError(.tooLarge, file.name, "has \(Limits.archiveDirectory.excess)")
    }
  }

  /// The last end record whose comment ends with the file, else the last whose comment fits.
  private static func endRecord(in tail: [UInt8]) -> Int? {
    var fitting: Int?
    var place = tail.count - 22
    while place >= 0 {
      if tail[place] == 0x50, tail.little32(place) == 0x0605_4B50 {
        let end = place + 22 + tail.little16(place + 20)
        if end == tail.count { return place }
        if end < tail.count, fitting == nil { fitting = place }
      }
      place -= 1
    }
    return fitting
  }

  /// Takes the numbers of the zip64 end record, at its noted place or right before its locator.
  private mutating func readZip64(
    _ file: FileDescriptor, noted: Int64?, locator: Int64, end: inout Int64
  ) throws(ByteError) {
    for place in [noted ?? -1, locator - 56] where place >= 0 && place <= locator - 56 {
      let record = try file.bytes(at: place, count: 56)
      guard record.count == 56, record.little32(0) == 0x0606_4B50 else { continue }
      guard let count = record.little64(32), let size = record.little64(40),
        let start = record.little64(48)
      else { break }
      (self.count, self.size, self.start) = (count, size, start)
      isZip64 = true
      end = place
      return
    }
    throw ByteError(.corrupt, file.name, "its zip64 end of central directory is damaged")
  }

  private func hasSignature(_ file: FileDescriptor, at place: Int64) throws(ByteError) -> Bool {
    let bytes = try file.bytes(at: place, count: 4)
    return bytes.count == 4 && bytes.little32(0) == 0x0201_4B50
  }
}
