// `--jobs` threads read and encode. The default is one for each processor that the process may use (`Processors`:
// affinity and the quotas of control groups), at most 8; figures were measured with two. In the library the default
// is 1. The result does not depend on it: bytes, findings, counts, errors. There is one mechanism (`ChunkRun`), for
// conversion, validation, comparison, inventory and statistics:
//
//     each thread:  split off a chunk ─> decode ─> [complete, take samples] ─> encode ─> [write]
//                   one at a time        parallel   in the order of chunks     parallel   in the order of chunks
//
// - Splitting. `ChunkSplitter` cuts the input, half a MiB at a time (up to 4 MiB for a long item), where an item
//   seems to begin: a line, a child of the root element. It does not parse. The cut is right if the decoders of this
//   chunk and of all chunks before it ended between two items. Otherwise the reader gets the bytes of the chunk, and
//   continues with decoded chunks at the next right cut.
// - Decoding. A `ChunkDecoder` makes the samples that depend on the chunk alone, with locations relative to it.
//   - *Lines and rows* (JSON Lines, the CSV table, maps) are read by one code for any number of
//     threads: `TextReading` decodes chunks by a `TextDecoder`, on the calling thread or on others.
//     Findings and faults have locations relative to their chunk, which become absolute when the
//     chunk is completed. A chunk that begins within an item (the chunk before has bytes left) is
//     decoded again together with these bytes.
//   - *Exports* have one decoder, too (`ExportDecoder`). That of the reader can stop within an element and continue
//     with the bytes that follow, so no bytes are kept for a second decoding: a chunk in which an element of another
//     chunk ends, or which ends within an element, is decoded by the reader's decoder. A batch that became full
//     before the end of its chunk is used, and the reader's decoder continues after it.
//   - *Tables* are decoded by one `TableBatchDecoder` in batches (`TableReading`, `TableSplitter`).
// - Completing. In the order of chunks (`ChunkOrder`), the reader adds what depends on other
//   samples and files: ordinals, membership in correlations, side files, absolute locations. Then
//   the caller reads the samples with `next()`, as on one thread.
// - Encoding. If a writer has encoders (`makeEncoder`; none for routes, activities and spreadsheets, and none if
//   each type has its own file), samples are encoded in parallel; the encoder of a store makes their digests. Other
//   writers, stages and rules receive the samples in the order of chunks. Encoders of the CSV
//   dataset and Parquet number rows: in the order of chunks, each reserves as many numbers as its
//   samples need (`RowNumbers`). Rows of Parquet are logged in their order (`ParquetRowLog`). Pages
//   and row groups are made of them when the chunk is written, so their borders do not depend on
//   the threads. The encoders also print the route files of an export (`RouteTexts`), whose paths
//   are assigned in the order of chunks.
//
// A sample is made, used and freed by one thread: reference counts and memory that two cores share cost more than
// the work. Reference counts were a quarter of all time: samples move from the decoder to the encoder and are not
// copied (`DecodedItems`, `ChunkOutput`), and what is kept for records (`RecordTemplates`, `RecordContents`) is used
// by its number. Where an archive seems to have workouts, chunks are smaller (4 KiB), and the decoder reads their
// route files, up to 50,000 points together (100,000 for all threads). As many chunks as there are threads are in
// memory, with the samples and the output made of them: 3 to 4 MB for each thread, and 10 MB if the route of each
// workout has 40,000 points. The tool lets the allocator return blocks of 1 MiB and more at once (`Allocator`),
// since each thread has a heap that would keep them.
//
// Inputs with less than half a MiB on the disk are read by one thread. Samples that are loaded into a store are saved by an
// additional thread (`StoreSaving`), which receives the samples of each chunk with their digests.

import HealthBytes
import HealthFormats

/// The threads that read an input in chunks.
///
/// Each thread splits off the next chunk, decodes it, and waits until the samples of all earlier
/// chunks were read. Then the reader completes the samples and the caller reads them, as if there
/// were one thread. If the writer has encoders, the thread then encodes the collected samples and
/// waits until all earlier chunks are written. A sample is therefore made, used and freed by one
/// thread. As many chunks as there are threads are in memory.
final class ChunkRun {
  private let input: any ChunkedInput
  private let jobs: Int
  /// The order in which the reader completes the samples of chunks, and in which they are written.
  private let completing = ChunkOrder()
  private let writing = ChunkOrder()
  private let state = Monitor(State())

  private struct State {
    /// How many chunks were split off.
    var count = 0
    var isOver = false
    /// The first error in the order of the chunks.
    var error: HealthError?
  }

  init(_ input: any ChunkedInput, jobs: Int) {
    self.input = input
    self.jobs = jobs
  }

  /// Reads all chunks.
  ///
  /// - Parameters:
  ///   - outputs: One for each thread if the threads encode samples; otherwise empty.
  ///   - write: Writes encoded samples, in the order of chunks. Meanwhile `body` may be called for
  ///     a later chunk.
  ///   - body: Does a step of reading, in the order of chunks.
  /// - Throws: The first error of `write`, `body` or an encoder, in the order of the chunks.
  func run(
    _ outputs: [ChunkOutput], write: (ChunkOutput) throws(HealthError) -> Void,
    _ body: (ChunkStep) throws(HealthError) -> Bool
  ) throws(HealthError) {
    ParallelThreads.run(jobs) { index in
      let output = index < outputs.count ? outputs[index] : nil
      let decoder = input.makeDecoder()
      var chunk = InputChunk()
      while let number = next(&chunk) {
        decoder.decode(&chunk)
        guard completing.wait(for: number) else { return }
        do throws(HealthError) {
          let isDecoded = try body(.accept(chunk, decoder))
          try output?.begin(isCollecting: isDecoded) { [writing] in writing.wait(for: number) }
          if try !body(.readSamples(into: output)) { finishAfterThisChunk() }
          output?.prepare()
        } catch {
          // An error in writing an earlier chunk comes first.
          if output == nil || writing.wait(for: number) { fail(error) }
          return
        }
        completing.release(number)
        guard let output else { continue }
        let failure = output.encode()
        guard writing.wait(for: number) else { return }
        do throws(HealthError) {
          try write(output)
          if let failure { throw failure }
        } catch {
          fail(error)
          return
        }
        writing.release(number)
      }
    }
    if let error = state.withLock({ $0.error }) { throw error }
  }

  /// Splits off a chunk.
  private func next(_ chunk: inout InputChunk) -> Int? {
    state.withLock { state in
      guard !state.isOver, input.next(&chunk) else { return nil }
      state.count += 1
      return state.count - 1
    }
  }

  /// Makes all threads end after this chunk; later chunks are not read.
  private func finishAfterThisChunk() {
    state.withLock { $0.isOver = true }
    completing.stop()
  }

  private func fail(_ error: HealthError) {
    state.withLock { state in
      state.isOver = true
      state.error = error
    }
    completing.stop()
    writing.stop()
  }
}

/// A step of reading a chunk. Steps are done in the order of chunks, by one function, since each changes the reader.
enum ChunkStep {
  /// The reader accepts the chunk. The result is whether its samples were decoded on the thread.
  case accept(InputChunk, any ChunkDecoder)
  /// The samples of the chunk are read. If there is an output, they are collected there while it
  /// collects. The result is whether to continue with the next chunk.
  case readSamples(into: ChunkOutput?)
}

/// The samples of a chunk that go to a writer, on the thread that encodes them.
final class ChunkOutput {
  let encoder: any Sample.Encoder
  private let name: String
  private var collection = Collection()
  /// Whether samples are collected; otherwise they go to the writer at once.
  private var isCollecting = false
  private var waitForTurn: () -> Bool = { true }

  init(_ encoder: any Sample.Encoder, output name: String) {
    self.encoder = encoder
    self.name = name
  }

  /// Samples that are to be encoded.
  struct Collection {
    fileprivate var samples: [Sample] = []
    private var room = 0

    /// The approximate number of bytes of samples with other files that may be collected.
    private static let roomForFiles = 1 << 22

    /// Removes all samples; the storage is kept for the next chunk.
    mutating func clear() {
      samples.removeAll(keepingCapacity: true)
      room = Self.roomForFiles
    }

    /// Adds a sample.
    ///
    /// - Returns: Whether the samples have become too large, so that all must be written before the
    ///   next one is added.
    @inline(__always)
    mutating func add(_ sample: consuming Sample) -> Bool {
      let isLarge =
        switch sample {
        case .quantity, .category, .correlation: false
        default: isFull(after: sample)
        }
      samples.append(sample)
      return isLarge
    }

    @inline(never)
    private mutating func isFull(after sample: Sample) -> Bool {
      room -= sample.fileSize
      return room < 0
    }
  }

  /// Begins a chunk.
  ///
  /// - Parameter waitForTurn: Waits until all earlier chunks are written, and returns whether they were.
  func begin(
    isCollecting: Bool, waitForTurn: @escaping () -> Bool
  ) throws(HealthError) {
    self.isCollecting = isCollecting
    self.waitForTurn = waitForTurn
    if !isCollecting { try takeTurn() }
  }

  /// Waits until all earlier chunks are written.
  ///
  /// - Throws: If one of them failed. That error is the one that is reported.
  private func takeTurn() throws(HealthError) {
    if !waitForTurn() { throw HealthError(.failed, "an earlier chunk was not written") }
  }

  /// Returns an empty list that collects the samples of the chunk; `nil` if they go to the writer
  /// at once.
  func takeCollection() -> Collection? {
    guard isCollecting else { return nil }
    var taken = Collection()
    swap(&taken, &collection)
    taken.clear()
    return taken
  }

  /// Stores the list that ``takeCollection()`` returned.
  func put(_ collected: consuming Collection) { collection = collected }

  /// Prepares the encoder for the samples. Must be called in the order of chunks.
  func prepare() { encoder.prepare(for: collection.samples) }

  /// Encodes the samples so far, waits until all earlier chunks are written, and stops collecting.
  func switchToDirectWriting(_ collected: consuming Collection) throws(HealthError) {
    put(collected)
    prepare()
    if let error = encode() { throw error }
    try takeTurn()
    isCollecting = false
  }

  /// Encodes the samples.
  ///
  /// - Returns: The error of the first sample that cannot be encoded; the samples before it are encoded.
  func encode() -> HealthError? {
    var encoded = Collection()
    swap(&encoded, &collection)
    defer {
      encoded.clear()
      collection = encoded
    }
    do throws(HealthError) {
      try encoder.encode(contentsOf: &encoded.samples)
      return nil
    } catch { return error.writing(name) }
  }
}

extension Sample {
  /// About how many bytes it holds of files.
  fileprivate var fileSize: Int {
    switch self {
    case .document(let document): document.fields.data.count
    case .clinicalRecord(let record): record.fields.resource?.utf8.count ?? 0
    case .electrocardiogram(let sample): sample.fields.voltages.count * 16
    case .workout(let workout):
      workout.fields.routes.reduce(0) { sum, route in
        sum + route.files.reduce(0) { $0 + ($1.track?.locations.count ?? 0) * 200 }
      }
    default: 0
    }
  }
}
