/// Something summed up for each type. Types beyond some thousand are summed up together, by kind, under the
/// identifier `…`: an input must not fill the memory with names.
struct TypeTotals<Total> {
  private var totals: [TypeTable.Entry: Total] = [:]

  /// The totals, in no order.
  var values: [Total] { Array(totals.values) }

  /// Adds to the total of a type.
  mutating func update(
    _ kind: SampleKind, _ identifier: String, make: (SampleKind, String) -> Total,
    change: (inout Total) -> Void
  ) {
    var type = TypeTable.Entry(kind, identifier)
    if totals[type] == nil, totals.count >= TypeTable.limit { type = .others(kind) }
    change(&totals[type, default: make(type.kind, type.identifier)])
  }
}
