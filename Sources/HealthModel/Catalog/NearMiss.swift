/// Names that a mistyped one may have meant.
package enum NearMiss {
  /// The nearest of some names, if any is within a third of the name's letters, and at least one.
  ///
  /// - Returns: The nearest, or `nil` if none is near.
  package static func nearest(to name: String, among names: [String]) -> String? {
    let wanted = Array(name.utf8.prefix(64))
    var best: (name: String, distance: Int)?
    for candidate in names {
      let distance = editDistance(wanted, Array(candidate.utf8))
      if distance < best?.distance ?? max(2, wanted.count / 3 + 1) { best = (candidate, distance) }
    }
    return best?.name
  }

  /// A suggestion for a mistyped name: ` Did you mean '…'?`, or an empty text.
  package static func question(_ name: String, _ names: [String]) -> String {
    nearest(to: name, among: names).map { " Did you mean '\($0)'?" } ?? ""
  }
}
