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
    if entries.count == 1 {
      buffer.append(UInt8(ascii: "{"))
      buffer.append(json: entries[0].key.identifier)
      buffer.append(UInt8(ascii: ":"))
      buffer.append(json: entries[0].value)
      buffer.append(UInt8(ascii: "}"))
      return
    }
    pairs(entries.map { ($0.key.identifier, $0.value) })
  }

  mutating func pairs(_ pairs: [(String, String)]) {
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
    var places: [String: Int] = [:]
    for (key, value) in pairs {
      if let place = places[key] {
        groups[place].values.append(value)
      } else {
        places[key] = groups.count
        groups.append((key, [value]))
      }
    }
    guard groups.count < pairs.count else { return groups }
    var next = 0
    var round = 0
    while next < pairs.count {
      for group in groups where group.values.count > round {
        guard pairs[next] == (group.key, group.values[round]) else { return nil }
        next += 1
      }
      round += 1
    }
    return groups
  }
}
