/// The rows of one vocabulary, and the way from an identifier to its row.
struct CatalogTable<Row: CatalogRow>: Sendable {
  /// The rows, some of which may belong to other vocabularies.
  let rows: [Row]
  /// The rows of this vocabulary.
  let range: Range<UInt16>
  /// The row of each identifier.
  let indices: [String: UInt16]

  /// Makes the table of `range` in `rows`, or of all of them. The identifiers differ from each
  /// other and are fewer than 65,536: the generator of the rows sees to it.
  init(_ rows: [Row], range: Range<UInt16>? = nil) {
    let range = range ?? 0..<UInt16(rows.count)
    self.rows = rows
    self.range = range
    self.indices = Dictionary(
      range.map { (rows[Int($0)].identifier, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
