/// What an export's main file cannot carry.
enum AppleHealthLoss: Int, CaseIterable {
  case sideFiles, kinds, sources, characters, names

  /// The loss as the format declares it.
  var loss: Loss {
    switch self {
    case .sideFiles:
      Loss(
        "side-files",
        "samples that an export keeps in files beside the main one: electrocardiograms, documents")
    case .kinds:
      Loss("kinds", "samples of a kind that no export holds")
    case .sources:
      Loss("source-revisions", "samples whose source's product or operating system was left out")
    case .characters:
      Loss("characters", "characters that XML does not allow; written as U+FFFD")
    case .names:
      Loss(
        "names", "attributes and elements whose name XML does not allow or the element has already")
    }
  }
}
