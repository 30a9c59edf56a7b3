import HealthModel

/// What was decoded of a chunk, each item with its location in the chunk, in the order in which a reader takes them out.
///
/// A reader exchanges it with its decoder for each chunk: each use of a property of a class would be checked for exclusive
/// access. An item is moved out, not copied: there is no reference counting.
struct DecodedItems<Item, Location> {
  private var items: [Item?] = []
  private var locations: [Location] = []
  /// How many items were taken out.
  private(set) var taken = 0

  /// How many items there are, those that were taken out too.
  var count: Int { items.count }

  @inline(__always)
  mutating func append(_ item: consuming Item, at location: Location) {
    items.append(item)
    locations.append(location)
  }

  /// Takes the next item out.
  @inline(__always)
  mutating func takeNext() -> Item? {
    guard taken < items.count else { return nil }
    taken &+= 1
    return items[taken &- 1].take()
  }

  /// The location of the item that was taken out last; one must have been.
  var location: Location { locations[taken &- 1] }

  /// Removes all items; the storage is kept for the next chunk.
  mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    locations.removeAll(keepingCapacity: true)
    taken = 0
  }
}

/// The samples of lines, with their locations.
typealias DecodedLines = DecodedItems<Sample, LineLocation>

/// Where a line is in its chunk.
struct LineLocation {
  /// How many lines are before it.
  private let storedLine: Int32
  private let storedOffset: Int32

  init(line: Int, offset: Int64) {
    storedLine = Int32(truncatingIfNeeded: line)
    storedOffset = Int32(truncatingIfNeeded: offset)
  }

  var line: Int { Int(storedLine) }
  /// How many bytes are before it.
  var offset: Int64 { Int64(storedOffset) }
}
