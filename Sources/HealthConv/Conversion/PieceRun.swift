import HealthBytes

/// The threads that read an input in pieces.
///
/// Each thread takes the next piece, decodes it, and waits for the turn of its piece; then the reader completes the
/// samples and the caller takes them, as if there were one thread. If the writer has encoders, the thread then encodes the
/// samples that the caller collected, and waits for the turn of its piece to be written. A sample is therefore made, used
/// and freed by one thread. As many pieces as there are threads are in memory.
final class PieceRun {
  private let input: any PieceInput
  private let jobs: Int
  /// Whose turn it is to take the samples of a piece, and to write them.
  private let taking = PieceOrder()
  private let writing = PieceOrder()
  private let state = Monitor(State())

  private struct State {
    /// How many pieces were split off.
    var count = 0
    var isOver = false
    /// The first error in the order of the pieces.
    var error: ConversionError?
  }

  init(_ input: any PieceInput, jobs: Int) {
    self.input = input
    self.jobs = jobs
  }

  /// Reads all pieces.
  ///
  /// - Parameters:
  ///   - outputs: One for each thread if samples are encoded on it; else none.
  ///   - write: Writes encoded samples, in the turn of their piece. Meanwhile `body` may be called for a later piece.
  ///   - body: Does a step of reading in the turn of its piece.
  /// - Throws: The first error of `write`, `body` or an encoder, in the order of the pieces.
  func run(
    _ outputs: [PieceOutput], write: (PieceOutput) throws(ConversionError) -> Void,
    _ body: (PieceStep) throws(ConversionError) -> Bool
  ) throws(ConversionError) {
    ParallelThreads.run(jobs) { index in
      let output = index < outputs.count ? outputs[index] : nil
      let decoder = input.makeDecoder()
      var piece = Piece()
      while let number = next(&piece) {
        decoder.decode(&piece)
        guard taking.wait(for: number) else { return }
        do throws(ConversionError) {
          let isDecoded = try body(.give(piece, decoder))
          try output?.begin(isCollecting: isDecoded) { [writing] in writing.wait(for: number) }
          if try !body(.pull(output)) { end() }
          output?.prepare()
        } catch {
          // An error in writing an earlier piece comes first.
          if output == nil || writing.wait(for: number) { fail(error) }
          return
        }
        taking.end(number)
        guard let output else { continue }
        let failure = output.encode()
        guard writing.wait(for: number) else { return }
        do throws(ConversionError) {
          try write(output)
          if let failure { throw failure }
        } catch {
          fail(error)
          return
        }
        writing.end(number)
      }
    }
    if let error = state.withLock({ $0.error }) { throw error }
  }

  /// Splits off a piece.
  private func next(_ piece: inout Piece) -> Int? {
    state.withLock { state in
      guard !state.isOver, input.next(&piece) else { return nil }
      state.count += 1
      return state.count - 1
    }
  }

  /// No further piece is taken.
  private func end() {
    state.withLock { $0.isOver = true }
    taking.stop()
  }

  private func fail(_ error: ConversionError) {
    state.withLock { state in
      state.isOver = true
      state.error = error
    }
    taking.stop()
    writing.stop()
  }
}

/// What the reader has to do with a piece, in its turn.
enum PieceStep {
  /// The reader is to take it. The result is whether its samples were decoded.
  case give(Piece, any PieceDecoder)
  /// Its samples are to be pulled; with an output, they are collected there as long as it does so. The result is whether to
  /// go on.
  case pull(PieceOutput?)
}
