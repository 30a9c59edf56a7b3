/// Where the rows of samples go: a database's end of saving.
package protocol RowSink: AnyObject {
  /// The name of the store, for errors.
  var name: String { get }

  /// The number of a row of a dictionary; a row that is not there gets one.
  ///
  /// - Parameter row: The row without its number.
  /// - Returns: The number, and whether the row was not there: then what belongs to it follows. Who cannot tell
  ///   yet says that it was not.
  func number(
    of row: [StoreValue], in table: StoreTable
  ) throws(StoreError) -> (number: Int64, isNew: Bool)

  /// Adds a sample. What it refers to is there already; what is inside of it follows.
  ///
  /// - Parameter sample: Its row. Lent by its place in memory, as a copy costs as much as all the rest; nobody
  ///   changes it.
  func insert(_ sample: inout SampleRow) throws(StoreError)

  /// Adds a row of a table of parts.
  ///
  /// - Parameter row: A value for each column. The array is used again for the next row.
  func insert(_ row: [StoreValue], into table: StoreTable) throws(StoreError)
}
