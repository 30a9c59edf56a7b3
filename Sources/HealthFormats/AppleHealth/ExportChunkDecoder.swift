import HealthBytes
import HealthModel
import HealthXML

/// Decodes chunks of an export's main file on a thread.
///
/// Where a chunk was split is only an assumption: it holds if all decoders before it, and its own, ended between two
/// elements under the root. Otherwise the reader decodes the chunk again.
final class ExportChunkDecoder: ChunkDecoder {
  var decoder: ExportDecoder
  /// Whether the reader can take the batch.
  private(set) var isDecoded = false
  private let start: XMLTokenizer
  private let sideFiles: SideFiles?
  /// The bytes of the route file that was read last.
  private var fileBuffer: [UInt8] = []

  /// The most points of routes in a batch: twice those of a workout for all threads together. The reader reads the files
  /// beyond them.
  private let pointLimit: Int

  /// How many bytes of a chunk there must be for each sample, element or finding of its batch: more of them would take too
  /// much memory together.
  private static let bytesPerItem = 48

  init(file: String, options: ReadOptions, tokenizer: XMLTokenizer, sideFiles: SideFiles?) {
    self.sideFiles = sideFiles
    let most = Limits.routePoints.value
    pointLimit = min(most, 2 * most / max(1, options.jobs))
    start = tokenizer.makeChunkTokenizer()
    decoder = ExportDecoder(file: file, options: options, chunksBehind: start)
  }

  func decode(_ chunk: inout InputChunk) {
    // The end of a document is decoded by the reader, whose bytes can be the last.
    guard chunk.beginsItem, !chunk.isLast else {
      isDecoded = false
      return
    }
    decoder.beginChunk(start)
    decoder.decode(
      chunk.bytes.span.extracting(0..<chunk.end), isFinal: false,
      room: 1_000 + chunk.end / Self.bytesPerItem)
    isDecoded =
      switch decoder.batch.end {
      case .fault: true
      case .full: decoder.isBetweenElements(at: decoder.tokenizer.cursor)
      case .needsMore, .document: decoder.isBetweenElements(at: chunk.end)
      }
    if isDecoded, let sideFiles { readRoutes(sideFiles) }
  }

  /// Reads the route files of the workouts. What is wrong with one of them is found again by the reader.
  private func readRoutes(_ files: SideFiles) {
    var room = pointLimit
    for workout in decoder.batch.workouts {
      for route in workout.fields.routes {
        for path in route.files.compactMap(\.path) {
          guard room > 0, let index = files.index(of: path), files.begin(index),
            let file = try? RouteFile(
              at: index, in: files, pointLimit: room, buffer: &fileBuffer)
          else { continue }
          room -= file.track.locations.count
          decoder.batch.routes[index] = file
        }
      }
    }
  }
}
