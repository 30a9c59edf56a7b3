/// The member a zip writer is at, and the records that describe it (APPNOTE 4.3.7 to 4.3.12).
struct ZipWriterEntry {
  let name: [UInt8]
  let isUTF8: Bool
  let method: ZipMethod
  let modified: ZipTimestamp
  /// Where its local header begins, when all entries before it are written.
  var offset: Int64
  var size: Int64 = 0
  var packedSize: Int64 = 0
  var checksum = Checksum()
  /// Whether its header went out before its sizes were known.
  var isStreamed = false

  /// Names in UTF-8, and sizes behind the content where it is streamed.
  private var flags: UInt16 { (isStreamed ? 0x0008 : 0) | (isUTF8 ? 0x0800 : 0) }

  /// 4.5 reads zip64, 2.0 deflate.
  private func version(isZip64: Bool) -> UInt16 { isZip64 ? 45 : 20 }

  /// The header before the content. Held-back members are never long enough for zip64 here, but for
  /// those of few packed and very many unpacked bytes.
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

  /// The record behind streamed content, in its zip64 form, as its header announced.
  func appendDescriptor(to buffer: inout ByteBuffer) {
    buffer.append(little: 0x0807_4B50 as UInt32)
    buffer.append(little: checksum.value)
    buffer.append(little: packedSize)
    buffer.append(little: size)
  }

  /// The header in the central directory; numbers that do not fit 32 bits go to a zip64 field.
  func appendDirectoryHeader(to buffer: inout ByteBuffer) {
    let large = [size, packedSize, offset].filter { $0 >= 0xFFFF_FFFF }
    buffer.append(little: 0x0201_4B50 as UInt32)
    // Made on Unix, so that the permissions below are understood.
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
