// An export is a main file with side files; all of them are read and written. Routes
// (`WorkoutRoute.FileReference.track`) and clinical records (`resource`) are read with the element that refers to
// them, electrocardiograms and all others after the last element. Data read into fields are printed again and
// compared with the file, which is read a second time for that; if a byte differs, the file is also passed on as
// documents, in parts of 192 KiB, *before* the sample: a writer that has the path as a document does not write it
// again. So every file is written back byte for byte, while the model contains only meaningful fields. GPX output
// also reads route files that are documents, without a workout that refers to them, and writes them as separate
// tracks.
//
// Paths are relative to the folder of the main file with a leading slash, otherwise relative to the top.
// `SideFileNames` treats them as untrusted when writing: no path leaves the output, replaces another file, or makes
// a file a folder. Files begun while the main one is open are spooled on the disk, so an archive costs no memory.
//
// Names of files are bytes, which may not be UTF-8. In the text of a path, each byte that is not UTF-8 is a
// private-use character (`SystemPath`), and every system call gets the original bytes: arguments, files, folders,
// members of archives and databases are opened and written under their exact names. Messages show such a byte as
// `\xE9`.
//
// A beat's time is stored as written and resolved on request (`Beat.date`): its time zone can differ from the
// sample's, so minutes and seconds are taken from it, and the hour follows from start and end.

import HealthBytes
import HealthModel

/// The files of an export next to its main one, and the state of each.
///
/// The list of files does not change. Threads that decode chunks read files with it; the states belong to the reader.
final class SideFiles {
  /// A file next to the main one.
  struct File {
    let entry: InputContainer.Entry
    /// Its path as samples give it.
    let path: String
    /// Whether it is read although no sample refers to it.
    let isContent: Bool
  }

  enum State {
    /// No sample refers to it so far.
    case unreferenced
    /// A sample refers to it and could not take it in.
    case referenced
    /// It was delivered, in a sample or as documents.
    case delivered
  }

  private let input: Input
  let files: [File]
  private var states: [State]
  /// The files that were read for chunks, or could not be.
  private let begun = Monitor(Set<Int>())
  /// The files by their path. Paths are compared by canonical equivalence: macOS unpacks names decomposed.
  private let indexes: [String: Int]
  /// The size of the export's files as stored, as far as known.
  let storedSize: Int64
  /// The files that were left out, by what they are.
  let unread: [String: Int]

  /// Lists the files.
  ///
  /// - Parameter takesAll: Whether files that are not part of the export are read as if they were.
  init(
    _ input: Input, main: InputContainer.Entry, layout: ExportLayout, takesAll: Bool = false
  ) {
    let isWhole = layout.isWhole(in: input.container)
    var (files, indexes, storedSize) = ([File](), [String: Int](), Int64(0))
    var unread: [String: Int] = [:]
    for entry in input.container.entries where entry != main {
      let path = layout.path(ofEntry: entry.path)
      if let junk = JunkFiles.kind(of: entry.path) {
        unread[junk, default: 0] += 1
      } else if indexes[path] != nil {
        unread["files of the same name", default: 0] += 1
      } else {
        indexes[path] = files.count
        let isContent = takesAll || layout.isContent(entry.path, isWhole: isWhole)
        if isContent { storedSize &+= entry.storedSize ?? 0 }
        files.append(File(entry: entry, path: path, isContent: isContent))
      }
    }
    self.input = input
    self.files = files
    self.indexes = indexes
    self.storedSize = storedSize
    self.unread = unread
    states = Array(repeating: .unreferenced, count: files.count)
  }

  /// The place in `files` of the file that a sample refers to.
  func index(of path: String) -> Int? { indexes[ExportLayout.reference(path)] }

  func state(at index: Int) -> State { states[index] }

  /// Whether a file is not part of the export, and no sample refers to it.
  func isForeign(_ index: Int) -> Bool {
    !files[index].isContent && states[index] == .unreferenced
  }

  /// The paths in the input of such files.
  var foreign: [String] { files.indices.filter(isForeign).map { files[$0].entry.path } }

  func set(_ state: State, at index: Int) {
    states[index] = state
  }

  /// Whether a file may be read for a chunk: once, however many samples refer to it.
  func begin(_ index: Int) -> Bool { begun.withLock { $0.insert(index).inserted } }

  var inputName: String { input.name }

  /// The name of a file in messages.
  func name(at index: Int) -> String { "\(input.name)/\(files[index].entry.path)" }

  /// Opens a file to read its bytes unchanged.
  func open(at index: Int) throws(HealthError) -> any ByteSource {
    do throws(HealthError) {
      return try input.container.open(files[index].entry, isUnpacking: false)
    } catch {
      throw error.reading(at: Place(file: name(at: index)))
    }
  }

  /// All of a file, unless it is longer than a limit.
  func bytes(at index: Int, limit: Int) throws(HealthError) -> [UInt8]? {
    if let size = files[index].entry.size, size > limit { return nil }
    let source = try open(at: index)
    do throws(HealthError) {
      return try source.readAll(limit: limit)
    } catch {
      if error.code == .tooLarge { return nil }
      throw error.reading(at: Place(file: name(at: index)))
    }
  }

  /// Whether a file holds what is printed, byte for byte. Reads it again; neither is held.
  func file(
    at index: Int, holds print: (any ByteSink) throws(HealthError) -> Void
  ) throws(HealthError) -> Bool {
    let comparison = ByteComparison(with: try open(at: index))
    do throws(HealthError) {
      try print(comparison)
      try comparison.finish()
    } catch {
      throw error.reading(at: Place(file: name(at: index)))
    }
    return comparison.isSame
  }
}

/// Compares what is written to it with what a source holds.
final class ByteComparison: ByteSink {
  private let source: any ByteSource
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var position = 0
  private var end = 0
  private(set) var isSame = true

  init(with source: any ByteSource) { self.source = source }

  func write(_ bytes: Span<UInt8>) throws(HealthError) {
    var index = 0
    while isSame, index < bytes.count {
      guard try hasMore() else {
        isSame = false
        return
      }
      let count = min(end - position, bytes.count - index)
      let part = bytes.extracting(index..<(index + count))
      isSame = ByteScan.equal(buffer.span, at: position, to: part)
      position += count
      index += count
    }
  }

  func finish() throws(HealthError) {
    if isSame, try hasMore() { isSame = false }
  }

  private func hasMore() throws(HealthError) -> Bool {
    if position < end { return true }
    position = 0
    end = try source.read(into: &buffer, at: 0)
    return end > 0
  }
}

/// A file that is read into document samples, a part of its bytes in each.
struct DocumentParts {
  /// The type of a document that is no CDA: HealthKit has no name for such.
  private static let anyType = "Document"
  private static let cdaType = "HKDocumentTypeIdentifierCDA"

  let source: any ByteSource
  private let file: SideFiles.File
  private var descriptor: SampleDescriptor?
  private var offset: Int64 = 0

  /// A file from its start.
  init(_ file: SideFiles.File, source: any ByteSource) {
    self.file = file
    self.source = source
  }

  /// The next part; an empty file has one. `nil` at the end.
  mutating func next() throws(HealthError) -> Sample? {
    var fields = Sample.HealthDocumentFields()
    var data = [UInt8](repeating: 0, count: Sample.HealthDocumentFields.longestData)
    let end = try source.fill(&data)
    guard end > 0 || descriptor == nil else { return nil }
    data.removeLast(data.count - end)
    let descriptor = descriptor ?? Self.descriptor(of: data.span)
    self.descriptor = descriptor
    fields.path = file.path
    if offset > 0 { fields.offset = Number(Int(offset)) }
    fields.size = file.entry.size.map { Number(Int($0)) }
    fields.data = data
    offset += Int64(end)
    return .document(
      HealthDocument(
        header: SampleHeader(descriptor: descriptor, start: .unknown, end: .unknown), fields: fields
      ))
  }

  /// Detects the type of a document by its first bytes.
  static func descriptor(of bytes: Span<UInt8>) -> SampleDescriptor {
    var index = 0
    let end = min(bytes.count, 4_096)
    while index < end {
      index = ByteScan.firstIndex(of: UInt8(ascii: "<"), in: bytes, from: index, to: end)
      if ByteScan.equal(bytes, at: index, to: "<ClinicalDocument") {
        return SampleDescriptor(type: .other(cdaType), source: nil)
      }
      index += 1
    }
    return SampleDescriptor(type: .other(anyType), source: nil)
  }
}
