import HealthBytes

/// Counts the rows that one sample consists of, so that memory is bounded where they come one by one.
package final class SampleSize {
  /// Bytes of the rows since `reset()`, with the memory of each.
  private(set) var bytes = 0
  private let limit: Int

  /// - Parameter ahead: Bytes of the rows of later samples that may be read meanwhile.
  package init(ahead: Int = 0) { limit = Limits.rowsBytes.value + ahead }

  /// The minimum memory of a row in addition to its bytes.
  private static let rowOverhead = 32

  /// Begins to count for another sample.
  @inline(__always)
  package func reset() { bytes = 0 }

  /// Counts a row.
  ///
  /// - Returns: Whether the sample is still within ``Limits/rowsBytes``.
  @inline(__always)
  package func add(_ count: Int) -> Bool {
    bytes &+= count &+ Self.rowOverhead
    return bytes <= limit
  }
}
