import HealthBytes
import HealthModel

/// Ordered, repeatable keys in a format whose objects have neither.
///
/// Keys that come once are an object. A key that comes again has its values in an array, if writing
/// the first value of every key, then the second of every key that has one, and so on, gives the
/// entries back in their order: so it is with the block that a workout repeats. Else the entries are an
/// array of pairs, `[["key","value"],…]`.
extension JSONLinesWriter {
  mutating func metadataValue(_ metadata: Metadata) {
    let entries = metadata.entries
    guard Self.areDistinct(entries) else {
      return pairs(entries.map { ($0.key.identifier, $0.value) })
    }
    // The road of nearly all samples: nothing is allocated for it.
    for index in entries.indices {
      buffer.append(index == 0 ? UInt8(ascii: "{") : UInt8(ascii: ","))
      buffer.append(json: entries[index].key.identifier)
      buffer.append(UInt8(ascii: ":"))
      buffer.append(json: entries[index].value)
    }
    buffer.append(UInt8(ascii: "}"))
  }

  /// Whether the keys are few and all different, determined without an allocation.
  private static func areDistinct(_ entries: [MetadataEntry]) -> Bool {
    guard entries.count <= 16 else { return false }
    for index in entries.indices.dropFirst() {
      for other in 0..<index where entries[other].key == entries[index].key { return false }
    }
    return !entries.isEmpty
  }

  mutating func pairs(_ pairs: [(String, String)]) {
    // As pairs, each is a list of two.
    items += 3 * pairs.count
    guard let groups = Self.rounds(pairs) else {
      buffer.append(UInt8(ascii: "["))
      for (index, pair) in pairs.enumerated() {
        buffer.append(index == 0 ? "[" : ",[")
        buffer.append(json: pair.0)
        buffer.append(UInt8(ascii: ","))
        buffer.append(json: pair.1)
        buffer.append(UInt8(ascii: "]"))
      }
      buffer.append(UInt8(ascii: "]"))
      return
    }
    buffer.append(UInt8(ascii: "{"))
    for (index, group) in groups.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      buffer.append(json: group.key)
      buffer.append(UInt8(ascii: ":"))
      if group.values.count == 1 {
        buffer.append(json: group.values[0])
      } else {
        values(group.values)
      }
    }
    buffer.append(UInt8(ascii: "}"))
  }

  private mutating func values(_ values: [String]) {
    buffer.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      buffer.append(json: value)
    }
    buffer.append(UInt8(ascii: "]"))
  }

  /// The values by key, if taking them in rounds gives the pairs back in order.
  private static func rounds(
    _ pairs: [(String, String)]
  ) -> [(key: String, values: [String])]? {
    var groups: [(key: String, values: [String])] = []
    // By bytes: strings that are equal in Swift may consist of different scalars.
    var places: [[UInt8]: Int] = [:]
    var order: [Int] = []
    for (key, value) in pairs {
      let place = places[Array(key.utf8)] ?? groups.count
      if place == groups.count {
        places[Array(key.utf8)] = place
        groups.append((key, []))
      }
      groups[place].values.append(value)
      order.append(place)
    }
    // The groups that have a value left for the round, in order: the sum over all rounds is the pairs.
    var round = 0
    var next = 0
    var active = Array(groups.indices)
    while next < order.count {
      for place in active {
        guard order[next] == place else { return nil }
        next += 1
      }
      round += 1
      active.removeAll { groups[$0].values.count <= round }
    }
    return groups
  }
}
