import HealthBytes
import HealthModel

/// Finds the main file of an export among the files of an input: by its root element, since its name is in the phone's
/// language. Names only decide which files are opened first.
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

  /// Whether the beginning of a file names the root of a Health export. What follows a zero byte is in an archive that does not
  /// compress it.
  static func looksLikeExport(_ bytes: Span<UInt8>) -> Bool {
    var index = 0
    while true {
      index = ByteScan.firstIndex(
        of: UInt8(ascii: "<"), in: bytes, from: index, to: bytes.count)
      guard index < bytes.count else { return false }
      if ByteScan.equal(bytes, at: index, to: "<HealthData")
        || ByteScan.equal(bytes, at: index, to: "<!DOCTYPE HealthData")
      {
        return ByteScan.firstIndex(of: 0, in: bytes, from: 0, to: index) == index
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
            ? "Name \(one ? "that" : "all of them") instead of the folder"
            : "Unpack \(one ? "that first" : "them and name all of them instead")")
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

/// The location of the files of an export: their paths in an archive, and as samples refer to them.
struct ExportLayout {
  /// The folder that the Health app puts an export into, whatever its language.
  private static let usualFolder = "apple_health_export"
  /// The folders in it that the Health app puts files of one kind into.
  private static let knownFolders: Set<Substring> = [
    "workout-routes", "electrocardiograms", "clinical-records",
  ]

  /// The path of the main file from the top.
  let main: String
  /// The folder of the main file, with a slash at its end; empty for the top itself.
  private let folder: String

  /// A layout around a main file.
  init(main: String) {
    self.main = main
    let slash = main.utf8.lastIndex(of: UInt8(ascii: "/"))
    folder = slash.map { String(main[...$0]) } ?? ""
  }

  /// The layout to write: the main file has the name that it had, and is in the usual folder.
  init(writing main: String?, to output: OutputContainer) {
    let main = main ?? "export.xml"
    let (folder, name) = AtomicFile.split(main)
    if let path = output.folder, Self.isUsual(path) {
      self.init(main: name)
    } else {
      self.init(main: Self.isUsual(folder) ? main : "\(Self.usualFolder)/\(name)")
    }
  }

  /// Whether a folder has the usual name. A second copy has a number at its end.
  private static func isUsual(_ folder: String) -> Bool {
    AtomicFile.split(folder).name.hasPrefix(usualFolder)
  }

  /// Whether everything next to the main file is part of the export: the folder is one that the Health app made.
  func isWhole(in container: InputContainer) -> Bool {
    if !folder.isEmpty { return Self.isUsual(String(folder.dropLast())) }
    return container.kind == .folder
      && (Self.isUsual(container.path) || Self.isUsual(AtomicFile.resolved(container.path)))
  }

  /// Whether a file is part of the export, although no sample refers to it.
  ///
  /// - Parameter isWhole: Whether everything next to the main file is.
  func isContent(_ entry: String, isWhole: Bool) -> Bool {
    guard entry.utf8.starts(with: folder.utf8) else { return false }
    if isWhole { return true }
    let parts = path(ofEntry: entry).split(separator: "/")
    return parts.count > 1 ? Self.knownFolders.contains(parts[0]) : entry.hasSuffix("_cda.xml")
  }

  /// Whether a file is probably the main file of an export, by its path.
  static func isProbablyMain(_ path: String) -> Bool {
    let (folder, name) = AtomicFile.split(path.lowercased())
    return name.hasSuffix(".xml") && (name.hasPrefix("export") || isUsual(folder))
  }

  /// The path of the file that an element refers to: always from the folder of the main file, though some
  /// leave out the slash.
  static func reference(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : "/" + path
  }

  /// The path that samples give a file: from the folder of the main file, with a leading slash; of a file
  /// that is not in that folder, from the top and without one.
  func path(ofEntry entry: String) -> String {
    guard entry.utf8.starts(with: folder.utf8) else { return entry }
    return "/" + String(decoding: entry.utf8.dropFirst(folder.utf8.count), as: UTF8.self)
  }

  /// The path from the top of a file that samples give a path.
  func entry(ofPath path: String) -> String {
    guard path.utf8.first == UInt8(ascii: "/") else { return path }
    return folder + String(decoding: path.utf8.dropFirst(), as: UTF8.self)
  }
}
