import HealthBytes
import HealthModel

extension Format {
  /// GPX: routes of workouts with what was measured on the way.
  public static let gpx = Format(
    name: "gpx", title: "GPX 1.1, routes with heart rate, cadence and power", extensions: ["gpx"],
    isText: true,
    layouts: [
      Format.Layout("tracks", "a file with a track for each workout", outputs: [.file]),
      Format.Layout("files", "a file for each workout", outputs: [.folder, .archive]),
    ],
    writeOptions: [.apple], losses: GPXLoss.allCases.map(\.loss),
    rules: xmlRules + schemaRules + gpxRules, schemas: [.gpx],
    confidence: { preview in
      guard preview.kind == .file else {
        let names = preview.paths.map { $0.lowercased() }
        if names.contains(where: { $0.hasSuffix(".xml") }) { return .no }
        return names.contains { $0.hasSuffix(".gpx") } ? .certain : .no
      }
      return GPXVocabulary.isGPX(preview.firstBytes.span) ? .certain : .no
    },
    makeReader: { (input, options) throws(FormatError) in
      let container = input.container
      let entries = input.gpxEntries
      guard !entries.isEmpty else {
        throw FormatError(
          .noInput, rule: "unreadable-input", place: Place(file: input.name),
          "it contains no GPX file")
      }
      let files = entries.map { entry in
        GPXReader.File(
          name: container.kind == .file ? input.name : "\(input.name)/\(entry.path)"
        ) { () throws(ByteError) in try container.open(entry) }
      }
      return GPXReader(files, options)
    },
    makeWriter: { (output, options) throws(FormatError) in GPXWriter(output, options) })
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
        "measurements merged into a track: they become values of its points, whole numbers without a source "
          + "of their own")
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
      Loss("dataset", "facts about the dataset and the person other than the date of the export")
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
