import ArgumentParser
import HealthConv

/// The arguments that say which samples are wanted.
struct SelectionOptions: ParsableArguments {
  @Option(
    name: .customLong("type"),
    help: ArgumentHelp(
      "Only samples of this type: an identifier, a short name such as HeartRate, a kind such as workout, "
        + "or a pattern such as 'Dietary*'. Repeat for more.", valueName: "type"))
  var types: [String] = []

  @Option(
    name: .customLong("exclude-type"),
    help: ArgumentHelp("No samples of this type. Repeat for more.", valueName: "type"))
  var excludedTypes: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only samples that start then or later: 2024-01-31 or 2024-01-31T08:00:00 on the clock they were "
        + "written by, or with an offset such as +01:00 as an instant. Documents have no time of their own and are left out.",
      valueName: "date"))
  var since: String?

  @Option(help: ArgumentHelp("Only samples that start before then.", valueName: "date"))
  var until: String?

  @Option(
    name: .customLong("source"),
    help: ArgumentHelp(
      "Only samples of the source of this name or pattern. Repeat for more.", valueName: "name"))
  var sources: [String] = []

  /// What the arguments select.
  func selection() throws -> Selection {
    var selection = Selection()
    selection.types = try types.map { try TypePattern($0) }
    selection.excludedTypes = try excludedTypes.map { try TypePattern($0) }
    selection.since = try since.map { try bound($0, "--since") }
    selection.until = try until.map { try bound($0, "--until") }
    for source in sources { selection.addSource(source) }
    return selection
  }

  private func bound(_ text: String, _ option: String) throws -> DateBound {
    guard let bound = DateBound(text) else {
      throw ConversionError(
        .usage, "\(option) has '\(text)', expected a date such as 2024-01-31 or 2024-01-31T08:00:00"
      )
    }
    return bound
  }
}
