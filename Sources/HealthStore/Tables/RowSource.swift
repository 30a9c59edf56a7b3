/// The row of a nested sample, and whether the same sample is also at top level.
package typealias NestedRow = (row: SampleRow, isAlsoTopLevel: Bool)

/// Finds rows by their numbers.
package protocol RowLookup: AnyObject {
  /// The row of a dictionary, without its number.
  ///
  /// - Returns: A value for each other column.
  func row(_ number: Int64, of table: StoreTable) throws(StoreError) -> [StoreValue]

  /// The bytes of the store in its database.
  func size() throws(StoreError) -> Int64
}

/// Where the rows of samples come from: a database's end of reading.
package protocol RowSource: RowLookup {
  /// Goes to the rows of a table of parts that are nested in one row. Of each table, the rows of one row are read at a
  /// time, maybe not to their end; rows of several tables are read in turn.
  func begin(_ table: StoreTable, inside owner: Int64) throws(StoreError)

  /// Reads the next of the rows that were gone to, in the order of their second column.
  ///
  /// - Returns: Whether there was one more.
  func next(_ table: StoreTable, into row: inout [StoreValue]) throws(StoreError) -> Bool

  /// The row of a sample, at top level or nested.
  ///
  /// - Returns: The row; `nil` if no row has that change.
  func sample(_ change: Int64) throws(StoreError) -> SampleRow?

  /// The samples that are directly nested in another, in any order.
  ///
  /// - Parameter body: Receives their rows, and whether the same sample is also at top level
  ///   (``StoreContents/isAlsoTopLevel``). It must not use the source.
  func samples(
    inside sample: Int64, _ body: (NestedRow) throws(StoreError) -> Void
  ) throws(StoreError)
}
