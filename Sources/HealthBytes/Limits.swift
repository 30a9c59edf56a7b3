// `Limits` is the list of all limits, for readers and writers; messages contain their names. A writer checks each
// sample against the limits of its own reader. Where packed data would exceed the compression ratio that readers accept,
// the compressor is flushed more often (`Deflater`). The rows of one sample (CSV dataset, stores) are counted together
// (`SampleSize`). Limits are checked while an item is built: a buffer stores at most one byte more than its limit
// (`ByteBuffer.most`), and the item is refused by its length. Texts that rows refer to are in memory once (`SharedRows`),
// and count against the limit `ratio` once for each sample that refers to them.

/// A limit of readers and writers. Errors that it causes contain its name.
package struct Limit: Sendable {
  /// The name in errors and in `SECURITY.md`.
  public let name: String
  /// The most that is accepted.
  public let value: Int
  /// The counted things, in the plural: `bytes in a line of JSON Lines`.
  public let subject: String

  /// The end of a message about something beyond the limit: `more than 40000 … (limit 'sample-elements')`.
  public var excess: String { "more than \(value) \(subject) (limit '\(name)')" }
}

/// The limits of this program, one set for readers and writers: a writer refuses what a reader of its format would
/// refuse, so everything that was written can be read.
///
/// They are far above the sizes in exports, and low enough that no input takes more than 128 MB of memory.
package enum Limits {
  /// All limits, for the table in `SECURITY.md` and its test.
  public static let all = [
    sampleBytes, sampleElements, lineBytes, lineItems, rowBytes, rowsBytes, databaseRow,
    databaseAnswer, ratio,
    archiveEntries, archiveDirectory, folderFiles, nameBytes, parquetFooter, parquetPage,
    parquetMemory, parquetRows, sheetRows, routePoints, untimedPoints, voltages, clinicalRecord,
    sharedIntervals, activityList, deviceBytes,
    resourceIDs,
  ]

  /// For an element of XML: a sample of an export, a track or a waypoint of GPX.
  public static let sampleBytes = Limit(
    name: "sample-bytes", value: 1 << 23, subject: "bytes in a sample in XML")
  /// For the elements in such an element, which are in memory together.
  public static let sampleElements = Limit(
    name: "sample-elements", value: 40_000, subject: "elements in a sample in XML")
  /// For a line of JSON Lines, which is in memory as a whole.
  public static let lineBytes = Limit(
    name: "line-bytes", value: 12 << 20, subject: "bytes in a line of JSON Lines")
  /// For the items of lists and the named texts in a line or in the JSON text of a cell: each takes up to 200 bytes of
  /// memory, even if its text is short.
  public static let lineItems = Limit(
    name: "line-items", value: 250_000, subject: "items in a line or cell of JSON")
  /// For a row of a table in CSV or Parquet.
  public static let rowBytes = Limit(
    name: "row-bytes", value: 1 << 23, subject: "bytes in a row of a table")
  /// For all rows of one sample in the tables of a dataset or of a store.
  public static let rowsBytes = Limit(
    name: "rows-bytes", value: 1 << 24, subject: "bytes in the rows of one sample")
  /// For a row of a database.
  public static let databaseRow = Limit(
    name: "database-row", value: 1 << 24, subject: "bytes in a row of a database")
  /// For the texts of a database that are in memory together, other than those of one sample.
  public static let databaseAnswer = Limit(
    name: "database-answer", value: 1 << 25, subject: "bytes in an answer of a database")
  /// For the unpacked bytes per packed byte, after the first 16 MiB, and for the bytes of text per byte of an input in which
  /// samples share texts. Health exports reach 31.
  public static let ratio = Limit(
    name: "ratio", value: 200, subject: "unpacked bytes for each packed byte")
  /// For the files in an archive.
  public static let archiveEntries = Limit(
    name: "archive-entries", value: 100_000, subject: "files in an archive")
  /// For the central directory, the list at the end of an archive.
  public static let archiveDirectory = Limit(
    name: "archive-directory", value: 1 << 24, subject: "bytes in the directory of an archive")
  /// For the files in a folder and in the folders in it.
  public static let folderFiles = Limit(
    name: "folder-files", value: 100_000, subject: "files in a folder")
  /// For a name of a type, a source or an element in summaries. Longer ones are counted, but not listed.
  public static let nameBytes = Limit(
    name: "name-bytes", value: 1 << 10, subject: "bytes in a name that is listed")
  /// For the routes of a workout: fourteen hours with a point each second. Converting so many points takes nearly all of the
  /// memory that a conversion may take.
  public static let routePoints = Limit(
    name: "route-points", value: 50_000, subject: "points in the routes of a workout")
  /// For the points of a track without times, which is an element in memory.
  public static let untimedPoints = Limit(
    name: "untimed-points", value: 20_000, subject: "points in a track without times")
  /// For an electrocardiogram: four minutes; a watch records half a minute.
  public static let voltages = Limit(
    name: "voltages", value: 120_000, subject: "voltages in an electrocardiogram")
  /// For the texts of a list of activities, which are in memory until the files of the activities were read.
  public static let activityList = Limit(
    name: "activity-list", value: 1 << 26, subject: "bytes of texts in a list of activities")
  /// For the devices that a file of FHIR lists after the samples, which are in memory until then, and for the texts of a source and
  /// a device in FHIR, Open mHealth and Health Auto Export.
  public static let deviceBytes = Limit(
    name: "device-bytes", value: 1 << 22, subject: "bytes of sources and devices")
  /// For the ids of resources of FHIR of which several versions are looked for. Each takes up to 24 bytes of memory.
  public static let resourceIDs = Limit(
    name: "resource-ids", value: 1 << 21, subject: "ids of resources in FHIR")
  /// For the file of a clinical record.
  public static let clinicalRecord = Limit(
    name: "clinical-record", value: 1 << 22, subject: "bytes in a clinical record")
  /// For the footer of a Parquet file, which is in memory as a whole.
  public static let parquetFooter = Limit(
    name: "parquet-footer", value: 1 << 24, subject: "bytes in the footer of a file of Parquet")
  /// For a page of Parquet, packed or unpacked.
  public static let parquetPage = Limit(
    name: "parquet-page", value: 1 << 24, subject: "bytes in a page of Parquet")
  /// For the pages, dictionaries and footers of all Parquet files that are read at the same time.
  public static let parquetMemory = Limit(
    name: "parquet-memory", value: 1 << 26, subject: "bytes of Parquet in memory")
  /// For the rows of a Parquet file per byte of the file, not counting the first million rows.
  public static let parquetRows = Limit(
    name: "parquet-rows", value: 200, subject: "rows for each byte of a file of Parquet")
  /// For the intervals, in total, into which samples longer than 32 intervals are divided.
  public static let sharedIntervals = Limit(
    name: "shared-intervals", value: 1 << 24,
    subject: "intervals in which samples of more than 32 intervals last")
  /// For the rows of a sheet of a workbook, including its header: the most that spreadsheet programs open.
  public static let sheetRows = Limit(
    name: "sheet-rows", value: 1 << 20, subject: "rows in a sheet of a workbook")
}
