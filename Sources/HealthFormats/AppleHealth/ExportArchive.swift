import HealthBytes
import HealthModel

/// Finds the main file of an export among the files of an input: by what is in it, never by its name,
/// which is in the phone's language.
struct ExportArchive {
  private let input: Input
  private let options: ReadOptions

  /// How many bytes of a file are looked at: a comment of its writer may come before the root.
  private static let sniffLength = 4_096

  init(_ input: Input, _ options: ReadOptions) {
    self.input = input
    self.options = options
  }

  /// Begins to read the main file.
  func reader() throws(HealthError) -> AppleHealthReader {
    let main = try mainFile()
    let isSingle = input.container.kind == .file
    let name = isSingle ? input.name : "\(input.name)/\(main.path)"
    let source = try opened(main, name: name)
    var reader = AppleHealthReader(
      source: source.bytes, name: name, options: options, isTranscoded: source.isTranscoded)
    if !isSingle {
      let layout = ExportLayout(
        main: Self.hasSuffix(".gz", main.path) ? String(main.path.dropLast(3)) : main.path)
      let sideFiles = SideFiles(
        input, main: main, layout: layout, takesAll: options.readsAllFiles)
      reader.decoder.info.path = layout.main
      reader.notes.unreadFiles = sideFiles.unread
      reader.sideFiles = sideFiles
    }
    return reader
  }

  private func opened(
    _ entry: InputContainer.Entry, name: String
  ) throws(HealthError) -> XMLSource {
    do throws(HealthError) {
      return try XMLSource(input.container.open(entry))
    } catch {
      throw error.reading(at: Place(file: name))
    }
  }

  private func mainFile() throws(HealthError) -> InputContainer.Entry {
    if input.container.kind == .file, let only = input.container.entries.first {
      // A stream can be had once: the reader itself will say if this is no export.
      return only
    }
    if let member = options.member { return try chosen(member) }
    let files = input.container.entries.filter { JunkFiles.kind(of: $0.path) == nil }
    // Files that are probably of somebody's other affairs are opened only if nothing else is an export.
    let documents = files.filter { Self.hasSuffix(".xml", $0.path) }
    var found = try exports(among: documents.filter { ExportLayout.isProbablyMain($0.path) })
    if found.isEmpty {
      found = try exports(among: documents.filter { !ExportLayout.isProbablyMain($0.path) })
    }
    if found.isEmpty {
      found = try exports(
        among: files.filter { file in
          ![".xml", ".gpx", ".csv", ".json", ".pdf", ".jpg", ".png", ".heic"].contains {
            Self.hasSuffix($0, file.path)
          }
        })
    }
    guard let first = found.first else { throw noExport(files) }
    guard found.count == 1 else {
      let names = found.map { "'\($0.path)'" }.joined(separator: ", ")
      throw error(
        "ambiguous-export",
        "it contains \(found.count) Health exports: \(names)", remedy: .chooseMember)
    }
    return first
  }

  private func chosen(_ member: String) throws(HealthError) -> InputContainer.Entry {
    guard let entry = input.container.entries.first(where: { $0.path == member }) else {
      throw error("no-such-member", "it contains no file '\(member)'")
    }
    return entry
  }

  private func exports(
    among files: [InputContainer.Entry]
  ) throws(HealthError) -> [InputContainer.Entry] {
    var found: [InputContainer.Entry] = []
    for file in files where try isExport(file) { found.append(file) }
    return found
  }

  private func isExport(_ file: InputContainer.Entry) throws(HealthError) -> Bool {
    let source = try opened(file, name: "\(input.name)/\(file.path)").bytes
    do throws(HealthError) {
      let bytes = try SniffedSource(source, count: Self.sniffLength).first
      return Self.looksLikeExport(bytes.span)
    } catch {
      throw error.reading(at: Place(file: "\(input.name)/\(file.path)"))
    }
  }

  /// Whether an archive or a folder has an export under a usual name, so that no other format has to look at its files.
  static func hasUsualExport(_ container: InputContainer) -> Bool {
    container.entries.contains { entry in
      guard hasSuffix(".xml", entry.path), ExportLayout.isProbablyMain(entry.path),
        let bytes = try? container.firstBytes(of: entry)
      else { return false }
      return looksLikeExport(bytes.span)
    }
  }

  /// Whether the beginning of a file names the root of a Health export.
  static func looksLikeExport(_ bytes: Span<UInt8>) -> Bool {
    var index = 0
    while true {
      index = ByteScan.firstIndex(
        of: UInt8(ascii: "<"), in: bytes, from: index, to: bytes.count)
      guard index < bytes.count else { return false }
      if ByteScan.equal(bytes, at: index, to: "<HealthData")
        || ByteScan.equal(bytes, at: index, to: "<!DOCTYPE HealthData")
      {
        return true
      }
      index += 1
    }
  }

  private func noExport(_ files: [InputContainer.Entry]) -> HealthError {
    if files.isEmpty, input.container.links.isEmpty {
      return error("no-export", "it contains no Health export: no file at all")
    }
    let links = input.container.links.filter {
      Self.hasSuffix(".xml", $0) || Self.hasSuffix(".zip", $0)
    }
    if !links.isEmpty {
      return error(
        "linked-export",
        "it contains no Health export, but \(links.count == 1 ? "a link" : "links"): \(links.shortList). "
          + "Links in a folder are not followed. Name the file itself, or copy it to where the link is"
      )
    }
    let archives = files.filter { Self.hasSuffix(".zip", $0.path) }.map(\.path)
    if !archives.isEmpty {
      let isFolder = input.container.kind == .folder
      let one = archives.count == 1
      return error(
        "packed-export",
        "it contains no Health export, but \(one ? "an archive" : "\(archives.count) archives"): "
          + "\(archives.shortList). "
          + (isFolder
            ? "Name \(one ? "that" : "one of them") instead of the folder"
            : "Unpack \(one ? "that" : "one of them") first")
      )
    }
    if let empty = files.first(where: { $0.size == 0 && Self.hasSuffix(".xml", $0.path) }) {
      return error("no-export", "it contains no Health export; '\(empty.path)' is empty")
    }
    return error(
      "no-export", "it contains no Health export: no file with the root element 'HealthData'")
  }

  private func error(_ rule: String, _ message: String, remedy: HealthError.Remedy? = nil)
    -> HealthError
  {
    HealthError(.malformed, rule: rule, place: Place(file: input.name), message, remedy: remedy)
  }

  /// Whether a path ends in something, in letters large or small.
  static func hasSuffix(_ suffix: String, _ path: String) -> Bool {
    path.suffix(suffix.count).lowercased() == suffix
  }
}
