import HealthBytes
import HealthModel

/// Decodes the rows of a chunk of a file of the table.
final class CSVTableDecoder: TextDecoder {
  private var rows: CSVTableRows

  init(_ rows: consuming CSVTableRows) { self.rows = rows }

  var itemLimit: Int { CSVRowReader.rowLimit }
  func itemTooLong(_ place: Place) -> FormatError { CSVRowReader.rowTooLong(place) }

  /// A decoder of the same file for another thread.
  func makeCopy() -> CSVTableDecoder { CSVTableDecoder(rows.makeChunkReader()) }

  func decode(
    _ chunk: inout InputChunk, from start: Int, isFinal: Bool, at place: Place,
    into batch: inout TextBatch
  ) {
    swap(&rows.tally, &batch.tally)
    rows.rows.begin(&chunk, from: start, isFinal: isFinal, at: place)
    do throws(FormatError) {
      while !rows.rows.fills(&batch, from: start), let sample = try rows.next() {
        batch.samples.append(sample, at: rows.rows.location(from: start, at: place))
      }
    } catch { batch.fault = error }
    rows.rows.end(&chunk, from: start, at: place, &batch)
    swap(&rows.tally, &batch.tally)
  }
}
