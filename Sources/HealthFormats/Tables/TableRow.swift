import HealthBytes
import HealthModel

/// Where the rows of samples come from: one row of a table at a time, its cells by the columns of the ``DatasetTable``.
protocol TableRow: ~Copyable {
  /// Goes to the next row. Returns the number in a column of it, `nil` after the last row.
  mutating func next(_ column: Int) throws(FormatError) -> Int64?

  /// Bytes that the row takes in memory.
  var length: Int { get }
  /// How many columns hold the origin of a sample.
  var originCount: Int { get }
  /// Where a cell of the row is.
  func place(column: Int) -> Place
  func error(_ rule: String, column: Int, _ message: String) -> FormatError

  func hasValue(_ column: Int) -> Bool
  func text(_ column: Int) throws(FormatError) -> String?
  /// The text of a column that must have one.
  func requiredText(_ column: Int) throws(FormatError) -> String
  /// The whole number of a column that must have one.
  func count(_ column: Int) throws(FormatError) -> Int64
  func number(_ column: Int) throws(FormatError) -> Number?
  func bytes(_ column: Int) throws(FormatError) -> [UInt8]?
  /// The date of a column, as the export spelled it if the spelling of the field in `rest` says the same.
  mutating func date(
    _ column: Int, _ field: String, _ rest: ExtrasText
  ) throws(FormatError) -> Timestamp?
  /// A value made of the text of a column, once for texts that come again; `nil` where there is no text.
  func value<Value>(
    _ column: Int, _ cache: inout TextCache<Value>, _ make: (String) -> Value
  ) throws(FormatError) -> Value?
  /// What has no column of its own, from the last column.
  mutating func rest(_ reader: ExtrasReader) throws(FormatError) -> ExtrasText
  /// Reads the JSON text of a column.
  func json<Result>(
    _ column: Int, _ read: (Span<UInt8>) throws(JSONFault) -> Result
  ) throws(FormatError) -> Result

  /// The text of the identity that the row states.
  var identity: String? { get }
  /// Whether an identity is the one that the row states; `true`, too, where it states none.
  func isIdentity(_ id: SampleID) -> Bool
  /// The header of the sample that the row is, without the metadata, which are in another table. `originColumn` is the
  /// first column of the origin; start and end have to be there if the sample has dates of its own.
  mutating func header(
    _ kind: SampleKind, originColumn: Int, _ rest: ExtrasText, hasOwnDates: Bool
  ) throws(FormatError) -> SampleHeader
}
