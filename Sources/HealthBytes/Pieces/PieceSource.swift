/// A source whose bytes come in pieces: it is empty until it is given another one.
package final class PieceSource: ByteSource {
  private var bytes: [UInt8] = []
  private var position = 0
  private var end = 0
  private var error: ByteError?
  /// Whether nothing will follow what it was given.
  package private(set) var isLast = false
  package private(set) var progress = ByteProgress(consumed: 0, total: nil)

  package init() {}

  /// Gives it the bytes of a piece from an index on, all earlier ones being read. They are kept until they are read.
  package func give(_ piece: Piece, from start: Int) {
    bytes = start < piece.end ? piece.bytes : []
    position = start
    end = piece.end
    error = piece.error
    isLast = piece.isLast
    progress = piece.progress
  }

  package func read(into buffer: inout [UInt8], at offset: Int) throws(ByteError) -> Int {
    let count = min(end - position, buffer.count - offset)
    guard count > 0 else {
      if position == end {
        bytes = []
        if let error { throw error }
      }
      return 0
    }
    buffer.overwrite(at: offset, with: bytes, position..<(position + count))
    position += count
    return count
  }
}
