import ArgumentParser

struct ColorOption: ParsableArguments {
  /// When colors are used.
  enum Choice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
  }

  @Option(
    help: ArgumentHelp(
      "Colors of findings and headings. auto: on a terminal, unless NO_COLOR is set.",
      valueName: "when"))
  var color = Choice.auto
}
