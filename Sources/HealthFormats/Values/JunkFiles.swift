/// Files without data that systems add to folders and archives.
package enum JunkFiles {
  /// The kind of a junk file, such as `.DS_Store`; `nil` for other files.
  package static func kind(of path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let name = parts.last else { return path }
    if parts.contains("__MACOSX") { return "__MACOSX" }
    if name.hasPrefix("._") { return "._*" }
    return name == ".DS_Store" ? ".DS_Store" : nil
  }
}
