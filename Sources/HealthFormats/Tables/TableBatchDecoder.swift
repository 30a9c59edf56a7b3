import HealthBytes
import HealthModel

/// Samples that were decoded from the tables of a dataset.
struct TableBatch {
  /// Where a sample is in its table, and the rows nested in it, if there are any and samples are checked by rules.
  /// Locations are those in the files, since the splitter counts lines or rows.
  struct Location {
    let place: Place
    let nested: [Place.Parts.Entry]?
  }

  var samples = DecodedItems<Sample, Location>()
  /// Why reading cannot continue after the samples.
  var fault: HealthError?
  /// Whether the batch ended at its bound, so that more samples may follow.
  var isFull = false
  /// The orphan rows, by the numbers of their tables.
  var orphans: [Int: OrphanRow] = [:]

  mutating func removeAll() {
    samples.removeAll()
    (fault, isFull) = (nil, false)
    if !orphans.isEmpty { orphans = [:] }
  }
}

/// Decodes the tables of a dataset in batches: on the calling thread up to the ends of the files,
/// on other threads chunk by chunk.
///
/// The result for a chunk depends on earlier chunks in two ways: by orphan rows, and by the limit
/// for the bytes of all rows so far. Threads assume that neither matters. If one does, the chunk is
/// decoded again.
final class TableBatchDecoder<Row: ChunkRow & ~Copyable> {
  var rows: TableDecoder<Row>
  private let tables: [TableCursor<Row>]
  private let size: SampleSize
  var batch = TableBatch()
  private var chunks: TableChunks<Row.Chunk>?
  private var end = Int64.max
  /// The error of reading the first rows of the chunk.
  private var openingFault: HealthError?
  /// Whether the batch has the samples of the chunk that the thread received.
  private(set) var isDecoded = false
  /// Whether this decoder's share of the memory is too small.
  private var needsMemory = false

  init(_ rows: consuming TableDecoder<Row>) {
    tables = rows.tables.flatMap(\.all)
    size = rows.tables[0].size
    self.rows = rows
  }

  /// Bytes of the rows so far: of all, or of the chunk.
  var text: Int64 { size.total }

  /// Continues to count and to limit the bytes of all rows.
  func addText(_ before: Int64, most: Int64) {
    size.total += before
    size.mostTotal = most
  }

  /// Begins a chunk.
  ///
  /// - Parameter orphans: The orphan rows of earlier chunks.
  func begin(_ chunks: TableChunks<Row.Chunk>, behind orphans: [Int: OrphanRow] = [:]) {
    self.chunks = chunks
    end = chunks.numbers.upperBound
    openingFault = nil
    size.mostTotal = .max
    do throws(HealthError) {
      for (number, table) in tables.enumerated() {
        // The row was counted when it was read ahead.
        size.reset()
        table.opened?.row.begin(&chunks.chunks[number])
        try table.begin(at: orphans[number])
      }
    } catch { openingFault = error }
    size.total = 0
  }

  /// Decodes the next batch, up to a number of samples, or of bytes in memory for their rows.
  func decode(samples room: Int, bytes mostBytes: Int) {
    batch.removeAll()
    do throws(HealthError) {
      if let openingFault { throw openingFault }
      var bytes = 0
      while let sample = try rows.next(before: end) {
        batch.samples.append(sample, at: rows.location)
        bytes &+= size.bytes
        if bytes >= mostBytes || batch.samples.count >= room {
          batch.isFull = true
          return
        }
      }
      if end < .max { findOrphans() }
    } catch { batch.fault = error }
    endChunk()
  }

  private func findOrphans() {
    for (number, table) in tables.enumerated() where table.key < end {
      batch.orphans[number] = (table.key, table.orphan())
    }
  }

  func endChunk() {
    guard let chunks else { return }
    for (number, table) in tables.enumerated() {
      table.opened?.row.end(&chunks.chunks[number])
    }
    self.chunks = nil
  }

  /// Decodes a chunk on a thread. The rest after the last chunk with a known end is left to the reader.
  func decode(_ chunk: InputChunk) {
    isDecoded = false
    guard chunk.beginsItem, !needsMemory, let chunks = chunk.content as? TableChunks<Row.Chunk>
    else { return }
    begin(chunks)
    // The splitter does not see how long rows of Parquet are.
    decode(samples: .max, bytes: 16 << 20)
    needsMemory = batch.fault?.code == .tooLarge
    isDecoded = !needsMemory
  }

  /// Returns the findings since the last call.
  func takeTally() -> FindingTally {
    defer { rows.tally = FindingTally() }
    return rows.tally
  }
}

/// A decoder of chunks of a dataset.
///
/// It is not generic, for the reason given at ``TableSampleEncoder``.
final class TableChunkDecoder: ChunkDecoder {
  /// The ``TableBatchDecoder``.
  let content: AnyObject
  private let body: (InputChunk) -> Void

  init<Row: ChunkRow & ~Copyable>(_ decoder: TableBatchDecoder<Row>) {
    content = decoder
    body = { decoder.decode($0) }
  }

  func decode(_ chunk: inout InputChunk) { body(chunk) }
}
