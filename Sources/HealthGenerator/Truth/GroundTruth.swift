/// What is in a synthetic export: the answers that a reader of it must come to.
public struct GroundTruth: Sendable, Equatable {
  /// What there is of one type of record in one unit.
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

  /// What there is of one element.
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
