import HealthBytes

/// Counts the rows that one sample consists of, so that memory is bounded where they come one by one.
package final class SampleSize {
  /// Bytes of the rows since `reset()`, with the memory of each.
  private(set) var bytes = 0
  private let limit: Int
  /// Bytes of all rows so far, and the most of them, where rows can share texts.
  var total: Int64 = 0
  var mostTotal = Int64.max

  /// - Parameter ahead: Bytes of the rows of later samples that may be read meanwhile.
  package init(ahead: Int = 0) { limit = Limits.rowsBytes.value + ahead }

  /// The minimum memory of a row in addition to its bytes.
  private static let rowOverhead = 32

  /// Whether all rows together are beyond ``Limits/ratio``.
  var hasExcessiveText: Bool { total > mostTotal }

  /// Begins to count for another sample.
  @inline(__always)
  package func reset() { bytes = 0 }

  /// Counts a row.
  ///
  /// - Returns: Whether the sample is still within ``Limits/rowsBytes``, and all are within ``Limits/ratio``.
  @inline(__always)
  package func add(_ count: Int) -> Bool {
    bytes &+= count &+ Self.rowOverhead
    total &+= Int64(count)
    return bytes <= limit && total <= mostTotal
  }
}
