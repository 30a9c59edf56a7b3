import HealthBytes
import HealthModel
import HealthValidation

/// Reads the tables of a dataset, batch by batch: on the calling thread, or on several, each with a decoder of its own.
struct TableReading<Row: ChunkRow & ~Copyable>: ~Copyable {
  /// The decoder of the tables from their first row on.
  private let first: TableBatchDecoder<Row>
  /// Decodes chunks on the calling thread, once one needs it.
  private var own: TableBatchDecoder<Row>?
  /// The decoder of the batch whose samples are returned.
  private var decoder: TableBatchDecoder<Row>
  private var batch = TableBatch()
  private var info: DatasetInfo?
  private var findings: [Finding]
  /// What is reported once for all tables.
  private var tally = FindingTally()
  /// Bytes of the rows so far, and the most of them.
  private var text: Int64
  private let mostText: Int64
  private let start: Place
  private var isDone = false
  /// Whether chunks come from threads, and whether no other one follows.
  private var isSplit = false
  private var isLastChunk = true
  /// How far the chunks were read, if there are chunks.
  private(set) var chunkProgress: ByteProgress?

  init(_ rows: consuming TableDecoder<Row>, findings: [Finding]) {
    mostText = rows.tables[0].size.mostTotal
    start = rows.place
    first = TableBatchDecoder(rows)
    decoder = first
    text = first.text
    batch.isFull = true
    self.findings = findings
  }

  var tables: [TableCursor<Row>] { first.rows.tables }

  /// Whether the table of the dataset has been read.
  var hasInfo: Bool { if case nil = info { false } else { true } }

  /// What the table of the dataset states, read once. After an error there are no samples.
  mutating func dataset(
    _ read: () throws(HealthError) -> DatasetInfo
  ) throws(HealthError) -> DatasetInfo {
    if let info { return info }
    info = DatasetInfo()
    do throws(HealthError) {
      let found = try read()
      info = found
      return found
    } catch {
      isDone = true
      throw error
    }
  }

  /// The next sample; `nil` after the last one of all, or of a chunk.
  @inline(__always)
  mutating func next() throws(HealthError) -> Sample? {
    if let sample = batch.samples.takeNext() { return sample }
    return try nextOfNextBatch()
  }

  private mutating func nextOfNextBatch() throws(HealthError) -> Sample? {
    while !isDone, batch.isFull {
      // Few samples live at the same time.
      decoder.decode(samples: 64, bytes: 1 << 18)
      takeBatch()
      if let sample = batch.samples.takeNext() { return sample }
    }
    guard !isDone, isLastChunk || batch.fault != nil else { return nil }
    isDone = true
    findings += tally.takeAll()
    if let fault = batch.fault { throw fault }
    return nil
  }

  private mutating func takeBatch() {
    swap(&batch, &decoder.batch)
    text = decoder.text
    _ = tally.merge(decoder.takeTally())
  }

  mutating func takeFindings() -> [Finding] {
    defer { findings = [] }
    return findings
  }

  /// Where the row of the sample that `next()` returned last begins.
  var place: Place { batch.samples.taken > 0 ? batch.samples.location.place : start }

  /// Where the rows nested in that sample are, if the samples are checked by rules.
  var parts: Place.Parts? {
    guard first.rows.recordsPlaces, batch.samples.taken > 0 else { return nil }
    let location = batch.samples.location
    return Place.Parts(
      rows: location.nested ?? [.init(row: location.place)], in: location.place.file)
  }

  // MARK: Threads

  /// Whether the tables can be split: only before the first sample.
  var canSplit: Bool { !isSplit && !isDone && batch.samples.count == 0 && hasInfo }

  /// Begins to return the samples of chunks.
  ///
  /// - Parameters:
  ///   - total: Bytes of all files, if known.
  ///   - keys: Finds rows of a table in its file. Of a list of nested samples, their numbers are in the second column.
  mutating func split<Keys: TableKeys>(
    _ options: ReadOptions, total: Int64? = nil,
    _ keys: (_ table: TableCursor<Row>, _ file: TableFile<Row>, _ isList: Bool) -> Keys?
  ) -> any ChunkedInput where Keys.Chunk == Row.Chunk {
    let cursors = tables.flatMap(\.all)
    let splitter = TableSplitter(
      cursors.map { cursor in cursor.file.flatMap { keys(cursor, $0, cursor.table.listsSamples) } },
      kinds: cursors.indices.filter { cursors[$0].table.parent == nil },
      lists: cursors.indices.filter { cursors[$0].table.listsSamples }, size: options.chunkSize,
      total: total)
    (isSplit, isLastChunk, batch.isFull) = (true, false, false)
    return SplitInput(splitter.next) { [first] in
      TableChunkDecoder(TableBatchDecoder(TableDecoder(like: first.rows, jobs: options.jobs)))
    }
  }

  /// Accepts the next chunk: what a thread has decoded of it, or else the chunk, which is decoded here.
  ///
  /// - Returns: Whether the thread has decoded all of it.
  mutating func accept(_ chunk: InputChunk, decodedBy other: any ChunkDecoder) -> Bool {
    guard isSplit, !isDone, let chunks = chunk.content as? TableChunks<Row.Chunk> else {
      return false
    }
    (chunkProgress, isLastChunk) = (chunk.progress, chunk.isLast)
    let orphans = batch.orphans
    let other = (other as? TableChunkDecoder)?.content as? TableBatchDecoder<Row>
    if let other, other.isDecoded, orphans.isEmpty, text + other.text <= mostText {
      decoder = other
      decoder.addText(text, most: mostText)
      takeBatch()
      return !batch.isFull
    }
    other?.endChunk()
    let own = own ?? TableBatchDecoder(TableDecoder(like: first.rows, jobs: nil))
    self.own = own
    decoder = own
    own.begin(chunks, behind: orphans)
    own.addText(text, most: mostText)
    batch.removeAll()
    batch.isFull = true
    return false
  }
}

/// Findings of readers in the tables of a CSV dataset.
let datasetTableRules: [Rule] = [
  Rule(
    reader: "missing-package", .error,
    title: "datapackage.json is missing",
    explanation: """
      The folder or archive has no datapackage.json, which describes its tables.
      """),
  Rule(
    reader: "foreign-package", .error,
    title: "tables were written by another program",
    explanation: """
      The description of the tables states no version of this program: another program wrote \
      the tables, and a map is needed to read them.
      """),
  Rule(
    reader: "missing-table", .error,
    title: "listed table is missing",
    explanation: """
      The description lists a table that the folder or archive does not contain. Its content \
      is lost.
      """),
  Rule(
    reader: "missing-row", .error,
    title: "row of a table is missing",
    explanation: """
      A table that must have one row for the dataset, or one for each sample, lacks such a \
      row.
      """),
  Rule(
    reader: "row-order", .error,
    title: "rows are not in the order in which they were written",
    explanation: """
      The rows of a table were sorted or shuffled. Their numbers must ascend, because tables are \
      read in parallel.
      """),
  Rule(
    reader: "unknown-parent", .error,
    title: "nested row names a parent that does not exist",
    explanation: """
      A nested row refers to a parent row that does not exist or is out of order.
      """),
  Rule(
    reader: "unknown-field", .warning,
    title: "detail is not a field of its kind",
    explanation: """
      A detail of a sample is not a field of its kind. It is left out.
      """),
]
