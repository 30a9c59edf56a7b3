/// Lets the pieces of an input pass one after another, in the order of their numbers, whichever threads have them.
package final class PieceOrder: Sendable {
  private struct State {
    /// The piece whose turn it is.
    var number = 0
    var isOver = false
  }

  private let state = Monitor(State())

  /// The first turn is that of piece 0.
  package init() {}

  /// Waits for the turn of a piece.
  ///
  /// - Returns: Whether it came; `false` after ``stop()``.
  package func wait(for number: Int) -> Bool {
    state.wait(until: { $0.isOver || $0.number == number }) { !$0.isOver }
  }

  /// Ends the turn of a piece, for the thread that has it.
  package func end(_ number: Int) {
    state.withLock { $0.number = number + 1 }
  }

  /// No further piece gets a turn.
  package func stop() {
    state.withLock { $0.isOver = true }
  }
}
