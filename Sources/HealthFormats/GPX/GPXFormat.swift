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
