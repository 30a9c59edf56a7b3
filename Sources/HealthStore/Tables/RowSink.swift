/// Where the rows of samples go: a database's end of saving.
package protocol RowSink: AnyObject {
  /// The number of a row of a dictionary; a row that is not there gets one.
  ///
  /// - Parameters:
  ///   - row: The row without its number.
  ///   - table: The dictionary.
  func number(of row: [StoreValue], in table: StoreTable) throws(StoreError) -> Int64

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - row: A value for each column.
  ///   - table: Where it belongs.
  func insert(_ row: [StoreValue], into table: StoreTable) throws(StoreError)
}

/// Where the rows of samples come from: a database's end of reading.
package protocol RowSource: AnyObject {
  /// The row of a dictionary, without its number.
  func row(_ number: Int64, of table: StoreTable) throws(StoreError) -> [StoreValue]

  /// The rows of what is inside a sample, in their order; all columns.
  func rows(inside sample: Int64, of table: StoreTable) throws(StoreError) -> [[StoreValue]]

  /// The rows of the samples that stand inside another, in their order; all columns.
  func samples(inside sample: Int64) throws(StoreError) -> [[StoreValue]]
}
