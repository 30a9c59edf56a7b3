import HealthModel

/// The sources met so far, numbered by name. Beyond some thousand, sources share the last number.
struct SourceTable {
  private(set) var names: [String] = []
  private(set) var classes: [SourceClass] = []
  private var numbers: [String: Int] = [:]

  static let limit = 4_096
  /// The name that sources beyond the limit share.
  static let others = "…"

  /// The number of the source of a descriptor.
  mutating func number(of descriptor: SampleDescriptor) -> Int {
    let isListed = names.count < Self.limit - 1 && descriptor.source.name.utf8.count <= 1_024
    let name = descriptor.source.name
    let key = numbers[name] != nil || isListed ? name : Self.others
    let kind = SourceClass(descriptor)
    if let number = numbers[key] {
      // One name may be on several devices, and some records name none.
      if kind < classes[number], key == name { classes[number] = kind }
      return number
    }
    numbers[key] = names.count
    names.append(key)
    classes.append(key == name ? kind : .app)
    return names.count - 1
  }

  /// The sources from the highest priority on: those that are listed, in that order, then watches, phones and others,
  /// each by name.
  ///
  /// - Parameter priority: Names, patterns of `*` and `?`, or parts of names; case does not matter.
  func ordered(by priority: [String]) -> [Int] {
    let patterns = priority.map { text in
      let folded = Source(name: text).foldedName
      return (folded, Glob(folded))
    }
    let folded = names.map { Source(name: $0).foldedName }
    let places = folded.map { name in
      patterns.firstIndex { $0.0 == name || $0.1.matches(name) || name.contains($0.0) }
        ?? patterns.count
    }
    return names.indices.sorted { a, b in
      (places[a], classes[a].rawValue, names[a]) < (places[b], classes[b].rawValue, names[b])
    }
  }
}
