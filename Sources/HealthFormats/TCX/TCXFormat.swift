package import HealthBytes
package import HealthModel
import HealthValidation

extension Format {
  /// TCX: workouts with laps, routes and measured values, as Garmin and others exchange them.
  public static let tcx = Format(
    name: "tcx", title: "TCX 2, workouts with laps, heart rate, cadence and power",
    extensions: ["tcx"],
    isText: true,
    layouts: [Format.Layout("activities", "an activity for each workout", outputs: [.file])],
    losses: RouteLoss.allCases.map(\.tcxLoss), rules: xmlRules + routeRules + tcxRules,
    confidence: { preview in
      guard preview.kind == .file else {
        let names = preview.paths.map { $0.lowercased() }
        if names.contains(where: { $0.hasSuffix(".xml") || $0.hasSuffix(".gpx") }) { return .no }
        return names.contains { $0.isTCX } && !CSVMap.isBuiltIn(for: preview.paths)
          ? .certain : .no
      }
      return TCXVocabulary.isTCX(preview.firstBytes.span) ? .certain : .no
    },
    makeReader: { (input, options) throws(HealthError) in
      let (files, copies) = try input.distinctFiles(missing: "it contains no TCX file") {
        $0.path.lowercased().isTCX
      }
      let unread = input.unread { $0.path.lowercased().isTCX }
      return TCXReader(
        files, options, unread: unread.counts, findings: copies + unread.findings)
    },
    makeWriter: { (output, _) throws(HealthError) in TCXWriter(output) })
}

extension String {
  fileprivate var isTCX: Bool { hasSuffix(".tcx") || hasSuffix(".tcx.gz") }
}

extension RouteLoss {
  /// The loss as TCX declares it.
  var tcxLoss: Loss {
    switch self {
    case .samples:
      Loss(
        "samples",
        "samples that are neither workouts nor measured at their points; TCX holds only workouts")
    case .points:
      Loss("points", "points of a route without coordinates or time, or their accuracy and course")
    case .workouts:
      Loss(
        "workouts",
        "details of workouts other than laps, route, totals, source and device; time zones")
    default: loss
    }
  }
}

/// The names of TCX.
enum TCXVocabulary {
  /// The element in extensions of an activity that names a sport for which TCX has no word.
  static let activity = "ActivityType"

  /// The text at the beginning of a file. Strava refuses files without a declaration.
  static let head: StaticString = """
    <?xml version="1.0" encoding="UTF-8"?>
    <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" \
    xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2" \
    xmlns:hc="urn:healthconv:tcx:1" \
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
    xsi:schemaLocation="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2 \
    http://www.garmin.com/xmlschemas/TrainingCenterDatabasev2.xsd">
      <Activities>

    """

  /// Whether the first bytes of a file have the root of TCX in them, with or without a prefix.
  static func isTCX(_ bytes: Span<UInt8>) -> Bool {
    var index = 0
    while true {
      index = ByteScan.firstIndex(of: UInt8(ascii: "<"), in: bytes, from: index, to: bytes.count)
      index += 1
      guard index < bytes.count else { return false }
      if bytes[index] == UInt8(ascii: "?") || bytes[index] == UInt8(ascii: "!") { continue }
      if ByteScan.equal(bytes, at: index, to: "TrainingCenterDatabase") { return true }
      // A prefix, of a few characters.
      for colon in index..<min(index + 16, bytes.count) where bytes[colon] == UInt8(ascii: ":") {
        return ByteScan.equal(bytes, at: colon + 1, to: "TrainingCenterDatabase")
      }
      return false
    }
  }
}

/// Findings of readers in a TCX file.
let tcxRules: [Rule] = [
  Rule(
    reader: "not-tcx", .error,
    title: "file is XML but not TCX",
    explanation: """
      The file is XML, but its root element is not TrainingCenterDatabase.
      """),
  Rule(
    reader: "no-activity", .warning,
    title: "file contains elements that are not activities",
    explanation: """
      The file contains courses, planned workouts or folders. They are plans and not what was recorded; they are not read. \
      FIT files of plans and settings next to other files are counted, which is no warning.
      """),
  Rule(
    reader: "missing-position", .info,
    title: "points have no position",
    explanation: """
      Points of an activity have no position, as on a treadmill or before the first satellite was found. Their heart \
      rate, cadence and power are read; they are no points of the route.
      """),
  Rule(
    reader: "implausible-speed", .warning,
    title: "maximum speed is in meters per hour",
    explanation: """
      The maximum speed of a lap is above 150 m/s: Strava writes it in meters per hour. It is divided by 3,600.
      """),
  Rule(
    reader: "unknown-content", .info,
    title: "content that is not known",
    explanation: """
      Elements of a lap or of points are not known, or their values are not valid. They are not read. The distance between \
      two points that are hours apart is not read either: the clock of the device was set between them. Nor are the \
      transitions and notes of a session of several sports.
      """),
]

extension Timestamp {
  /// A date of TCX: one without a zone is in UTC, and how it is written does not matter.
  init?(tcx text: String) {
    guard let date = Timestamp(gpx: text.trimmedXMLSpace) else { return nil }
    self.init(
      secondsSince1970: date.secondsSince1970, nanoseconds: date.nanoseconds,
      offsetMinutes: date.offsetMinutes)
  }
}

/// Writes workouts as TCX 2, with the values measured at each point.
///
/// A workout without a route has a point for each time at which something was measured during it.
package struct TCXWriter: SampleWriter, ~Copyable {
  private let output: OutputContainer
  private var routes = RouteCollector(countsExact: true, form: .tcx)
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
