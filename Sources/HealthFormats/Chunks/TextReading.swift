import HealthBytes
import HealthModel

/// Decodes the items of a text, such as lines or rows. Each thread has its own decoder; no other
/// code decodes these items.
protocol TextDecoder: AnyObject {
  /// Decodes the items of a chunk until the batch is full, or up to the first item that does not
  /// end in the chunk.
  ///
  /// - Parameters:
  ///   - start: Where the first item begins.
  ///   - isFinal: Whether nothing follows, so that the last item needs no end.
  ///   - place: The location of the first item.
  ///   - batch: Gets the samples, with locations relative to the first item, and findings and a fault with locations that are
  ///     counted from `place`.
  func decode(
    _ chunk: inout InputChunk, from start: Int, isFinal: Bool, at place: Place,
    into batch: inout TextBatch)

  /// The most bytes of an item, and the error of a longer one.
  var itemLimit: Int { get }
  func itemTooLong(_ place: Place) -> HealthError
}

/// The result of decoding a chunk of a text.
struct TextBatch {
  var samples = DecodedLines()
  var tally = FindingTally()
  /// The first row that is left out, and how many there are.
  var leftOut: (place: Place, count: Int)?
  /// Why reading cannot continue after the samples.
  var fault: HealthError?
  /// How many bytes were decoded, and the line ends in them.
  var consumed = 0
  var lines = 0
  /// Whether the decoder stopped because the items had many bytes, so that the rest of the chunk is not decoded yet.
  var isFull = false

  /// The number of bytes after which a batch ends, so that only a few long items are in memory at
  /// the same time.
  static let mostBytes = 2 << 20

  /// Removes everything; the storage of the samples is kept.
  mutating func removeAll() {
    samples.removeAll()
    tally = FindingTally()
    (leftOut, fault, consumed, lines, isFull) = (nil, nil, 0, 0, false)
  }
}

/// Reads a text, chunk by chunk: on the calling thread, or on several, each with a decoder of its own.
///
/// Threads decode a chunk without waiting for the chunks before it: they assume that it begins with
/// an item. If it does not, because an item continues across the border, the chunk is decoded again
/// here, together with the rest of the chunk before.
struct TextReading<Decoder: TextDecoder>: ~Copyable {
  private var chunks: TextChunks
  private let decoder: Decoder
  private let makeDecoder: () -> Decoder?
  private var batch = TextBatch()
  /// Where the items of the batch begin.
  private var base: Place
  /// Whether all complete items in the bytes that were read are decoded.
  private var isDecoded = false
  /// How many bytes remained after the last decoding.
  private var left = 0
  /// Whether threads decode the chunks.
  private var isSplit = false
  private var isDone = false
  /// Findings that are reported once for the whole text, at its end.
  private var tally = FindingTally()
  private var leftOut: (place: Place, count: Int)?
  /// The location of the sample that `next()` returned last.
  private(set) var place: Place

  /// Reads the rest of a text of which the beginning was consumed.
  ///
  /// - Parameters:
  ///   - makeDecoder: Makes a decoder for another thread.
  ///   - tally: Findings about the beginning.
  init(
    _ chunks: TextChunks, _ decoder: Decoder, _ tally: FindingTally = FindingTally(),
    makeDecoder: @escaping () -> Decoder?
  ) {
    self.chunks = chunks
    self.tally = tally
    self.decoder = decoder
    self.makeDecoder = makeDecoder
    place = Place(file: chunks.file)
    base = chunks.place
  }

  /// Reads the beginning of the text, which is not decoded as an item. After an error there are no samples.
  mutating func open<T>(
    _ body: (inout TextChunks, inout FindingTally) throws(HealthError) -> T
  ) throws(HealthError) -> T {
    do throws(HealthError) { return try body(&chunks, &tally) } catch {
      end()
      throw error
    }
  }

  /// Ends the reading: no samples follow.
  mutating func end() {
    isDone = true
    batch.removeAll()
  }

  /// How far the text has been read.
  var progress: ByteProgress { chunks.chunk.progress }

  /// The location of the first item that is not decoded; after the last item, the end of the text.
  var endPlace: Place { chunks.place }

  /// Whether chunks of threads follow.
  var hasMoreChunks: Bool { isSplit && !chunks.chunk.isLast }

  /// The findings that are reported once, at the end of the text, with the first location and a count; none before.
  mutating func takeFindings() -> [Finding] {
    guard isDone else { return [] }
    var findings = tally.takeAll()
    if let (place, count) = leftOut.take() {
      findings.append(
        Finding(
          rule: "row-left-out", severity: .info, place: place,
          message: "the map leaves out rows such as this (\(count))"))
    }
    return findings
  }

  /// The next sample; `nil` at the end, and at the end of each chunk of a thread.
  @inline(__always)
  mutating func next() throws(HealthError) -> Sample? {
    if let sample = batch.samples.takeNext() {
      let location = batch.samples.location
      (place.line, place.column) = (base.line &+ location.line, 1)
      place.byteOffset = base.byteOffset &+ location.offset
      return sample
    }
    return try nextOfNextBatch()
  }

  private mutating func nextOfNextBatch() throws(HealthError) -> Sample? {
    while !isDone {
      if let fault = batch.fault {
        isDone = true
        throw fault
      }
      if isDecoded, !batch.isFull {
        if chunks.chunk.isLast {
          isDone = true
          if let error = chunks.chunk.error { throw error.reading(at: chunks.place) }
          return nil
        }
        if isSplit { return nil }
        chunks.extend()
      } else if chunks.count == 0, !isSplit {
        chunks.extend()
      }
      decode()
      if batch.samples.count > 0 { return try next() }
    }
    return nil
  }

  /// Decodes the bytes that were read but not decoded.
  private mutating func decode() {
    batch.removeAll()
    swap(&batch.tally, &tally)
    base = chunks.place
    let (start, isFinal) = (chunks.start, chunks.isFinal)
    decoder.decode(&chunks.chunk, from: start, isFinal: isFinal, at: base, into: &batch)
    isDecoded = true
    swap(&batch.tally, &tally)
    add(batch.leftOut)
    chunks.consume(batch.consumed, lines: batch.lines)
    left = chunks.count
    if batch.fault == nil, !batch.isFull, left >= decoder.itemLimit {
      batch.fault = decoder.itemTooLong(chunks.place)
    }
  }

  private mutating func add(_ found: (place: Place, count: Int)?) {
    guard let found else { return }
    leftOut = (leftOut?.place ?? found.place, (leftOut?.count ?? 0) + found.count)
  }

  // MARK: Threads

  /// Splits the rest; `nil`, and nothing changes, if it is too small for several threads.
  mutating func splitRest() -> (any ChunkedInput)? {
    guard !isDone, !isSplit, batch.samples.count == batch.samples.taken, batch.fault == nil,
      let splitter = chunks.split()
    else { return nil }
    (isSplit, isDecoded) = (true, true)
    return SplitInput(splitter.next) { [makeDecoder, file = chunks.file] in
      TextChunkDecoder(makeDecoder(), file: file)
    }
  }

  /// Uses the batch that a thread decoded from the next chunk, or decodes the chunk here if it
  /// begins within an item.
  ///
  /// - Returns: Whether the batch of the thread is used.
  mutating func accept(_ chunk: InputChunk, decodedBy decoder: any ChunkDecoder) -> Bool {
    if chunks.count == 0, let other = decoder as? TextChunkDecoder<Decoder>, other.isDecoded,
      tally.merge(other.batch.tally, { [place = chunks.place] in place.place(ofPart: $0) })
    {
      base = chunks.place
      swap(&batch, &other.batch)
      batch.fault = batch.fault?.relocated(to: base)
      add(batch.leftOut.map { (base.place(ofPart: $0.place), $0.count) })
      chunks.append(chunk, from: batch.consumed)
      chunks.skip(batch.consumed, lines: batch.lines)
      left = chunks.count
      return true
    }
    chunks.append(chunk, from: 0)
    if chunks.count >= 2 * left || chunk.isLast {
      decode()
    } else {
      // An item that is longer than several chunks is decoded once its bytes have become twice as many.
      batch.removeAll()
    }
    return false
  }
}

/// Decodes chunks of a text on a thread.
private final class TextChunkDecoder<Decoder: TextDecoder>: ChunkDecoder {
  private let decoder: Decoder?
  private let start: Place
  var batch = TextBatch()
  private(set) var isDecoded = false

  init(_ decoder: Decoder?, file: String) {
    self.decoder = decoder
    start = Place(file: file, line: 1, column: 1)
  }

  func decode(_ chunk: inout InputChunk) {
    batch.removeAll()
    isDecoded = chunk.beginsItem && decoder != nil
    guard isDecoded, let decoder else { return }
    decoder.decode(
      &chunk, from: 0, isFinal: chunk.isLast && chunk.error == nil, at: start, into: &batch)
  }
}
