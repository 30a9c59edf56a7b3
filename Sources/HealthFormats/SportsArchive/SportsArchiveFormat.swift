import HealthBytes
import HealthModel
import HealthValidation

extension Format {
  /// Archives and folders of activities of several formats, such as what Strava and Garmin send a person who requests all
  /// data.
  public static let sportsArchive = Format(
    name: "sports-archive",
    title: "activities of FIT, TCX and GPX in one archive, such as exports of Strava and Garmin",
    extensions: [], isText: false, layouts: [],
    // For the JSON of Garmin, which a map reads; files of activities state UTC.
    readOptions: [.zone], losses: [],
    rules: sportsArchiveRules + xmlRules + routeRules + gpxRules + tcxRules + fitRules + csvMapRules
      + csvRules.filter { $0.name == "zero-byte" } + localTimeRules,
    confidence: { preview in
      if preview.kind == .file {
        return StravaList.begins(preview.firstBytes, preview.paths.first ?? "") ? .certain : .no
      }
      guard preview.kind == .archive || preview.kind == .folder else { return .no }
      let isStrava =
        preview.paths.contains { SportsArchive.isList($0) }
        && (preview.paths.contains { SportsArchive.kind(of: $0) != nil }
          || SportsArchive.isListed(preview.container))
      let isRunkeeper =
        preview.paths.contains { CSVMap.name(in: $0) == "cardioActivities.csv" }
        && preview.paths.contains { SportsArchive.kind(of: $0) != nil }
      if isStrava || isRunkeeper || preview.paths.contains(where: { SportsArchive.isGarmin($0) }) {
        return .certain
      }
      // One reader of a single format would leave the other files out.
      return SportsArchive.isMixed(preview.paths) && !CSVMap.isBuiltIn(for: preview.paths)
        ? .certain : .no
    },
    makeReader: { (input, options) throws(HealthError) in SportsArchiveReader(input, options) },
    makeWriter: nil)
}

/// The files of such an archive.
enum SportsArchive {
  enum Kind: Hashable { case fit, tcx, gpx }

  /// The kind of an activity's file; `nil` for another file.
  static func kind(of path: String) -> Kind? {
    guard JunkFiles.kind(of: path) == nil else { return nil }
    var path = path.lowercased()
    if path.hasSuffix(".gz") { path.removeLast(3) }
    if path.hasSuffix(".fit") { return .fit }
    if path.hasSuffix(".tcx") { return .tcx }
    return path.hasSuffix(".gpx") ? .gpx : nil
  }

  /// Whether files are activities of more than one format. As for a single one, a document of XML is of something else.
  static func isMixed(_ paths: [String]) -> Bool {
    guard !paths.contains(where: { $0.lowercased().hasSuffix(".xml") }) else { return false }
    return Set(paths.lazy.compactMap { kind(of: $0) }).count > 1
  }

  /// Whether a file is Strava's list of activities.
  static func isList(_ path: String) -> Bool {
    path == "activities.csv" || path.hasSuffix("/activities.csv")
  }

  /// Whether a container has such a list, by its beginning; another service has a file of that name.
  static func isListed(_ container: InputContainer?) -> Bool {
    guard let container, let entry = container.entries.first(where: { isList($0.path) }),
      let bytes = try? container.firstBytes(of: entry)
    else { return false }
    return StravaList.begins(bytes, entry.path)
  }

  /// Whether a file is one of Garmin's export.
  static func isGarmin(_ path: String) -> Bool {
    path.hasPrefix("DI_CONNECT/") || path.contains("/DI_CONNECT/")
  }

  /// The map of the days and nights in JSON files of Garmin's export. Its list of activities is a ``MappedList``.
  private static let account = CSVMap.allBuiltIn.first { $0.name == "garmin" }?.filtered {
    $0.items != nil && $0.name != "json-activities"
  }

  /// The map for files in JSON of an export of Garmin; `nil` for another one.
  static func accountMap(for container: InputContainer) -> CSVMap? {
    container.entries.contains { isGarmin($0.path) } ? account : nil
  }

  /// Whether a file is read with that map.
  static func isMapped(_ path: String, _ map: CSVMap?) -> Bool {
    map != nil && isGarmin(path) && CSVMapReader.mayRead(path, map)
  }

  /// Whether a file is an archive in Garmin's archive, with files of activities.
  static func isInner(_ path: String) -> Bool {
    isGarmin(path) && path.lowercased().hasSuffix(".zip") && JunkFiles.kind(of: path) == nil
  }
}

/// Findings of the reader of such an archive.
let sportsArchiveRules: [Rule] = [
  Rule(
    reader: "unreadable-activity", .error, title: "file of an activity cannot be read",
    explanation: """
      A file in an export of Strava, Garmin or Runkeeper is damaged, exceeds a limit, or is of another format than its name states. \
      What precedes the fault was read; the other files are read.
      """),
  Rule(
    reader: "activity-list", .warning, title: "list of activities and their files do not fit",
    explanation: """
      The list of activities of a Strava export names a file that is not in the archive, or has an activity whose date or duration is \
      not understood, or names of columns or a type of activity that are not known: the list is in the language of the account. \
      Or it has texts in place of numbers, or distances in one column only, which may be kilometers or miles: these are metadata. \
      Of activities of Garmin and Runkeeper that have a file, the file has the data, and the list their names.
      """),
]
