// `Limits` is the list of all limits, for readers and writers; messages contain their names. A writer checks each
// sample against the limits of its own reader. Data that would exceed the compression ratio that readers accept are
// flushed more often (`Deflater`). The rows of one sample (CSV dataset, stores) are counted together (`SampleSize`).
// Limits are checked while an item is built: texts end one byte after the limit of a buffer (`ByteBuffer.most`), and
// the item is refused by its length. Texts that rows refer to are in memory once (`SharedRows`), and count against
// the limit `ratio` as often as samples have them.

/// A limit of what is read and written. Errors that it causes contain its name.
package struct Limit: Sendable {
  /// The name, as errors and `SECURITY.md` have it.
  public let name: String
  /// The most that is accepted.
  public let value: Int
  /// The counted things, in the plural: `bytes in a line of JSON Lines`.
  public let subject: String

  /// The end of a message about something beyond the limit: `more than 40000 … (limit 'sample-elements')`.
  public var excess: String { "more than \(value) \(subject) (limit '\(name)')" }
}

/// The limits of this program, one set for readers and writers: a writer refuses what a reader of its format would
/// refuse, so that whatever was written can be read.
///
/// They are far above what exports have, and low enough that no input takes more than 128 MB of memory.
package enum Limits {
  /// All of them, for documents.
  public static let all = [
    sampleBytes, sampleElements, lineBytes, lineItems, rowBytes, rowsBytes, databaseRow,
    databaseAnswer, ratio,
    archiveEntries, archiveDirectory, folderFiles, nameBytes, parquetFooter, parquetPage,
    parquetMemory, parquetRows, sheetRows, routePoints, untimedPoints, voltages, clinicalRecord,
    sharedIntervals, activityList,
  ]

  /// Of an element of XML: of a sample in an export, of a track or a waypoint in GPX.
  public static let sampleBytes = Limit(
    name: "sample-bytes", value: 1 << 23, subject: "bytes in a sample in XML")
  /// Of these, all are in memory at once.
  public static let sampleElements = Limit(
    name: "sample-elements", value: 40_000, subject: "elements in a sample in XML")
  /// Of a line of JSON Lines, which is in memory as a whole.
  public static let lineBytes = Limit(
    name: "line-bytes", value: 12 << 20, subject: "bytes in a line of JSON Lines")
  /// Of the lists and of the named texts of a line, and of the JSON text of a cell: each takes up to 200 bytes of memory,
  /// however short its text.
  public static let lineItems = Limit(
    name: "line-items", value: 250_000, subject: "items in a line or cell of JSON")
  /// Of a row of a table in CSV or Parquet.
  public static let rowBytes = Limit(
    name: "row-bytes", value: 1 << 23, subject: "bytes in a row of a table")
  /// Of all rows of one sample in the tables of a dataset or of a store.
  public static let rowsBytes = Limit(
    name: "rows-bytes", value: 1 << 24, subject: "bytes in the rows of one sample")
  /// Of a row of a database.
  public static let databaseRow = Limit(
    name: "database-row", value: 1 << 24, subject: "bytes in a row of a database")
  /// Of the texts of rows of a database that are in memory together, other than those of one sample.
  public static let databaseAnswer = Limit(
    name: "database-answer", value: 1 << 25, subject: "bytes in an answer of a database")
  /// Of unpacked bytes for each packed byte, after the first 16 MiB, and of text for each byte of an input in which samples
  /// share texts. Health exports reach 31.
  public static let ratio = Limit(
    name: "ratio", value: 200, subject: "unpacked bytes for each packed byte")
  /// Of an archive.
  public static let archiveEntries = Limit(
    name: "archive-entries", value: 100_000, subject: "files in an archive")
  /// Of the list at the end of an archive.
  public static let archiveDirectory = Limit(
    name: "archive-directory", value: 1 << 24, subject: "bytes in the directory of an archive")
  /// Of a folder and of those in it.
  public static let folderFiles = Limit(
    name: "folder-files", value: 100_000, subject: "files in a folder")
  /// Of a name of a type, a source or an element that summaries list. Longer ones are counted, but not listed.
  public static let nameBytes = Limit(
    name: "name-bytes", value: 1 << 10, subject: "bytes in a name that is listed")
  /// Of the routes of a workout: fourteen hours, a point each second. Converting so many takes nearly all of the memory
  /// that any conversion may.
  public static let routePoints = Limit(
    name: "route-points", value: 50_000, subject: "points in the routes of a workout")
  /// Of a track without times, which is an element in memory.
  public static let untimedPoints = Limit(
    name: "untimed-points", value: 20_000, subject: "points in a track without times")
  /// Of an electrocardiogram: four minutes, where a watch records half a one.
  public static let voltages = Limit(
    name: "voltages", value: 120_000, subject: "voltages in an electrocardiogram")
  /// Of the texts of a list of activities, which are in memory until their files were read.
  public static let activityList = Limit(
    name: "activity-list", value: 1 << 24, subject: "bytes of texts in a list of activities")
  /// Of the file of a clinical record.
  public static let clinicalRecord = Limit(
    name: "clinical-record", value: 1 << 22, subject: "bytes in a clinical record")
  /// Of the description at the end of a file of Parquet, which is in memory as a whole.
  public static let parquetFooter = Limit(
    name: "parquet-footer", value: 1 << 24, subject: "bytes in the footer of a file of Parquet")
  /// Of a page of a column, packed or unpacked.
  public static let parquetPage = Limit(
    name: "parquet-page", value: 1 << 24, subject: "bytes in a page of Parquet")
  /// Of the pages, dictionaries and footers of all files of Parquet that are read at once.
  public static let parquetMemory = Limit(
    name: "parquet-memory", value: 1 << 26, subject: "bytes of Parquet in memory")
  /// Of the rows of a file of Parquet for each of its bytes, after the first million.
  public static let parquetRows = Limit(
    name: "parquet-rows", value: 200, subject: "rows for each byte of a file of Parquet")
  /// Of the intervals that samples are shared out over, each of which lasts over more than 32 of them.
  public static let sharedIntervals = Limit(
    name: "shared-intervals", value: 1 << 24,
    subject: "intervals in which samples of more than 32 intervals last")
  /// Of a sheet of a workbook, its header among them: the most that spreadsheet programs open.
  public static let sheetRows = Limit(
    name: "sheet-rows", value: 1 << 20, subject: "rows in a sheet of a workbook")
}
