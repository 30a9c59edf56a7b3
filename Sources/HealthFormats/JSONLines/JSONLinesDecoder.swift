import HealthBytes
import HealthModel

/// Decodes the lines of a chunk of JSON Lines.
final class JSONLinesDecoder: TextDecoder {
  private var decoder: JSONLineDecoder
  let itemLimit: Int

  /// Decodes each line with another decoder.
  ///
  /// - Parameter limit: The most bytes of a line.
  init(_ decoder: consuming JSONLineDecoder, limit: Int) {
    self.decoder = decoder
    itemLimit = limit
  }

  var isStrict: Bool { decoder.isStrict }

  func decode(
    _ chunk: inout InputChunk, from start: Int, isFinal: Bool, at place: Place,
    into batch: inout TextBatch
  ) {
    swap(&decoder.tally, &batch.tally)
    let bytes = chunk.bytes
    let origin = place.byteOffset - Int64(start)
    var lines = ChunkLines(start..<chunk.end, isFinal: isFinal, limit: itemLimit)
    while let text = lines.next(bytes.span) {
      if Self.isBlank(bytes.span, text) { continue }
      let location = lines.location
      if let sample = decoder.shapedSample(bytes.span, text) {
        batch.samples.append(sample, at: location)
        continue
      }
      do throws(HealthError) {
        batch.samples.append(
          try sample(bytes, text, place.line + location.line, origin), at: location)
      } catch {
        batch.fault = error
        break
      }
    }
    swap(&decoder.tally, &batch.tally)
    lines.end(&batch, at: place)
  }

  /// The sample of a line that has no known shape.
  private func sample(
    _ bytes: [UInt8], _ text: Range<Int>, _ line: Int, _ origin: Int64
  ) throws(HealthError) -> Sample {
    defer { decoder.release() }
    do throws(JSONFault) {
      try decoder.open(bytes, text, line: line, origin: origin)
      return try decoder.sample()
    } catch { throw readError(error) }
  }

  /// Reads the first line that is not blank, and consumes it if it describes the dataset.
  ///
  /// - Returns: The facts, and where the line begins; no facts if the line is a sample or the text has no line.
  func dataset(
    _ chunks: inout TextChunks, _ tally: inout FindingTally
  ) throws(HealthError) -> (info: DatasetInfo?, place: Place) {
    swap(&decoder.tally, &tally)
    defer { swap(&decoder.tally, &tally) }
    chunks.skipByteOrderMark()
    while let text = try chunks.peekLine(limit: itemLimit, itemTooLong) {
      if Self.isBlank(chunks.chunk.bytes.span, text) {
        chunks.consumeLine(text)
        continue
      }
      if text.count >= itemLimit { throw itemTooLong(chunks.place) }
      let place = chunks.place
      defer { decoder.release() }
      let info: DatasetInfo?
      do throws(JSONFault) {
        try decoder.open(
          chunks.chunk.bytes, text, line: place.line,
          origin: place.byteOffset - Int64(text.lowerBound))
        info = try decoder.dataset()
      } catch { throw readError(error) }
      if info != nil { chunks.consumeLine(text) }
      return (info, place)
    }
    return (nil, Place(file: chunks.file, line: 1, column: 1))
  }

  func itemTooLong(_ place: Place) -> HealthError { HealthError(lineOf: itemLimit, at: place) }

  private func readError(_ fault: JSONFault) -> HealthError {
    HealthError(fault.code, rule: fault.rule, place: decoder.place(fault.offset), fault.message)
  }

  private static func isBlank(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    JSONTape.skipSpace(bytes, &at, range.upperBound)
    return at == range.upperBound
  }
}
