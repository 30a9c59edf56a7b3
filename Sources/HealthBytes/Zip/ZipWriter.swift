/// Writes a zip archive as a stream: nothing is ever gone back to, so that a pipe will do.
///
/// Members come one after the other: `beginEntry`, `write` as often as needed, `endEntry`. Members
/// that pack into 1 MiB carry their sizes in front; longer ones carry them behind (general purpose
/// bit 3), as zip64. Same calls, same bytes.
package final class ZipWriter {
  private let sink: any ByteSink
  private let level: Int
  private let ratio: Int
  private var deflater: Deflater?
  private var written: Int64 = 0
  private var entry: ZipWriterEntry?
  /// Packed bytes of the entry that wait for its end, while its header is not written.
  private var waiting = ByteBuffer()
  private var scratch = ByteBuffer(capacity: 1 << 10)
  private var directory = ByteBuffer(capacity: 1 << 12)
  private var count: Int64 = 0
  private var isFinished = false

  /// Members that pack into this many bytes carry their sizes in front.
  private static let heldBack = 1 << 20

  /// Begins an archive.
  ///
  /// - Parameters:
  ///   - sink: Takes the archive; finished together with it.
  ///   - level: Of deflate: 1, the fastest, to 9, the smallest.
  ///   - ratio: Unpacked bytes for each packed byte that a reader of the archive allows.
  public init(_ sink: any ByteSink, level: Int = 6, ratio: Int = Limits.ratio.value) {
    self.ratio = ratio
    self.sink = sink
    self.level = level
  }

  /// Begins a member, ending the one before it if that is still open.
  ///
  /// - Parameters:
  ///   - name: Its path, with `/` between the parts; at most 65 535 bytes of UTF-8.
  ///   - method: `.deflate` or `.stored`.
  /// - Throws: `ByteError`: `.tooLarge` for the name, `.unsupported` for the method, and what the
  ///   sink throws.
  public func beginEntry(
    name: String, modified: ZipTimestamp = .earliest, method: ZipMethod = .deflate
  ) throws(ByteError) {
    try endEntry()
    guard count < Limits.archiveEntries.value else {
      throw ByteError(.tooLarge, "", "the archive would have \(Limits.archiveEntries.excess)")
    }
    let bytes = SystemPath.bytes(name)
    guard directory.count + 128 + bytes.count <= Limits.archiveDirectory.value else {
      throw ByteError(.tooLarge, "", "the archive would have \(Limits.archiveDirectory.excess)")
    }
    guard bytes.count <= 0xFFFF else {
      throw ByteError(.tooLarge, "", "the name of a member has more than 65535 bytes")
    }
    guard method == .deflate || method == .stored else {
      throw ByteError(.unsupported, name, "cannot be compressed with \(method)")
    }
    if let deflater {
      try deflater.reset()
    } else if method == .deflate {
      deflater = try Deflater(.none, level: level, ratio: ratio)
    }
    entry = ZipWriterEntry(
      name: bytes, isUTF8: !SystemPath.isEscaped(name), method: method, modified: modified,
      offset: written)
  }

  /// Appends to the open member. Without one, nothing is written.
  public func write(_ bytes: Span<UInt8>) throws(ByteError) {
    guard entry != nil else { return }
    entry?.size += Int64(bytes.count)
    entry?.checksum.update(bytes)
    if entry?.method == .stored {
      try pack(bytes)
    } else {
      try deflater?.encode(bytes, isLast: false) { (packed) throws(ByteError) in
        try pack(packed)
      }
    }
  }

  /// Ends the open member. Without one, nothing happens.
  public func endEntry() throws(ByteError) {
    guard entry != nil else { return }
    if entry?.method == .deflate {
      try deflater?.encode([UInt8]().span, isLast: true) { (packed) throws(ByteError) in
        try pack(packed)
      }
    }
    guard let entry else { return }
    if entry.isStreamed {
      entry.appendDescriptor(to: &scratch)
    } else {
      entry.appendLocalHeader(to: &scratch)
    }
    try flush()
    if !entry.isStreamed { try pass(&waiting) }
    entry.appendDirectoryHeader(to: &directory)
    count += 1
    self.entry = nil
  }

  /// Ends the archive: the open member, the central directory, the sink. A second call does nothing.
  public func finish() throws(ByteError) {
    if isFinished { return }
    try endEntry()
    isFinished = true
    let start = written
    try pass(&directory)
    scratch.appendZipEnd(count: count, start: start, size: written - start)
    try flush()
    try sink.finish()
  }

  /// Takes packed bytes of the open member.
  private func pack(_ bytes: Span<UInt8>) throws(ByteError) {
    entry?.packedSize += Int64(bytes.count)
    if entry?.isStreamed == true {
      try sink.write(bytes)
      written += Int64(bytes.count)
      return
    }
    waiting.append(bytes)
    if waiting.count > Self.heldBack {
      entry?.isStreamed = true
      entry?.appendLocalHeader(to: &scratch)
      try flush()
      try pass(&waiting)
    }
  }

  private func flush() throws(ByteError) {
    try pass(&scratch)
  }

  private func pass(_ buffer: inout ByteBuffer) throws(ByteError) {
    written += Int64(buffer.count)
    try buffer.flush(to: sink)
  }
}
