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
  private var error: ByteError?

  init(
    _ entry: ZipEntry, _ file: FileDescriptor, start: Int64, name: String, ratio: Int
  ) throws(ByteError) {
    self.entry = entry
    self.file = file
    self.start = start
    self.name = name
    self.ratio = RatioGuard(ratio: Int64(max(1, ratio)), name: name)
    fileSize = file.size ?? 0
    size = entry.compressedSize
    let (end, isOverflow) = start.addingReportingOverflow(size)
    guard !isOverflow, end <= fileSize else {
      throw ByteError(.truncated, name, "extends beyond the end of the archive")
    }
    if entry.method == .deflate {
      inflater = Inflater(name: name)
      input = [UInt8](repeating: 0, count: 1 << 16)
    } else {
      inflater = nil
    }
  }

  var progress: ByteProgress { ByteProgress(consumed: consumed, total: size) }

  func read(into buffer: inout [UInt8], at offset: Int) throws(ByteError) -> Int {
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
    do throws(ByteError) { try check() } catch {
      guard count > 0 else { throw error }
      self.error = error
    }
    return count
  }

  private func copy(into buffer: inout [UInt8], at offset: Int) throws(ByteError) -> Int {
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
  ) throws(ByteError) -> Int {
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
  private func fetch() throws(ByteError) {
    if fetched == size, !entry.isZip64, start + size + 1 << 32 <= fileSize {
      size += 1 << 32
    }
    let wanted = Int(min(Int64(input.count), size - fetched))
    position = 0
    end = try file.read(into: &input, at: 0, position: start + fetched, count: wanted)
    if end == 0 { throw truncated }
    fetched += Int64(end)
  }

  private var truncated: ByteError {
    ByteError(.truncated, name, "ends in the middle of its compressed data")
  }

  /// Compares the result with the directory.
  private func check() throws(ByteError) {
    guard consumed == size else {
      throw ByteError(
        .corrupt, name, "its compressed data ends after \(consumed) bytes, expected \(size)")
    }
    let expected = entry.uncompressedSize
    guard produced == expected || !entry.isZip64 && produced & 0xFFFF_FFFF == expected else {
      throw ByteError(.corrupt, name, "unpacks to \(produced) bytes, expected \(expected)")
    }
    guard checksum.value == entry.crc32 else {
      throw ByteError(.checksum, name, "the CRC-32 of the content differs from the one recorded")
    }
  }
}
