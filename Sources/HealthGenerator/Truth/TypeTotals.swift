/// What is added up of each type while records are written.
struct TypeTotals {
  struct Entry {
    let type: String
    let unit: String?
    var count = 0
    var sum = ExactSum()
    var start = Int.max
    var end = Int.min

    mutating func add(_ value: Decimal?, from start: Int, to end: Int) {
      count += 1
      if let value { sum.add(value) }
      self.start = min(self.start, start)
      self.end = max(self.end, end)
    }
  }

  private(set) var entries: [Entry] = []

  /// Adds what was gathered of a type.
  mutating func add(_ entry: Entry) {
    guard entry.count > 0 else { return }
    guard let index = entries.firstIndex(where: { $0.type == entry.type && $0.unit == entry.unit })
    else { return entries.append(entry) }
    entries[index].count += entry.count
    entries[index].sum.add(entry.sum)
    entries[index].start = min(entries[index].start, entry.start)
    entries[index].end = max(entries[index].end, entry.end)
  }
}
