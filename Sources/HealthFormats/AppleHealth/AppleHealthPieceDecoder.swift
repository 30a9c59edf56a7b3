import HealthBytes
import HealthModel
import HealthXML

/// Decodes pieces of an export's main file, which begin and end between two children of the root.
///
/// Where a piece was split is only an assumption: it holds if the tokenizer of this piece and those of all pieces before
/// it ended between two children of the root. Otherwise the reader reads the bytes itself.
final class AppleHealthPieceDecoder: PieceDecoder {
  /// A sample with its location in the piece.
  struct Item {
    let sample: Sample
    let line: Int32
    let column: Int32
    let offset: Int32
    let canBeNested: Bool
  }

  private var reader: AppleHealthReader
  private let start: XMLTokenizer
  /// Whether all of the piece was read, so that its samples can be given.
  private(set) var isComplete = false
  /// The samples, the last first.
  private var items: [Item] = []
  /// The findings, each with the number of the sample that it precedes.
  private var findings: [(before: Int, Finding)] = []
  /// The elements of samples that have nested ones, by the number of the sample.
  private var outlines: [Int: [Place.Parts.Entry]] = [:]
  /// How many samples the piece has.
  private(set) var count = 0
  private var wasComplete = false
  /// The route files of the piece's workouts, by their number among the side files.
  private var routes: [Int: RouteFile] = [:]
  private let sideFiles: SideFiles?
  /// The bytes of the route file that was read last.
  private var fileBuffer: [UInt8] = []

  /// The most points of routes in a piece; the reader reads the files beyond them.
  private static let pointLimit = Limits.routePoints.value

  /// The most bytes of a piece for each sample or element in it: more of them would take too much memory together.
  private static let bytesPerItem = 48

  init(file: String, options: ReadOptions, tokenizer: XMLTokenizer, sideFiles: SideFiles?) {
    self.sideFiles = sideFiles
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
    items.removeAll(keepingCapacity: true)
    findings.removeAll()
    outlines.removeAll()
    routes.removeAll()
    reader.notes.comments = 0
    isComplete = false
    guard piece.beginsItem, !piece.isLast else { return }
    reader.beginPiece(&piece, start, isAfterFault: !wasComplete)
    isComplete = readItems(room: 1_000 + piece.end / Self.bytesPerItem)
    wasComplete = isComplete
    reader.endPiece(&piece)
    if isComplete, let sideFiles { piece.isCostly = readRoutes(sideFiles) }
    count = items.count
    items.reverse()
  }

  /// Whether the piece could be read to its end.
  private func readItems(room: Int) -> Bool {
    var room = room
    while true {
      do throws(FormatError) {
        guard let sample = try reader.nextInPiece() else { return reader.isBetweenChildren }
        for finding in reader.takeFindings() {
          // Of these, only the first in the whole file is reported.
          if finding.rule == "unknown-attribute" { return false }
          findings.append((items.count, finding))
        }
        room -= 1
        if let outline = reader.outline(at: reader.elementPlace) {
          outlines[items.count] = outline
          room -= outline.count
        }
        guard room > 0 else { return false }
        let place = reader.elementPlace
        items.append(
          Item(
            sample: sample, line: Int32(truncatingIfNeeded: place.line),
            column: Int32(truncatingIfNeeded: place.column),
            offset: Int32(truncatingIfNeeded: place.offset), canBeNested: reader.canBeNested))
      } catch { return false }
    }
  }

  /// Reads the route files of the workouts. What is wrong with one of them is found again by the reader.
  private func readRoutes(_ files: SideFiles) -> Bool {
    var room = Self.pointLimit
    var found = false
    for item in items {
      guard case .workout(let workout) = item.sample else { continue }
      for route in workout.fields.routes {
        for path in route.files.compactMap(\.path) {
          guard let index = files.index(of: path), routes[index] == nil else { continue }
          found = true
          guard room > 0,
            let file = try? RouteFile(
              at: index, in: files, pointLimit: room, buffer: &fileBuffer)
          else { continue }
          room -= file.track.locations.count
          routes[index] = file
        }
      }
    }
    return found
  }

  // MARK: For the reader that completes the samples

  /// Takes the content of a route file that was read for the piece.
  func takeRoute(_ index: Int) -> RouteFile? { routes.removeValue(forKey: index) }

  /// Exchanges the samples, the last first, with an empty list, which gives its storage to the next piece.
  ///
  /// The reader takes all of them at once: each use of a property of this class is checked for exclusive access.
  func exchange(_ list: inout [Item]) { swap(&items, &list) }

  /// Whether there are findings left.
  var hasFindings: Bool { !findings.isEmpty }

  /// Takes the findings before a sample.
  func takeFindings(before number: Int) -> [Finding] {
    let taken = findings.prefix { $0.before <= number }.map { $0.1 }
    findings.removeFirst(taken.count)
    return taken
  }

  /// The elements of a sample, with their locations in the piece.
  func outline(of number: Int) -> [Place.Parts.Entry]? { outlines[number] }
}
