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
