import HealthBytes
import HealthModel

/// One file of the table. A class around what is no class: a row is one access to it.
final class CSVTableFile {
  private var rows: CSVTableRows

  /// Begins to read a file; see ``CSVTableRows``.
  init(_ rows: consuming CSVRowReader, isStrict: Bool) throws(ReadError) {
    self.rows = try CSVTableRows(rows, isStrict: isStrict)
  }

  /// Where the row begins.
  var place: Place { rows.place }
  /// How far the file has been read.
  var progress: ByteProgress { rows.progress }
  /// The findings since the last call.
  func takeFindings() -> [Finding] { rows.takeFindings() }
  /// The sample of the next row.
  func next() throws(ReadError) -> Sample? { try rows.next() }
}
