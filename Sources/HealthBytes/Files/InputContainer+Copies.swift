extension InputContainer {
  /// The entries that have exactly the bytes of an earlier one of a list.
  ///
  /// Cost: of entries with one size and checksum, all but the first are read together with it; of those of a folder, those of one size
  /// are read once more for their checksum. What cannot be read is no copy.
  package func copies(among entries: [Entry]) -> Set<Entry> {
    if isStream || entries.count < 2 { return [] }
    var groups: [Int64: [Entry]] = [:]
    for entry in entries {
      if let size = entry.size, size > 0 { groups[size, default: []].append(entry) }
    }
    var copies: Set<Entry> = []
    for group in groups.values where group.count > 1 {
      var firsts: [UInt32: Entry] = [:]
      for entry in group {
        guard let checksum = statedChecksum(of: entry) ?? checksum(of: entry) else { continue }
        if let first = firsts[checksum] {
          if areEqual(first, entry) { copies.insert(entry) }
        } else {
          firsts[checksum] = entry
        }
      }
    }
    return copies
  }

  private func checksum(of entry: Entry) -> UInt32? {
    guard let source = try? open(entry, isUnpacking: false) else { return nil }
    var checksum = Checksum()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      guard let count = try? source.read(into: &buffer, at: 0) else { return nil }
      if count == 0 { return checksum.value }
      checksum.update(buffer.span.extracting(0..<count))
    }
  }

  private func areEqual(_ entry: Entry, _ other: Entry) -> Bool {
    guard let one = try? open(entry, isUnpacking: false),
      let two = try? open(other, isUnpacking: false)
    else { return false }
    var left = [UInt8](repeating: 0, count: 1 << 16)
    var right = left
    while true {
      guard let count = try? Self.fill(&left, from: one),
        let otherCount = try? Self.fill(&right, from: two),
        count == otherCount, left[..<count] == right[..<count]
      else { return false }
      if count < left.count { return true }
    }
  }

  private static func fill(
    _ buffer: inout [UInt8], from source: any ByteSource
  ) throws(HealthError) -> Int {
    var count = 0
    while count < buffer.count {
      let read = try source.read(into: &buffer, at: count)
      if read == 0 { break }
      count += read
    }
    return count
  }
}
