import HealthBytes

extension [String] {
  /// Paths for a message: the first of them in quotes, visible files first, and how many more there are.
  package var shortList: String {
    let isHidden = { (path: String) in path.split(separator: "/").contains { $0.hasPrefix(".") } }
    let shown = (filter { !isHidden($0) }.prefix(3) + filter(isHidden).prefix(3)).prefix(3)
      .map { "'\($0.printableName)'" }
    let rest = count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest.grouped) more" : "")
  }
}

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
