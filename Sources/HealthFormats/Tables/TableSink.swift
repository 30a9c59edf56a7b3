import HealthBytes
import HealthModel

/// Where the rows of samples go. The cells of a row come in the order of the columns of its ``DatasetTable``, then the row
/// ends.
protocol TableSink: ~Copyable {
  /// The rows of one table on their way out.
  associatedtype Table: TableOutput
  /// What is the same in all rows of one descriptor.
  associatedtype Shared

  /// What errors call the format.
  static var name: String { get }
  /// The tables of the kinds, in the order of the kinds.
  var tables: [Table] { get }

  /// Whether rows are left out from now on: the sample is refused.
  var isDiscarding: Bool { get set }

  /// What rows of a descriptor share, looked up once for each row.
  mutating func shared(_ descriptor: SampleDescriptor, _ kind: SampleKind) -> Shared
  /// Appends the cell of the type.
  mutating func appendType(_ shared: Shared)
  /// Appends the cells of unit, source and device.
  mutating func appendOrigin(_ shared: Shared)

  mutating func append(_ count: Int64)
  mutating func append(_ id: SampleID)
  mutating func append(_ text: String)
  mutating func append(_ bytes: [UInt8])
  mutating func append(address: UInt64?)
  /// Appends a cell of JSON text.
  mutating func appendJSON(_ write: (inout ByteBuffer) -> Void)
  /// Appends an empty cell of any column but one of a date.
  mutating func appendNone()
  /// Appends a number. What its cell does not give back is noted in `rest` under the name of the field.
  mutating func append(_ number: Number, field: String, _ rest: inout ExtrasText)
  /// Appends a date; empty cells for `nil`.
  mutating func append(_ date: Timestamp?, field: String, _ rest: inout ExtrasText)
  /// Appends the last cell of a structure: what has no column.
  mutating func append(_ rest: inout ExtrasText)
  /// Appends the last cells of a row of a table without such a cell; `rest` is empty after.
  mutating func endPlain(_ rest: inout ExtrasText)

  /// Ends the row and begins another.
  ///
  /// - Returns: The bytes that it took.
  mutating func endRow(_ table: Table) -> Int

  /// Ends the rows of a sample at top level.
  mutating func endSample()
}

/// The rows of one table on their way out, and those of the tables inside.
protocol TableOutput: AnyObject {
  var children: [Self] { get }
  /// Whether the samples of a list with rows in this table are being written.
  var isOpen: Bool { get set }
}
