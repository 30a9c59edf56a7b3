package import HealthBytes
import HealthFormats

extension SampleSize {
  /// Counts a row of a table.
  ///
  /// - Throws: `StoreError` if the sample is beyond ``Limits/rowsBytes``.
  func add(_ row: [StoreValue], of store: String) throws(StoreError) {
    var count = 0
    for value in row {
      switch value {
      case .text(let text): count &+= text.utf8.count
      case .bytes(let bytes): count &+= bytes.count
      default: count &+= 8
      }
    }
    try add(count, of: store)
  }

  /// Counts bytes.
  @inline(__always)
  func add(_ count: Int, of store: String) throws(StoreError) {
    guard add(count) else { throw Self.excess(store) }
  }

  @inline(never)
  private static func excess(_ store: String) -> StoreError {
    StoreError(.unsupported, store, "a sample has \(Limits.rowsBytes.excess)")
  }
}

extension StoreError {
  /// What a store has is beyond a limit.
  package init(beyond limit: Limit, _ store: String) {
    self.init(.unsupported, store, "found \(limit.excess)")
  }
}

extension SampleRow {
  /// Its bytes as a row of a nested sample.
  var size: Int {
    MemoryLayout<SampleRow>.size + (exact?.utf8.count ?? 0) + (extras?.utf8.count ?? 0)
  }
}
