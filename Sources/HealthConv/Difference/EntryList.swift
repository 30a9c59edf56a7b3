/// The samples of a dataset as entries, in the order of their identities.
struct EntryList: ~Copyable {
  private var records: SortedRecords
  /// The identity of the entry it has come to; `nil` behind the last.
  private(set) var id: SortKey?

  /// Entries in the order of their identities.
  ///
  /// - Parameter sorter: A sorter of entries, with the identities as keys.
  /// - Throws: `ByteError` when a temporary file cannot be written or read.
  init(_ sorter: consuming ExternalSorter) throws(ByteError) {
    var records = try sorter.sorted()
    id = try records.next() ? records.key : nil
    self.records = records
  }

  /// Moves on to the next entry.
  mutating func advance() throws(ByteError) { id = try records.next() ? records.key : nil }

  /// Takes entries of an identity until there are enough.
  ///
  /// - Parameters:
  ///   - id: The identity.
  ///   - entries: Gets them.
  /// - Throws: `ByteError` when a temporary file cannot be read.
  mutating func take(_ id: SortKey, into entries: inout [ComparisonEntry]) throws(ByteError) {
    while self.id == id, entries.count < Twins.limit {
      entries.append(records.withBytes { ComparisonEntry($0) })
      try advance()
    }
  }
}
