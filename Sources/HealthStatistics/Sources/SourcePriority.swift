import HealthModel

/// The sources that a person states to have the highest priority: names, patterns of `*` and `?`, or parts of names. Case
/// does not matter.
package struct SourcePriority: Sendable {
  private let patterns: [(text: String, folded: String, glob: Glob)]

  /// The order of some texts, the highest priority first.
  package init(_ texts: [String]) {
    patterns = texts.map { text in
      let folded = Source(name: text).foldedName
      return (text, folded, Glob(folded))
    }
  }

  /// How many texts there are.
  package var count: Int { patterns.count }

  /// The text at a place, in the spelling of the user.
  package subscript(place: Int) -> String { patterns[place].text }

  /// The place of the first text that a name matches; `count` if it matches none.
  func place(of name: String) -> Int {
    let folded = Source(name: name).foldedName
    return patterns.indices.first { matches($0, folded) } ?? count
  }

  /// The places of all texts that a name matches.
  package func places(of name: String) -> [Int] {
    let folded = Source(name: name).foldedName
    return patterns.indices.filter { matches($0, folded) }
  }

  private func matches(_ place: Int, _ folded: String) -> Bool {
    let pattern = patterns[place]
    return pattern.folded == folded || pattern.glob.matches(folded)
      || folded.contains(pattern.folded)
  }
}
