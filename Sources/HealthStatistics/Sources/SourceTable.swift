import HealthModel

/// The sources so far: each name is a number, and each name with a class of samples. Beyond some thousand names, sources share
/// the last one.
struct SourceTable {
  /// What samples of one name and one class are merged by.
  struct Entry: Hashable {
    /// The number of the name.
    let name: Int
    let kind: SourceClass
  }

  private(set) var names: [String] = []
  private(set) var entries: [Entry] = []
  private var nameNumbers: [String: Int] = [:]
  private var numbers: [Entry: Int] = [:]

  static let limit = 4_096
  /// The name that sources beyond the limit share.
  static let others = "…"

  /// The number of the entry for samples of a descriptor.
  mutating func number(of descriptor: SampleDescriptor, isEnteredByHand: Bool = false) -> Int {
    let name = nameNumber(descriptor.source.name)
    let isOther = names[name] == Self.others
    let kind: SourceClass =
      isOther ? .app : isEnteredByHand ? .person : SourceClass(descriptor)
    let entry = Entry(name: name, kind: kind)
    if let number = numbers[entry] { return number }
    numbers[entry] = entries.count
    entries.append(entry)
    return entries.count - 1
  }

  private mutating func nameNumber(_ name: String) -> Int {
    if let number = nameNumbers[name] { return number }
    let isListed = names.count < Self.limit - 1 && name.utf8.count <= 1_024
    if !isListed, let number = nameNumbers[Self.others] { return number }
    nameNumbers[isListed ? name : Self.others] = names.count
    names.append(isListed ? name : Self.others)
    return names.count - 1
  }

  func name(of entry: Int) -> String { names[entries[entry].name] }

  /// The entries from the highest priority on: those that are listed, in that order, then what persons entered, watches, phones
  /// and apps, each by name.
  func ordered(by priority: [String]) -> [Int] {
    let priority = SourcePriority(priority)
    let places = names.map { priority.place(of: $0) }
    return entries.indices.sorted { a, b in
      let (first, second) = (entries[a], entries[b])
      return (places[first.name], first.kind.rawValue, names[first.name])
        < (places[second.name], second.kind.rawValue, names[second.name])
    }
  }

  /// The rank of each entry; 0 is that of the highest priority.
  func ranks(_ order: [Int]) -> [Int] {
    var ranks = [Int](repeating: 0, count: order.count)
    for (rank, entry) in order.enumerated() { ranks[entry] = rank }
    return ranks
  }

  /// The names in an order of entries, each once.
  func names(in order: [Int]) -> [String] {
    var seen: Set<Int> = []
    return order.filter { seen.insert(entries[$0].name).inserted }.map { name(of: $0) }
  }

  /// An order of entries for people: a name with its class where the name alone does not tell entries apart.
  func texts(in order: [Int]) -> [String] {
    var classes: [Int: Int] = [:]
    for entry in entries where entry.kind != .person { classes[entry.name, default: 0] += 1 }
    return order.map { number in
      let entry = entries[number]
      if entry.kind == .person { return "\(names[entry.name]) (entered by hand)" }
      return classes[entry.name] == 1
        ? names[entry.name] : "\(names[entry.name]) (\(entry.kind))"
    }
  }
}
