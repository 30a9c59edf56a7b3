/// A part of a deflate stream that is packed apart from the others, perhaps on another thread.
///
/// It ends at a byte, and may refer to the bytes before it, which the decoder has then unpacked already. So the packed
/// blocks of a stream, one after another, are the packed stream. One thread at a time uses a block.
final class DeflateBlock: @unchecked Sendable {
  /// How many bytes a block has, but for the last one of a stream. Larger blocks need fewer bytes and less time, because
  /// each begins with new codes and with the dictionary; smaller ones need less memory.
  static let size = 1 << 19
  /// How far back deflate refers.
  private static let distance = 1 << 15

  /// The bytes before the block to which it may refer, and its own from `start` on.
  private(set) var bytes: [UInt8]
  private(set) var start = 0
  private(set) var end = 0
  /// How many bytes of the stream are before the block.
  private(set) var position: Int64 = 0
  /// Whether the stream ends with it.
  var isLast = false
  /// The packed bytes, when it is done.
  var packed = ByteBuffer(capacity: 1 << 12)
  /// Why it could not be packed.
  var error: ByteError?
  private let done = Monitor(false)

  init() { bytes = [UInt8](repeating: 0, count: Self.distance + Self.size) }

  /// How many bytes of its own it has.
  var count: Int { end - start }

  /// Begins a stream.
  func begin() {
    (start, end, position, isLast) = (0, 0, 0, false)
  }

  /// Begins behind another block of the same stream.
  func begin(behind block: DeflateBlock) {
    start = min(Self.distance, block.end)
    bytes.overwrite(at: 0, with: block.bytes, (block.end - start)..<block.end)
    end = start
    position = block.position + Int64(block.count)
    isLast = false
  }

  /// Appends as many bytes as there is room for.
  ///
  /// - Returns: How many.
  func append(_ more: Span<UInt8>) -> Int {
    let count = min(more.count, start + Self.size - end)
    bytes.overwrite(at: end, with: more.extracting(0..<count))
    end += count
    return count
  }

  /// Packs it, and marks it as done.
  func pack(with deflater: Deflater) {
    error = nil
    do throws(ByteError) { try deflater.pack(self) } catch { self.error = error }
    done.withLock { $0 = true }
  }

  /// Waits until it is done.
  ///
  /// - Throws: Why it could not be packed.
  func wait() throws(ByteError) {
    done.wait(until: { $0 }) { $0 = false }
    if let error { throw error }
  }
}
