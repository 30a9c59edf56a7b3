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
        "what belongs into files beside export.xml, where that is written alone: points of routes, "
          + "electrocardiograms, documents; and documents of which a part is missing")
    case .details:
      Loss(
        "details",
        "electrocardiograms and documents with more to them than their files have a place for")
    case .paths:
      Loss(
        "paths", "files whose path is taken or leads out of the export; written under another")
    case .kinds:
      Loss("kinds", "samples of a kind that no export holds, or not nested in another sample")
    case .sources:
      Loss("source-revisions", "samples whose source's product or operating system was left out")
    case .characters:
      Loss(
        "characters",
        "characters that XML does not allow, written as U+FFFD; the version of an export that is none"
      )
    case .names:
      Loss(
        "names",
        "attributes and elements whose name XML does not allow or the element has already; metadata "
          + "among them are written as entries")
    }
  }
}
