/// A zip archive that is read from anywhere: its directory is known when it is open, its members are
/// streams. Nothing is ever unpacked to the disk.
///
/// Members can be read by several threads at once.
package struct ZipArchive: Sendable {
  /// Its name in errors: the path.
  public let name: String
  /// The members, in the order of the central directory.
  public let entries: [ZipEntry]
  private let file: FileDescriptor
  private let directory: ZipDirectory
  private let ratio: Int

  /// Opens an archive and reads its directory.
  ///
  /// - Parameter ratio: Bytes of output allowed for each byte of a member, after the first 16 MiB of output.
  /// - Throws: `HealthError`: what opening a file throws; `.truncated` without an end of central
  ///   directory; `.damaged` where the directory contradicts itself or members overlap; `.tooLarge`
  ///   beyond `Limits.archiveEntries` and `Limits.archiveDirectory`; `.unsupported` for archives in several volumes.
  public init(_ path: String, ratio: Int = Limits.ratio.value) throws(HealthError) {
    try self.init(FileDescriptor(reading: path), ratio: ratio)
  }

  /// Reads the directory of an open file.
  init(_ file: FileDescriptor, ratio: Int = Limits.ratio.value) throws(HealthError) {
    self.file = file
    self.name = file.name
    self.ratio = ratio
    self.directory = try ZipDirectory(file)
    self.entries = try directory.entries(file)
  }

  /// Begins to read a member. Cost: one or two reads of its header.
  ///
  /// - Parameter entry: One of `entries`.
  /// - Returns: The unpacked bytes; length and CRC-32 are checked at their end.
  /// - Throws: `HealthError`: `.unsupported` for encrypted members and methods other than stored and
  ///   deflate; `.isDirectory` for a folder; `.damaged`, `.truncated` where its header is not there.
  public func open(_ entry: ZipEntry) throws(HealthError) -> any ByteSource {
    let subject = "\(name): \(entry.name)"
    if entry.isEncrypted {
      throw HealthError(.unsupported, subject, "is encrypted, which is not supported")
    }
    guard entry.method == .stored || entry.method == .deflate else {
      throw HealthError(
        .unsupported, subject, "is compressed with \(entry.method), which is not supported")
    }
    if entry.isDirectory {
      throw HealthError(.isDirectory, subject, "is a folder, expected a file")
    }
    let start = try directory.contentOffset(of: entry, file, subject: subject)
    return try ZipMemberSource(entry, file, start: start, name: subject, ratio: ratio)
  }
}

/// The unpacked bytes of one member of a zip archive.
final class ZipMemberSource: ByteSource {
  private let entry: ZipEntry
  private let file: FileDescriptor
  private let name: String
  private let ratio: RatioGuard
  private let inflater: Inflater?
  private let start: Int64
  private let fileSize: Int64
  /// Compressed bytes the member may have: as noted, or 4 GiB more each time that proves too few.
  private var size: Int64
  /// Compressed bytes read from the file.
  private var fetched: Int64 = 0
  /// Compressed bytes that became output.
  private var consumed: Int64 = 0
  private var produced: Int64 = 0
  private var checksum = Checksum()
  private var input: [UInt8] = []
  private var position = 0
  private var end = 0
  private var isFinished = false
  /// What the end of the member has shown, thrown after its last bytes were given.
  private var error: HealthError?

  init(
    _ entry: ZipEntry, _ file: FileDescriptor, start: Int64, name: String, ratio: Int
  ) throws(HealthError) {
    self.entry = entry
    self.file = file
    self.start = start
    self.name = name
    self.ratio = RatioGuard(ratio: Int64(max(1, ratio)), name: name)
    fileSize = file.size ?? 0
    size = entry.compressedSize
    let (end, isOverflow) = start.addingReportingOverflow(size)
    guard !isOverflow, end <= fileSize else {
      throw HealthError(.truncated, name, "extends beyond the end of the archive")
    }
    if entry.method == .deflate {
      inflater = Inflater(name: name)
      input = [UInt8](repeating: 0, count: 1 << 16)
    } else {
      inflater = nil
    }
  }

  var progress: ByteProgress { ByteProgress(consumed: consumed, total: size) }

  func read(into buffer: inout [UInt8], at offset: Int) throws(HealthError) -> Int {
    guard offset < buffer.count else { return 0 }
    if let error { throw error }
    guard !isFinished else { return 0 }
    let count =
      if let inflater {
        try inflate(inflater, into: &buffer, at: offset)
      } else {
        try copy(into: &buffer, at: offset)
      }
    produced += Int64(count)
    checksum.update(buffer.span.extracting(offset..<(offset + count)))
    try ratio.check(consumed: consumed, produced: produced)
    guard isFinished else { return count }
    do throws(HealthError) { try check() } catch {
      guard count > 0 else { throw error }
      self.error = error
    }
    return count
  }

  private func copy(into buffer: inout [UInt8], at offset: Int) throws(HealthError) -> Int {
    let wanted = min(Int64(buffer.count - offset), size - consumed)
    var count = 0
    if wanted > 0 {
      let place = start + consumed
      count = try file.read(into: &buffer, at: offset, position: place, count: Int(wanted))
      if count == 0 { throw truncated }
      consumed += Int64(count)
    }
    isFinished = consumed == size
    return count
  }

  private func inflate(
    _ inflater: Inflater, into buffer: inout [UInt8], at offset: Int
  ) throws(HealthError) -> Int {
    while true {
      let step = try inflater.step(input, position..<end, into: &buffer, at: offset)
      position += step.consumed
      consumed += Int64(step.consumed)
      isFinished = step.isEnd
      if step.isEnd || step.produced > 0 { return step.produced }
      if position == end { try fetch() }
    }
  }

  /// Reads compressed bytes. The deflate stream marks its end: when the recorded size is used up before it, and the
  /// number may have lost its upper half, 4 GiB more are allowed.
  private func fetch() throws(HealthError) {
    if fetched == size, !entry.isZip64, start + size + 1 << 32 <= fileSize {
      size += 1 << 32
    }
    let wanted = Int(min(Int64(input.count), size - fetched))
    position = 0
    end = try file.read(into: &input, at: 0, position: start + fetched, count: wanted)
    if end == 0 { throw truncated }
    fetched += Int64(end)
  }

  private var truncated: HealthError {
    HealthError(.truncated, name, "ends in the middle of its compressed data")
  }

  /// Compares the result with the directory.
  private func check() throws(HealthError) {
    guard consumed == size else {
      throw HealthError(
        .damaged, name, "its compressed data ends after \(consumed) bytes, expected \(size)")
    }
    let expected = entry.uncompressedSize
    guard produced == expected || !entry.isZip64 && produced & 0xFFFF_FFFF == expected else {
      throw HealthError(.damaged, name, "unpacks to \(produced) bytes, expected \(expected)")
    }
    guard checksum.value == entry.crc32 else {
      throw HealthError(.checksum, name, "the CRC-32 of the content differs from the one recorded")
    }
  }
}

/// How a member of a zip archive is compressed (APPNOTE 4.4.5).
package struct ZipMethod: RawRepresentable, Sendable, Hashable {
  /// The number in the archive.
  public let rawValue: UInt16

  /// The method with this number.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Not compressed.
  public static let stored = ZipMethod(rawValue: 0)
  /// Deflate (RFC 1951).
  public static let deflate = ZipMethod(rawValue: 8)
}

extension ZipMethod: CustomStringConvertible {
  /// The name people know it by: `LZMA (method 14)`.
  public var description: String {
    let name =
      switch rawValue {
      case 0: "no compression"
      case 1: "Shrink"
      case 2...5: "Reduce"
      case 6: "Implode"
      case 8: "Deflate"
      case 9: "Deflate64"
      case 10: "PKWARE Implode"
      case 12: "BZIP2"
      case 14: "LZMA"
      case 20, 93: "Zstandard"
      case 94: "MP3"
      case 95: "XZ"
      case 96: "JPEG"
      case 97: "WavPack"
      case 98: "PPMd"
      case 99: "AES encryption"
      default: "an unknown method"
      }
    return "\(name) (method \(rawValue))"
  }
}

extension [UInt8] {
  /// The 16-bit number at `index`, lowest byte first. The caller guarantees that all bytes are
  /// available.
  func little16(_ index: Int) -> Int {
    Int(self[index]) | Int(self[index + 1]) << 8
  }

  /// The 32-bit number at `index`.
  func little32(_ index: Int) -> Int64 {
    Int64(little16(index)) | Int64(little16(index + 2)) << 16
  }

  /// The 64-bit number at `index`; `nil` if it does not fit a signed one, as no size of a file does.
  func little64(_ index: Int) -> Int64? {
    Int64(exactly: UInt64(little32(index)) | UInt64(little32(index + 4)) << 32)
  }
}

extension ByteBuffer {
  /// Appends a number, lowest byte first.
  mutating func append(little value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: type(of: value).bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
