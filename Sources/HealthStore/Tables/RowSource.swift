/// The row of a nested sample, and whether the same sample is also at top level.
package typealias NestedRow = (row: SampleRow, isAlsoTopLevel: Bool)

/// Where the rows of samples come from: a database's end of reading.
package protocol RowSource: AnyObject {
  /// The row of a dictionary, without its number.
  ///
  /// - Parameters:
  ///   - number: Its number.
  ///   - table: The dictionary.
  /// - Returns: A value for each other column.
  /// - Throws: If there is none, or it cannot be read.
  func row(_ number: Int64, of table: StoreTable) throws(StoreError) -> [StoreValue]

  /// Goes to the rows of a table of parts that are inside of one row. Of each table the rows inside of one row are
  /// read at a time, maybe not to their end; rows of several tables are read in turn.
  ///
  /// - Parameters:
  ///   - table: The table of the parts.
  ///   - owner: The row they are inside of: the first column.
  /// - Throws: If they cannot be read.
  func begin(_ table: StoreTable, inside owner: Int64) throws(StoreError)

  /// Reads the next of the rows that were gone to, in the order of their second column.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - row: Gets all columns in the place of what it held.
  /// - Returns: Whether there was one more.
  /// - Throws: If it cannot be read.
  func next(_ table: StoreTable, into row: inout [StoreValue]) throws(StoreError) -> Bool

  /// The row of a sample, at top level or nested.
  ///
  /// - Parameter change: Its change.
  /// - Returns: The row; `nil` if no row has that change.
  /// - Throws: If it cannot be read.
  func sample(_ change: Int64) throws(StoreError) -> SampleRow?

  /// The samples that are directly nested in another, in any order.
  ///
  /// - Parameter sample: The change of the other.
  /// - Returns: Their rows, and whether the same sample is also at top level (``StoreContents/isAlsoTopLevel``).
  /// - Throws: If they cannot be read.
  func samples(inside sample: Int64) throws(StoreError) -> [NestedRow]
}
