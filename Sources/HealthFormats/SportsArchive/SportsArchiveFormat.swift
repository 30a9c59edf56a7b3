import HealthBytes
import HealthModel
import HealthValidation

extension Format {
  /// What Strava and Garmin send a person who requests all data: archives with the files of all activities.
  public static let sportsArchive = Format(
    name: "sports-archive", title: "exports of Strava and Garmin: all activities in one archive",
    extensions: [], isText: false, layouts: [], losses: [],
    rules: sportsArchiveRules + xmlRules + routeRules + gpxRules + tcxRules + fitRules,
    confidence: { preview in
      guard preview.kind == .archive || preview.kind == .folder else { return .no }
      let isStrava =
        preview.paths.contains { SportsArchive.isList($0) }
        && preview.paths.contains { SportsArchive.kind(of: $0) != nil }
      return isStrava || preview.paths.contains { SportsArchive.isGarmin($0) } ? .certain : .no
    },
    makeReader: { (input, options) throws(HealthError) in SportsArchiveReader(input, options) },
    makeWriter: nil)
}

/// The files of such an archive.
enum SportsArchive {
  enum Kind { case fit, tcx, gpx }

  /// The kind of an activity's file; `nil` for another file.
  static func kind(of path: String) -> Kind? {
    guard JunkFiles.kind(of: path) == nil else { return nil }
    var path = path.lowercased()
    if path.hasSuffix(".gz") { path.removeLast(3) }
    if path.hasSuffix(".fit") { return .fit }
    if path.hasSuffix(".tcx") { return .tcx }
    return path.hasSuffix(".gpx") ? .gpx : nil
  }

  /// Whether a file is Strava's list of activities.
  static func isList(_ path: String) -> Bool {
    path == "activities.csv" || path.hasSuffix("/activities.csv")
  }

  /// Whether a file is one of Garmin's export.
  static func isGarmin(_ path: String) -> Bool {
    path.hasPrefix("DI_CONNECT/") || path.contains("/DI_CONNECT/")
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
      A file in an export of Strava or Garmin is damaged, exceeds a limit, or is of another format than its name states. \
      What precedes the fault was read; the other files are read.
      """),
  Rule(
    reader: "activity-list", .warning, title: "list of activities and their files do not fit",
    explanation: """
      The list of activities of a Strava export names a file that is not in the archive, or has an activity without a file \
      whose date or duration is not understood: the list is in the language of the account.
      """),
]
