import HealthBytes

/// The memory that all tables of one dataset may take together while they are read.
package final class ParquetMemory {
  private var left: Int

  /// The bytes of the page that is unpacked, of whatever column.
  private(set) var packed: [UInt8] = []

  /// - Parameter parts: The number of equal parts that the memory is divided into. This object has one part.
  package init(parts: Int = 1) { left = Limits.parquetMemory.value / max(1, parts) }

  /// Reads bytes of a file over the first ones of ``packed``.
  func read(
    _ count: Int, at position: Int64, of file: RandomAccessFile
  ) throws(ParquetFault) {
    var bytes: [UInt8] = []
    swap(&bytes, &packed)
    defer { swap(&bytes, &packed) }
    try lengthen(&bytes, to: count)
    try Footer.read(count, at: position, of: file, into: &bytes)
  }

  /// Takes some bytes of it for good.
  func take(_ count: Int) throws(ParquetFault) {
    left -= count
    guard left >= 0 else { throw ParquetFault("found \(Limits.parquetMemory.excess)", .tooLarge) }
  }

  /// Makes an array longer, if it is shorter than needed.
  func lengthen(_ array: inout [UInt8], to count: Int) throws(ParquetFault) {
    guard array.count < count else { return }
    try take(count - array.count)
    array.lengthen(to: count)
  }
}
