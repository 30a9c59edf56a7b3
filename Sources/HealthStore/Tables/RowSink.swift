/// Where the rows of samples go: a database's end of saving.
package protocol RowSink: AnyObject {
  /// The name of the store, for errors.
  var name: String { get }

  /// The number of a row of a dictionary; a row that is not there gets one.
  ///
  /// - Parameter row: The row without its number.
  /// - Returns: The number, and whether the row was not there: then its nested rows follow. A sink that does not
  ///   know yet returns `true`.
  func number(
    of row: [StoreValue], in table: StoreTable
  ) throws(StoreError) -> (number: Int64, isNew: Bool)

  /// Adds a sample. The rows that it refers to are there already; its nested rows follow.
  ///
  /// - Parameter sample: Its row, which must not be changed. It is passed by reference because a copy costs as much as
  ///   all the rest.
  func insert(_ sample: inout SampleRow) throws(StoreError)

  /// Adds a row of a table of parts.
  ///
  /// - Parameter row: A value for each column. The array is used again for the next row.
  func insert(_ row: [StoreValue], into table: StoreTable) throws(StoreError)
}
