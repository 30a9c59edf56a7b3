/// The location of the files of an export: their paths in an archive, and as samples refer to them.
struct ExportLayout {
  /// The path of the main file from the top.
  let main: String
  /// The folder of the main file, with a slash behind it; empty for the top itself.
  private let folder: String

  /// The layout that iOS writes in English.
  static let usual = ExportLayout(main: "apple_health_export/export.xml")

  /// A layout around a main file.
  init(main: String) {
    self.main = main
    let slash = main.utf8.lastIndex(of: UInt8(ascii: "/"))
    folder = slash.map { String(main[...$0]) } ?? ""
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
