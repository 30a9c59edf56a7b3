import HealthBytes
import HealthModel
import HealthXML

/// Decodes pieces of an export's main file, which begin and end between two children of the root.
///
/// Where a piece was split is only an assumption: it holds if the tokenizer of this piece and those of all pieces before
/// it ended between two children of the root. Otherwise the reader reads the bytes itself.
final class AppleHealthPieceDecoder: PieceDecoder {
  private var reader: AppleHealthReader
  private let start: XMLTokenizer
  /// Whether all of the piece was read, so that its samples can be given.
  private(set) var isComplete = false
  private var wasComplete = false
  /// The route files of the piece's workouts, by their number among the side files.
  private var routes: [Int: RouteFile] = [:]
  private let sideFiles: SideFiles?
  /// The bytes of the route file that was read last.
  private var fileBuffer: [UInt8] = []

  /// The most points of routes in a piece: twice those of a workout for all threads together. The reader reads the files
  /// beyond them.
  private let pointLimit: Int

  /// The most bytes of a piece for each sample or element in it: more of them would take too much memory together.
  private static let bytesPerItem = 48

  init(file: String, options: ReadOptions, tokenizer: XMLTokenizer, sideFiles: SideFiles?) {
    self.sideFiles = sideFiles
    let most = Limits.routePoints.value
    pointLimit = min(most, 2 * most / max(1, options.jobs))
    start = tokenizer.makePieceTokenizer()
    reader = AppleHealthReader(
      source: BytesSource([]), name: file, options: options, capacity: 1)
    reader.isPieceDecoder = true
    reader.isInRoot = true
    reader.hasSamples = true
    reader.tokenizer = start
  }

  /// Where the tokenizer is at the end of the piece.
  var tokenizer: XMLTokenizer { reader.tokenizer }

  /// How many comments and processing instructions the piece has.
  var comments: Int { reader.notes.comments }

  func decode(_ piece: inout Piece) {
    routes.removeAll()
    reader.notes.comments = 0
    isComplete = false
    guard piece.beginsItem, !piece.isLast else { return }
    reader.beginPiece(&piece, start, isAfterFault: !wasComplete)
    isComplete = reader.decodePiece(room: 1_000 + piece.end / Self.bytesPerItem)
    wasComplete = isComplete
    reader.endPiece(&piece)
    if isComplete, let sideFiles { readRoutes(sideFiles) }
  }

  /// Reads the route files of the workouts. What is wrong with one of them is found again by the reader.
  private func readRoutes(_ files: SideFiles) {
    var room = pointLimit
    for workout in reader.decoded.workouts {
      for route in workout.fields.routes {
        for path in route.files.compactMap(\.path) {
          guard room > 0, let index = files.index(of: path), files.begin(index),
            let file = try? RouteFile(
              at: index, in: files, pointLimit: room, buffer: &fileBuffer)
          else { continue }
          room -= file.track.locations.count
          routes[index] = file
        }
      }
    }
  }

  // MARK: For the reader that completes the samples

  /// Takes the content of a route file that was read for the piece.
  func takeRoute(_ index: Int) -> RouteFile? { routes.removeValue(forKey: index) }

  /// Exchanges what was decoded with what a reader has.
  func exchange(_ decoded: inout DecodedPiece) { swap(&reader.decoded, &decoded) }
}
