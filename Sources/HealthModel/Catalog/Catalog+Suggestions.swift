extension Catalog {
  /// The types whose names are nearest to one that ``types(matching:)`` does not find: first those
  /// a few typing errors away, then those that hold it, as `BloodGlucose` holds `glucose`.
  /// At most `limit` of them; none if none is near. The cost grows with the number of types.
  public static func suggestions(for name: String, limit: Int = 3) -> [Catalog.Entry] {
    let wanted = Catalog.Entry.shortName(of: name).utf8.map(Glob.lowercased)
    // One letter is near to nothing, and no name is as long as that.
    guard 2...128 ~= wanted.count else { return [] }
    let tolerance = max(1, wanted.count / 4)
    var found: [(entry: Catalog.Entry, distance: Int)] = []
    for (entry, short) in loweredNames {
      let holdsIt = short.firstRange(of: wanted) != nil
      guard holdsIt || abs(short.count - wanted.count) <= tolerance else { continue }
      let distance = editDistance(wanted, short)
      if distance <= tolerance {
        found.append((entry, distance))
      } else if holdsIt {
        found.append((entry, tolerance + distance))
      }
    }
    found.sort { ($0.distance, $0.entry.shortName) < ($1.distance, $1.entry.shortName) }
    return found.prefix(max(0, limit)).map(\.entry)
  }

  private static let loweredNames = allTypes.map {
    (entry: $0, name: $0.shortName.utf8.map(Glob.lowercased))
  }
}
