import HealthBytes

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
