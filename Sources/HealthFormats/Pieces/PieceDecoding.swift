public import HealthBytes

package typealias PieceInput = Input.Pieces
package typealias PieceDecoder = Input.PieceDecoder

extension Input {
  /// The rest of an input in pieces, which several threads decode.
  ///
  /// Each thread makes one decoder. The pieces are then given to the reader in their order, each with the decoder that has
  /// decoded it (``SampleReader/take(_:_:)``), and the samples are pulled from the reader as always.
  public protocol Pieces: AnyObject {
    /// Splits off the next piece. Called by one thread at a time.
    ///
    /// - Parameter piece: A piece that is no longer needed, whose storage is used again.
    /// - Returns: `false` after the last piece.
    func next(_ piece: inout InputContainer.Piece) -> Bool

    /// A decoder for a thread.
    func makeDecoder() -> any PieceDecoder
  }

  /// Decodes pieces of an input, one after another, on a thread of its own.
  ///
  /// It does what depends on the piece alone. What depends on the samples before it and on other files is done by the
  /// reader. A piece with something that only the reader can judge, such as an error, is left to the reader.
  public protocol PieceDecoder: AnyObject {
    /// Decodes a piece. The samples stay in the decoder until the reader has given them.
    func decode(_ piece: inout InputContainer.Piece)
  }
}

extension ReadOptions {
  /// How many bytes of the rest of an input, as stored on the disk, are worth more threads.
  private static let smallestRest: Int64 = 1 << 19

  /// Whether what follows is worth more threads: they take time to begin, and memory.
  func isWorthThreads(_ progress: ByteProgress) -> Bool {
    isWorthThreads(progress.total.map { $0 - progress.consumed })
  }

  /// Whether so many bytes are worth more threads; also if their count is not known.
  func isWorthThreads(_ count: Int64?) -> Bool {
    pieceSize < PieceSplitter.size || count.map { $0 >= Self.smallestRest } ?? true
  }
}

/// A splitter with decoders of a kind.
final class SplitInput: PieceInput {
  private let split: (inout Piece) -> Bool
  private let make: () -> any PieceDecoder

  init(
    _ split: @escaping (inout Piece) -> Bool, makeDecoder: @escaping () -> any PieceDecoder
  ) {
    self.split = split
    make = makeDecoder
  }

  func next(_ piece: inout Piece) -> Bool { split(&piece) }

  func makeDecoder() -> any PieceDecoder { make() }
}
