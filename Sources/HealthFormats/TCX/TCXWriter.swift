package import HealthBytes
package import HealthModel

/// Writes workouts as TCX 2, with the values measured at each point.
///
/// A workout without a route has a point for each time at which something was measured during it.
package struct TCXWriter: SampleWriter, ~Copyable {
  private let output: OutputContainer
  private var routes = RouteCollector(countsExact: true)
  private var author: Element?

  /// A writer into an output, which it does not finish.
  public init(_ output: OutputContainer) { self.output = output }

  /// The losses; complete at the end.
  public var losses: [Loss.Count] {
    zip(RouteLoss.allCases, routes.losses).map { Loss.Count(loss: $0.tcxLoss, count: $1.count) }
  }

  /// Receives the facts about the dataset, which TCX cannot hold.
  public mutating func begin(_ dataset: DatasetInfo) throws(HealthError) { routes.begin(dataset) }

  /// Collects a sample, which is written at the end.
  public mutating func write(_ sample: Sample) throws(HealthError) {
    if case .unknown(let element) = sample, author == nil, element.isAuthor {
      author = element
      return
    }
    try routes.add(
      sample, needsRoute: false,
      isHeld: { $0.isUniversal && TCXActivity($0).workout == $0 },
      isPointHeld: { $0.isHeldByTCX })
  }

  /// Merges what was measured into the workouts and writes them.
  public mutating func finish() throws(HealthError) {
    let sink = try output.open("")
    var buffer = ByteBuffer(capacity: 1 << 16)
    buffer.append(TCXVocabulary.head)
    try routes.finish { (workout) throws(HealthError) in
      TCXPrinter(workout).append(to: &buffer)
      try buffer.flush(to: sink)
    }
    buffer.append("  </Activities>\n")
    if var author {
      author.attributes = [Element.Attribute(name: "xsi:type", value: "Application_t")]
      buffer.append("  ")
      _ = buffer.append(author)
      buffer.append(UInt8(ascii: "\n"))
    }
    buffer.append("</TrainingCenterDatabase>\n")
    try buffer.flush(to: sink)
    try sink.finish()
  }
}

extension Element {
  /// Whether it is a program as the schema has it.
  fileprivate var isAuthor: Bool {
    name == "Author" && attributes.isEmpty
      && children.map { if case .element(let child) = $0 { child.name } else { "" } }
        == ["Name", "Build", "LangID", "PartNumber"]
  }
}

extension Workout {
  /// Whether all of its times are in UTC, the only zone of TCX.
  fileprivate var isUniversal: Bool {
    func isUniversal(_ date: Timestamp?) -> Bool { date?.isSpelledAsGPX ?? true }
    let fields = fields
    return isUniversal(header.start) && isUniversal(header.end)
      && fields.events.allSatisfy { isUniversal($0.date) }
      && fields.routes.allSatisfy { route in
        route.locations.allSatisfy { isUniversal($0.date) }
      }
  }
}

extension RouteLocation {
  /// Whether TCX can represent all of it.
  fileprivate var isHeldByTCX: Bool {
    guard date?.isInGPXRange == true, horizontalAccuracy == nil, verticalAccuracy == nil,
      course == nil, !keptExtensions.contains(where: { $0.name == "atemp" }),
      speed.map({ $0.doubleValue >= 0 }) ?? true
    else { return false }
    return [latitude, longitude, altitude, speed].allSatisfy { $0?.isXMLDecimal ?? true }
  }
}
