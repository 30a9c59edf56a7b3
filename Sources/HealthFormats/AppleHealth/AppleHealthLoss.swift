import HealthModel

/// The losses of an export.
enum AppleHealthLoss: Int, CaseIterable {
  case sideFiles, details, paths, kinds, sources, characters, names

  /// The loss as the format declares it.
  var loss: Loss {
    switch self {
    case .sideFiles:
      Loss(
        "side-files",
        "what belongs in files next to export.xml, if only that file is written: points of routes, "
          + "electrocardiograms, documents; also documents with a missing part")
    case .details:
      Loss(
        "details",
        "details of electrocardiograms and documents that their files cannot hold")
    case .paths:
      Loss(
        "paths", "paths that are in use or lead out of the export; the file gets another path")
    case .kinds:
      Loss(
        "kinds",
        "samples of a kind that no export holds, or that it holds only nested in another sample")
    case .sources:
      Loss("source-revisions", "product type or operating system of a sample's source")
    case .characters:
      Loss(
        "characters",
        "characters that XML does not allow, written as U+FFFD; malformed versions of an export"
      )
    case .names:
      Loss(
        "names",
        "attributes and elements whose name XML does not allow or that occurs twice; such metadata "
          + "are written as entries")
    }
  }
}
