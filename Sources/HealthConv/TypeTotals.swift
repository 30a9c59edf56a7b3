import HealthBytes

/// Something summed up for each type. Types beyond some thousand are summed up together, by kind, under the
/// identifier `…`: an input must not fill the memory with names.
struct TypeTotals<Total> {
  private struct Key: Hashable {
    let kind: SampleKind
    let identifier: String
  }

  private var totals: [Key: Total] = [:]

  static var limit: Int { 4_096 }

  /// The totals, in no order.
  var values: [Total] { Array(totals.values) }

  /// Adds to the total of a type.
  mutating func update(
    _ kind: SampleKind, _ identifier: String, make: (SampleKind, String) -> Total,
    change: (inout Total) -> Void
  ) {
    let isListed = identifier.utf8.count <= Limits.nameBytes.value
    var key = Key(kind: kind, identifier: isListed ? identifier : "…")
    if totals[key] == nil, totals.count >= Self.limit { key = Key(kind: kind, identifier: "…") }
    change(&totals[key, default: make(key.kind, key.identifier)])
  }
}
