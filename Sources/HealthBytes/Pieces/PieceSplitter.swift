/// Splits the rest of an input into pieces that begin and end between two items, as far as that can be seen.
///
/// Used by one thread at a time.
package final class PieceSplitter {
  /// The usual size of a piece, in bytes: small enough for a processor's cache with all that is made of it.
  package static let size = 1 << 19
  private static let smallest = 1 << 14

  private let source: any ByteSource
  private let cut: (Span<UInt8>) -> Int?
  private let largest: Int
  private var size: Int
  /// The bytes behind the last cut.
  private var rest: [UInt8]
  private var beginsItem = true
  private var isEnded = false

  /// Splits a source.
  ///
  /// - Parameters:
  ///   - rest: The bytes before them, which were read already and begin with an item.
  ///   - size: The usual size of a piece; tests use smaller ones.
  ///   - cut: Finds the last index in some bytes at which an item seems to begin. It may be wrong, which makes reading
  ///     slower and not different.
  package init(
    _ source: any ByteSource, behind rest: [UInt8], size: Int = PieceSplitter.size,
    cut: @escaping (Span<UInt8>) -> Int?
  ) {
    self.source = source
    self.rest = rest
    self.cut = cut
    largest = max(1, size)
    self.size = max(1, size)
  }

  /// Reads the next piece.
  ///
  /// - Parameter piece: A piece that is no longer needed, whose storage is used again.
  /// - Returns: `false` after the last piece.
  package func next(_ piece: inout Piece) -> Bool {
    guard !isEnded else { return false }
    size = piece.isCostly ? max(min(largest, Self.smallest), size / 4) : min(largest, size * 2)
    piece.isCostly = false
    piece.beginsItem = beginsItem
    let capacity = rest.count + size
    if piece.bytes.count < capacity {
      piece.bytes = [UInt8](repeating: 0, count: max(capacity, largest + 4_096))
    }
    piece.bytes.overwrite(at: 0, with: rest.span)
    var end = rest.count
    piece.error = nil
    do throws(ByteError) {
      while end < capacity {
        let count = try source.read(into: &piece.bytes, at: end)
        if count == 0 {
          isEnded = true
          break
        }
        end += count
      }
    } catch {
      piece.error = error
      isEnded = true
    }
    piece.progress = source.progress
    piece.isLast = isEnded
    let cut = isEnded ? nil : cut(piece.bytes.span.extracting(0..<end))
    piece.end = cut ?? end
    beginsItem = cut != nil
    rest = Array(piece.bytes[piece.end..<end])
    return true
  }
}
