/// Writes a zip archive as a stream, without seeking, so the output can be a pipe.
///
/// Members are written one after another: `beginEntry`, `write` any number of times, `endEntry`. A member of at most 1 MiB
/// when packed has its sizes before the content; a longer one has them after it, as zip64 (general purpose bit 3). The same
/// calls write the same bytes with any number of threads.
package final class ZipWriter {
  private let sink: any ByteSink
  private let compression: Compression
  private let ratio: Int
  private let jobs: Int
  private var packer: BlockPacker?
  private var written: Int64 = 0
  /// The entries that are not completely written, in their order: threads may be packing blocks of several.
  private var entries: [ZipWriterEntry] = []
  /// Whether the last entry has not ended.
  private var isOpen = false
  /// The packed bytes of the first entry while its header is not written.
  private var waiting = ByteBuffer()
  private var scratch = ByteBuffer(capacity: 1 << 10)
  private var directory = ByteBuffer(capacity: 1 << 12)
  private var count: Int64 = 0
  private var isFinished = false

  /// The most packed bytes of a member whose sizes precede its content.
  private static let heldBack = 1 << 20

  /// Begins an archive.
  ///
  /// - Parameters:
  ///   - sink: Receives the archive; `finish()` finishes it, too.
  ///   - ratio: Unpacked bytes for each packed byte that a reader of the archive allows.
  ///   - jobs: How many threads pack.
  public init(
    _ sink: any ByteSink, _ compression: Compression = .fast, ratio: Int = Limits.ratio.value,
    jobs: Int = 1
  ) {
    self.ratio = ratio
    self.jobs = jobs
    self.sink = sink
    self.compression = compression
  }

  /// Begins a member, ending the one before it if that is still open.
  ///
  /// - Parameters:
  ///   - name: Its path, with `/` between the parts; at most 65 535 bytes of UTF-8.
  ///   - method: `.deflate` or `.stored`.
  /// - Throws: `HealthError`: `.tooLarge` for the name, `.unsupported` for the method, and what the
  ///   sink throws.
  public func beginEntry(
    name: String, modified: ZipTimestamp = .earliest, method: ZipMethod = .deflate
  ) throws(HealthError) {
    try endEntry()
    guard count < Limits.archiveEntries.value else {
      throw HealthError(.tooLarge, "", "the archive would have \(Limits.archiveEntries.excess)")
    }
    let bytes = SystemPath.bytes(name)
    guard bytes.count <= 0xFFFF else {
      throw HealthError(.tooLarge, "", "the name of a member has more than 65535 bytes")
    }
    guard method == .deflate || method == .stored else {
      throw HealthError(.unsupported, name, "cannot be compressed with \(method)")
    }
    if method == .stored {
      try packer?.drain(emit)
    } else if packer == nil {
      packer = try BlockPacker(compression, ratio: ratio, jobs: jobs)
    }
    entries.append(
      ZipWriterEntry(
        name: bytes, isUTF8: !SystemPath.isEscaped(name), method: method, modified: modified,
        offset: written))
    isOpen = true
    count += 1
  }

  /// Appends to the open member. Without one, nothing is written.
  public func write(_ bytes: Span<UInt8>) throws(HealthError) {
    guard isOpen else { return }
    let last = entries.count - 1
    entries[last].size += Int64(bytes.count)
    entries[last].checksum.update(bytes)
    if entries[last].method == .stored {
      try emit(bytes, isLast: false)
    } else {
      try packer?.append(bytes, emit)
    }
  }

  /// Ends the open member. Without one, nothing happens.
  public func endEntry() throws(HealthError) {
    guard isOpen else { return }
    isOpen = false
    if entries.last?.method == .stored {
      try emit([UInt8]().span, isLast: true)
    } else {
      try packer?.end(emit)
    }
  }

  /// Ends the archive: the open member, the central directory, the sink. A second call does nothing.
  public func finish() throws(HealthError) {
    if isFinished { return }
    try endEntry()
    try packer?.drain(emit)
    isFinished = true
    let start = written
    try write(&directory)
    scratch.appendZipEnd(count: count, start: start, size: written - start)
    try flush()
    try sink.finish()
  }

  /// Receives packed bytes of the first entry.
  private func emit(_ bytes: Span<UInt8>, isLast: Bool) throws(HealthError) {
    entries[0].packedSize += Int64(bytes.count)
    if entries[0].isStreamed {
      try sink.write(bytes)
      written += Int64(bytes.count)
    } else {
      waiting.append(bytes)
      if waiting.count > Self.heldBack {
        entries[0].isStreamed = true
        entries[0].appendLocalHeader(to: &scratch)
        try flush()
        try write(&waiting)
      }
    }
    if isLast { try completeFirst() }
  }

  /// Writes the parts of the first entry that contain its sizes.
  private func completeFirst() throws(HealthError) {
    let entry = entries.removeFirst()
    if entry.isStreamed {
      entry.appendDescriptor(to: &scratch)
    } else {
      entry.appendLocalHeader(to: &scratch)
    }
    try flush()
    if !entry.isStreamed { try write(&waiting) }
    entry.appendDirectoryHeader(to: &directory)
    guard directory.count <= Limits.archiveDirectory.value else {
      throw HealthError(.tooLarge, "", "the archive would have \(Limits.archiveDirectory.excess)")
    }
    if !entries.isEmpty { entries[0].offset = written }
  }

  private func flush() throws(HealthError) {
    try write(&scratch)
  }

  private func write(_ buffer: inout ByteBuffer) throws(HealthError) {
    written += Int64(buffer.count)
    try buffer.flush(to: sink)
  }
}

/// A member that is being written, and the records that describe it (APPNOTE 4.3.7 to 4.3.12).
struct ZipWriterEntry {
  let name: [UInt8]
  let isUTF8: Bool
  let method: ZipMethod
  let modified: ZipTimestamp
  /// Where its local header begins; known when all entries before it are written.
  var offset: Int64
  var size: Int64 = 0
  var packedSize: Int64 = 0
  var checksum = Checksum()
  /// Whether its header was written before its sizes were known.
  var isStreamed = false

  /// Bit 11 if the name is UTF-8, bit 3 if the sizes follow the content.
  private var flags: UInt16 { (isStreamed ? 0x0008 : 0) | (isUTF8 ? 0x0800 : 0) }

  /// The version needed to extract: 4.5 for zip64, 2.0 for deflate.
  private func version(isZip64: Bool) -> UInt16 { isZip64 ? 45 : 20 }

  /// The header before the content. A member that is not streamed needs zip64 only if its unpacked size does: it packs into
  /// at most 1 MiB.
  func appendLocalHeader(to buffer: inout ByteBuffer) {
    let isZip64 = isStreamed || size >= 0xFFFF_FFFF
    buffer.append(little: 0x0403_4B50 as UInt32)
    buffer.append(little: version(isZip64: isZip64))
    appendCommon(to: &buffer)
    let isKnown = !isStreamed
    buffer.append(little: isKnown ? checksum.value : 0)
    buffer.append(little: isZip64 ? 0xFFFF_FFFF : UInt32(packedSize))
    buffer.append(little: isZip64 ? 0xFFFF_FFFF : UInt32(size))
    buffer.append(little: UInt16(name.count))
    buffer.append(little: isZip64 ? 20 : 0 as UInt16)
    buffer.append(name)
    if isZip64 {
      buffer.append(little: 0x0001 as UInt16)
      buffer.append(little: 16 as UInt16)
      buffer.append(little: isKnown ? size : 0)
      buffer.append(little: isKnown ? packedSize : 0)
    }
  }

  /// The record after streamed content, in its zip64 form, as the header declares.
  func appendDescriptor(to buffer: inout ByteBuffer) {
    buffer.append(little: 0x0807_4B50 as UInt32)
    buffer.append(little: checksum.value)
    buffer.append(little: packedSize)
    buffer.append(little: size)
  }

  /// The header in the central directory; numbers that do not fit in 32 bits are in a zip64 field.
  func appendDirectoryHeader(to buffer: inout ByteBuffer) {
    let large = [size, packedSize, offset].filter { $0 >= 0xFFFF_FFFF }
    buffer.append(little: 0x0201_4B50 as UInt32)
    // 3: made on Unix, so that readers use the permissions below.
    buffer.append(little: 3 << 8 | version(isZip64: isStreamed || !large.isEmpty))
    buffer.append(little: version(isZip64: isStreamed || !large.isEmpty))
    appendCommon(to: &buffer)
    buffer.append(little: checksum.value)
    buffer.append(little: UInt32(clamping: packedSize))
    buffer.append(little: UInt32(clamping: size))
    buffer.append(little: UInt16(name.count))
    buffer.append(little: large.isEmpty ? 0 : UInt16(4 + 8 * large.count))
    buffer.append(little: 0 as UInt16)  // length of the comment
    buffer.append(little: 0 as UInt16)  // number of the volume
    buffer.append(little: 0 as UInt16)  // internal attributes
    let isDirectory = name.last == UInt8(ascii: "/")
    buffer.append(little: (isDirectory ? 0o040755 : 0o100644) << 16 as UInt32)
    buffer.append(little: UInt32(clamping: offset))
    buffer.append(name)
    if !large.isEmpty {
      buffer.append(little: 0x0001 as UInt16)
      buffer.append(little: UInt16(8 * large.count))
      for number in large { buffer.append(little: number) }
    }
  }

  private func appendCommon(to buffer: inout ByteBuffer) {
    buffer.append(little: flags)
    buffer.append(little: method.rawValue)
    buffer.append(little: modified.time)
    buffer.append(little: modified.date)
  }
}

extension ByteBuffer {
  /// The end of the archive (APPNOTE 4.3.14 to 4.3.16), with its zip64 form where a number needs it.
  mutating func appendZipEnd(count: Int64, start: Int64, size: Int64) {
    if count >= 0xFFFF || start >= 0xFFFF_FFFF || size >= 0xFFFF_FFFF {
      append(little: 0x0606_4B50 as UInt32)
      append(little: 44 as UInt64)
      append(little: 3 << 8 | 45 as UInt16)
      append(little: 45 as UInt16)
      append(little: 0 as UInt64)
      append(little: count)
      append(little: count)
      append(little: size)
      append(little: start)
      append(little: 0x0706_4B50 as UInt32)
      append(little: 0 as UInt32)
      append(little: start + size)
      append(little: 1 as UInt32)
    }
    append(little: 0x0605_4B50 as UInt32)
    append(little: 0 as UInt32)
    append(little: UInt16(clamping: count))
    append(little: UInt16(clamping: count))
    append(little: UInt32(clamping: size))
    append(little: UInt32(clamping: start))
    append(little: 0 as UInt16)
  }
}
