/// What is in a synthetic export: the answers that a reader of it must come to.
public struct GroundTruth: Sendable, Equatable {
  /// The amount of one type of record in one unit.
  public struct TypeTotal: Sendable, Equatable {
    /// The type, as `HKQuantityTypeIdentifierStepCount`.
    public var type: String
    /// The unit, or `nil` where values are names.
    public var unit: String?
    /// The records.
    public var count: Int
    /// The exact sum of the values in decimal, or `nil` where they are names.
    public var sum: String?
    /// The earliest start, in seconds since 1970.
    public var start: Int64
    /// The latest end, in seconds since 1970.
    public var end: Int64

    /// The sum, as near as a `Double` comes to it.
    public var approximateSum: Double? { sum.flatMap { Double($0) } }
  }

  /// The amount of one element.
  public struct ElementTotal: Sendable, Equatable {
    /// The name, as `MetadataEntry`.
    public var name: String
    /// How many there are, at any depth.
    public var count: Int
  }

  /// The records at top level, in the order of the file.
  public var records: [TypeTotal]
  /// The records nested in correlations and workouts, whether or not they are also at top level.
  public var nestedRecords: [TypeTotal]
  /// The elements at any depth, those that do not occur left out.
  public var elements: [ElementTotal]
  /// The bytes of the main file.
  public var bytes: Int64
  /// The earliest start in the main file, in seconds since 1970.
  public var start: Int64
  /// The latest end in the main file, in seconds since 1970.
  public var end: Int64
  /// The points of all routes of the archive.
  public var routePoints = 0
  /// The electrocardiograms of the archive.
  public var electrocardiograms = 0
  /// The voltages of all electrocardiograms of the archive.
  public var electrocardiogramVoltages = 0

  /// The records at top level.
  public var recordCount: Int { records.reduce(0) { $0 + $1.count } }

  /// How many elements there are of a name.
  ///
  /// - Parameter name: the name of an element, as `MetadataEntry`
  public func count(of name: String) -> Int {
    elements.first { $0.name == name }?.count ?? 0
  }
}

extension GroundTruth {
  init(_ document: borrowing ExportDocument) {
    records = document.recordTotals.entries.map(TypeTotal.init)
    nestedRecords = document.nestedTotals.entries.map(TypeTotal.init)
    var elements: [ElementTotal] = []
    for element in Element.allCases where document.counts[element.rawValue] > 0 {
      elements.append(
        ElementTotal(name: "\(element.name)", count: document.counts[element.rawValue]))
    }
    self.elements = elements
    bytes = document.output.count
    start = Int64(min(document.start, document.end))
    end = Int64(document.end)
  }
}

extension GroundTruth.TypeTotal {
  fileprivate init(_ entry: TypeTotals.Entry) {
    type = entry.type
    unit = entry.unit
    count = entry.count
    sum = entry.unit == nil ? nil : entry.sum.description
    start = Int64(entry.start)
    end = Int64(entry.end)
  }
}

extension GroundTruth {
  /// The ground truth as JSON, one type on a line, always in the same order.
  public func json() -> String {
    """
    {
      "schemaVersion": 1,
      "bytes": \(bytes),
      "start": \(start),
      "end": \(end),
      "routePoints": \(routePoints),
      "electrocardiograms": \(electrocardiograms),
      "electrocardiogramVoltages": \(electrocardiogramVoltages),
      "elements": {
    \(Self.lines(elements) { "\(Self.quoted($0.name)): \($0.count)" })
      },
      "records": [
    \(Self.lines(records, Self.object))
      ],
      "nestedRecords": [
    \(Self.lines(nestedRecords, Self.object))
      ]
    }

    """
  }

  private static func lines<Item>(_ items: [Item], _ text: (Item) -> String) -> String {
    items.map { "    " + text($0) }.joined(separator: ",\n")
  }

  private static func object(_ total: TypeTotal) -> String {
    var members = ["\"type\": \(quoted(total.type))"]
    if let unit = total.unit { members.append("\"unit\": \(quoted(unit))") }
    members.append("\"count\": \(total.count)")
    // As text: a JSON number would be read as a `Double`, and the sum is exact.
    if let sum = total.sum { members.append("\"sum\": \(quoted(sum))") }
    members.append("\"start\": \(total.start)")
    members.append("\"end\": \(total.end)")
    return "{\(members.joined(separator: ", "))}"
  }

  /// Types, units and names hold neither quotes nor control characters.
  private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}

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
