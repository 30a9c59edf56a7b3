import HealthBytes
import HealthModel
import HealthValidation

extension Format {
  /// GPX: routes of workouts with the values measured during them.
  public static let gpx = Format(
    name: "gpx", title: "GPX 1.1, routes with heart rate, cadence and power", extensions: ["gpx"],
    isText: true,
    layouts: [
      Format.Layout("tracks", "a file with a track for each workout", outputs: [.file]),
      Format.Layout("files", "a file for each workout", outputs: [.folder, .archive]),
    ],
    writeOptions: [.apple], losses: GPXLoss.allCases.map(\.loss),
    rules: xmlRules + schemaRules + routeRules + gpxRules, schemas: [.gpx],
    confidence: { preview in
      guard preview.kind == .file else {
        let names = preview.paths.map { $0.lowercased() }
        if names.contains(where: { $0.hasSuffix(".xml") }) { return .no }
        let isGPX = names.contains { $0.hasSuffix(".gpx") || $0.hasSuffix(".gpx.gz") }
        return isGPX && !CSVMap.isBuiltIn(for: preview.paths) ? .certain : .no
      }
      return GPXVocabulary.isGPX(preview.firstBytes.span) ? .certain : .no
    },
    makeReader: { (input, options) throws(HealthError) in
      let (files, copies) = try input.distinctFiles(missing: "it contains no GPX file") {
        $0.isGPX
      }
      let unread = input.unread { $0.isGPX }
      return GPXReader(
        files, options, unread: unread.counts, findings: copies + unread.findings)
    },
    makeWriter: { (output, options) throws(HealthError) in GPXWriter(output, options) })
}

/// The losses of GPX.
enum GPXLoss: Int, CaseIterable {
  case samples, measurements, workouts, points, elements, dataset

  /// The loss as the format declares it.
  var loss: Loss {
    switch self {
    case .samples:
      Loss(
        "samples",
        "samples that are neither routes nor measured during one; GPX holds only tracks")
    case .measurements:
      Loss(
        "measurements",
        "heart rates, cadences and powers that became values of the points of a track, as whole numbers without "
          + "their source")
    case .workouts:
      Loss(
        "workouts",
        "details of workouts other than the route, its name, source and type"
      )
    case .points:
      Loss("points", "points of a route without coordinates")
    case .elements:
      Loss(
        "elements",
        "elements where the schema does not allow them; moved to extensions or left out")
    case .dataset:
      Loss(
        "dataset",
        "facts about the dataset and the person except export date and policy")
    }
  }
}

extension Format.Option {
  /// Whether to write GPX as the Health app does, where that deviates from the standard.
  public static let apple = Format.Option(
    flag: "apple", about: "writing as the Health app does",
    help: "Write GPX as the Health app does, with elements that the GPX schema does not allow.")
}

extension WriteOptions {
  /// Whether to write as Apple's own programs do, where they deviate from the format's standard.
  public var usesAppleSpelling: Bool {
    get { self[.apple] ?? false }
    set { self[.apple] = (newValue ? true : nil) as Bool? }
  }
}

/// The names of GPX 1.1 and of the extensions that are known.
enum GPXVocabulary {
  static let namespace: StaticString = "http://www.topografix.com/GPX/1/1"
  /// The namespace of elements that no other schema defines: accuracies, and elements of extensions
  /// that had no namespace.
  static let ownNamespace: StaticString = "urn:healthconv:gpx:1"

  static let appleCreator = "Apple Health Export"

  /// The text at the beginning of a file.
  static let head: StaticString = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="healthconv" xmlns="http://www.topografix.com/GPX/1/1" \
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
    xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" \
    xmlns:gpxpx="http://www.garmin.com/xmlschemas/PowerExtension/v1" \
    xmlns:hc="urn:healthconv:gpx:1" \
    xsi:schemaLocation="http://www.topografix.com/GPX/1/1 \
    http://www.topografix.com/GPX/1/1/gpx.xsd \
    http://www.garmin.com/xmlschemas/TrackPointExtension/v2 \
    http://www.garmin.com/xmlschemas/TrackPointExtensionv2.xsd \
    http://www.garmin.com/xmlschemas/PowerExtension/v1 \
    http://www.garmin.com/xmlschemas/PowerExtensionv1.xsd">

    """

  /// The text at the beginning of a file by Apple.
  static let appleHead: StaticString = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1" \
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
    xsi:schemaLocation="http://www.topografix.com/GPX/1/1 \
    http://www.topografix.com/GPX/1/1/gpx.xsd">

    """

  /// Whether the first bytes of a file have the root of GPX in them.
  static func isGPX(_ bytes: Span<UInt8>) -> Bool {
    var index = 0
    while true {
      index = ByteScan.firstIndex(of: UInt8(ascii: "<"), in: bytes, from: index, to: bytes.count)
      guard index < bytes.count else { return false }
      index += 1
      guard index < bytes.count else { return false }
      // Declarations, comments and the like come before the root.
      if bytes[index] == UInt8(ascii: "?") || bytes[index] == UInt8(ascii: "!") { continue }
      return ByteScan.equal(bytes, at: index, to: "gpx")
    }
  }

  static let extensions = "extensions"
  static let metadata = "metadata"
  static let track = "trk"
  static let segment = "trkseg"
  static let document = "gpx"
  static let name = "name"
  static let time = "time"
}

/// The fields of a point.
enum GPXField: Int, CaseIterable {
  case elevation, time
  case speed, course, horizontalAccuracy, verticalAccuracy
  case heartRate, cadence, power, waterTemperature, depth

  /// The measurements of a point, in the order of the schema.
  static let measurements: [GPXField] = [.waterTemperature, .depth, .heartRate, .cadence, .power]

  /// The field of a child of a point. Those of GPX 1.0 are read, too.
  init?(pointChild name: Range<Int>, in bytes: Span<UInt8>) {
    func matches(_ text: StaticString) -> Bool {
      text.utf8CodeUnitCount == name.count && ByteScan.equal(bytes, at: name.lowerBound, to: text)
    }
    switch name.count {
    case 3 where matches("ele"): self = .elevation
    case 4 where matches("time"): self = .time
    case 5 where matches("speed"): self = .speed
    case 6 where matches("course"): self = .course
    default: return nil
    }
  }

  /// The field of an element inside a point's extensions as Apple writes them.
  init?(appleExtension name: Range<Int>, in bytes: Span<UInt8>) {
    func matches(_ text: StaticString) -> Bool {
      text.utf8CodeUnitCount == name.count && ByteScan.equal(bytes, at: name.lowerBound, to: text)
    }
    switch name.count {
    case 4 where matches("hAcc"): self = .horizontalAccuracy
    case 4 where matches("vAcc"): self = .verticalAccuracy
    case 5 where matches("speed"): self = .speed
    case 6 where matches("course"): self = .course
    default: return nil
    }
  }

  /// The field of an element in a point's extensions, in any namespace.
  ///
  /// - Parameter name: Where its name is, without a prefix.
  init?(anyExtension name: Range<Int>, in bytes: Span<UInt8>) {
    if let field = GPXField(appleExtension: name, in: bytes) {
      self = field
      return
    }
    func matches(_ text: StaticString) -> Bool {
      text.utf8CodeUnitCount == name.count && ByteScan.equal(bytes, at: name.lowerBound, to: text)
    }
    switch name.count {
    case 2 where matches("hr"): self = .heartRate
    case 3 where matches("cad"): self = .cadence
    case 5 where matches("power"): self = .power
    case 5 where matches("watts"): self = .power
    case 5 where matches("wtemp"): self = .waterTemperature
    case 5 where matches("depth"): self = .depth
    case 7 where matches("cadence"): self = .cadence
    case 9 where matches("heartrate"): self = .heartRate
    case 12 where matches("PowerInWatts"): self = .power
    default: return nil
    }
  }

  /// Garmin's name of a measurement.
  var measurementName: String {
    switch self {
    case .waterTemperature: "wtemp"
    case .depth: "depth"
    case .heartRate: "hr"
    case .cadence: "cad"
    default: "power"
    }
  }
}

/// Findings of readers in a GPX file.
let gpxRules: [Rule] = [
  Rule(
    reader: "not-gpx", .error,
    title: "file is XML but not GPX",
    explanation: """
      The file is XML, but its root element is not gpx.
      """),
  Rule(
    reader: "unqualified-extensions", .info,
    title: "extensions have no namespace",
    explanation: """
      Elements in extensions have no namespace, as in the routes of every Health export. The \
      schema of GPX does not allow that; the elements are recognized by their names.
      """),
  Rule(
    reader: "implied-pause", .info,
    title: "gaps in a segment are read as pauses",
    explanation: """
      Two points of a segment that follow one another are more than 5 minutes and less than 50 m apart. Programs that stop \
      recording during a pause need not begin another segment, so a segment begins there, and the workout was paused before it. \
      GPX itself does not state pauses; the limits are those of this tool.
      """),
]
